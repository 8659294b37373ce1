//! The limits of an import.

/// Cards that are read at the same time. Each may need ten times the size of its file.
pub const CARDS_AT_ONCE: usize = 2;
/// Cards that may wait for that.
pub const CARDS_WAITING: usize = 32;
