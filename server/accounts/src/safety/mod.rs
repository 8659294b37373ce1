//! Safety: players know that they talk to a program, and somebody who writes of dying or of hurting
//! themselves is told, before anything else, where people are who listen.
//!
//! [`read`] finds whether the writer of a text, or somebody they write of, may be in need: by a list of
//! phrases ([`judge`]), which answers at once, everywhere alike, and can be read, and by a small classifier
//! beside it. Where they find something, no model is asked and no character speaks: the player gets
//! [`answer`] with a notice beside it (`turns`), and the story continues gently until the player asks for it
//! as it was, in words ([`goes_on`]) or by a button. [`Minors`] finds who in a story is under 18 and where a
//! text is romantic with them in it, which is never played; [`may_publish`] is the same for cards
//! (docs/adr/0020).
//!
//! What is kept is a count for each month, without text and without a person, and with the story that it
//! continues gently. To whom the reminder that this is a program was shown is kept in memory only.

mod answers;
mod crisis;
mod data_file;
mod http;
mod minors;
mod model;
mod pattern;
mod reminders;
pub mod rules;
mod sentences;
pub mod store;
#[cfg(test)]
mod tests;
mod texts;
mod words;

pub use answers::{HOUSE, answer, crisis_behind, gentle_line, notice_beside};
pub use crisis::{Readings, goes_on, judge, read};
pub use http::calls;
pub use minors::{By, InPlay, Minors, Role, Said, describes_minor, may_publish, names_minor};
pub use model::{Crisis, CrisisKind, Notice, NoticeLabels, Whom};
pub use reminders::Reminders;
pub use sentences::sentences;
pub use store::count;
pub use texts::{ai_notice, crisis_notice, fade, fade_notice};

use platform::slice::{Facts, People, Table};

/// What this slice declares.
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
