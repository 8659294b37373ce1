//! Makes a draft out of a card file.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kernel::ErrorCode;
use kernel::ids::UserId;
use platform::blocking::{Share, WorkLimit};
use platform::idempotency::{Idempotency, principal_of};
use platform::web::{Json, Problem, StoredUpload};
use serde_json::value::to_raw_value;
use tracing::Instrument;

use super::model::ImportedScenario;
use super::opened::OpenedCard;
use super::pictures::store_pictures;
use super::rules::{CARDS_AT_ONCE, FILES_AT_ONCE};
use crate::AppState;
use crate::authoring::{CardOrigin, DraftContent, NewDraft, find_imported};

/// Cards that are being imported.
pub(super) static CARDS: WorkLimit = WorkLimit::new(CARDS_AT_ONCE, FILES_AT_ONCE);

/// A card file that was sent.
#[derive(Debug)]
pub(super) struct SentCard {
    /// The file.
    pub(super) upload: StoredUpload,
    /// Whether it is imported also if it was before.
    pub(super) again: bool,
    /// Its place among the files on the disk.
    pub(super) place: Share<'static>,
}

/// Makes a draft of this person of a card file, once for each `key`. The answer is 201 with an
/// [`ImportedScenario`], or 200 if they imported the file before.
///
/// # Errors
/// 422 if the file is no card or cannot be read, 409 if the person has as many drafts as they may have, 503
/// if too many cards are being imported.
pub(super) async fn import_file(
    app: &AppState,
    author: &UserId,
    key: Idempotency,
    sent: SentCard,
) -> Result<Response, Problem> {
    let hash = sent.upload.sha256.clone();
    let key = key.of_content(hash.clone());
    if let Some(answer) = key.find_answer(app, &principal_of(author)).await? {
        return with_existing(app, author, &hash, answer).await;
    }
    if !sent.again
        && let Some(answer) = find_existing(app, author, &hash).await?
    {
        return Ok(answer);
    }
    // A task of its own: many pictures take longer than a request may, and callers leave.
    let task = tokio::spawn(create(app.clone(), author.clone(), key, sent).in_current_span());
    let answer = task.await.map_err(Problem::internal)??;
    with_existing(app, author, &hash, answer).await
}

async fn create(
    app: AppState,
    author: UserId,
    key: Idempotency,
    sent: SentCard,
) -> Result<Response, Problem> {
    let SentCard {
        upload: StoredUpload { file, bytes, sha256 },
        again,
        place: _place,
    } = sent;
    let _turn = CARDS.enter().await?;
    let read = tokio::task::spawn_blocking(move || OpenedCard::read(file));
    let OpenedCard { file, card, notices } = read.await.map_err(Problem::internal)??;
    let (mut draft, mut report, links) = (card.draft, card.report, card.links);
    let mut new = NewDraft::new(&app, &author);
    match store_pictures(&mut new, file, card.pictures, &mut draft).await {
        Ok(refused) => report.extend(refused),
        Err(problem) => {
            new.discard().await;
            return Err(problem);
        }
    }
    let content = DraftContent {
        draft,
        card: Some(CardOrigin { hash: sha256, again }),
        bytes: usize::try_from(bytes).unwrap_or(usize::MAX),
    };
    new.create(&key, content, |scenario| {
        to_raw_value(&ImportedScenario {
            scenario,
            already_imported: false,
            report,
            notices,
            links: links.into_iter().map(Into::into).collect(),
        })
    })
    .await
}

/// The answer, with the draft that is there already where it only says that there is one.
async fn with_existing(
    app: &AppState,
    author: &UserId,
    hash: &str,
    answer: Response,
) -> Result<Response, Problem> {
    if answer.status() != StatusCode::OK {
        return Ok(answer);
    }
    let existing = find_existing(app, author, hash).await?;
    existing.ok_or_else(|| {
        Problem::new(
            ErrorCode::CONFLICT,
            "This file was imported before, and its scenario has just been deleted. Please try again.",
        )
    })
}

/// The answer to a file that this person imported before; `None` if they did not.
async fn find_existing(app: &AppState, author: &UserId, hash: &str) -> Result<Option<Response>, Problem> {
    let existing = find_imported(app, author, hash, |scenario| {
        to_raw_value(&ImportedScenario::existing(scenario))
    });
    Ok(existing.await?.map(|body| Json(body).into_response()))
}
