//! What identity writes into the audit log.

use kernel::Timestamp;
use platform::audit;
use platform::db::Tx;
use platform::web::ClientInfo;

/// Writes an event of an account into the audit log. The identity is the actor.
pub(super) async fn audit(
    tx: &mut Tx,
    identity: &str,
    action: &str,
    subject: &str,
    client: &ClientInfo,
    at: Timestamp,
) -> sqlx::Result<()> {
    let address = client.address();
    let event = audit::Event {
        actor: Some(identity),
        action,
        subject,
        request_id: client.request_id(),
        address: Some(&address),
        at,
        ..audit::Event::default()
    };
    audit::record(tx, &event).await
}
