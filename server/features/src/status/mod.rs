//! Status: whether the parts of the site work, for people and for monitors.

pub(crate) mod http;

pub use http::{legacy_router, router};
