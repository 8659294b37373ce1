//! Cards in a zip with their assets, read and written.

mod paths;
mod read;
mod write;

pub use paths::AssetPaths;
pub(crate) use read::{CharxCard, find_card, read};
pub use write::CharxWriter;
