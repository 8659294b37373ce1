//! The record of somebody who leaves.

use platform::db::statements;
use platform::idempotency;
use platform::slice::Step;

statements! {
    DELETE_RECORD = "delete from users where id = $1";
}

/// What is done, in this order.
pub(super) const STEPS: &[Step] = &[
    Step::User(DELETE_RECORD),
    // Who is nobody's any more may be forgotten (migration 36).
    Step::Run(|tx, leaver| {
        Box::pin(async move { idempotency::purge_answers_to(tx, &format!("person:{}", leaver.user)).await })
    }),
];
