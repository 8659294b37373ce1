//! Batches and their files as the API shows them.

use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::card_import::model::ImportReport;
use crate::scenarios::ScenarioId;

/// What is done with cards that changed since they were imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum ChangedCards {
    /// The card becomes the draft of the scenario that is there.
    Update,
    /// The card becomes another scenario.
    KeepBoth,
    /// The card is not imported.
    Skip,
}

impl ChangedCards {
    /// Its name in the database.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Update => "update",
            Self::KeepBoth => "keepBoth",
            Self::Skip => "skip",
        }
    }

    /// The answer that is stored under this name; an unknown one (of a newer version) changes nothing.
    pub(super) fn of_stored(name: &str) -> Self {
        match name {
            "update" => Self::Update,
            "keepBoth" => Self::KeepBoth,
            _ => Self::Skip,
        }
    }
}

/// How a file stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum FileState {
    /// It was sent and waits for its turn.
    Waiting,
    /// It is being imported.
    Importing,
    /// It became a scenario.
    Imported,
    /// It became the draft of a scenario that was there.
    Updated,
    /// It was not imported: the same file was before, or the owner chose to skip changed cards.
    Skipped,
    /// Its card changed since it was imported; it waits for the owner's answer.
    Changed,
    /// It cannot be imported.
    Failed,
}

impl FileState {
    const ALL: [Self; 7] = [
        Self::Waiting,
        Self::Importing,
        Self::Imported,
        Self::Updated,
        Self::Skipped,
        Self::Changed,
        Self::Failed,
    ];

    /// Its name in the database.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Importing => "importing",
            Self::Imported => "imported",
            Self::Updated => "updated",
            Self::Skipped => "skipped",
            Self::Changed => "changed",
            Self::Failed => "failed",
        }
    }

    /// The state that is stored under this name; an unknown one (of a newer version) is none in which anything
    /// is still done.
    pub(super) fn of_stored(name: &str) -> Self {
        let found = Self::ALL.into_iter().find(|state| state.name() == name);
        found.unwrap_or(Self::Skipped)
    }
}

/// How many files of a batch are in which state.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub(super) struct FileCounts {
    /// Waiting for their turn.
    pub(super) waiting: i64,
    /// Being imported.
    pub(super) importing: i64,
    /// Became scenarios.
    pub(super) imported: i64,
    /// Became the draft of a scenario that was there.
    pub(super) updated: i64,
    /// Not imported, because they were before or the owner said so.
    pub(super) skipped: i64,
    /// Changed since they were imported, and wait for an answer.
    pub(super) changed: i64,
    /// Cannot be imported.
    pub(super) failed: i64,
    /// All together.
    pub(super) total: i64,
}

impl FileCounts {
    /// Adds this many files in this state.
    pub(super) fn add(&mut self, state: FileState, count: i64) {
        let place = match state {
            FileState::Waiting => &mut self.waiting,
            FileState::Importing => &mut self.importing,
            FileState::Imported => &mut self.imported,
            FileState::Updated => &mut self.updated,
            FileState::Skipped => &mut self.skipped,
            FileState::Changed => &mut self.changed,
            FileState::Failed => &mut self.failed,
        };
        *place += count;
        self.total += count;
    }

    /// How many are still to be done, by the job or by the owner's answer.
    pub(super) fn open(&self) -> i64 {
        self.waiting + self.importing + self.changed
    }
}

/// An import of many files.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportBatch {
    /// Its id.
    pub(super) id: String,
    /// What its owner calls it; null: nothing.
    #[schema(required = true)]
    pub(super) name: Option<String>,
    /// When it was created. It is kept for 30 days.
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_on: Timestamp,
    /// Whether all of its files are there.
    pub(super) sealed: bool,
    /// Whether nothing of it is left to be done: all files are there, none waits, and no question is open.
    pub(super) finished: bool,
    /// What is done with cards that changed since they were imported; null: not said yet.
    #[schema(required = true)]
    pub(super) changed: Option<ChangedCards>,
    /// How its files stand.
    pub(super) counts: FileCounts,
}

/// The scenario that a file became, or that was there already.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportedInto {
    /// Its id.
    pub(super) id: ScenarioId,
    /// Its title.
    pub(super) display_name: String,
}

/// A file of a batch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportFile {
    /// Its place in the batch, from 0.
    pub(super) position: i64,
    /// Its name or path where it comes from.
    pub(super) name: String,
    /// Its length in bytes.
    pub(super) bytes: i64,
    /// How it stands.
    pub(super) state: FileState,
    /// The scenario that it became, or that was there already; null: none, or it was deleted since.
    #[schema(required = true)]
    pub(super) scenario: Option<ImportedInto>,
    /// Why it failed, in a sentence; null: it did not.
    #[schema(required = true)]
    pub(super) problem: Option<String>,
    /// How many of its fields were not taken as they were.
    pub(super) differences: i64,
}

/// A file of a batch, and what became of its fields.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ImportFileReport {
    /// The file.
    #[serde(flatten)]
    pub(super) file: ImportFile,
    /// What became of its fields; empty lists until it was imported.
    #[serde(flatten)]
    pub(super) outcome: ImportReport,
}

/// A new batch.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewImportBatch {
    /// What its owner calls it: 1 to 200 characters; null: nothing.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub(super) name: Option<String>,
}

/// The answer to the question what is done with cards that changed since they were imported.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangedCardsAnswer {
    /// What is done with them, those that come later included.
    pub(super) changed: ChangedCards,
}
