//! Erases the stories of a leaving person, with everything that belongs to them.

use platform::db::statements;
use platform::slice::Step;

use super::reported::delete_reported_replies;

statements! {
    DELETE_OWN_STORIES = "delete from stories where owner_kind = 'person' and owner_id = $1";
}

/// The steps, in this order.
pub(super) const STEPS: &[Step] = &[Step::Run(delete_reported_replies), Step::User(DELETE_OWN_STORIES)];
