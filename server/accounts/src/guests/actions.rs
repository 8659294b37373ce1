//! Use cases that change guest sessions and their devices together.

use kernel::ErrorCode;
use platform::db::Tx;
use platform::web::{AuthError, Problem};

use super::GuestId;
use super::rules::{MAX_DEVICES, NETWORK_WINDOW_MS, SESSIONS_PER_NETWORK};
use super::store::{self, SessionRow};
use crate::AppState;

/// The values of a new session.
pub(super) struct NewSession {
    /// Where the request comes from, as [`SESSIONS_PER_NETWORK`] counts it.
    pub(super) network: String,
    pub(super) token_hash: String,
    pub(super) device_hash: String,
}

/// Begins a session with its first device.
///
/// # Errors
/// 429 if its network began too many recently.
pub(super) async fn begin(app: &AppState, tx: &mut Tx, new: &NewSession) -> Result<(), Problem> {
    let now = app.clock.now();
    if store::count_of_network(tx, &new.network, now).await? >= SESSIONS_PER_NETWORK {
        let wait = u32::try_from(NETWORK_WINDOW_MS / 1000).unwrap_or(u32::MAX);
        return Err(Problem::new(
            ErrorCode::RATE_LIMITED,
            "There are too many guests on this network. Please sign in, or try again later.",
        )
        .with_retry_after(wait));
    }
    let id = GuestId::trusted(app.random.id(now));
    store::insert(tx, &id, &new.token_hash, &new.network, now).await?;
    Ok(store::record_device(tx, id.as_str(), &new.device_hash, now).await?)
}

/// Records the use of a session by a device.
///
/// # Errors
/// 401 if too many other devices used it recently.
pub(super) async fn record_use(
    app: &AppState,
    tx: &mut Tx,
    row: &SessionRow,
    device_hash: &str,
) -> Result<(), Problem> {
    let now = app.clock.now();
    store::renew(tx, &row.id, now).await?;
    if store::count_other_devices(tx, &row.id, device_hash, now).await? >= MAX_DEVICES {
        return Err(Problem::unauthenticated(AuthError::InvalidToken));
    }
    Ok(store::record_device(tx, &row.id, device_hash, now).await?)
}
