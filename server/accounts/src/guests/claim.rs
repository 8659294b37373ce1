//! Taking a guest session over into an account: once, by one account.

use axum::http::HeaderMap;
use kernel::ErrorCode;
use platform::db::Tx;
use platform::web::Problem;

use super::credentials::{Credentials, read_credentials};
use super::rules::TOKEN_HEADER;
use super::{GuestId, errors, store};
use crate::AppState;
use crate::identity::Person;

/// A guest session that a request wants to take over.
pub struct Claim(Option<Credentials>);

impl Claim {
    /// Reads the guest's headers. A malformed token means that there is no session to claim; 401 would make
    /// the client doubt its own sign-in.
    ///
    /// # Errors
    /// 400 where the token or the device hash is missing.
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

    /// Gives the session to this person. Its token is invalid from then on. The slices that own what guests
    /// make hand it over in the same transaction.
    ///
    /// # Errors
    /// 409 where it belongs to somebody else already.
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
    /// There was no session that could still be taken over.
    Nothing,
    /// It belonged to this person before.
    Before,
    /// It belongs to this person from now on.
    Now(GuestId),
}

/// Locks the session's row for this transaction, so that what a guest makes and the end of their session come
/// one after the other; false where the session was claimed already, or is gone.
///
/// # Errors
/// Database errors.
pub async fn hold(tx: &mut Tx, guest: &GuestId) -> sqlx::Result<bool> {
    store::lock(tx, guest).await
}
