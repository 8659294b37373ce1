//! Makes a draft out of one card file at once.

use axum::http::StatusCode;
use kernel::ErrorCode;
use kernel::ids::UserId;
use platform::blocking::Share;
use platform::idempotency::{Idempotency, Reply, principal_of};
use platform::web::{Problem, StoredUpload};
use serde_json::value::to_raw_value;
use tracing::Instrument;

use super::model::ImportedScenario;
use super::pictures::with_cover;
use super::places::CARDS;
use super::read::{ReadCard, open_file, store_for};
use crate::AppState;
use crate::authoring::{CardOrigin, DraftContent, NewDraft, Twin, find_imported};

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
) -> Result<Reply, Problem> {
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

async fn create(app: AppState, author: UserId, key: Idempotency, sent: SentCard) -> Result<Reply, Problem> {
    let SentCard {
        upload:
            StoredUpload {
                file,
                bytes,
                sha256,
                name,
            },
        again,
        place: _place,
    } = sent;
    let _turn = CARDS.enter().await?;
    let opened = open_file(file, name).await?;
    let mut new = NewDraft::new(&app, &author);
    let ReadCard { draft, outcome } = match store_for(&mut new, opened).await {
        Ok(read) => read,
        Err(problem) => {
            new.discard().await;
            return Err(problem);
        }
    };
    let content = DraftContent {
        draft: with_cover(draft),
        card: Some(CardOrigin {
            hash: sha256,
            unless: if again { Twin::None } else { Twin::SameFile },
        }),
        bytes: usize::try_from(bytes).unwrap_or(usize::MAX),
    };
    new.create(&key, content, |scenario| {
        to_raw_value(&ImportedScenario {
            scenario,
            already_imported: false,
            outcome,
        })
    })
    .await
}

/// The answer, with the draft that is there already where it only says that there is one.
async fn with_existing(app: &AppState, author: &UserId, hash: &str, answer: Reply) -> Result<Reply, Problem> {
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
async fn find_existing(app: &AppState, author: &UserId, hash: &str) -> Result<Option<Reply>, Problem> {
    let existing = find_imported(app, author, hash, |scenario| {
        to_raw_value(&ImportedScenario::existing(scenario))
    });
    let reply = |body| Reply::json(StatusCode::OK, &body);
    existing.await?.map(reply).transpose()
}
