//! Cards in a zip with their assets, read and written.

mod read;
mod write;

pub(crate) use read::{CharxCard, find_card, read};
pub use write::CharxWriter;
