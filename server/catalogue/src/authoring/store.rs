//! SQL of drafts.

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};
use serde_json::value::RawValue;
use sqlx::types::Json;

use super::model::ScenarioState;
use super::prepare::PreparedDraft;
use super::search_index;
use crate::scenarios::ScenarioId;

/// A draft as stored.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct DraftRow {
    pub(super) id: String,
    pub(super) version: i64,
    pub(super) state: String,
    pub(super) card_hash: Option<String>,
    pub(super) created_at: i64,
    pub(super) updated_at: i64,
    pub(super) deleted_at: Option<i64>,
    pub(super) document: Json<Box<RawValue>>,
}

/// What is stored of a new draft beside its content.
#[derive(Debug, Clone, Copy)]
pub(super) struct DraftOrigin<'a> {
    pub(super) id: &'a ScenarioId,
    pub(super) author: &'a UserId,
    pub(super) card_hash: Option<&'a str>,
    pub(super) now: Timestamp,
}

statements! {
    INSERT_DRAFT = "
        insert into scenario_drafts (id, author_id, version, state, title, tagline, title_key, rating, tags,
            images, missing_count, card_hash, created_at, updated_at, document)
        values ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13)";
    FIND_DRAFT = "
        select id, version, state, card_hash, created_at, updated_at, deleted_at, document
        from scenario_drafts
        where id = $1 and author_id = $2";
    DRAFT_EXISTS = "select exists (select 1 from scenario_drafts where id = $1 and author_id = $2)";
    FIND_IMPORTED = "
        select id
        from scenario_drafts
        where author_id = $1 and card_hash = $2 and deleted_at is null
        order by created_at desc, id desc
        limit 1";
    FIND_BY_CARD_KEY = "
        select d.id
        from scenario_draft_cards c
        join scenario_drafts d on d.id = c.draft_id
        where c.card_key = $2 and d.author_id = $1 and d.deleted_at is null
        order by d.created_at desc, d.id desc
        limit 1";
    DELETE_CARD_KEYS = "delete from scenario_draft_cards where draft_id = $1";
    INSERT_CARD_KEY = "
        insert into scenario_draft_cards (draft_id, card_key)
        values ($1, $2)
        on conflict do nothing";
    SET_CARD_HASH = "update scenario_drafts set card_hash = $3 where id = $1 and author_id = $2";
    COUNT_DRAFTS = "select count(*) from scenario_drafts where author_id = $1";
    UPDATE_DRAFT = "
        update scenario_drafts
        set version = version + 1, title = $4, tagline = $5, title_key = $6, rating = $7, tags = $8,
            images = $9, missing_count = $10, updated_at = $11, document = $12
        where id = $1 and author_id = $2 and version = $3 and deleted_at is null";
    LOCK_DRAFT = "
        update scenario_drafts set version = version where id = $1 and author_id = $2 returning deleted_at";
    SET_DELETED = "
        update scenario_drafts
        set deleted_at = $3,
            state = case when state in ('public', 'unlisted') then 'private' else state end
        where id = $1 and author_id = $2";
    INSERT_IMAGE = "
        insert into scenario_draft_images (draft_id, key, created_at)
        values ($1, $2, $3)
        on conflict do nothing";
    LIST_IMAGES = "select key from scenario_draft_images where draft_id = $1";
    COUNT_IMAGES = "select count(*) from scenario_draft_images where draft_id = $1";
    LIST_IMAGES_OF_AUTHOR = "
        select i.key
        from scenario_draft_images i
        join scenario_drafts d on d.id = i.draft_id
        where d.author_id = $1
        union
        select key from scenario_kept_images where author_id = $1
        order by 1";
}

/// Stores a new draft, and what is found of it.
pub(super) async fn insert(tx: &mut Tx, origin: DraftOrigin<'_>, draft: &PreparedDraft) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_DRAFT)
            .bind(origin.id.as_str())
            .bind(origin.author.as_str())
            .bind(ScenarioState::Draft.name())
            .bind(&draft.title)
            .bind(&draft.tagline)
            .bind(&draft.title_key);
        let insert = insert
            .bind(draft.rating.map(kernel::Rating::as_str))
            .bind(Json(&draft.tags))
            .bind(Json(&draft.images))
            .bind(draft.missing.len() as i64)
            .bind(origin.card_hash)
            .bind(origin.now.0);
        insert.bind(Json(&draft.document)).execute(x).await.map(drop)
    })?;
    search_index::put(tx, origin.id.as_str(), &draft.index).await
}

/// A draft of this person, also in the trash.
pub(super) async fn find(
    conn: &mut Conn,
    id: &ScenarioId,
    author: &UserId,
) -> sqlx::Result<Option<DraftRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, DraftRow>(FIND_DRAFT)
        .bind(id.as_str())
        .bind(author.as_str())
        .fetch_optional(x)
        .await)
}

/// Whether this person has this draft, also in the trash.
pub(super) async fn exists(conn: &mut Conn, id: &ScenarioId, author: &UserId) -> sqlx::Result<bool> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, bool>(DRAFT_EXISTS)
        .bind(id.as_str())
        .bind(author.as_str())
        .fetch_one(x)
        .await)
}

/// The id of this person's latest draft, not in the trash, of the card file with this hash.
pub(super) async fn find_imported(
    conn: &mut Conn,
    author: &UserId,
    card_hash: &str,
) -> sqlx::Result<Option<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_IMPORTED)
        .bind(author.as_str())
        .bind(card_hash)
        .fetch_optional(x)
        .await)
}

/// The id of this person's draft, not in the trash, of a card with one of these keys: of the first key that has
/// one, and of several drafts the latest.
pub(super) async fn find_by_card_keys(
    conn: &mut Conn,
    author: &UserId,
    keys: &[String],
) -> sqlx::Result<Option<String>> {
    for key in keys {
        let found = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_BY_CARD_KEY)
            .bind(author.as_str())
            .bind(key)
            .fetch_optional(x)
            .await)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Sets by what the card of a draft is known again.
pub(super) async fn set_card_keys(tx: &mut Tx, id: &ScenarioId, keys: &[String]) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_CARD_KEYS)
        .bind(id.as_str())
        .execute(x)
        .await
        .map(drop))?;
    for key in keys {
        query_on!(tx, |x: D| sqlx::query::<D>(INSERT_CARD_KEY)
            .bind(id.as_str())
            .bind(key)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}

/// Sets the SHA-256 of the file whose card a draft holds.
pub(super) async fn set_card_hash(
    tx: &mut Tx,
    id: &ScenarioId,
    author: &UserId,
    hash: &str,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_CARD_HASH)
        .bind(id.as_str())
        .bind(author.as_str())
        .bind(hash)
        .execute(x)
        .await
        .map(drop))
}

/// How many drafts this person has, those in the trash included.
pub(super) async fn count(conn: &mut Conn, author: &UserId) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_DRAFTS)
        .bind(author.as_str())
        .fetch_one(x)
        .await)
}

/// Replaces a draft of this version, and what is found of it; returns whether it still had it and is not in the trash.
pub(super) async fn update(
    tx: &mut Tx,
    id: &ScenarioId,
    author: &UserId,
    version: i64,
    draft: &PreparedDraft,
    now: Timestamp,
) -> sqlx::Result<bool> {
    let is_current = query_on!(tx, |x: D| {
        let update = sqlx::query::<D>(UPDATE_DRAFT)
            .bind(id.as_str())
            .bind(author.as_str())
            .bind(version)
            .bind(&draft.title)
            .bind(&draft.tagline)
            .bind(&draft.title_key);
        let update = update
            .bind(draft.rating.map(kernel::Rating::as_str))
            .bind(Json(&draft.tags))
            .bind(Json(&draft.images))
            .bind(draft.missing.len() as i64)
            .bind(now.0);
        let done = update.bind(Json(&draft.document)).execute(x).await;
        done.map(|done| done.rows_affected() == 1)
    })?;
    if is_current {
        search_index::put(tx, id.as_str(), &draft.index).await?;
    }
    Ok(is_current)
}

/// Locks a draft of this person until the transaction ends; returns when it went to the trash.
pub(super) async fn lock(tx: &mut Tx, id: &ScenarioId, author: &UserId) -> sqlx::Result<Option<Option<i64>>> {
    query_on!(tx, |x: D| sqlx::query_scalar::<D, Option<i64>>(LOCK_DRAFT)
        .bind(id.as_str())
        .bind(author.as_str())
        .fetch_optional(x)
        .await)
}

/// Moves a draft to the trash or out of it. Its version stays: nothing in it has changed.
pub(super) async fn set_deleted(
    tx: &mut Tx,
    id: &ScenarioId,
    author: &UserId,
    at: Option<Timestamp>,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_DELETED)
        .bind(id.as_str())
        .bind(author.as_str())
        .bind(at.map(|at| at.0))
        .execute(x)
        .await
        .map(drop))
}

/// Records an image that was uploaded to a draft.
pub(super) async fn insert_image(
    tx: &mut Tx,
    id: &ScenarioId,
    key: &str,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_IMAGE)
        .bind(id.as_str())
        .bind(key)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// The blob keys of the images that were uploaded to a draft.
pub(super) async fn list_images(conn: &mut Conn, id: &ScenarioId) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_IMAGES)
        .bind(id.as_str())
        .fetch_all(x)
        .await)
}

pub(super) async fn count_images(conn: &mut Conn, id: &ScenarioId) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_IMAGES)
        .bind(id.as_str())
        .fetch_one(x)
        .await)
}

/// The blob keys of all images that a person uploaded to drafts, for their export.
///
/// # Errors
/// Database errors.
pub async fn list_images_of(conn: &mut Conn, author: &UserId) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(
        LIST_IMAGES_OF_AUTHOR
    )
    .bind(author.as_str())
    .fetch_all(x)
    .await)
}
