//! Our own JSON, which loses nothing. docs/story-format.md describes it.

mod format;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::Writer;

/// Identifies the format.
pub(super) const FORMAT: &str = "dramatis.story";
/// The version that is written. All versions up to it can be read.
const VERSION: u32 = 1;
/// The key under which unknown fields are stored until they are exported.
const UNKNOWN: &str = "unknown";
/// The key of the prompt of a message.
const PROMPT: &str = "prompt";
/// The key of the turn, elsewhere, that wrote a message.
const TURN: &str = "turnId";
