//! Status: whether the parts of the site work, for people and for monitors.

pub(crate) mod http;
pub(crate) mod store;

pub use http::{legacy_router, router};
pub use store::beat;
