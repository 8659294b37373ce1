//! Users: a person's record in the product, as they see it themselves and as everybody may see it.
//!
//! One record belongs to one identity and is made at its first sign-in, once, however often that is asked
//! for. What its owner may change is a short list ([`ProfileUpdate`]); roles, money and whatever else the
//! house decides are not on it.

pub(crate) mod account_deletion;
pub(crate) mod activity;
mod avatar;
pub(crate) mod export;
mod http;
mod me;
mod model;
mod names;
pub(crate) mod player;
pub(crate) mod profile;
pub(crate) mod reindex_author;
#[cfg(test)]
mod remains_tests;
pub mod rules;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub use account_deletion::{scrub, sweep as delete_those_who_leave};
pub use export::Archive;
pub use http::router;
pub use me::{Background, BackgroundKind, Me, Persona, Preferences, ProfileUpdate};
pub use model::{PublicStats, PublicUser};
pub use player::{DEFAULT_PERSONA, PlayerProfile, find_player, name_player};
pub use reindex_author::finish as finish_renames;
pub(crate) use store::find_id;
pub use store::{ListedUser, find_public, list_after, lock_user_row};
