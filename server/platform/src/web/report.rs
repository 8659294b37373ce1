//! What became of an imported file, field by field: stories and lorebooks say it in the same way.

use serde::Serialize;
use utoipa::ToSchema;

/// Most rows of a report; what repeats is one row.
const MAX_ROWS: usize = 200;
/// Longest name of a field, in characters; files may name them as they like.
const MAX_FIELD_CHARS: usize = 80;

/// What became of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// It means the same here.
    Kept,
    /// It was fitted in.
    Changed,
    /// It was left out.
    Dropped,
    /// Somebody has to decide; what was taken meanwhile is said.
    Asked,
}

/// One field of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReportRow {
    /// Its name in the file.
    pub field: String,
    /// What became of it.
    pub outcome: Outcome,
    /// In words.
    pub note: String,
}

/// Rows, each once; what happens to many messages is counted.
#[derive(Debug, Clone, Default)]
pub struct Report {
    rows: Vec<(ReportRow, usize)>,
}

impl Report {
    /// Adds a row, unless there are as many as there may be.
    pub fn say(&mut self, outcome: Outcome, field: &str, note: impl Into<String>) {
        let row = ReportRow {
            field: field.chars().take(MAX_FIELD_CHARS).collect(),
            outcome,
            note: note.into(),
        };
        if let Some((_, count)) = self.rows.iter_mut().find(|(known, _)| *known == row) {
            *count += 1;
        } else if self.rows.len() < MAX_ROWS {
            self.rows.push((row, 1));
        }
    }

    /// It means the same here.
    pub fn kept(&mut self, field: &str, note: impl Into<String>) {
        self.say(Outcome::Kept, field, note);
    }

    /// It was fitted in.
    pub fn changed(&mut self, field: &str, note: impl Into<String>) {
        self.say(Outcome::Changed, field, note);
    }

    /// It was left out.
    pub fn dropped(&mut self, field: &str, note: impl Into<String>) {
        self.say(Outcome::Dropped, field, note);
    }

    /// Somebody has to decide.
    pub fn asked(&mut self, field: &str, note: impl Into<String>) {
        self.say(Outcome::Asked, field, note);
    }

    /// The rows, with how often each was said.
    #[must_use]
    pub fn rows(self) -> Vec<ReportRow> {
        let counted = self.rows.into_iter().map(|(row, count)| {
            if count > 1 {
                ReportRow {
                    note: format!("{} ({count} times)", row.note),
                    ..row
                }
            } else {
                row
            }
        });
        counted.collect()
    }

    /// Whether this was said of a field.
    #[cfg(any(test, feature = "testing"))]
    pub fn has(&self, outcome: Outcome, field: &str) -> bool {
        self.rows
            .iter()
            .any(|(row, _)| row.outcome == outcome && row.field == field)
    }
}
