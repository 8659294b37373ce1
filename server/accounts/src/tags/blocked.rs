//! Tags and content notes that somebody has blocked: lists leave out what carries them.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use kernel::Audience;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};
use platform::web::Problem;

use super::model::TagData;
use super::store::TagRow;
use crate::AppState;
use crate::identity::Viewer;

/// Most tags that one person blocks. Each costs a look-up in each of their lists.
pub const MAX_BLOCKED_TAGS: usize = 50;

statements! {
    LIST_BLOCKED = "
        select t.id, t.slug, t.display_name, t.kind, t.explicit, t.scenario_count, t.explicit_count,
            t.extreme_count
        from blocked_tags b
        join tags t on t.id = b.tag_id
        where b.user_id = $1
        order by b.position, t.id";
    LIST_BLOCKED_CONTENT = "
        select true as is_tag, tag_id as id
        from blocked_tags
        where user_id = $1
        union all
        select false, note
        from blocked_notes
        where user_id = $1
        order by id";
    DELETE_BLOCKED = "delete from blocked_tags where user_id = $1";
    LIST_BLOCKED_NOTES = "select note from blocked_notes where user_id = $1";
    DELETE_BLOCKED_NOTES = "delete from blocked_notes where user_id = $1";
    INSERT_BLOCKED_NOTE = "
        insert into blocked_notes (user_id, note)
        values ($1, $2)
        on conflict do nothing";
    INSERT_BLOCKED = "
        insert into blocked_tags (user_id, tag_id, position)
        values ($1, $2, $3)
        on conflict do nothing";
}

/// The tags this person blocks, in their order, as this audience sees them.
///
/// # Errors
/// Database errors.
pub async fn blocked_by(conn: &mut Conn, user: &UserId, audience: Audience) -> sqlx::Result<Vec<TagData>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, TagRow>(LIST_BLOCKED)
        .bind(user.as_str())
        .fetch_all(x)
        .await)?;
    Ok(rows.into_iter().map(|row| row.seen_by(audience)).collect())
}

/// What a person has blocked: ids of tags and of content notes, each sorted. Visitors and guests have blocked
/// nothing.
///
/// As an extractor, it is what the caller has blocked. When the server renders a page for a signed-in person,
/// it reads the lists as a visitor and puts this into the request's extensions, where clients can put nothing:
/// lists leave out what the person has blocked, and the request still has no rights of theirs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct BlockedContent {
    tags: Arc<[String]>,
    notes: Arc<[String]>,
}

impl BlockedContent {
    /// What this person has blocked.
    ///
    /// # Errors
    /// Database errors.
    pub async fn of(conn: &mut Conn, user: &UserId) -> sqlx::Result<Self> {
        let rows: Vec<(bool, String)> = query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_BLOCKED_CONTENT)
            .bind(user.as_str())
            .fetch_all(x)
            .await)?;
        let ids = |of_tags: bool| -> Arc<[String]> {
            let matching = rows.iter().filter(|(is_tag, _)| *is_tag == of_tags);
            matching.map(|(_, id)| id.clone()).collect()
        };
        Ok(Self {
            tags: ids(true),
            notes: ids(false),
        })
    }

    /// The ids of the tags.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// The ids of the content notes.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

impl<S: Send + Sync> FromRequestParts<S> for BlockedContent
where
    AppState: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Viewer(person) = Viewer::from_request_parts(parts, state).await?;
        let Some(person) = person else {
            return Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default());
        };
        let app = AppState::from_ref(state);
        let mut conn = app.db.read().await?;
        Ok(Self::of(&mut conn, &person.user_id).await?)
    }
}

/// Replaces the blocked tags of a person with these.
///
/// # Errors
/// Database errors.
pub async fn block(tx: &mut Tx, user: &UserId, tag_ids: &[String]) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_BLOCKED)
        .bind(user.as_str())
        .execute(x)
        .await
        .map(drop))?;
    for (position, tag_id) in (0_i64..).zip(tag_ids) {
        query_on!(tx, |x: D| sqlx::query::<D>(INSERT_BLOCKED)
            .bind(user.as_str())
            .bind(tag_id)
            .bind(position)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}

/// The ids of the content notes that this person blocks, in no particular order.
///
/// # Errors
/// Database errors.
pub async fn blocked_notes_of(conn: &mut Conn, user: &UserId) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_BLOCKED_NOTES)
        .bind(user.as_str())
        .fetch_all(x)
        .await)
}

/// Replaces the blocked content notes of a person with those of these ids.
///
/// # Errors
/// Database errors.
pub async fn block_notes(tx: &mut Tx, user: &UserId, notes: &[&str]) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_BLOCKED_NOTES)
        .bind(user.as_str())
        .execute(x)
        .await
        .map(drop))?;
    for note in notes {
        query_on!(tx, |x: D| sqlx::query::<D>(INSERT_BLOCKED_NOTE)
            .bind(user.as_str())
            .bind(note)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}
