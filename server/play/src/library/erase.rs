//! Erases the folders of a leaving person.

use platform::db::statements;
use platform::slice::Step;

use crate::stories;

statements! {
    LIFT_OWN_FOLDERS = "update library_folders set parent_id = null, name_key = id where owner_id = $1";
    DELETE_OWN_FOLDERS = "delete from library_folders where owner_id = $1";
}

/// The steps, in this order.
pub(super) const STEPS: &[Step] = &[
    Step::Run(|tx, account| Box::pin(stories::empty_folders_of(tx, &account.user))),
    Step::User(LIFT_OWN_FOLDERS),
    Step::User(DELETE_OWN_FOLDERS),
];
