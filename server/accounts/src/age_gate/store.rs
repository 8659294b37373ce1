//! SQL of the age gate.

use kernel::ids::UserId;
use platform::db::{Conn, query_on, statements};

statements! {
    WANTS_EXPLICIT = "select show_nsfw from users where id = $1";
}

/// Whether a person asked to see explicit images.
pub(super) async fn wants_explicit(conn: &mut Conn, person: &UserId) -> sqlx::Result<bool> {
    let set = query_on!(conn, |x: D| sqlx::query_scalar::<D, bool>(WANTS_EXPLICIT)
        .bind(person.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(set.unwrap_or(false))
}
