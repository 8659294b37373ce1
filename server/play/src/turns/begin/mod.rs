//! Beginning a turn: one transaction that checks the limits, stores what the player said, chooses who answers,
//! opens the first reply, and reserves what it costs. Only then is a model asked.

mod admit;
mod crisis;
pub(super) mod demo_ending;
mod draft;
mod limits;
mod plan;
mod record;
mod start;

pub(super) use start::{Caller, StartedTurn, begin};
