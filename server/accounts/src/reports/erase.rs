//! The reports by and about somebody who deletes their account. What they reported stays, without their name and
//! their words.

use kernel::ids::UserId;
use platform::db::{Tx, query_on, statements};
use platform::slice::Step;
use platform::slice::reports::ReportKind;

statements! {
    DELETE_OF_PERSON = "
        delete from reports
        where (subject_kind = 'person' and subject_id = $1) or (subject_kind = 'guest' and subject_id in (
            select id
            from guest_sessions
            where claimed_by = $1
        ))";
    DELETE_OWN_OF_KIND = "
        delete from reports
        where kind = $2 and (reporter_id = $1 or reporter_id in (
            select id
            from guest_sessions
            where claimed_by = $1
        ))";
    REMOVE_REPORTER = "
        update reports
        set reporter_id = null, sender_hash = null, same_hash = null, note = '', reply_to = null
        where reporter_id = $1 or reporter_id in (select id from guest_sessions where claimed_by = $1)";
}

/// What is done, in this order.
pub(super) const STEPS: &[Step] = &[Step::User(DELETE_OF_PERSON), Step::User(REMOVE_REPORTER)];

/// Deletes what somebody reported of a kind whose copies are pieces of what is their own.
///
/// # Errors
/// Database errors.
pub async fn delete_own(tx: &mut Tx, user: &UserId, kind: &ReportKind) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_OWN_OF_KIND)
        .bind(user.as_str())
        .bind(kind.name)
        .execute(x)
        .await
        .map(drop))
}
