//! Erases the stories of a leaving person, with everything that belongs to them.

use kernel::ids::UserId;
use platform::db::{Tx, query_on, statements};
use platform::slice::Step;

use super::reported::delete_reported_replies;

statements! {
    DELETE_OWN_STORIES = "delete from stories where owner_kind = 'person' and owner_id = $1";
    EMPTY_FOLDERS = "
        update stories
        set directory_id = null
        where owner_kind = 'person' and owner_id = $1 and directory_id is not null";
}

/// The steps, in this order.
pub(super) const STEPS: &[Step] = &[Step::Run(delete_reported_replies), Step::User(DELETE_OWN_STORIES)];

/// Moves all stories of a person out of their folders.
///
/// # Errors
/// Database errors.
pub async fn empty_folders_of(tx: &mut Tx, user: &UserId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(EMPTY_FOLDERS)
        .bind(user.as_str())
        .execute(x)
        .await
        .map(drop))
}
