//! Lists as one value.
//!
//! Each row of an answer of SQLite crosses from sqlx's thread to ours by itself, with a copy of each of its
//! values: that takes several times as long as finding the row. The lists that pages consist of are therefore
//! asked for as one JSON text, an array of rows, each an array of its columns in the order of the fields that
//! it is read into. Both engines can do that; they only name the functions differently.

use serde::{Deserialize, Deserializer};
use sqlx::types::Json;
use sqlx::{Database, Postgres, Sqlite};

/// How an engine spells lists. For [`query_on!`](super::on): `D::ROWS`.
pub trait ListSql: Database {
    /// The aggregate that makes an array of what it is given for each row: a [`List`]. Takes `order by`
    /// behind its argument; without it, neither engine promises an order.
    const ROWS: &'static str;
    /// The function that makes an array of its arguments.
    const ARRAY: &'static str;

    /// A column that holds JSON, as part of the array instead of as a text.
    fn json(column: &str) -> String;
}

impl ListSql for Sqlite {
    const ROWS: &'static str = "json_group_array";
    const ARRAY: &'static str = "json_array";

    fn json(column: &str) -> String {
        format!("json({column})")
    }
}

impl ListSql for Postgres {
    const ROWS: &'static str = "json_agg";
    const ARRAY: &'static str = "json_build_array";

    fn json(column: &str) -> String {
        column.to_owned()
    }
}

/// What comes of a list: one engine has an empty array for no rows, the other null.
pub type List<Row> = Option<Json<Vec<Row>>>;

/// The rows of a list.
pub fn into_rows<Row>(list: List<Row>) -> Vec<Row> {
    list.map(|Json(rows)| rows).unwrap_or_default()
}

/// Reads a truth value that was listed as a number (`cast(c as int)`): SQLite has no other.
pub fn bool_from_int<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    Ok(i64::deserialize(from)? != 0)
}
