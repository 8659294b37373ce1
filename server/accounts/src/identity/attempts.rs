//! Attempts that are counted before they are made, so that nobody can guess or send e-mails without end. The
//! counts are in the database and therefore hold for all processes together.

use platform::db::Tx;
use platform::web::{ClientInfo, Problem};

use super::problems::too_many_attempts;
use super::rules::{ACCOUNT_ATTEMPTS, ADDRESS_ATTEMPTS, EMAILS_BY_ADDRESS};
use super::store::attempts;
use crate::AppState;

/// An attempt at a secret of an account, counted for the account and for the network address it comes from
/// (reliability A-5).
pub(super) struct LoginAttempt {
    account: String,
    address: String,
}

impl LoginAttempt {
    /// Counts an attempt.
    ///
    /// # Errors
    /// 429 where either limit is reached. The answer is the same whether or not the account exists.
    pub(super) async fn begin(app: &AppState, client: &ClientInfo, account: &str) -> Result<Self, Problem> {
        let secrets = app.identities.secrets();
        let attempt = Self {
            account: secrets.bucket(ACCOUNT_ATTEMPTS.kind, account),
            address: secrets.bucket(ADDRESS_ATTEMPTS.kind, &client.network()),
        };
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        attempts::count(&mut tx, &attempt.address, &ADDRESS_ATTEMPTS, now)
            .await?
            .map_err(too_many_attempts)?;
        attempts::count(&mut tx, &attempt.account, &ACCOUNT_ATTEMPTS, now)
            .await?
            .map_err(too_many_attempts)?;
        tx.commit().await?;
        Ok(attempt)
    }

    /// The attempt succeeded: the account's count begins again, and the address is refunded.
    pub(super) async fn succeeded(&self, tx: &mut Tx) -> sqlx::Result<()> {
        // Address before account, as in `begin`: transactions that lock rows in different orders deadlock.
        attempts::refund(tx, &self.address, &ADDRESS_ATTEMPTS).await?;
        attempts::clear(tx, &self.account).await
    }

    /// The secret was right but opened nothing. Only this attempt is refunded; earlier ones still count:
    /// otherwise someone who knows the password could guess codes without end.
    pub(super) async fn refund(&self, app: &AppState) -> Result<(), Problem> {
        let mut tx = app.db.begin().await?;
        attempts::refund(&mut tx, &self.address, &ADDRESS_ATTEMPTS).await?;
        attempts::refund(&mut tx, &self.account, &ACCOUNT_ATTEMPTS).await?;
        Ok(tx.commit().await?)
    }
}

/// Lets the login attempts at an account begin again.
pub(super) async fn clear_login_attempts(app: &AppState, tx: &mut Tx, account: &str) -> sqlx::Result<()> {
    let bucket = app.identities.secrets().bucket(ACCOUNT_ATTEMPTS.kind, account);
    attempts::clear(tx, &bucket).await
}

/// Counts an e-mail that is requested from this network address, to any recipient.
///
/// # Errors
/// 429 where the limit is reached.
pub(super) async fn count_email_request(
    app: &AppState,
    tx: &mut Tx,
    client: &ClientInfo,
) -> Result<(), Problem> {
    let bucket = app
        .identities
        .secrets()
        .bucket(EMAILS_BY_ADDRESS.kind, &client.network());
    attempts::count(tx, &bucket, &EMAILS_BY_ADDRESS, app.clock.now())
        .await?
        .map_err(too_many_attempts)
}
