//! The name a guest chose for stories. It belongs to them alone, and moves into their account with them.

use platform::db::{Conn, Tx};

use super::{GuestId, store};

/// The name this guest chose; `None` if they chose none.
///
/// # Errors
/// Database errors.
pub async fn player_name(conn: &mut Conn, guest: &GuestId) -> sqlx::Result<Option<String>> {
    store::find_name(conn, guest).await
}

/// Stores the name a guest chose; `None` deletes it.
///
/// # Errors
/// Database errors.
pub async fn name_player(tx: &mut Tx, guest: &GuestId, name: Option<&str>) -> sqlx::Result<()> {
    store::set_name(tx, guest, name).await
}
