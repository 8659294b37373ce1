//! The tags that somebody who leaves had blocked.

use platform::db::statements;
use platform::slice::Step;

statements! {
    DELETE_BLOCKED = "delete from blocked_tags where user_id = $1";
}

/// What is done, in this order.
pub(super) const STEPS: &[Step] = &[Step::User(DELETE_BLOCKED)];
