//! The input of a prompt, and the types of its result.

mod assembled;
mod error;
mod from_story;
mod input;
mod kind;
mod record;
mod shorten;

pub use assembled::Assembled;
pub use error::PromptError;
pub use input::{
    Alternative, CastView, DepthNote, FactView, HistoryLine, PersonaView, PromptInput, Speaker, SummaryView,
    Variables,
};
pub use kind::PromptKind;
pub use record::{
    BudgetRecord, CapsRecord, EstimatedPrice, LoreRecord, PartRecord, PartSource, PromptPart, PromptRecord,
};
pub use shorten::Shorten;
