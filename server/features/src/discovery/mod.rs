//! Discovery: the feeds that need no question: newest, most loved, trending.

mod http;
pub mod rules;

pub use http::router;
