//! The use case of creating a draft with its images.

use std::collections::HashSet;

use accounts::users;
use axum::http::StatusCode;
use bytes::Bytes;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::blobs::BlobKey;
use platform::db::{Isolation, Tx};
use platform::idempotency::{Idempotency, Reply, principal_of};
use platform::image_judge::{judge_soon, register};
use platform::web::Problem;
use serde_json::value::RawValue;

use super::card_keys::card_keys;
use super::draft::ScenarioDraft;
use super::errors;
use super::model::{DraftStatus, DraftView, ScenarioState};
use super::pictures::{discard, store_image, too_many_images};
use super::prepare::{PreparedDraft, prepare};
use super::record::{Made, Record};
use super::rules::{MAX_DRAFT_IMAGES, MAX_DRAFTS};
use super::store::{self, DraftOrigin};
use super::work::compute;
use crate::AppState;
use crate::scenarios::ScenarioId;

/// A draft that is about to be created, or to take the place of a stored one: first its images are stored, then
/// it is [created](Self::create), [created with a record](Self::create_recorded), [put in the
/// place](Self::replace) of the other, or [discarded](Self::discard).
#[must_use]
pub struct NewDraft {
    pub(super) app: AppState,
    pub(super) id: ScenarioId,
    pub(super) author: UserId,
    pub(super) images: Vec<BlobKey>,
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
    /// Which other drafts keep it from being created.
    pub unless: Twin,
}

/// Another draft of the same author that keeps a card from being imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Twin {
    /// None does.
    None,
    /// One of the same file.
    SameFile,
    /// One of the same file, or of another file of the same card ([`card_keys`]).
    SameCard,
}

impl NewDraft {
    /// A draft of this person.
    pub fn new(app: &AppState, author: &UserId) -> Self {
        let id = ScenarioId::trusted(app.random.id(app.clock.now()));
        Self::with_id(app, author, id)
    }

    /// A draft of this person with an id that was given to it before, or that is stored. Images that an earlier
    /// attempt with this id has stored are not stored once more.
    pub fn with_id(app: &AppState, author: &UserId, id: ScenarioId) -> Self {
        Self {
            app: app.clone(),
            id,
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
    ) -> Result<Reply, Problem>
    where
        A: FnOnce(DraftView) -> serde_json::Result<Box<RawValue>> + Send + 'static,
    {
        let result = self.run(key, content, answer).await;
        let is_created = result
            .as_ref()
            .is_ok_and(|reply| reply.status() == StatusCode::CREATED && !reply.is_replayed());
        if is_created {
            self.judge_images();
        } else {
            self.discard().await;
        }
        result
    }

    async fn run<A>(&self, key: &Idempotency, content: DraftContent, answer: A) -> Result<Reply, Problem>
    where
        A: FnOnce(DraftView) -> serde_json::Result<Box<RawValue>> + Send + 'static,
    {
        let DraftContent { draft, card, bytes } = content;
        let known = self.known_images();
        let now = self.app.clock.now();
        let (id, from_card) = (self.id.clone(), card.is_some());
        let keys = self.keys_of(&draft, card.as_ref());
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
            let body = answer(DraftView { status, draft }).map_err(Problem::internal)?;
            Ok((prepared, body))
        };
        let (prepared, body) = compute(bytes, work).await?;
        let (body, new) = (&body, self.row(&prepared, card.as_ref(), &keys, now));
        let principal = principal_of(&self.author);
        key.run(&self.app, &principal, Isolation::Ordinary, |tx| {
            Box::pin(async move {
                match insert_unless(tx, new).await? {
                    Made::Created(_) => Reply::json(StatusCode::CREATED, body),
                    _ => Reply::json(StatusCode::OK, &()),
                }
            })
        })
        .await
    }

    /// Creates the draft and records what came of it in one transaction. Its images stay stored also where
    /// nothing is created: the caller [discards](Self::discard) it then.
    ///
    /// # Errors
    /// As for [`create`](Self::create), and those of the record.
    pub async fn create_recorded(&self, content: DraftContent, record: &dyn Record) -> Result<Made, Problem> {
        let DraftContent { draft, card, bytes } = content;
        let (known, now) = (self.known_images(), self.app.clock.now());
        let keys = self.keys_of(&draft, card.as_ref());
        let prepared = compute(bytes, move || prepare(&draft, &known)).await?;
        let new = self.row(&prepared, card.as_ref(), &keys, now);
        let use_case = self.app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move {
                let made = insert_unless(tx, new).await?;
                record.record(tx, &made).await?;
                Ok::<_, Problem>(made)
            })
        });
        let made = use_case.await?;
        if matches!(made, Made::Created(_)) {
            self.judge_images();
        }
        Ok(made)
    }

    pub(super) fn known_images(&self) -> HashSet<String> {
        self.images.iter().map(BlobKey::to_string).collect()
    }

    pub(super) fn judge_images(&self) {
        judge_soon(&self.app, self.images.iter().map(BlobKey::to_string).collect());
    }

    fn keys_of(&self, draft: &ScenarioDraft, card: Option<&CardOrigin>) -> Vec<String> {
        card.map_or_else(Vec::new, |_| card_keys(&self.author, draft))
    }

    fn row<'a>(
        &'a self,
        draft: &'a PreparedDraft,
        card: Option<&'a CardOrigin>,
        card_keys: &'a [String],
        now: Timestamp,
    ) -> NewRow<'a> {
        NewRow {
            origin: DraftOrigin {
                id: &self.id,
                author: &self.author,
                card_hash: card.map(|card| card.hash.as_str()),
                now,
            },
            unless: card.map_or(Twin::None, |card| card.unless),
            draft,
            images: &self.images,
            card_keys,
        }
    }

    /// Deletes the images, except those that belong to a stored draft with this id: a commit whose answer was
    /// lost may have made it.
    pub async fn discard(self) {
        if self.images.is_empty() {
            return;
        }
        let Ok(mut conn) = self.app.db.read().await else {
            return;
        };
        let Ok(kept) = store::list_images(&mut conn, &self.id).await else {
            return;
        };
        drop(conn);
        let kept: HashSet<String> = kept.into_iter().collect();
        let unused: Vec<BlobKey> = self
            .images
            .into_iter()
            .filter(|key| !kept.contains(key.as_str()))
            .collect();
        discard(&self.app.blobs, &unused).await;
    }
}

/// A draft as it is about to be stored.
#[derive(Clone, Copy)]
struct NewRow<'a> {
    origin: DraftOrigin<'a>,
    unless: Twin,
    draft: &'a PreparedDraft,
    images: &'a [BlobKey],
    card_keys: &'a [String],
}

/// Stores a draft, unless there is a twin of it.
async fn insert_unless(tx: &mut Tx, new: NewRow<'_>) -> Result<Made, Problem> {
    let DraftOrigin {
        id,
        author,
        card_hash,
        ..
    } = new.origin;
    users::lock_user_row(tx, author).await?;
    if let Some(hash) = card_hash
        && new.unless >= Twin::SameFile
        && let Some(twin) = store::find_imported(tx, author, hash).await?
    {
        return Ok(Made::SameFile(ScenarioId::trusted(twin)));
    }
    if new.unless >= Twin::SameCard
        && let Some(twin) = store::find_by_card_keys(tx, author, new.card_keys).await?
    {
        return Ok(Made::SameCard(ScenarioId::trusted(twin)));
    }
    insert(tx, new).await?;
    Ok(Made::Created(id.clone()))
}

/// Stores a draft of a person whose row is locked.
async fn insert(tx: &mut Tx, new: NewRow<'_>) -> Result<(), Problem> {
    let origin = new.origin;
    if store::count(tx, origin.author).await? >= MAX_DRAFTS {
        return Err(Problem::new(
            errors::DRAFT_QUOTA_REACHED,
            format!(
                "{MAX_DRAFTS} scenarios are the most one can have, those in the trash included. \
                 Delete some permanently to make new ones."
            ),
        ));
    }
    store::insert(tx, origin, new.draft).await?;
    store::set_card_keys(tx, origin.id, new.card_keys).await?;
    for key in new.images {
        store::insert_image(tx, origin.id, key.as_str(), origin.now).await?;
        register(tx, key.as_str(), origin.now).await?;
    }
    Ok(())
}
