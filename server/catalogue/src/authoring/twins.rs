//! Finds the draft that a card file was imported into before.

use kernel::ids::UserId;
use platform::db::Conn;

use super::store;
use crate::scenarios::ScenarioId;

/// This person's latest draft, not in the trash, of the file with this SHA-256.
///
/// # Errors
/// Database errors.
pub async fn find_same_file(
    conn: &mut Conn,
    author: &UserId,
    hash: &str,
) -> sqlx::Result<Option<ScenarioId>> {
    let found = store::find_imported(conn, author, hash).await?;
    Ok(found.map(ScenarioId::trusted))
}

/// This person's draft, not in the trash, of a card with one of these keys ([`card_keys`](super::card_keys)): of
/// the first key that has one, and of several drafts the latest.
///
/// # Errors
/// Database errors.
pub async fn find_same_card(
    conn: &mut Conn,
    author: &UserId,
    keys: &[String],
) -> sqlx::Result<Option<ScenarioId>> {
    let found = store::find_by_card_keys(conn, author, keys).await?;
    Ok(found.map(ScenarioId::trusted))
}
