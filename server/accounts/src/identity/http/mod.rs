//! The calls of identity. Each file has the handlers of one concern, and declares their calls.

mod answers;
mod devices;
mod email;
mod fields;
mod mail_links;
mod oidc;
mod password;
mod responses;
mod session;
mod sign_in;
mod sign_up;
mod standing;
mod two_factor;

use platform::slice::calls::Calls;

use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    sign_up::calls()
        .and(mail_links::calls())
        .and(sign_in::calls())
        .and(password::calls())
        .and(email::calls())
        .and(devices::calls())
        .and(oidc::calls())
        .and(standing::calls())
        .and(two_factor::calls())
}
