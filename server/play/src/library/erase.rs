//! Erases the folders of a leaving person.

use futures::future::BoxFuture;
use platform::db::{Tx, statements};
use platform::slice::{DeletedAccount, Step};

use crate::stories;

statements! {
    LIFT_OWN_FOLDERS = "update library_folders set parent_id = null, name_key = id where owner_id = $1";
    DELETE_OWN_FOLDERS = "delete from library_folders where owner_id = $1";
}

/// The steps, in this order.
pub(super) const STEPS: &[Step] = &[
    Step::Run(empty_folders),
    Step::User(LIFT_OWN_FOLDERS),
    Step::User(DELETE_OWN_FOLDERS),
];

/// The stories themselves are deleted later: their slice stands below this one.
fn empty_folders<'a>(tx: &'a mut Tx, account: &'a DeletedAccount) -> BoxFuture<'a, sqlx::Result<()>> {
    Box::pin(async move {
        // Nobody ends copies for the counts of a deleted account: they are made again within their time.
        let _ = stories::empty_folders_of(tx, &account.user).await?;
        Ok(())
    })
}
