//! The use case of putting a newer file of a card in the place of a draft.

use std::collections::HashSet;

use kernel::{ErrorCode, Timestamp};
use platform::db::{Isolation, Tx};
use platform::image_judge::register;
use platform::web::Problem;

use super::actions::{load, stored_draft};
use super::card_keys::card_keys;
use super::create::{CardOrigin, DraftContent, NewDraft};
use super::edit::apply_import;
use super::errors::in_trash;
use super::pictures::too_many_images;
use super::prepare::{PreparedDraft, prepare};
use super::record::{Made, Record};
use super::rules::MAX_DRAFT_IMAGES;
use super::store;
use super::work::compute;

/// How often it is tried anew because the draft was saved at the same moment.
const ATTEMPTS: usize = 5;

impl NewDraft {
    /// Puts an imported card in the place of what the stored draft with this id holds, whatever its version, and
    /// records it in one transaction. What cards have no fields for stays ([`apply_import`]); what was published
    /// stays as it is.
    ///
    /// # Errors
    /// 404 if its author has no such draft; 409 if it is in the trash, would have more than [`MAX_DRAFT_IMAGES`]
    /// or changes all the time; 422 if the content is not within the limits; those of the record.
    pub async fn replace(&self, content: DraftContent, record: &dyn Record) -> Result<Made, Problem> {
        let DraftContent { draft, card, bytes } = content;
        let keys = card_keys(&self.author, &draft);
        for _ in 0..ATTEMPTS {
            let mut conn = self.app.db.read().await?;
            let row = load(&mut conn, &self.author, &self.id).await?;
            if row.deleted_at.is_some() {
                return Err(in_trash());
            }
            let mut known: HashSet<String> = store::list_images(&mut conn, &self.id)
                .await?
                .into_iter()
                .collect();
            drop(conn);
            known.extend(self.known_images());
            let (imported, version) = (draft.clone(), row.version);
            let prepared = compute(bytes + row.document.get().len(), move || {
                prepare(&apply_import(stored_draft(&row)?, imported), &known)
            })
            .await?;
            let now = self.app.clock.now();
            let made = Made::Replaced(self.id.clone());
            let (prepared, card, keys, replaced) = (&prepared, card.as_ref(), &*keys, &made);
            let use_case = self.app.db.transact(Isolation::Ordinary, |tx| {
                Box::pin(async move {
                    if !self.put(tx, version, prepared, now).await? {
                        return Ok(false);
                    }
                    self.set_origin(tx, card, keys).await?;
                    record.record(tx, replaced).await?;
                    Ok::<_, Problem>(true)
                })
            });
            if use_case.await? {
                self.judge_images();
                return Ok(made);
            }
        }
        Err(Problem::new(
            ErrorCode::CONFLICT,
            "This scenario is being changed at the same moment. Please try again.",
        ))
    }

    /// Stores the draft with its images in place of this version; returns whether that was still the stored one.
    async fn put(
        &self,
        tx: &mut Tx,
        version: i64,
        draft: &PreparedDraft,
        now: Timestamp,
    ) -> Result<bool, Problem> {
        if !store::update(tx, &self.id, &self.author, version, draft, now).await? {
            return Ok(false);
        }
        for key in &self.images {
            store::insert_image(tx, &self.id, key.as_str(), now).await?;
            register(tx, key.as_str(), now).await?;
        }
        if store::count_images(tx, &self.id).await? > MAX_DRAFT_IMAGES {
            return Err(too_many_images());
        }
        Ok(true)
    }

    async fn set_origin(
        &self,
        tx: &mut Tx,
        card: Option<&CardOrigin>,
        keys: &[String],
    ) -> Result<(), Problem> {
        if let Some(card) = card {
            store::set_card_hash(tx, &self.id, &self.author, &card.hash).await?;
        }
        Ok(store::set_card_keys(tx, &self.id, keys).await?)
    }
}
