//! Guests: visitors who play without an account, and may take what they made with them into one.
//!
//! A guest is whoever holds the token; the device hash beside it is a signal only, because it can be computed
//! from what a browser tells everybody. Other slices take [`Player`], who is a person or a guest. A
//! session is claimed once ([`Claim`]), and its token is no good from then on.

mod authority;
mod claim;
mod http;
mod name;
pub mod rules;
pub(crate) mod store;
mod sweep;
#[cfg(test)]
mod tests;

pub use authority::{Anyone, Guest, Player};
pub use claim::{Claim, Claimed, hold};
pub use http::router;
pub use name::{name_player, player_name};
pub use sweep::sweep;
