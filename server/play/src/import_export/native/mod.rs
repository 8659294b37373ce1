//! Our own JSON, in which nothing is lost. docs/story-format.md describes it.

mod format;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::Writer;

/// By this a file says what it is.
pub(super) const FORMAT: &str = "dramatis.story";
/// The version that is written; all up to it are read.
const VERSION: u32 = 1;
/// Under this name unknown fields are kept until they are written again.
const UNKNOWN: &str = "unknown";
/// Under this name it is kept how the model was prompted for a message.
const PROMPT: &str = "prompt";
/// Under this name it is kept in which turn a message was written, elsewhere.
const TURN: &str = "turnId";
