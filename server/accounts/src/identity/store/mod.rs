//! SQL of identity, a file for each table or for what is asked of several.

pub(super) mod accounts;
pub(super) mod attempts;
pub(super) mod identities;
pub(super) mod mail_tokens;
pub(super) mod oidc;
pub(super) mod purge;
pub(super) mod refresh_tokens;
pub(super) mod sessions;
pub(super) mod sign_ups;
pub(super) mod totp;
