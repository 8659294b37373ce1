//! Erasing the record of a deleted account.

use platform::db::statements;
use platform::idempotency;
use platform::image_judge::forget_folder;
use platform::slice::Step;

use super::portraits::portrait_folder;

statements! {
    DELETE_RECORD = "delete from users where id = $1";
}

/// The steps, in this order.
pub(super) const STEPS: &[Step] = &[
    Step::User(DELETE_RECORD),
    // The keys name the person, those of portraits that no persona has any more among them.
    Step::Run(|tx, account| {
        Box::pin(async move { forget_folder(tx, &portrait_folder(&account.user)).await })
    }),
    // Answers to a person who no longer exists may be deleted (migration 36).
    Step::Run(|tx, account| {
        Box::pin(async move {
            let principal = idempotency::principal_of(&account.user);
            idempotency::purge_answers_to(tx, &principal).await
        })
    }),
];
