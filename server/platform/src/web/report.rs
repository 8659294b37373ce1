//! The report of an import, field by field, as stories and lorebooks return it.

use serde::Serialize;
use utoipa::ToSchema;

/// Most rows of a report; repetitions count as one row.
const MAX_ROWS: usize = 200;
/// Longest name of a field, in characters; files may use any names.
const MAX_FIELD_CHARS: usize = 80;

/// The outcome for a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// It was kept: it means the same here.
    Kept,
    /// It was changed to fit.
    Changed,
    /// It was left out.
    Dropped,
    /// The person has to decide; the note says what was chosen meanwhile.
    Asked,
}

/// One field of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReportRow {
    /// Its name in the file.
    pub field: String,
    /// What was done with it.
    pub outcome: Outcome,
    /// In words.
    pub note: String,
}

/// Rows, each once, with the number of its repetitions.
#[derive(Debug, Clone, Default)]
pub struct Report {
    rows: Vec<(ReportRow, usize)>,
}

impl Report {
    /// Adds a row, unless the report is full.
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

    /// The field was kept: it means the same here.
    pub fn kept(&mut self, field: &str, note: impl Into<String>) {
        self.say(Outcome::Kept, field, note);
    }

    /// The field was changed to fit.
    pub fn changed(&mut self, field: &str, note: impl Into<String>) {
        self.say(Outcome::Changed, field, note);
    }

    /// The field was left out.
    pub fn dropped(&mut self, field: &str, note: impl Into<String>) {
        self.say(Outcome::Dropped, field, note);
    }

    /// The person has to decide.
    pub fn asked(&mut self, field: &str, note: impl Into<String>) {
        self.say(Outcome::Asked, field, note);
    }

    /// The rows, with the number of repetitions.
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

    /// Whether the report has this outcome for a field.
    #[cfg(any(test, feature = "testing"))]
    pub fn has(&self, outcome: Outcome, field: &str) -> bool {
        self.rows
            .iter()
            .any(|(row, _)| row.outcome == outcome && row.field == field)
    }
}
