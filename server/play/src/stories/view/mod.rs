//! Converts stored stories and messages to the form of the API.

mod map;
mod messages;
mod player;
mod story;

pub(super) use map::map;
pub use messages::messages;
pub use player::{PlayerView, play_characters, player_of};
pub(super) use player::{player_as, profile_of};
pub(super) use story::stories;
pub use story::story;
