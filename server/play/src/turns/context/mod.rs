//! The context of a turn: the story, and everything that a reply depends on.

mod background;
mod prompt_input;
mod reply;
mod speakers;
mod story;

pub(super) use background::{BackgroundText, background};
pub(super) use prompt_input::{PromptParams, prompt_input};
pub(super) use reply::ReplyContext;
pub(super) use speakers::{count_replies, next_speakers};
pub(super) use story::StoryContext;
