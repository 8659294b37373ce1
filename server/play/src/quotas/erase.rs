//! Erases the usage counts of a leaving person.

use platform::db::statements;
use platform::slice::Step;

statements! {
    DELETE_OWN_USE = "delete from play_use where owner_kind = 'person' and owner_id = $1";
}

/// The steps, in this order.
pub(super) const STEPS: &[Step] = &[Step::User(DELETE_OWN_USE)];
