//! The limits of imports.

/// The largest file, in bytes: 20 MB.
pub const MAX_FILE_BYTES: usize = 20 * 1024 * 1024;
/// The most messages of a file, alternatives included.
pub const MAX_MESSAGES: usize = 20_000;
/// The largest text of one message, in bytes.
pub const MAX_TEXT_BYTES: usize = 256 * 1024;
/// The most messages that follow the same message.
pub const MAX_ALTERNATIVES: usize = crate::stories::rules::MAX_ALTERNATIVES as usize;
/// The most characters of a cast.
pub const MAX_CAST: usize = crate::stories::rules::MAX_CAST;
/// The longest name, in characters.
pub const MAX_NAME_CHARS: usize = 120;
/// The longest description of a character or of the setting, in characters.
pub const MAX_DESCRIPTION_CHARS: usize = 20_000;
/// The most summaries of a file.
pub const MAX_SUMMARIES: usize = 5_000;
/// The most revisions of a file.
pub const MAX_REVISIONS: usize = 20_000;
/// Files that are read at the same time; each may need ten times its size.
pub const FILES_AT_ONCE: usize = 2;
/// The most bytes of unknown fields that are stored of one message.
pub const MAX_EXTRA_BYTES: usize = 64 * 1024;
