//! Checks how many stories an owner may have, and that a guest is still a guest.

use accounts::guests;
use accounts::guests::Owner;
use platform::db::{Conn, Tx};
use platform::web::{AuthError, Problem};

use super::rules::{GUEST_STORIES, PERSON_STORIES};
use super::{errors, store};

/// Locks a guest's session for this transaction, so that no account takes it over meanwhile.
///
/// # Errors
/// 401 if an account has taken it over.
pub(super) async fn lock_guest(tx: &mut Tx, owner: &Owner) -> Result<(), Problem> {
    if let Owner::Guest(guest) = owner
        && !guests::lock_session(tx, guest).await?
    {
        return Err(Problem::unauthenticated(AuthError::InvalidToken));
    }
    Ok(())
}

/// Checks that the owner may have one more story.
///
/// # Errors
/// 429 otherwise.
pub(super) async fn check_quota(conn: &mut Conn, owner: &Owner) -> Result<(), Problem> {
    let live = store::count_live(conn, owner).await?;
    let refusal = match owner {
        Owner::Guest(_) if live >= GUEST_STORIES => {
            format!("Guests have at most {GUEST_STORIES} stories. Sign up to keep these and start more.")
        }
        Owner::Person(_) if live >= PERSON_STORIES => {
            format!("You’ve reached the limit of {PERSON_STORIES} stories. Delete one to start another.")
        }
        _ => return Ok(()),
    };
    Err(Problem::new(errors::STORY_QUOTA_REACHED, refusal))
}
