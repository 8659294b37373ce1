//! Tags: the words scenarios and cards are found by.

pub(crate) mod blocked;
mod http;
mod model;
pub(crate) mod store;

pub(crate) use blocked::{block, blocked_by, ids_blocked_by};
pub use http::router;
pub use model::{TagData, TagKind, TagProperties};
pub(crate) use store::{Owner, data_of_many, resolve, resolve_one};
