//! When the owner of an account has to prove themselves again.

use kernel::MINUTE_MS;

/// The age up to which a sign-in replaces a password, in milliseconds: ten minutes.
pub(super) const FRESH_SIGN_IN_MS: i64 = 10 * MINUTE_MS;
