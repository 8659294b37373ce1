//! Prompts: what a model reads before it writes, put together from a story by pure functions.
//!
//! [`assemble`] takes a [`PromptInput`] and gives messages, stop sequences and a record of what went in, what did
//! not, and why. It promises that the prompt fits the model, that no text of a message the speaker did not
//! witness is in it, and that one message more changes nothing before it, except where history is dropped.
//! What authors wrote is material between tags, never an instruction of ours (L-5). [`next_speakers`] says
//! who answers. Neither reads a clock, draws chance it was not handed, or knows of money and requests.

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
mod lane;
mod layout;
mod lore;
mod macros;
mod material;
mod model;
mod record;
pub mod rules;
mod section;
mod sections;
mod shorten;
mod speakers;
#[cfg(test)]
mod tests;
mod texts;
mod viewpoint;

pub use assemble::{assemble, judge_lore};
pub use director::read_director;
pub use http::calls;
pub use lane::run_on_prompt_lane;
pub use model::{
    Alternative, Assembled, BudgetRecord, CapsRecord, CastView, DepthNote, EstimatedPrice, FactView,
    HistoryLine, LoreRecord, PartRecord, PartSource, PersonaView, PromptError, PromptInput, PromptKind,
    PromptPart, PromptRecord, Shorten, Speaker, SummaryView, Variables,
};
pub use rules::reply_tokens;
pub use speakers::{ChosenSpeaker, SpeakerChoice, SpeakerInput, count_speakers, next_speakers};

use platform::slice::Facts;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "prompt",
    uses: &["db", "llm", "identity", "guests", "lorebooks", "stories"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
};
