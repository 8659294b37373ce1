//! Erases the reindexing progress of a leaving person.

use platform::db::statements;
use platform::slice::Step;

statements! {
    DELETE_RENAMED = "delete from renamed_authors where author_id = $1";
}

/// The steps, in this order.
pub(super) const STEPS: &[Step] = &[Step::User(DELETE_RENAMED)];
