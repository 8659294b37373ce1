//! Cards in text chunks of a PNG or APNG, read and written.

mod chunks;
mod layout;
mod read;
mod text;
mod write;

pub(crate) use read::read;
pub use write::{PngCards, write_png};
