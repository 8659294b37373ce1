//! Reads a file for a draft: the way that a single import and a batch share.

use std::fs::File;

use platform::web::Problem;

use super::model::ImportReport;
use super::opened::OpenedCard;
use super::pictures::store_pictures;
use crate::authoring::{NewDraft, ScenarioDraft};

/// What a file holds, with its pictures stored.
pub(super) struct ReadCard {
    /// The draft. It names no image but those that were stored for it.
    pub(super) draft: ScenarioDraft,
    /// What became of the file.
    pub(super) outcome: ImportReport,
}

/// Opens a file and reads its fields. Its pictures stay in it. A lorebook without a name is called like the file.
/// The caller limits how many files are read at a time.
///
/// # Errors
/// 422 if it is neither a card nor a lorebook, or cannot be read.
pub(super) async fn open_file(file: File, name: Option<String>) -> Result<OpenedCard, Problem> {
    let read = tokio::task::spawn_blocking(move || OpenedCard::read(file, name.as_deref()));
    read.await.map_err(Problem::internal)?
}

/// Stores the pictures of an opened file for a draft, and puts them into their places. After an error the caller
/// discards the draft.
///
/// # Errors
/// 503 if too many pictures wait; errors of the storage.
pub(super) async fn store_for(new: &mut NewDraft, opened: OpenedCard) -> Result<ReadCard, Problem> {
    let OpenedCard { file, card, notices } = opened;
    let (mut draft, mut report) = (card.draft, card.report);
    report.extend(store_pictures(new, file, card.pictures, &mut draft).await?);
    Ok(ReadCard {
        draft,
        outcome: ImportReport {
            report,
            notices,
            links: card.links.into_iter().map(Into::into).collect(),
        },
    })
}
