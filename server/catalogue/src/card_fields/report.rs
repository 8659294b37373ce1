//! The report of an imported card, field by field.

use std::collections::HashSet;

use platform::web::{Outcome, ReportRow};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Rows of a report; the last one counts those beyond.
pub(super) const MAX_ROWS: usize = 400;
/// Characters of a field's name in a report; cards may use any names.
const MAX_FIELD_CHARS: usize = 200;

/// What became of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum FieldOutcome {
    /// It means the same here.
    Taken,
    /// It was changed to fit.
    Changed,
    /// It means nothing here and is kept for export.
    Kept,
    /// It cannot be used and was left out.
    Refused,
    /// It is about the people who used the card, and was left out on purpose.
    LeftOut,
}

/// What became of one field of a card.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct FieldReport {
    /// Its path in the card; `[]` stands for every item of a list.
    pub field: String,
    /// What became of it.
    pub outcome: FieldOutcome,
    /// Why, in a sentence for the author.
    pub note: String,
}

/// The rows of a report, each once.
#[derive(Debug, Default)]
pub(super) struct CardReport {
    rows: Vec<FieldReport>,
    known: HashSet<FieldReport>,
    beyond: usize,
}

impl CardReport {
    fn say(&mut self, outcome: FieldOutcome, field: &str, note: impl Into<String>) {
        let row = FieldReport {
            field: field.chars().take(MAX_FIELD_CHARS).collect(),
            outcome,
            note: note.into(),
        };
        if self.known.contains(&row) {
            return;
        }
        if self.rows.len() + 1 >= MAX_ROWS {
            self.beyond += 1;
            return;
        }
        self.known.insert(row.clone());
        self.rows.push(row);
    }

    pub(super) fn taken(&mut self, field: &str, note: impl Into<String>) {
        self.say(FieldOutcome::Taken, field, note);
    }

    pub(super) fn changed(&mut self, field: &str, note: impl Into<String>) {
        self.say(FieldOutcome::Changed, field, note);
    }

    pub(super) fn kept(&mut self, field: &str, note: impl Into<String>) {
        self.say(FieldOutcome::Kept, field, note);
    }

    pub(super) fn refused(&mut self, field: &str, note: impl Into<String>) {
        self.say(FieldOutcome::Refused, field, note);
    }

    pub(super) fn left_out(&mut self, field: &str, note: impl Into<String>) {
        self.say(FieldOutcome::LeftOut, field, note);
    }

    /// Adds the report of a lorebook at `path`; empty: the file is the book.
    pub(super) fn add_book(&mut self, path: &str, rows: Vec<ReportRow>) {
        for ReportRow { field, outcome, note } in rows {
            let is_all = field == "entries" && outcome == Outcome::Kept;
            let field = field_of(path, &field);
            match outcome {
                Outcome::Kept if is_all => self.taken(&field, format!("Taken into the lorebook: {note}.")),
                Outcome::Kept => self.kept(&field, KEPT),
                Outcome::Changed | Outcome::Asked => self.changed(&field, format!("Changed: {note}.")),
                Outcome::Dropped => self.refused(&field, format!("Left out: {note}.")),
            }
        }
    }

    /// The rows.
    pub(super) fn into_rows(mut self) -> Vec<FieldReport> {
        if self.beyond > 0 {
            self.rows.push(FieldReport {
                field: "…".to_owned(),
                outcome: FieldOutcome::Kept,
                note: format!("{} further rows are not shown.", self.beyond),
            });
        }
        self.rows
    }
}

/// The path of a field below `path`; an empty path is the file itself.
pub(super) fn field_of(path: &str, field: &str) -> String {
    if path.is_empty() {
        field.to_owned()
    } else {
        format!("{path}.{field}")
    }
}

/// What is said of an unknown field.
pub(super) const KEPT: &str = "It has no meaning here. It is kept and exported again unchanged.";
