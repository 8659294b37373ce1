//! Blocklist: networks whose requests are not served (reliability O-11). What is listed here is true for
//! every server of the installation within seconds; the edge in `app` reads it and refuses.

pub(crate) mod store;

pub use store::{Block, block, list, unblock};
