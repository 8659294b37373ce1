//! Fields that several calls have: addresses and passwords.

use platform::web::Problem;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::identity::rules::{EmailAddress, check_password};

/// The address in a field, or 422.
pub(super) fn email_field(pointer: &str, text: &str) -> Result<EmailAddress, Problem> {
    EmailAddress::parse(text).ok_or_else(|| Problem::invalid(pointer, "This isn’t an email address."))
}

/// The address in a field, for a new account or for one that is to move to it, or 422.
pub(super) fn new_email_field(pointer: &str, text: &str) -> Result<EmailAddress, Problem> {
    let email = email_field(pointer, text)?;
    email
        .check_new()
        .map_err(|lookalike| Problem::invalid(pointer, lookalike.to_string()))?;
    Ok(email)
}

/// Checks the password in a field that is to be chosen, or 422.
pub(super) fn password_field(pointer: &str, password: &str, email: &EmailAddress) -> Result<(), Problem> {
    check_password(password, email).map_err(|weak| Problem::invalid(pointer, weak.to_string()))
}

/// A body with only an address.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct EmailOnly {
    /// The e-mail address.
    #[schema(example = "ann@example.org", max_length = 254)]
    pub(super) email: String,
}
