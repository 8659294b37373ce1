//! No story is ever romantic with a minor in it (docs/adr/0020): what is asked for is judged before a model is
//! asked, what a model writes before it is shown and stored. Repeated attempts close the story.
//!
//! Judging reads much and takes its time, and SQLite has one writer: so the story is read and judged before
//! the transaction ([`judge`], [`judge_edit`]), on a thread for such work and within a limit of bytes for the
//! background (`context::background`) and for the lines (`stories::rules::MAX_JUDGED_BYTES`). The transaction
//! then checks that the story is still the one that was judged; if not, all of it is done again.

mod filter;
mod judge;
mod minors;
mod strikes;
mod texts;

pub(super) use filter::ReplyFilter;
pub(super) use judge::{Judgement, TRIES, judge, judge_edit, stale};
pub(super) use minors::minors_of_reply;
pub(super) use strikes::{edit_refusal, refusal, strike_cut};
