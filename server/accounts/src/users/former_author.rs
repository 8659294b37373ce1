//! The former author: whose work stays when people delete their accounts. One row stands for all of them, so
//! that nothing tells one from another.

use kernel::ids::UserId;

/// The id of the former author.
pub const FORMER_AUTHOR: &str = "former-author";
/// What readers see instead of a name. With its spaces it is nobody's: see `check_authorname`.
pub const FORMER_AUTHOR_NAME: &str = "a former author";

/// The id of an author as readers get it: empty for the former author, who has no page.
#[must_use]
pub fn shown_author(id: String) -> UserId {
    UserId::trusted(if id == FORMER_AUTHOR { String::new() } else { id })
}
