//! Status: whether the parts of the site work, for people and for monitors.

mod http;

pub use http::{legacy_router, router};
