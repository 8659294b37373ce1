//! Renders the sections of a prompt one by one.

mod ending;
mod instructions;
mod memory;
mod notes;
mod people;
mod scenario;

pub(super) use notes::NoteSection;

use super::macros::Expander;
use super::model::{PromptInput, PromptKind};
use super::viewpoint::Viewpoint;

/// Renders sections one after another. Macros set variables and draw random numbers in that order.
pub(super) struct SectionRenderer<'r> {
    pub(super) input: &'r PromptInput,
    pub(super) kind: &'r PromptKind,
    pub(super) view: &'r Viewpoint<'r>,
    pub(super) expander: Expander<'r>,
}
