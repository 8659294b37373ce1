//! Identity: who is calling. Credentials, sessions, tokens, and the extractors by which every other slice
//! learns whom it serves.
//!
//! An *identity* is a person's credentials; their *record* in the product is a row of `users`, and `accounts`
//! links the two and holds the role. Authority comes from the bearer header alone; the session cookie only
//! lets the server render pages ([`Authority`]). Every call looks its session up, so what was revoked is
//! refused at once.

pub(crate) mod accounts;
mod admin;
mod audience;
mod authority;
mod cookies;
mod emails;
pub(crate) mod erase;
mod hasher;
mod http;
mod job;
mod keys;
mod model;
mod oidc;
pub mod rules;
mod secrets;
mod service;
mod sessions;
pub(crate) mod store;
#[cfg(test)]
mod tests;
mod totp;

pub use accounts::{attach, detach, find_record_of};
pub use admin::{Account, Decision, appoint_first_admin, find_account, reinstate, rekey_addresses, suspend};
pub use audience::{CONFIRMED_COOKIE, SHOW_COOKIE, audience_of_visitor};
pub use authority::{Admin, Authenticated, Authority, Moderator, SignedIn, Viewer};
pub use emails::compose;
pub use hasher::HashCost;
pub use keys::{ACCESS_TOKEN_SECS, Claims, TokenFault, TokenKeys};
pub use model::{IdentityRef, Person};
pub use oidc::{BadProvider, ProviderSettings};
pub use service::{Identities, IdentitySettings};

pub(crate) use erase::erase;
pub(crate) use http::{router, verify_password};
pub(crate) use job::tidy;
