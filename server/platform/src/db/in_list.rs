//! Lists of values in SQL.

use sqlx::{Database, Encode, QueryBuilder, Type};

/// Appends `(…)`, for `… in`, with one bound parameter for each of `values`. PostgreSQL does not accept an
/// empty list: a caller that may have an empty one must return first.
pub fn push_in_list<'t, D: Database, T: Encode<'t, D> + Type<D>>(
    query: &mut QueryBuilder<D>,
    values: impl IntoIterator<Item = T>,
) {
    query.push("(");
    let mut list = query.separated(", ");
    for value in values {
        list.push_bind(value);
    }
    query.push(")");
}
