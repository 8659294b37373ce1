//! Runs a turn from beginning to end, as a task of the server, with or without watchers.
//!
//! The charge for each reply is decided in one place, `outcome.rs` (reliability 2.5): nothing if the model
//! failed or wrote nothing, all of it if it finished, a part if the player stopped it.

mod announce;
mod checkpoint;
mod conclude;
mod director;
mod end;
mod outcome;
mod prepare;
mod remote;
mod reply;
mod request;
mod retry;
mod run;
mod turn_run;
mod writer;

pub(super) use run::start;
