//! The errors of this slice.

kernel::error_codes! {
    /// A mailed link, or a sign-in begun elsewhere, that is used, replaced, too old or another browser's (RFC
    /// 6749 section 5.2).
    INVALID_GRANT = 400, "This link or sign-in is not good any more";
    /// The email address and the password do not belong together.
    SIGN_IN_FAILED = 401, "The email address or the password is wrong";
    /// The right password, but nobody has proved that the address is theirs.
    EMAIL_NOT_VERIFIED = 403, "The email address is not confirmed yet";
    /// The right password, or a provider's word; the code of the authenticator is missing.
    TOTP_REQUIRED = 403, "A code from the authenticator is needed";
    /// The same; the code of the authenticator is wrong or was used.
    TOTP_WRONG = 403, "The code is not right";
    /// A mailed link, opened in a browser that has not shown who it is.
    VERIFICATION_NEEDS_PASSWORD = 422, "Enter the password to confirm the address";
    /// The account is suspended.
    ACCOUNT_SUSPENDED = 423, "This account is suspended";
}
