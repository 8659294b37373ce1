//! The only way out to addresses that somebody else chose (U-10, U-12).
//!
//! Every fetch of a user's or an operator's URL goes through [`Egress`]. A name is resolved once, every address it
//! stands for must be public, and the connection goes to those very addresses: a name that resolves differently the
//! second time gains nothing. The client uses no proxy, sends no cookies and no referrer, follows at most two
//! redirects, and judges each target like the first address.

mod addresses;
mod client;
mod error;
mod guard;
mod hosts;
mod resolver;
#[cfg(test)]
mod tests;

pub use addresses::is_public;
pub use client::{Egress, Fetch};
pub use error::{EgressError, Refusal};
pub use guard::Guard;
pub use hosts::AllowedHosts;
pub use resolver::{NameResolver, SystemResolver};
