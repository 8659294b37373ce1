//! What became of a file, field by field.

use serde::Serialize;
use utoipa::ToSchema;

use super::rules::MAX_REPORT_ROWS;

/// What became of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum Outcome {
    /// It means the same here.
    Kept,
    /// It was fitted in.
    Changed,
    /// It is not in the story.
    Dropped,
    /// Somebody has to decide; what was taken meanwhile is said.
    Asked,
}

/// One field of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct ReportRow {
    /// Its name in the file.
    pub(super) field: String,
    /// What became of it.
    pub(super) outcome: Outcome,
    /// In words.
    pub(super) note: String,
}

/// Rows, each once; what happens to many messages is counted.
#[derive(Debug, Clone, Default)]
pub(super) struct Report {
    rows: Vec<(ReportRow, usize)>,
}

impl Report {
    pub(super) fn say(&mut self, outcome: Outcome, field: &str, note: impl Into<String>) {
        let row = ReportRow { field: field.chars().take(80).collect(), outcome, note: note.into() };
        if let Some((_, count)) = self.rows.iter_mut().find(|(known, _)| *known == row) {
            *count += 1;
        } else if self.rows.len() < MAX_REPORT_ROWS {
            self.rows.push((row, 1));
        }
    }

    pub(super) fn kept(&mut self, field: &str, note: impl Into<String>) {
        self.say(Outcome::Kept, field, note);
    }

    pub(super) fn changed(&mut self, field: &str, note: impl Into<String>) {
        self.say(Outcome::Changed, field, note);
    }

    pub(super) fn dropped(&mut self, field: &str, note: impl Into<String>) {
        self.say(Outcome::Dropped, field, note);
    }

    pub(super) fn asked(&mut self, field: &str, note: impl Into<String>) {
        self.say(Outcome::Asked, field, note);
    }

    pub(super) fn rows(self) -> Vec<ReportRow> {
        let counted =
            self.rows.into_iter().map(|(row, count)| if count > 1 { ReportRow { note: format!("{} ({count} times)", row.note), ..row } } else { row });
        counted.collect()
    }

    #[cfg(test)]
    pub(super) fn has(&self, outcome: Outcome, field: &str) -> bool {
        self.rows.iter().any(|(row, _)| row.outcome == outcome && row.field == field)
    }
}
