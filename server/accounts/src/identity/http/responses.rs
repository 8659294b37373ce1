//! The refusals that several of this slice's calls share, for the API document.

use platform::web::Problem;

/// Of calls that open a session for who proves who they are.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "for the API document")]
pub(super) enum SignInErrors {
    /// The account is suspended
    #[response(status = 423, content_type = "application/problem+json")]
    Suspended(Problem),
    /// Too many tries
    #[response(status = 429, content_type = "application/problem+json")]
    TooManyTries(Problem),
}

/// Of calls for which one has to be signed in, whether or not one has a record.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "for the API document")]
pub(super) enum SignedOutErrors {
    /// Nobody is signed in
    #[response(status = 401, content_type = "application/problem+json")]
    SignedOut(Problem),
    /// The account is suspended
    #[response(status = 423, content_type = "application/problem+json")]
    Suspended(Problem),
}

/// Of calls that verify the caller's password or a code of their authenticator. The document describes them no
/// further.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "for the API document")]
pub(super) enum VerifyErrors {
    #[response(status = 401, content_type = "application/problem+json")]
    SignedOut(Problem),
    #[response(status = 423, content_type = "application/problem+json")]
    Suspended(Problem),
    #[response(status = 429, content_type = "application/problem+json")]
    TooManyTries(Problem),
}

/// Of calls that take a code of an authenticator.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "for the API document")]
pub(super) enum WrongCode {
    /// The code is wrong.
    #[response(status = 403, content_type = "application/problem+json")]
    Wrong(Problem),
}
