//! The welcome gift of new records.

use kernel::Shekels;
use kernel::ids::UserId;
use platform::db::Tx;

use super::error::LedgerError;
use super::model::{Kind, NaturalKey, Order};
use super::posting::post;
use super::store;
use crate::AppState;

/// Gives a new record its welcome gift, of the amount that the installation is set to; nothing where that is zero.
///
/// # Errors
/// As [`post`]. A repeated call changes nothing.
pub async fn grant_welcome(tx: &mut Tx, app: &AppState, user: &UserId) -> Result<(), LedgerError> {
    if app.welcome_shekels == Shekels::ZERO {
        return Ok(());
    }
    let key = NaturalKey::welcome(user);
    // The amount may have been changed since; nobody gets a second gift.
    if store::find_by_key(tx, key.as_str()).await?.is_some() {
        return Ok(());
    }
    let order = Order::credit(Kind::Welcome, key, "Welcome gift", user, app.welcome_shekels);
    post(tx, app.clock.now(), &order).await.map(drop)
}
