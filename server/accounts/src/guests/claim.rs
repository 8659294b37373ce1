//! Taking a guest session over into an account: once, by one account.

use axum::http::HeaderMap;
use kernel::ErrorCode;
use platform::db::Tx;
use platform::web::Problem;

use super::authority::{Credentials, read_credentials};
use super::rules::TOKEN_HEADER;
use super::{GuestId, errors, store};
use crate::AppState;
use crate::identity::Person;

/// A guest session that a request wants to take over.
pub struct Claim(Option<Credentials>);

impl Claim {
    /// Reads the guest's headers. A token of no possible form names no session; 401 would make the client
    /// doubt its own sign-in.
    ///
    /// # Errors
    /// 400 where there is no token, or no device hash.
    pub fn read(headers: &HeaderMap) -> Result<Self, Problem> {
        if !headers.contains_key(TOKEN_HEADER) {
            return Err(
                Problem::bad_request("Send the guest session as the header guest-token.")
                    .with_field(TOKEN_HEADER, "missing"),
            );
        }
        match read_credentials(headers) {
            Err(problem) if problem.code() == ErrorCode::UNAUTHENTICATED => Ok(Self(None)),
            credentials => Ok(Self(Some(credentials?))),
        }
    }

    /// Gives the session to this person. From then on its token is no good. Whatever guests own is to be
    /// given over in the same transaction: by whoever owns that kind of thing.
    ///
    /// # Errors
    /// 409 where it is somebody else's already.
    pub async fn take(&self, app: &AppState, tx: &mut Tx, person: &Person) -> Result<Claimed, Problem> {
        let now = app.clock.now();
        let Some(credentials) = &self.0 else {
            return Ok(Claimed::Nothing);
        };
        let row = store::find(tx, &credentials.token_hash).await?;
        let Some(row) = row.filter(|row| row.claimed_by.is_some() || row.expires_at > now.0) else {
            return Ok(Claimed::Nothing);
        };
        if row.claimed_by.as_deref() == Some(person.user_id.as_str()) {
            return Ok(Claimed::Before);
        }
        if !store::claim(tx, &row.id, &person.user_id, now).await? {
            return Err(Problem::new(
                errors::GUEST_CLAIMED,
                "This guest session already belongs to another account.",
            ));
        }
        Ok(Claimed::Now(GuestId::trusted(row.id)))
    }
}

/// What became of a guest session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// There was none, or none that could still be taken over.
    Nothing,
    /// It was this person's before.
    Before,
    /// It is this person's from now on.
    Now(GuestId),
}

/// Takes the session's row for this transaction, so that what a guest makes and the end of their session come
/// one after the other; false where the session is somebody's already, or gone.
///
/// # Errors
/// Database errors.
pub async fn hold(tx: &mut Tx, guest: &GuestId) -> sqlx::Result<bool> {
    store::hold(tx, guest).await
}
