//! Safety: players know that they talk to a program, and somebody who writes of dying or of hurting
//! themselves is shown, before anything else, the helplines.
//!
//! [`read`] finds whether the writer of a text, or somebody they write of, may be in crisis: by a list of
//! phrases ([`judge`]), which is immediate, deterministic and readable, and by a small classifier beside it.
//! If they find something, no model is asked and no character answers: the player gets [`answer`] with a
//! notice beside it (`turns`), and the story continues gently until the player asks to resume it, in words
//! ([`asks_to_resume`]) or by a button. [`Minors`] finds who in a story is under 18 and whether a text is romantic
//! with them in it, which is never played; [`may_publish`] is the same for cards (docs/adr/0020).
//!
//! Only a count for each month is stored, without text and without a person, and with the story that it
//! continues gently. Who was shown the reminder that this is a program is held in memory only.

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

pub use answers::{ANSWER_AUTHOR, answer, crisis_of_answer, gentle_line, notice_for_answer};
pub use crisis::{Readings, asks_to_resume, judge, read};
pub use http::calls;
pub use minors::{
    DescribedPerson, Minors, StorySpeaker, StoryTexts, Utterance, describes_minor, may_publish, names_minor,
};
pub use model::{Crisis, CrisisKind, Notice, NoticeLabels, Whom};
pub use reminders::Reminders;
pub use sentences::sentences;
pub use store::count;
pub use texts::{ai_notice, crisis_notice, fade, fade_notice};

use platform::slice::{Facts, PersonalData, Table};

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "safety",
    about: Some("Whom to call in need, and how often that was shown."),
    uses: &["db", "vectors", "identity"],
    tables: &[Table {
        name: "care_counts",
        personal_data: PersonalData::None,
    }],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
