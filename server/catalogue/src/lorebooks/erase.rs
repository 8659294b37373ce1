//! The lorebooks of somebody who leaves.

use platform::db::statements;
use platform::slice::Step;

statements! {
    DETACH_OWN = "
        delete from lorebook_attachments
        where lorebook_id in (select id from lorebooks where owner_id = $1)";
    DELETE_OWN = "delete from lorebooks where owner_id = $1";
}

/// What is done, in this order.
pub(super) const STEPS: &[Step] = &[Step::User(DETACH_OWN), Step::User(DELETE_OWN)];
