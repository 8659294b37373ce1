//! This slice's numbers.

/// Largest file, in bytes: 20 MB.
pub const MAX_FILE_BYTES: usize = 20 * 1024 * 1024;
/// Most messages of a file, alternatives included.
pub const MAX_MESSAGES: usize = 20_000;
/// Largest text of one message, in bytes.
pub const MAX_TEXT_BYTES: usize = 256 * 1024;
/// Most messages that follow one and the same.
pub const MAX_ALTERNATIVES: usize = crate::stories::rules::MAX_ALTERNATIVES as usize;
/// Most who play.
pub const MAX_CAST: usize = crate::stories::rules::MAX_CAST;
/// Longest name, in characters.
pub const MAX_NAME_CHARS: usize = 120;
/// Longest description of a character or of the setting, in characters.
pub const MAX_DESCRIPTION_CHARS: usize = 20_000;
/// Most summaries of a file.
pub const MAX_SUMMARIES: usize = 5_000;
/// Most revisions of a file.
pub const MAX_REVISIONS: usize = 20_000;
/// Files that are read at the same time; each may need ten times its size.
pub const FILES_AT_ONCE: usize = 2;
/// Largest piece of unknown fields that is kept of one message, in bytes.
pub const MAX_EXTRA_BYTES: usize = 64 * 1024;
