//! The use case of creating a draft with its images.

use std::collections::HashSet;

use accounts::users;
use axum::http::StatusCode;
use axum::response::Response;
use bytes::Bytes;
use kernel::ids::UserId;
use platform::blobs::BlobKey;
use platform::db::{Isolation, Tx};
use platform::idempotency::{Idempotency, REPLAYED, Reply, principal_of};
use platform::image_judge::{judge_soon, register};
use platform::web::Problem;
use serde_json::value::RawValue;

use super::draft::ScenarioDraft;
use super::errors;
use super::model::{DraftStatus, DraftView, PictureVerdict, ScenarioState};
use super::pictures::{discard, store_image, too_many_images};
use super::prepare::{PreparedDraft, prepare};
use super::rules::{MAX_DRAFT_IMAGES, MAX_DRAFTS};
use super::store::{self, DraftOrigin};
use super::work::compute;
use crate::AppState;
use crate::scenarios::ScenarioId;

/// A draft that is about to be created: first its images are stored, then it is [created](Self::create) or
/// [discarded](Self::discard).
#[must_use]
pub struct NewDraft {
    app: AppState,
    id: ScenarioId,
    author: UserId,
    images: Vec<BlobKey>,
}

/// What a new draft begins with.
#[derive(Debug)]
pub struct DraftContent {
    /// The draft. It names no image but those that were stored for it.
    pub draft: ScenarioDraft,
    /// The card file it was imported from.
    pub card: Option<CardOrigin>,
    /// Bytes of what it was read from: a large one is handled on a thread for long work.
    pub bytes: usize,
}

/// The card file that a draft was imported from.
#[derive(Debug, Clone)]
pub struct CardOrigin {
    /// SHA-256 of the file, in hexadecimal digits.
    pub hash: String,
    /// Whether there may be another draft of the same file.
    pub again: bool,
}

impl NewDraft {
    /// A draft of this person.
    pub fn new(app: &AppState, author: &UserId) -> Self {
        Self {
            app: app.clone(),
            id: ScenarioId::trusted(app.random.id(app.clock.now())),
            author: author.clone(),
            images: Vec::new(),
        }
    }

    /// Stores an image for the draft; returns its key. `field` is its name in the form.
    ///
    /// # Errors
    /// 415 for a file that is no image, 422 for one that cannot be read, 409 where there are
    /// [`MAX_DRAFT_IMAGES`] already, 503 if too many wait.
    pub async fn store_image(&mut self, field: &'static str, file: Bytes) -> Result<String, Problem> {
        if self.images.len() as i64 >= MAX_DRAFT_IMAGES {
            return Err(too_many_images());
        }
        let key = store_image(&self.app.blobs, &self.id, field, file).await?;
        let name = key.to_string();
        if !self.images.contains(&key) {
            self.images.push(key);
        }
        Ok(name)
    }

    /// Creates the draft, once for each `key`. `answer` makes the body of the answer, which is 201; 200
    /// without a body if there is a draft of the same card file already. If nothing is created, the images
    /// are deleted.
    ///
    /// # Errors
    /// 409 if the person has [`MAX_DRAFTS`]; 422 if the draft is not within the limits.
    pub async fn create<A>(
        self,
        key: &Idempotency,
        content: DraftContent,
        answer: A,
    ) -> Result<Response, Problem>
    where
        A: FnOnce(DraftView) -> serde_json::Result<Box<RawValue>> + Send + 'static,
    {
        let result = self.run(key, content, answer).await;
        let is_created = result.as_ref().is_ok_and(|response| {
            response.status() == StatusCode::CREATED && !response.headers().contains_key(&REPLAYED)
        });
        if is_created {
            judge_soon(&self.app, self.images.iter().map(BlobKey::to_string).collect());
        } else {
            self.discard().await;
        }
        result
    }

    async fn run<A>(&self, key: &Idempotency, content: DraftContent, answer: A) -> Result<Response, Problem>
    where
        A: FnOnce(DraftView) -> serde_json::Result<Box<RawValue>> + Send + 'static,
    {
        let DraftContent { draft, card, bytes } = content;
        let known: HashSet<String> = self.images.iter().map(BlobKey::to_string).collect();
        let now = self.app.clock.now();
        let (id, from_card) = (self.id.clone(), card.is_some());
        let mut pictures: Vec<PictureVerdict> = known.iter().cloned().map(PictureVerdict::pending).collect();
        pictures.sort_unstable_by(|a, b| a.key.cmp(&b.key));
        let work = move || {
            let prepared = prepare(&draft, &known)?;
            let status = DraftStatus {
                id,
                version: 1,
                state: ScenarioState::Draft,
                from_card,
                created_on: now,
                updated_on: now,
                deleted_on: None,
                missing: prepared.missing.clone(),
            };
            let view = DraftView {
                status,
                draft,
                pictures,
            };
            let body = answer(view).map_err(Problem::internal)?;
            Ok((prepared, body))
        };
        let (prepared, body) = compute(bytes, work).await?;
        let (prepared, body, card, images) = (&prepared, &body, card.as_ref(), &*self.images);
        let origin = DraftOrigin {
            id: &self.id,
            author: &self.author,
            card_hash: card.map(|card| card.hash.as_str()),
            now,
        };
        let principal = principal_of(&self.author);
        key.run(&self.app, &principal, Isolation::Ordinary, |tx| {
            Box::pin(async move {
                users::lock_user_row(tx, origin.author).await?;
                if let Some(card) = card
                    && !card.again
                    && store::find_imported(tx, origin.author, &card.hash)
                        .await?
                        .is_some()
                {
                    return Reply::json(StatusCode::OK, &());
                }
                insert(tx, origin, prepared, images).await?;
                Reply::json(StatusCode::CREATED, body)
            })
        })
        .await
    }

    /// Deletes the images, unless there is such a draft after all: a commit whose answer was lost may have
    /// made it.
    pub async fn discard(self) {
        if !self.images.is_empty() && self.is_missing().await {
            discard(&self.app.blobs, &self.images).await;
        }
    }

    /// Whether there is certainly no such draft.
    async fn is_missing(&self) -> bool {
        let Ok(mut conn) = self.app.db.read().await else {
            return false;
        };
        matches!(store::find(&mut conn, &self.id, &self.author).await, Ok(None))
    }
}

/// Stores a draft of a person whose row is locked.
async fn insert(
    tx: &mut Tx,
    origin: DraftOrigin<'_>,
    draft: &PreparedDraft,
    images: &[BlobKey],
) -> Result<(), Problem> {
    if store::count(tx, origin.author).await? >= MAX_DRAFTS {
        return Err(Problem::new(
            errors::DRAFT_QUOTA_REACHED,
            format!(
                "{MAX_DRAFTS} scenarios are the most one can have, those in the trash included. \
                 Delete some permanently to make new ones."
            ),
        ));
    }
    store::insert(tx, origin, draft).await?;
    for key in images {
        store::insert_image(tx, origin.id, key.as_str(), origin.now).await?;
        register(tx, key.as_str(), origin.now).await?;
    }
    Ok(())
}
