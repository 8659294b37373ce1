//! What a guest sends: the token of their session and the hash of their device.

use axum::http::HeaderMap;
use kernel::hex;
use platform::web::{AuthError, Problem};
use sha2::{Digest, Sha256};

use super::rules::{DEVICE_HEADER, MAX_TOKEN_CHARS, TOKEN_HEADER, is_device_hash};

/// What a guest sends, as it is compared with what is stored.
pub(super) struct Credentials {
    pub(super) token_hash: String,
    pub(super) device_hash: String,
}

/// Reads both headers.
pub(super) fn read_credentials(headers: &HeaderMap) -> Result<Credentials, Problem> {
    let device_hash = read_device_hash(headers)?;
    let token = headers
        .get(TOKEN_HEADER)
        .and_then(|value| value.to_str().ok())
        .filter(|token| (1..=MAX_TOKEN_CHARS).contains(&token.len()));
    let token = token.ok_or_else(|| Problem::unauthenticated(AuthError::InvalidToken))?;
    Ok(Credentials {
        token_hash: token_hash(token),
        device_hash,
    })
}

/// What is stored of a token.
pub(super) fn token_hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// The device hash of a request.
pub(super) fn read_device_hash(headers: &HeaderMap) -> Result<String, Problem> {
    let hash = headers
        .get(DEVICE_HEADER)
        .and_then(|value| value.to_str().ok())
        .filter(|hash| is_device_hash(hash));
    let wrong = || {
        Problem::bad_request("Send the header device-hash with 32 hexadecimal digits in lower case.")
            .with_field(DEVICE_HEADER, "not a hash")
    };
    hash.map(str::to_owned).ok_or_else(wrong)
}
