//! Claims a guest session for an account: once, by one account.

use axum::http::HeaderMap;
use kernel::ErrorCode;
use platform::db::Tx;
use platform::web::Problem;

use super::credentials::{Credentials, read_credentials};
use super::rules::TOKEN_HEADER;
use super::{GuestId, errors, store};
use crate::AppState;
use crate::identity::Person;

/// A guest session that a request wants to claim.
pub struct Claim(Option<Credentials>);

impl Claim {
    /// Reads the guest's headers. A malformed token means that there is no session to claim; 401 would make
    /// the client doubt its own sign-in.
    ///
    /// # Errors
    /// 400 if the token or the device hash is missing.
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

    /// Transfers the session to this person. Its token is invalid from then on. The slices that own what
    /// guests make transfer it in the same transaction.
    ///
    /// # Errors
    /// 409 if it belongs to another account already.
    pub async fn transfer(
        &self,
        app: &AppState,
        tx: &mut Tx,
        person: &Person,
    ) -> Result<ClaimOutcome, Problem> {
        let now = app.clock.now();
        let Some(credentials) = &self.0 else {
            return Ok(ClaimOutcome::Nothing);
        };
        let row = store::find(tx, &credentials.token_hash).await?;
        let Some(row) = row.filter(|row| row.claimed_by.is_some() || row.expires_at > now.0) else {
            return Ok(ClaimOutcome::Nothing);
        };
        if row.claimed_by.as_deref() == Some(person.user_id.as_str()) {
            return Ok(ClaimOutcome::Before);
        }
        if !store::claim(tx, &row.id, &person.user_id, now).await? {
            return Err(Problem::new(
                errors::GUEST_CLAIMED,
                "This guest session already belongs to another account.",
            ));
        }
        Ok(ClaimOutcome::Now(GuestId::trusted(row.id)))
    }
}

/// The outcome of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// There was no session that could still be claimed.
    Nothing,
    /// The session had been claimed by this person before.
    Before,
    /// The session was claimed now.
    Now(GuestId),
}

/// Locks the session's row for this transaction, so that a guest's writes and the end of their session happen
/// one after the other; false if the session was claimed already, or no longer exists.
///
/// # Errors
/// Database errors.
pub async fn lock_session(tx: &mut Tx, guest: &GuestId) -> sqlx::Result<bool> {
    store::lock(tx, guest).await
}
