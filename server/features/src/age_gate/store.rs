//! SQL of the age gate.

use kernel::ids::UserId;

use crate::blobs::BlobKey;
use crate::db::{Conn, query_on};

/// By the indexes of migration 0020; the expressions are written as they are there.
pub(crate) const IS_EXPLICIT: &str = "
    select exists (
        select 1
        from scenarios
        where explicit and pictures ->> 'cover' = $1
    ) or exists (
        select 1
        from scenarios
        where explicit and pictures ->> 'banner' = $1
    ) or exists (
        select 1
        from cards
        where explicit and pictures ->> 'cover' = $1
    ) or exists (
        select 1
        from cards
        where explicit and pictures ->> 'banner' = $1
    ) or exists (
        select 1
        from scenario_actors a
        join scenarios s on s.id = a.scenario_id
        where a.avatar = $1 and s.explicit
    )";
pub(crate) const WANTS_EXPLICIT: &str = "select show_nsfw from users where id = $1";

/// Whether anything explicit has this picture.
pub(super) async fn is_explicit(conn: &mut Conn, key: &BlobKey) -> sqlx::Result<bool> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, bool>(IS_EXPLICIT)
        .bind(key.as_str())
        .fetch_one(x)
        .await)
}

/// What a person set for themselves.
pub(super) async fn wants_explicit(conn: &mut Conn, person: &UserId) -> sqlx::Result<bool> {
    let set = query_on!(conn, |x: D| sqlx::query_scalar::<D, bool>(WANTS_EXPLICIT)
        .bind(person.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(set.unwrap_or(false))
}
