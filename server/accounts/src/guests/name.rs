//! What a guest wants to be called in stories. It belongs to them alone, and moves into their account with
//! them.

use platform::db::{Conn, Tx};

use super::{GuestId, store};

/// What this guest wants to be called; `None` where they have not said.
///
/// # Errors
/// Database errors.
pub async fn player_name(conn: &mut Conn, guest: &GuestId) -> sqlx::Result<Option<String>> {
    store::find_name(conn, guest).await
}

/// Stores what a guest wants to be called; `None` deletes it.
///
/// # Errors
/// Database errors.
pub async fn name_player(tx: &mut Tx, guest: &GuestId, name: Option<&str>) -> sqlx::Result<()> {
    store::set_name(tx, guest, name).await
}
