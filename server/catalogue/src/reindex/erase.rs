//! How far the index had come with the name of somebody who leaves.

use platform::db::statements;
use platform::slice::Step;

statements! {
    DELETE_RENAMED = "delete from renamed_authors where author_id = $1";
}

/// What is done, in this order.
pub(super) const STEPS: &[Step] = &[Step::User(DELETE_RENAMED)];
