//! A reply of a scene: what answers the player, then the next step where one is due, and the ending when its
//! time has come.

mod builder;
mod combine;
mod fallback;
mod lookup;
mod progress;
mod reply;
mod suggestion;

pub(super) use builder::{ReplyBuilder, voice_of};
pub(super) use reply::PlayedReply;
