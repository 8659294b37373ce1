//! Deleting a record: the days of grace, and what remains of it.

use kernel::{MINUTE_MS, hex};
use sha2::{Digest, Sha256};

/// Days between asking for deletion and deletion.
pub const DELETION_GRACE_DAYS: i64 = 14;
/// The age up to which a sign-in replaces a password, in milliseconds: ten minutes.
pub const FRESH_SIGN_IN_MS: i64 = 10 * MINUTE_MS;

/// The hash of the address of a deleted record: enough to recognise it, not enough to read it.
#[must_use]
pub fn address_hash(email_key: &str) -> String {
    hex(&Sha256::digest(format!("former record of {email_key}")))
}
