//! Begins a turn: one transaction checks the limits, stores the player's text, chooses the speakers, opens
//! the first reply, and reserves the price. Only then is a model asked.

mod admit;
mod crisis;
pub(super) mod demo_ending;
mod draft;
mod limits;
mod plan;
mod record;
mod start;

pub(super) use start::{Caller, StartedTurn, begin};
