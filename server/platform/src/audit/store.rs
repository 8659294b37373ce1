//! SQL of the audit log.

use super::Event;
use crate::db::{Tx, query_on, statements};

statements! {
    CHANGE_EVENT = "update audit_log set action = action where seq = (select max(seq) from audit_log)";
    DROP_EVENT = "delete from audit_log where seq = (select max(seq) from audit_log)";
    INSERT_EVENT = "
        insert into audit_log (at, actor, action, subject, reason, before_json, after_json, request_id, address)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
}

/// Adds the event to the log, in the transaction of its action.
///
/// # Errors
/// Database errors.
pub async fn record(tx: &mut Tx, event: &Event<'_>) -> sqlx::Result<()> {
    let text = |value: Option<&serde_json::Value>| value.map(ToString::to_string);
    let (before, after) = (text(event.before), text(event.after));
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_EVENT)
        .bind(event.at.0)
        .bind(event.actor)
        .bind(event.action)
        .bind(event.subject)
        .bind(event.reason)
        .bind(before)
        .bind(after)
        .bind(event.request_id)
        .bind(event.address)
        .execute(x)
        .await
        .map(drop))
}

/// Statements that the database must refuse, with what it would mean if it did not.
pub const FORBIDDEN: &[(&str, &str)] = &[
    ("audit_log can be changed", CHANGE_EVENT),
    ("audit_log can be deleted from", DROP_EVENT),
];
