//! How many files are worked on at a time.

use platform::blocking::{SharedWorkLimit, WorkLimit};

use super::rules::{CARDS_AT_ONCE, FILES_AT_ONCE, FILES_OF_ONE};

/// Files that are received, or wait on the disk for a single import.
pub(super) static FILES: SharedWorkLimit = SharedWorkLimit::new(FILES_AT_ONCE, 0, FILES_OF_ONE);
/// Cards that are being read, for single imports and batches.
pub(super) static CARDS: WorkLimit = WorkLimit::new(CARDS_AT_ONCE, FILES_AT_ONCE);
