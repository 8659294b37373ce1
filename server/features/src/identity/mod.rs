//! Identity: who is calling. Credentials, sessions, tokens, and the extractors by which every other slice learns whom it
//! serves.
//!
//! An *identity* is a person's credentials; their *record* in the product is a row of `users`, and `accounts` links the two
//! and holds the role. Authority comes from the bearer header alone; the session cookie only lets the server render pages
//! ([`Authority`]). Every call looks its session up, so what was revoked is refused at once.

mod authority;
mod keys;
mod model;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub use authority::{Admin, Authority, Known, Moderator, SignedIn, Viewer};
pub use keys::{ACCESS_TOKEN_SECS, Claims, TokenFault, TokenKeys};
pub use model::{IdentityRef, Person};
