//! Erases the guest sessions that a deleted account had claimed.

use futures::future::BoxFuture;
use platform::db::{Tx, query_on, statements};
use platform::idempotency;
use platform::slice::{DeletedAccount, Step};

statements! {
    LIST_CLAIMED = "select id from guest_sessions where claimed_by = $1 order by id";
    DELETE_CLAIMED_DEVICES = "
        delete from guest_devices
        where guest_id in (select id from guest_sessions where claimed_by = $1)";
    DELETE_CLAIMED = "delete from guest_sessions where claimed_by = $1";
}

/// The steps, in order.
pub(super) const STEPS: &[Step] = &[
    Step::Run(purge_answers),
    Step::User(DELETE_CLAIMED_DEVICES),
    Step::User(DELETE_CLAIMED),
];

/// Deletes the stored answers to what they sent as guests.
fn purge_answers<'a>(tx: &'a mut Tx, account: &'a DeletedAccount) -> BoxFuture<'a, sqlx::Result<()>> {
    Box::pin(async move {
        let claimed = query_on!(tx, |x: D| sqlx::query_scalar::<D, String>(LIST_CLAIMED)
            .bind(account.user.as_str())
            .fetch_all(x)
            .await)?;
        for guest in claimed {
            idempotency::purge_answers_to(tx, &format!("guest:{guest}")).await?;
        }
        Ok(())
    })
}
