//! The errors of this slice.

kernel::error_codes! {
    /// A mailed link, or a sign-in at a provider, that was used or replaced, has expired, or belongs to another
    /// browser (RFC 6749 section 5.2).
    INVALID_GRANT = 400, "This link or sign-in is not good any more";
    /// The email address and the password do not belong together.
    SIGN_IN_FAILED = 401, "The email address or the password is wrong";
    /// The password is right, but the address is not confirmed.
    EMAIL_NOT_VERIFIED = 403, "The email address is not confirmed yet";
    /// The password is right, or a provider has named the account; the code of the authenticator is missing.
    TOTP_REQUIRED = 403, "A code from the authenticator is needed";
    /// The same; the code of the authenticator is wrong or was used.
    TOTP_WRONG = 403, "The code is not right";
    /// A mailed link, opened in a browser that has not proved to be that of the sign-up.
    VERIFICATION_NEEDS_PASSWORD = 422, "Enter the password to confirm the address";
    /// The account is suspended.
    ACCOUNT_SUSPENDED = 423, "This account is suspended";
}
