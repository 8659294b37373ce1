//! The second factor: codes of an authenticator (RFC 6238), each taken once, and recovery codes for the day
//! it is lost.

use kernel::Timestamp;
use platform::db::Tx;
use platform::web::Problem;
use totp_rs::{Builder, Totp};

use super::errors;
use super::rules::RECOVERY_CODES;
use super::secrets::secret_hash;
use super::store;
use super::store::identities::IdentityRow;
use crate::AppState;

/// Bytes of a secret: what RFC 4226 section 4 recommends.
const SECRET_BYTES: usize = 20;
/// Characters of recovery codes: digits and letters that nobody confuses.
const RECOVERY_ALPHABET: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";
/// Characters of one recovery code: about 59 bits, of which the budgets let nobody try more than a few.
const RECOVERY_CHARS: usize = 12;

/// 403: everything else was right, and a code is missing.
pub(super) fn code_required() -> Problem {
    Problem::new(
        errors::TOTP_REQUIRED,
        "Enter the code from your authenticator app.",
    )
}

/// 403: the code is not right, or was used.
pub(super) fn wrong_code() -> Problem {
    Problem::new(
        errors::TOTP_WRONG,
        "This code is wrong or was already used. Wait for the next one.",
    )
}

/// The purpose for which the secret of an identity is sealed.
fn purpose(identity: &str) -> String {
    format!("totp:{identity}")
}

/// A new secret, sealed, for the identity to keep; and the authenticator that goes with it.
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

/// The authenticator of an identity, where it has begun to set one up.
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

/// Takes a code of the authenticator, so that it is good only once; whether it was good.
pub(super) async fn take_own_code(
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

/// Takes a code of the authenticator or a recovery code; whether it was good.
pub(super) async fn take_code(
    app: &AppState,
    tx: &mut Tx,
    identity: &IdentityRow,
    code: &str,
) -> Result<bool, Problem> {
    if take_own_code(app, tx, identity, code).await? {
        return Ok(true);
    }
    Ok(store::totp::consume_recovery_code(tx, &identity.id, &recovery_hash(code), app.clock.now()).await?)
}

/// What is stored of a recovery code, however it was typed.
pub(super) fn recovery_hash(code: &str) -> String {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    secret_hash(&plain.to_ascii_lowercase())
}

/// Fresh recovery codes, in three groups of four.
pub(super) fn recovery_codes(app: &AppState) -> Vec<String> {
    let letter = || {
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
                    .chain([letter()])
            })
            .collect()
    };
    (0..RECOVERY_CODES).map(|_| code()).collect()
}
