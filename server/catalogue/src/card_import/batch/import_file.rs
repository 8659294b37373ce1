//! Imports one file that a worker has taken.

use futures::future::BoxFuture;
use kernel::ErrorCode;
use platform::db::{Isolation, Tx};
use platform::web::{Problem, StoredUpload, store_pieces};

use super::model::{ChangedCards, FileState};
use super::queue::{self, Done, Holder, Task};
use crate::AppState;
use crate::authoring::{
    CardOrigin, DraftContent, Made, NewDraft, Record, Twin, card_keys, find_same_card, find_same_file,
};
use crate::card_import::model::ImportReport;
use crate::card_import::opened::OpenedCard;
use crate::card_import::pictures::with_cover;
use crate::card_import::places::CARDS;
use crate::card_import::read::{ReadCard, open_file, store_for};
use crate::scenarios::ScenarioId;

/// What is done with an opened file.
enum Plan {
    /// It becomes a new draft, unless there is such a twin.
    Create(Twin),
    /// It takes the place of this draft's content.
    Replace(ScenarioId),
    /// It is not imported, because there is this draft.
    Skip(ScenarioId),
    /// The owner is asked about it, because there is this draft of the same card.
    Ask(ScenarioId),
}

/// Imports a file, and records what became of it.
///
/// # Errors
/// Why it was not imported; nothing is recorded then, and nothing stored.
pub(super) async fn import_file(app: &AppState, task: &Task) -> Result<(), Problem> {
    let mut conn = app.db.read().await?;
    let twin = find_same_file(&mut conn, &task.owner, &task.hash).await?;
    drop(conn);
    if let Some(twin) = twin {
        return skip(app, task, &twin).await;
    }
    let upload = fetch(app, task).await?;
    let _turn = CARDS.enter().await?;
    let opened = open_file(upload.file, Some(task.name.clone())).await?;
    match plan(app, task, &opened).await? {
        Plan::Skip(twin) => skip(app, task, &twin).await,
        Plan::Ask(twin) => ask(app, task, &twin).await,
        Plan::Create(unless) => {
            let new = NewDraft::with_id(app, &task.owner, task.draft.clone());
            store(app, task, new, opened, Some(unless)).await
        }
        Plan::Replace(twin) => {
            let new = NewDraft::with_id(app, &task.owner, twin);
            store(app, task, new, opened, None).await
        }
    }
}

/// The file on this machine's disk.
async fn fetch(app: &AppState, task: &Task) -> Result<StoredUpload, Problem> {
    let blob = match &task.blob {
        Some(key) => app.blobs.stream(key).await?,
        None => None,
    };
    let blob =
        blob.ok_or_else(|| Problem::invalid("file", "This file is no longer there. Send it again."))?;
    store_pieces(blob.content).await
}

async fn plan(app: &AppState, task: &Task, opened: &OpenedCard) -> Result<Plan, Problem> {
    let keys = card_keys(&task.owner, &opened.card.draft);
    let mut conn = app.db.read().await?;
    let twin = find_same_card(&mut conn, &task.owner, &keys).await?;
    // Another worker may have imported the same file meanwhile: then it is that card, and has not changed. Asked after
    // the card, so that nothing that is found there is missed here.
    if let Some(same) = find_same_file(&mut conn, &task.owner, &task.hash).await? {
        return Ok(Plan::Skip(same));
    }
    drop(conn);
    Ok(match (twin, task.changed) {
        (None, None | Some(ChangedCards::Update | ChangedCards::Skip)) => Plan::Create(Twin::SameCard),
        (_, Some(ChangedCards::KeepBoth)) => Plan::Create(Twin::SameFile),
        (Some(twin), None) => Plan::Ask(twin),
        (Some(twin), Some(ChangedCards::Update)) => Plan::Replace(twin),
        (Some(twin), Some(ChangedCards::Skip)) => Plan::Skip(twin),
    })
}

/// Stores an opened file as this draft: as a new one with `unless`, else in the place of the stored one.
async fn store(
    app: &AppState,
    task: &Task,
    mut new: NewDraft,
    opened: OpenedCard,
    unless: Option<Twin>,
) -> Result<(), Problem> {
    let stored = store_draft(app, task, &mut new, opened, unless).await;
    let is_stored = matches!(stored, Ok(Made::Created(_) | Made::Replaced(_)));
    // What another worker makes of this file has the same images.
    if !is_stored && !is_with_another(app, task).await {
        new.discard().await;
    }
    stored.map(drop)
}

async fn store_draft(
    app: &AppState,
    task: &Task,
    new: &mut NewDraft,
    opened: OpenedCard,
    unless: Option<Twin>,
) -> Result<Made, Problem> {
    let ReadCard { draft, outcome } = store_for(new, opened).await?;
    let content = DraftContent {
        draft: if unless.is_some() {
            with_cover(draft)
        } else {
            draft
        },
        card: Some(CardOrigin {
            hash: task.hash.clone(),
            unless: unless.unwrap_or(Twin::None),
        }),
        bytes: usize::try_from(task.bytes).unwrap_or(usize::MAX),
    };
    let record = RecordFile { app, task, outcome };
    match unless {
        Some(_) => new.create_recorded(content, &record).await,
        None => new.replace(content, &record).await,
    }
}

/// Whether another worker has the file now, or has imported it.
async fn is_with_another(app: &AppState, task: &Task) -> bool {
    let Ok(mut conn) = app.db.read().await else {
        return true;
    };
    queue::find_holder(&mut conn, task)
        .await
        .map_or(true, |holder| holder == Holder::Another)
}

/// Records what became of a file with its draft.
struct RecordFile<'f> {
    app: &'f AppState,
    task: &'f Task,
    outcome: ImportReport,
}

impl Record for RecordFile<'_> {
    fn record<'a>(&'a self, tx: &'a mut Tx, made: &'a Made) -> BoxFuture<'a, Result<(), Problem>> {
        let done = |state, scenario: &'a ScenarioId, report| Done {
            state,
            scenario: Some(scenario),
            problem: None,
            report,
        };
        Box::pin(async move {
            let done = match made {
                Made::Created(id) => done(FileState::Imported, id, Some(&self.outcome)),
                Made::Replaced(id) => done(FileState::Updated, id, Some(&self.outcome)),
                Made::SameFile(id) => done(FileState::Skipped, id, None),
                Made::SameCard(id) => {
                    return queue::ask(tx, self.task, id, self.app.clock.now()).await;
                }
            };
            queue::finish(tx, self.task, &done).await
        })
    }
}

async fn skip(app: &AppState, task: &Task, twin: &ScenarioId) -> Result<(), Problem> {
    let done = Done {
        state: FileState::Skipped,
        scenario: Some(twin),
        problem: None,
        report: None,
    };
    finish(app, task, &done).await
}

async fn ask(app: &AppState, task: &Task, twin: &ScenarioId) -> Result<(), Problem> {
    let now = app.clock.now();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { queue::ask(tx, task, twin, now).await })
    });
    use_case.await
}

/// Records what became of a file that made no draft.
///
/// # Errors
/// 409 if the worker does not have it any more.
pub(super) async fn finish(app: &AppState, task: &Task, done: &Done<'_>) -> Result<(), Problem> {
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { queue::finish(tx, task, done).await })
    });
    use_case.await
}

/// Whether an import that failed for this reason may succeed a little later.
pub(super) fn may_pass(problem: &Problem) -> bool {
    // The draft that it was to update went to the trash, or was being changed: it is found anew.
    let is_about_draft = [
        ErrorCode::NOT_FOUND,
        ErrorCode::CONFLICT,
        crate::authoring::DRAFT_IN_TRASH,
    ];
    problem.status().is_server_error() || is_about_draft.contains(&problem.code())
}
