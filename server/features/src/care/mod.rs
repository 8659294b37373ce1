//! Care: that whoever plays knows they talk to a program, and that whoever writes of dying or of hurting themselves is told,
//! before anything else, where people are who listen.
//!
//! [`judge`] reads what a person wrote and says whether the crisis notice is due. It is a list of phrases, not a model: it
//! answers at once, everywhere alike, and can be read. The notice comes before the reply and takes nothing away; the play
//! goes on. Models are told how to answer (`prompt`), and the understudy steps out of its character (`models`). What is kept is a
//! count for each month, without text and without a person. Nothing is kept of whom the reminder that this is a program was shown
//! to, save in memory.

mod http;
mod model;
mod pattern;
mod phrases;
mod reminders;
pub mod rules;
pub(crate) mod store;
#[cfg(test)]
mod tests;
mod texts;

pub use http::router;
pub use model::{Crisis, CrisisKind, Notice, Whom};
pub use reminders::Reminders;
pub use rules::judge;
pub use store::count;
pub use texts::{ai_notice, crisis_notice};
