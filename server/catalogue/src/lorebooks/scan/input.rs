//! The input of a scan.

use crate::lorebooks::budget::ScanBudget;
use crate::lorebooks::keys::ScanLine;
use crate::lorebooks::model::AttachedBook;

/// The input of a scan.
pub struct ScanInput<'a> {
    /// The books, in scan order.
    pub books: &'a [AttachedBook],
    /// The messages the speaker witnessed, oldest first.
    pub lines: &'a [ScanLine<'a>],
    /// The name of the speaker.
    pub speaker: &'a str,
    /// The story.
    pub story_id: &'a str,
    /// The opening the story began with, counted from 0.
    pub opening: Option<u32>,
    /// Expands the macros of a text for scanning: it stores no variables and shows hidden keys. `None` once
    /// too many macros have been expanded.
    pub expand: &'a dyn Fn(&str) -> Option<String>,
    /// The budget of the scan.
    pub budget: &'a ScanBudget,
}

impl ScanInput<'_> {
    /// How many messages are not the player's.
    pub(super) fn count_replies(&self) -> usize {
        self.lines.iter().filter(|line| !line.is_user).count()
    }
}
