//! Discovery: the feeds that need no question: newest, most loved, trending.

mod http;

pub use http::router;
