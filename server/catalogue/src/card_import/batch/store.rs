//! SQL of batches and their files, as their owner sees them.

use std::collections::HashMap;

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use super::model::{ChangedCards, FileCounts, FileState};
use crate::card_import::model::ImportReport;

/// A batch as stored.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct BatchRow {
    pub(super) id: String,
    pub(super) name: Option<String>,
    pub(super) changed: Option<String>,
    pub(super) created_at: i64,
    pub(super) sealed_at: Option<i64>,
}

/// What is asked of a batch before a file is added or recorded.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct LockedBatch {
    pub(super) changed: Option<String>,
    pub(super) sealed_at: Option<i64>,
}

/// A file as stored, with the draft that it became if that is still there.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct FileRow {
    pub(super) position: i64,
    pub(super) name: String,
    pub(super) bytes: i64,
    pub(super) state: String,
    pub(super) problem: Option<String>,
    pub(super) differences: i64,
    pub(super) scenario_id: Option<String>,
    pub(super) scenario_title: Option<String>,
}

/// A file that was sent.
#[derive(Debug)]
pub(super) struct NewFile<'a> {
    pub(super) position: i64,
    pub(super) name: &'a str,
    pub(super) bytes: i64,
    pub(super) hash: &'a str,
    pub(super) blob: &'a str,
    pub(super) draft_id: &'a str,
}

/// Where a page of batches ended.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct BatchPosition(pub(super) i64, pub(super) String);

statements! {
    INSERT_BATCH = "
        insert into card_import_batches (id, owner_id, name, created_at, filled_at, taken_at)
        values ($1, $2, $3, $4, $4, $4)";
    FIND_BATCH = "
        select id, name, changed, created_at, sealed_at
        from card_import_batches
        where id = $1 and owner_id = $2";
    LOCK_BATCH = "
        update card_import_batches set taken_at = taken_at
        where id = $1 and owner_id = $2
        returning changed, sealed_at";
    LIST_BATCHES = "
        select id, name, changed, created_at, sealed_at
        from card_import_batches
        where owner_id = $1 and (created_at, id) < ($2, $3)
        order by created_at desc, id desc
        limit $4";
    COUNT_BATCHES = "
        select count(*) as batches,
            cast(coalesce(sum(case when b.sealed_at is null or exists (
                select 1 from card_import_files f
                where f.batch_id = b.id and f.state in ('waiting', 'importing', 'changed')
            ) then 1 else 0 end), 0) as bigint) as unfinished
        from card_import_batches b
        where b.owner_id = $1";
    SEAL_BATCH = "
        update card_import_batches set sealed_at = $3
        where id = $1 and owner_id = $2 and sealed_at is null";
    ANSWER_BATCH = "update card_import_batches set changed = $2 where id = $1";
    RELEASE_CHANGED = "
        update card_import_files set state = $2, ready_at = $3, attempts = 0
        where batch_id = $1 and state = 'changed'";
    SKIP_CHANGED = "
        update card_import_files set state = 'skipped', blob = null
        where batch_id = $1 and state = 'changed'";
    DELETE_BATCH = "delete from card_import_batches where id = $1 and owner_id = $2";
    COUNT_STATES = "
        select f.batch_id, f.state, count(*) as files
        from card_import_files f
        join card_import_batches b on b.id = f.batch_id
        where b.owner_id = $1 and b.id >= $2 and b.id <= $3
        group by f.batch_id, f.state";
    INSERT_FILE = "
        insert into card_import_files (batch_id, position, name, bytes, hash, blob, state, draft_id, differences,
            attempts, ready_at)
        values ($1, $2, $3, $4, $5, $6, 'waiting', $7, 0, 0, $8)";
    FILL_BATCH = "update card_import_batches set filled_at = $2 where id = $1";
    SUM_FILES = "
        select cast(coalesce(sum(bytes), 0) as bigint) from card_import_files where batch_id = $1";
    FIND_FILE = "
        select f.position, f.name, f.bytes, f.state, f.problem, f.differences, d.id as scenario_id,
            d.title as scenario_title
        from card_import_files f
        join card_import_batches b on b.id = f.batch_id
        left join scenario_drafts d on d.id = f.scenario_id and d.author_id = b.owner_id
        where f.batch_id = $1 and b.owner_id = $2 and f.position = $3";
    FIND_REPORT = "select report from card_import_files where batch_id = $1 and position = $2";
    LIST_FILES = "
        select f.position, f.name, f.bytes, f.state, f.problem, f.differences, d.id as scenario_id,
            d.title as scenario_title
        from card_import_files f
        join card_import_batches b on b.id = f.batch_id
        left join scenario_drafts d on d.id = f.scenario_id and d.author_id = b.owner_id
        where f.batch_id = $1 and b.owner_id = $2 and f.position > $3 and ($4 = '' or f.state = $4)
        order by f.position
        limit $5";
}

pub(super) async fn insert_batch(
    tx: &mut Tx,
    id: &str,
    owner: &UserId,
    name: Option<&str>,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_BATCH)
        .bind(id)
        .bind(owner.as_str())
        .bind(name)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

pub(super) async fn find_batch(conn: &mut Conn, id: &str, owner: &UserId) -> sqlx::Result<Option<BatchRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, BatchRow>(FIND_BATCH)
        .bind(id)
        .bind(owner.as_str())
        .fetch_optional(x)
        .await)
}

/// Locks a batch of this person until the transaction ends.
pub(super) async fn lock_batch(tx: &mut Tx, id: &str, owner: &UserId) -> sqlx::Result<Option<LockedBatch>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, LockedBatch>(LOCK_BATCH)
        .bind(id)
        .bind(owner.as_str())
        .fetch_optional(x)
        .await)
}

/// This person's batches, the newest first, after this position.
pub(super) async fn list_batches(
    conn: &mut Conn,
    owner: &UserId,
    after: Option<BatchPosition>,
    limit: u32,
) -> sqlx::Result<Vec<BatchRow>> {
    let BatchPosition(time, id) = after.unwrap_or(BatchPosition(i64::MAX, String::new()));
    query_on!(conn, |x: D| sqlx::query_as::<D, BatchRow>(LIST_BATCHES)
        .bind(owner.as_str())
        .bind(time)
        .bind(&id)
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)
}

/// How many batches a person has, and how many of them are not finished.
pub(super) async fn count_batches(conn: &mut Conn, owner: &UserId) -> sqlx::Result<(i64, i64)> {
    query_on!(conn, |x: D| sqlx::query_as::<D, (i64, i64)>(COUNT_BATCHES)
        .bind(owner.as_str())
        .fetch_one(x)
        .await)
}

/// How the files of this person's batches stand, by the batch's id: of those from `first` to `last`.
pub(super) async fn count_states(
    conn: &mut Conn,
    owner: &UserId,
    first: &str,
    last: &str,
) -> sqlx::Result<HashMap<String, FileCounts>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, (String, String, i64)>(
        COUNT_STATES
    )
    .bind(owner.as_str())
    .bind(first)
    .bind(last)
    .fetch_all(x)
    .await)?;
    let mut counts: HashMap<String, FileCounts> = HashMap::new();
    for (batch, state, files) in rows {
        counts
            .entry(batch)
            .or_default()
            .add(FileState::of_stored(&state), files);
    }
    Ok(counts)
}

pub(super) async fn seal_batch(tx: &mut Tx, id: &str, owner: &UserId, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SEAL_BATCH)
        .bind(id)
        .bind(owner.as_str())
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Stores the answer about changed cards, and lets those that wait for it go on.
pub(super) async fn answer_batch(
    tx: &mut Tx,
    id: &str,
    answer: ChangedCards,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(ANSWER_BATCH)
        .bind(id)
        .bind(answer.name())
        .execute(x)
        .await
        .map(drop))?;
    if answer == ChangedCards::Skip {
        return query_on!(tx, |x: D| sqlx::query::<D>(SKIP_CHANGED)
            .bind(id)
            .execute(x)
            .await
            .map(drop));
    }
    query_on!(tx, |x: D| sqlx::query::<D>(RELEASE_CHANGED)
        .bind(id)
        .bind(FileState::Waiting.name())
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Deletes a batch with its files; returns whether there was one.
pub(super) async fn delete_batch(tx: &mut Tx, id: &str, owner: &UserId) -> sqlx::Result<bool> {
    let done = query_on!(tx, |x: D| sqlx::query::<D>(DELETE_BATCH)
        .bind(id)
        .bind(owner.as_str())
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(done == 1)
}

/// Stores a file that waits from now on.
pub(super) async fn insert_file(
    tx: &mut Tx,
    batch: &str,
    file: &NewFile<'_>,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_FILE)
        .bind(batch)
        .bind(file.position)
        .bind(file.name)
        .bind(file.bytes)
        .bind(file.hash)
        .bind(file.blob)
        .bind(file.draft_id)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))?;
    query_on!(tx, |x: D| sqlx::query::<D>(FILL_BATCH)
        .bind(batch)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// The bytes of all files of a batch.
pub(super) async fn sum_files(conn: &mut Conn, batch: &str) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(SUM_FILES)
        .bind(batch)
        .fetch_one(x)
        .await)
}

pub(super) async fn find_file(
    conn: &mut Conn,
    batch: &str,
    owner: &UserId,
    position: i64,
) -> sqlx::Result<Option<FileRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, FileRow>(FIND_FILE)
        .bind(batch)
        .bind(owner.as_str())
        .bind(position)
        .fetch_optional(x)
        .await)
}

/// What became of the fields of a file; `None` if nothing was recorded.
pub(super) async fn find_report(
    conn: &mut Conn,
    batch: &str,
    position: i64,
) -> sqlx::Result<Option<ImportReport>> {
    let found = query_on!(conn, |x: D| sqlx::query_scalar::<D, Option<Json<ImportReport>>>(
        FIND_REPORT
    )
    .bind(batch)
    .bind(position)
    .fetch_optional(x)
    .await)?;
    Ok(found.flatten().map(|Json(report)| report))
}

/// The files of a batch of this person behind this position, in this state if there is one.
pub(super) async fn list_files(
    conn: &mut Conn,
    batch: &str,
    owner: &UserId,
    after: Option<i64>,
    state: Option<FileState>,
    limit: u32,
) -> sqlx::Result<Vec<FileRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, FileRow>(LIST_FILES)
        .bind(batch)
        .bind(owner.as_str())
        .bind(after.unwrap_or(-1))
        .bind(state.map_or("", FileState::name))
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)
}
