//! Tags that somebody has blocked: lists leave out what carries them.

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
    LIST_BLOCKED_IDS = "select tag_id from blocked_tags where user_id = $1 order by tag_id";
    DELETE_BLOCKED = "delete from blocked_tags where user_id = $1";
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

/// Ids of the tags that the caller has blocked, sorted; empty for visitors and guests.
///
/// For a page that the server renders they stand in the request's extensions, where no client can put them:
/// so lists are read with somebody's blocked tags, but without their authority.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct BlockedTags(Arc<[String]>);

impl BlockedTags {
    /// The tags that this person has blocked.
    ///
    /// # Errors
    /// Database errors.
    pub async fn of(conn: &mut Conn, user: &UserId) -> sqlx::Result<Self> {
        let ids = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_BLOCKED_IDS)
            .bind(user.as_str())
            .fetch_all(x)
            .await)?;
        Ok(Self(ids.into()))
    }

    /// The ids.
    #[must_use]
    pub fn ids(&self) -> &[String] {
        &self.0
    }
}

impl<S: Send + Sync> FromRequestParts<S> for BlockedTags
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
