//! Plays a scene: the answer to the player, then the next step if one is due, and the ending when it is time.

mod builder;
mod combine;
mod fallback;
mod lookup;
mod progress;
mod reply;
mod suggestion;

pub(super) use builder::{ReplyBuilder, voice_of};
pub(super) use reply::PlayedReply;
