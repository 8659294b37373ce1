//! The titles of a person's own works, for slices that name them.

use std::collections::HashMap;

use kernel::ids::UserId;
use platform::db::{Conn, push_in_list, query_on};
use sqlx::QueryBuilder;

use super::prepare::shown_title;

/// A work by its title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitledDraft {
    /// Its title; "Untitled" if it has none.
    pub title: String,
    /// Whether it is in the trash.
    pub in_trash: bool,
}

/// The works of this person among these, by id.
///
/// # Errors
/// Database errors.
pub async fn list_titles(
    conn: &mut Conn,
    author: &UserId,
    ids: &[&str],
) -> sqlx::Result<HashMap<String, TitledDraft>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = query_on!(conn, |x: D| {
        let mut query =
            QueryBuilder::<D>::new("select id, title, deleted_at from scenario_drafts where author_id = ");
        query.push_bind(author.as_str().to_owned()).push(" and id in ");
        push_in_list(&mut query, ids.iter().copied());
        query
            .build_query_as::<(String, String, Option<i64>)>()
            .fetch_all(x)
            .await
    })?;
    let titled = |(id, title, deleted_at): (String, String, Option<i64>)| {
        let draft = TitledDraft {
            title: shown_title(&title).to_owned(),
            in_trash: deleted_at.is_some(),
        };
        (id, draft)
    };
    Ok(rows.into_iter().map(titled).collect())
}
