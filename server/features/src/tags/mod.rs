//! Tags: the words scenarios and cards are found by.

mod http;
mod model;
pub(crate) mod store;

pub use http::router;
pub use model::{TagData, TagKind, TagProperties};
pub(crate) use store::{Owner, data_of_many, resolve};
