//! Test support for turns: scripted models, streams of events, and checks of the ledger.

mod books;
mod caller;
mod double;
mod events;
mod json;
mod site;
mod stories;

pub(super) use books::*;
pub(super) use caller::*;
pub(super) use double::*;
pub(super) use events::*;
pub(super) use json::*;
pub(super) use site::*;
pub(super) use stories::*;
