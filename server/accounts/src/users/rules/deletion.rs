//! Deleting a record: the days of grace, and what remains of it.

use kernel::hex;
use sha2::{Digest, Sha256};

/// Days between asking for deletion and deletion.
pub const DELETION_GRACE_DAYS: i64 = 14;

/// The hash of the address of a deleted record: enough to recognise it, not enough to read it.
#[must_use]
pub fn address_hash(email_key: &str) -> String {
    hex(&Sha256::digest(format!("former record of {email_key}")))
}
