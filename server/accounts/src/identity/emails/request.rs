//! Requesting an e-mail by an address alone.

use platform::web::{ClientInfo, Problem};

use super::{EmailKind, queue_requested};
use crate::AppState;
use crate::identity::rules::EmailAddress;

/// Sends an e-mail of this kind to this address, where it is due one. Nothing tells the caller whether it was.
///
/// # Errors
/// 429 where too many are requested from this network address.
pub(in crate::identity) async fn request(
    app: &AppState,
    client: &ClientInfo,
    kind: EmailKind,
    email: &EmailAddress,
) -> Result<(), Problem> {
    let mut tx = app.db.begin().await?;
    queue_requested(app, &mut tx, client, kind, email).await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(())
}
