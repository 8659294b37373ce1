//! Signing in through another provider: OpenID Connect, authorization code with PKCE (reliability A-13).
//!
//! The state of a sign-in is random and single use; nonce and PKCE verifier follow from it by a key that only
//! this installation has, and a cookie binds it to the browser that began. The protocol itself is
//! `openidconnect`'s.

mod client;
mod providers;
mod transport;

pub(super) use client::{OidcClient, ProviderUser};
pub use providers::{BadProvider, ProviderSettings};
