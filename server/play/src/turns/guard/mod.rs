//! No story is ever romantic with a minor in it (docs/adr/0020): requests are judged before a model is asked,
//! replies before they are shown and stored. Repeated attempts close the story.
//!
//! Judging takes time, and SQLite has one writer: so the story is read and judged before the transaction
//! ([`judge`], [`judge_edit`]), on a thread for long work and within a limit of bytes for the background
//! (`context::background`) and for the messages (`stories::rules::MAX_JUDGED_BYTES`). The transaction then
//! checks that the story has not changed since; if it has, all of it is repeated.

mod filter;
mod judge;
mod minors;
mod strikes;
mod texts;

pub(super) use filter::ReplyFilter;
pub(super) use judge::{Judgement, TRIES, judge, judge_edit, stale};
pub(super) use minors::minors_of_reply;
pub(super) use strikes::{edit_refusal, refusal, strike_cut};
