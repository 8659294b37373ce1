//! Running a turn, from its beginning to its end: one task of the server's, whether or not somebody watches.
//!
//! What is due for each reply is decided in one place, `outcome.rs` (reliability 2.5): nothing where the
//! model failed or never said a word, all of it where it finished, a part where the player stopped it.

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
