//! Erases the lorebooks of a leaving person.

use platform::db::statements;
use platform::slice::Step;

statements! {
    DETACH_OWN = "
        delete from lorebook_attachments
        where lorebook_id in (select id from lorebooks where owner_id = $1)";
    DELETE_OWN = "delete from lorebooks where owner_id = $1";
}

/// The steps, in this order.
pub(super) const STEPS: &[Step] = &[Step::User(DETACH_OWN), Step::User(DELETE_OWN)];
