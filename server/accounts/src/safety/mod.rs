//! Care: that whoever plays knows they talk to a program, and that whoever writes of dying or of hurting
//! themselves is told, before anything else, where people are who listen.
//!
//! [`read`] says whether who wrote a text, or somebody they write of, may be in need: by a list of phrases
//! ([`judge`]), which answers at once, everywhere alike, and can be read, and by a small classifier beside
//! it. Where they find something, no model is asked and nobody in the story speaks: the house gives
//! [`answer`] with a notice beside it (`turns`), and the story goes on gently until [`goes_on`] reads, or the
//! player says by a button, that it is to go on as it was. [`Minors`] tells who in a story is under 18 and
//! where a text is romantic with them in it, which is never played; [`may_publish`] is the same for cards
//! (docs/adr/0020). What is kept is a count for each month, without text and without a person, and with the
//! story that it goes on gently. Nothing is kept of whom the reminder that this is a program was shown to,
//! save in memory.

mod answers;
mod classifier;
mod cues;
mod going_on;
mod http;
mod minor_phrases;
mod minors;
mod model;
mod pattern;
mod phrases;
mod reading;
mod reminders;
pub mod rules;
pub mod store;
#[cfg(test)]
mod tests;
mod texts;

pub use answers::{HOUSE, answer, crisis_behind, gentle_line, notice_beside};
pub use going_on::goes_on;
pub use http::calls;
pub use minors::{By, InPlay, Minors, Role, Said, describes_minor, may_publish, names_minor, sentences};
pub use model::{Crisis, CrisisKind, Notice, NoticeLabels, Whom};
pub use reading::{Readings, read};
pub use reminders::Reminders;
pub use rules::judge;
pub use store::count;
pub use texts::{ai_notice, crisis_notice, fade, fade_notice};

use platform::slice::{Facts, People, Table};

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "safety",
    uses: &["db", "vectors", "identity"],
    tables: &[Table {
        name: "care_counts",
        people: People::Nobody,
    }],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
};
