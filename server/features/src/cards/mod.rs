//! Cards: the older, single-character model that scenarios replaced. They can be read and found, and no
//! longer made.

mod http;
mod model;
pub(crate) mod opinions;
pub(crate) mod stage;
pub(crate) mod store;

pub use http::router;
pub use model::{
    Card, CardDisplay, CardModel, CardModelPersona, CardModelV2, CardPersonality, CardPhysique, CardScene,
    CardStats,
};
pub use stage::{count_chat, count_messages, stage};
pub use store::{find_listed, list_deleted};
