//! The problems that several calls of identity answer with.

use kernel::ErrorCode;
use platform::web::Problem;

use super::errors;

/// 423, in words by which no client takes the record for missing (spec section 8).
pub(super) fn suspended() -> Problem {
    Problem::new(
        errors::ACCOUNT_SUSPENDED,
        "This account is suspended. If you think this is a mistake, contact the operator of this site.",
    )
}

/// 400: a link that was used or replaced, or has expired.
pub(super) fn expired_link() -> Problem {
    Problem::new(errors::INVALID_GRANT, "This link has expired. Request a new one.")
}

/// 400: a sign-in at a provider that was used, has expired, or belongs to another browser.
pub(super) fn expired_sign_in() -> Problem {
    Problem::new(
        errors::INVALID_GRANT,
        "This sign-in has expired. Please start again.",
    )
}

/// 401, the same bytes for every cause.
pub(super) fn sign_in_failed() -> Problem {
    Problem::new(
        errors::SIGN_IN_FAILED,
        "The email address or the password is wrong.",
    )
}

/// 403: the password is right, but the address is not confirmed yet.
pub(super) fn unconfirmed_address() -> Problem {
    Problem::new(
        errors::EMAIL_NOT_VERIFIED,
        "Confirm your email address first: open the link we sent you.",
    )
}

/// 403: everything else was right, and a code is missing.
pub(super) fn code_required() -> Problem {
    Problem::new(
        errors::TOTP_REQUIRED,
        "Enter the code from your authenticator app.",
    )
}

/// 403: the code is wrong, or was used.
pub(super) fn wrong_code() -> Problem {
    Problem::new(
        errors::TOTP_WRONG,
        "This code is wrong or was already used. Wait for the next one.",
    )
}

/// 429 with the seconds to wait.
pub(super) fn too_many_attempts(wait_secs: u32) -> Problem {
    Problem::new(
        ErrorCode::RATE_LIMITED,
        "Too many attempts. Wait a while, or reset your password.",
    )
    .with_retry_after(wait_secs)
}

/// 500: a session or a link names an identity that does not exist.
pub(super) fn no_identity() -> Problem {
    Problem::internal("a session without an identity")
}
