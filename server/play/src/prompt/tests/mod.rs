//! Whole prompts.

mod any_story;
mod instructions;
mod layout;
mod lore;
mod room;
mod speaking;
mod support;
