//! The codes of the second factor: those of an authenticator (RFC 6238), each accepted once, and recovery codes
//! for when it is lost.

use kernel::Timestamp;
use platform::db::Tx;
use platform::web::Problem;
use totp_rs::{Builder, Totp};

use super::rules::RECOVERY_CODES;
use super::secrets::secret_hash;
use super::store;
use super::store::identities::IdentityRow;
use crate::AppState;

/// Bytes of a secret: what RFC 4226 section 4 recommends.
const SECRET_BYTES: usize = 20;
/// Characters of recovery codes: digits and letters that are not confused with each other.
const RECOVERY_ALPHABET: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";
/// Characters of one recovery code: about 59 bits; the attempt limits allow only a few guesses.
const RECOVERY_CHARS: usize = 12;

/// The purpose for which the secret of an identity is sealed.
fn purpose(identity: &str) -> String {
    format!("totp:{identity}")
}

/// A new secret of an identity, sealed; and the authenticator with it.
pub(super) fn new_secret(app: &AppState, identity: &IdentityRow) -> Result<(String, Totp), Problem> {
    let mut secret = [0; SECRET_BYTES];
    app.random.fill(&mut secret);
    let sealed = app
        .identities
        .secrets()
        .seal(&app.random, &purpose(&identity.id), &secret);
    Ok((sealed, authenticator(&secret, &identity.email)?))
}

fn authenticator(secret: &[u8], email: &str) -> Result<Totp, Problem> {
    // A colon would end the issuer's part of the label.
    let account = email.replace(':', "_");
    Builder::new()
        .with_secret(secret.to_vec())
        .with_account_name(account)
        .with_issuer(Some("Dramatis"))
        .build()
        .map_err(Problem::internal)
}

/// The authenticator of an identity, if one was enrolled.
fn own(app: &AppState, identity: &IdentityRow) -> Result<Option<Totp>, Problem> {
    let Some(sealed) = &identity.totp_secret else {
        return Ok(None);
    };
    let secret = app
        .identities
        .secrets()
        .open(&purpose(&identity.id), sealed)
        .map_err(Problem::internal)?;
    authenticator(&secret, &identity.email).map(Some)
}

fn seconds(now: Timestamp) -> u64 {
    u64::try_from(now.0 / 1_000).unwrap_or(0)
}

/// Uses up a code of the authenticator; false where it is wrong or was used.
pub(super) async fn consume_own_code(
    app: &AppState,
    tx: &mut Tx,
    identity: &IdentityRow,
    code: &str,
) -> Result<bool, Problem> {
    let typed: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let Some(step) = own(app, identity)?.and_then(|totp| totp.check(&typed, seconds(app.clock.now()))) else {
        return Ok(false);
    };
    Ok(store::totp::consume_step(tx, &identity.id, i64::try_from(step).unwrap_or(i64::MAX)).await?)
}

/// Uses up a code of the authenticator or a recovery code; false where it is wrong or was used.
pub(super) async fn consume_code(
    app: &AppState,
    tx: &mut Tx,
    identity: &IdentityRow,
    code: &str,
) -> Result<bool, Problem> {
    if consume_own_code(app, tx, identity, code).await? {
        return Ok(true);
    }
    Ok(store::totp::consume_recovery_code(tx, &identity.id, &recovery_hash(code), app.clock.now()).await?)
}

/// The hash of a recovery code, regardless of case and separators.
pub(super) fn recovery_hash(code: &str) -> String {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    secret_hash(&plain.to_ascii_lowercase())
}

/// Fresh recovery codes, in three groups of four.
pub(super) fn recovery_codes(app: &AppState) -> Vec<String> {
    let character = || {
        char::from(
            *RECOVERY_ALPHABET
                .get(usize::try_from(app.random.below(31)).unwrap_or(0))
                .unwrap_or(&b'2'),
        )
    };
    let code = || -> String {
        (0..RECOVERY_CHARS)
            .flat_map(|at| {
                (at > 0 && at % 4 == 0)
                    .then_some('-')
                    .into_iter()
                    .chain([character()])
            })
            .collect()
    };
    (0..RECOVERY_CODES).map(|_| code()).collect()
}
