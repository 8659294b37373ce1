//! Turns: a story goes on. What the player says is stored, what it costs is set aside, a model is asked, and
//! what it writes goes to everybody who watches and into the story.
//!
//! A turn belongs to the server and not to the connection that asked for it: who leaves may come back and
//! read on, from another device too. At its end it is settled in the transaction that stores the reply,
//! exactly once, by the policy in [`engine::outcome`]; a turn whose process was killed is found by its lease
//! and set right ([`recover()`]). Nothing a model writes has any power here.

mod ask;
mod begin;
mod chat;
mod edits;
mod ending;
mod engine;
mod events;
mod guard;
mod http;
mod hub;
mod model;
mod outside;
mod paying;
mod read;
mod recover;
pub mod rules;
mod scene;
mod standing;
pub(crate) mod store;
mod stream;
mod sweep;
#[cfg(test)]
mod tests;
mod writer;

pub use ask::{CreateMessage, Selection};
pub use http::router;
pub use hub::{Timing, Turns};
pub use model::{Draft, Turn, TurnFault, TurnKind, TurnPrice, TurnState};
pub use paying::{ChatPrice, FreeReplies, GuestTurns};
pub use recover::{recover, recover_lost};
pub use rules::TurnSettings;
pub use store::{find_prompts, find_variables, put_variables};
pub use sweep::sweep;
