//! Erases the blocked tags and content notes of somebody who leaves.

use platform::db::statements;
use platform::slice::Step;

statements! {
    DELETE_BLOCKED = "delete from blocked_tags where user_id = $1";
    DELETE_BLOCKED_NOTES = "delete from blocked_notes where user_id = $1";
}

/// The steps, in their order.
pub(super) const STEPS: &[Step] = &[Step::User(DELETE_BLOCKED), Step::User(DELETE_BLOCKED_NOTES)];
