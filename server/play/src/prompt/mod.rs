//! Prompts: what a model reads before it writes, assembled from a story by pure functions.
//!
//! [`assemble`] takes a [`PromptInput`] and returns messages, stop sequences and a record of what went in,
//! what did not, and why. It guarantees that the prompt fits the model, that it contains no text of a message
//! the speaker did not witness, and that one more message changes nothing before it, except where history is
//! dropped. Authors' texts are data between tags, never our instructions (L-5). [`next_speakers`] chooses
//! the speakers. Both read no clock, use only the seed they are given, and know nothing of money and
//! requests.

mod assemble;
#[cfg(test)]
mod attachment_tests;
mod budget;
mod demo_request;
mod director;
mod draft;
mod fence;
mod finish;
mod fit;
mod history;
mod http;
mod layout;
mod lore;
mod lore_trial;
mod macros;
mod material;
mod model;
mod record;
pub mod rules;
mod scan_limit;
mod section;
mod sections;
mod shorten;
mod speakers;
mod story_books;
#[cfg(test)]
mod tests;
mod texts;
mod version;
mod viewpoint;

pub use assemble::{assemble, judge_lore};
pub use director::read_director;
pub use http::calls;
pub use model::{
    Alternative, Assembled, BudgetRecord, CapsRecord, CastView, DepthNote, EstimatedPrice, FactView,
    HistoryLine, LoreRecord, PartRecord, PartSource, PersonaView, PromptError, PromptInput, PromptKind,
    PromptPart, PromptRecord, Shorten, Speaker, SummaryView, Variables,
};
pub use rules::reply_tokens;
pub use scan_limit::run_within_scan_limit;
pub use speakers::{ChosenSpeaker, SpeakerChoice, SpeakerInput, count_speakers, next_speakers};
pub use story_books::books_of;
pub use version::{instructions, join_version, with_note};

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "prompt",
    about: None,
    uses: &[
        "db",
        "llm",
        "media",
        "identity",
        "guests",
        "lorebooks",
        "publishing",
        "stories",
    ],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
