//! SQL of versions and reviews.

use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, statements};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sqlx::types::Json;

use super::judge::Finding;
use crate::scenarios::{Access, ScenarioId};

/// The latest version of a scenario.
#[derive(Debug, Clone, Copy, sqlx::FromRow)]
pub(super) struct LatestVersion {
    pub(super) number: i64,
    pub(super) draft_version: i64,
    pub(super) published_at: i64,
}

/// The latest version of a scenario that others could see until it was deleted.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct RemovedVersion {
    pub(super) draft_version: i64,
    pub(super) access: String,
    pub(super) document: Json<Box<RawValue>>,
}

/// A version to store.
#[derive(Debug)]
pub(super) struct NewVersion<'a> {
    pub(super) id: &'a ScenarioId,
    pub(super) number: i64,
    pub(super) draft_version: i64,
    pub(super) access: Access,
    pub(super) now: Timestamp,
    pub(super) is_closed: bool,
    pub(super) texts: &'a RawValue,
    pub(super) books: &'a RawValue,
    pub(super) document: &'a RawValue,
}

/// A draft that is to wait for an admin.
#[derive(Debug)]
pub(super) struct NewReview<'a> {
    pub(super) draft_version: i64,
    pub(super) access: Access,
    pub(super) doubts: &'a [Finding],
    pub(super) title: &'a str,
    pub(super) document: &'a RawValue,
}

/// Where a page of the queue ended.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct ReviewPosition(i64, String);

/// A draft that waits for an admin, without what it says.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct QueuedRow {
    pub(super) scenario_id: String,
    pub(super) title: String,
    pub(super) author_id: String,
    pub(super) authorname: String,
    pub(super) access: String,
    pub(super) doubts: Json<Vec<Finding>>,
    pub(super) submitted_at: i64,
}

/// A draft that waits for an admin.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct ReviewRow {
    pub(super) title: String,
    pub(super) author_id: String,
    pub(super) authorname: String,
    pub(super) draft_version: i64,
    pub(super) access: String,
    pub(super) doubts: Json<Vec<Finding>>,
    pub(super) submitted_at: i64,
    pub(super) document: Json<Box<RawValue>>,
}

statements! {
    FIND_LATEST = "
        select number, draft_version, published_at
        from scenario_versions
        where scenario_id = $1
        order by number desc
        limit 1";
    FIND_REMOVED = "
        select v.draft_version, v.access, v.document
        from scenario_versions v
        join scenarios s on s.id = v.scenario_id
        where v.scenario_id = $1 and s.author_id = $2 and s.removed_at is not null and (s.public or s.unlisted)
        order by v.number desc
        limit 1";
    FIND_FIRST_PUBLIC = "select min(first_public_at) from scenario_versions where scenario_id = $1";
    FIND_PLAYABLE = "
        select max(v.number)
        from scenario_versions v
        join scenarios s on s.id = v.scenario_id
        where v.scenario_id = $1 and (v.was_open or s.author_id = $2) and ($3 = 0 or v.number = $3)";
    FIND_TEXTS = "select texts from scenario_versions where scenario_id = $1 and number = $2";
    IS_CLOSED = "select closed from scenario_versions where scenario_id = $1 and number = $2";
    FIND_BOOKS = "select books from scenario_versions where scenario_id = $1 and number = $2";
    INSERT_VERSION = "
        insert into scenario_versions (scenario_id, number, draft_version, access, was_open, first_public_at,
            published_at, closed, texts, books, document)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    SET_VERSION_ACCESS = "
        update scenario_versions
        set access = $3, was_open = was_open or $4, first_public_at = coalesce(first_public_at, $5),
            published_at = case when access = $3 then published_at else $6 end
        where scenario_id = $1 and number = $2";
    PUT_REVIEW = "
        insert into scenario_reviews (scenario_id, draft_version, access, doubts, submitted_at, title, document)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (scenario_id) do update set draft_version = excluded.draft_version,
            access = excluded.access, doubts = excluded.doubts, submitted_at = excluded.submitted_at,
            title = excluded.title, document = excluded.document";
    LIST_REVIEWS = "
        select r.scenario_id, r.title, d.author_id, u.authorname, r.access, r.doubts, r.submitted_at
        from scenario_reviews r
        join scenario_drafts d on d.id = r.scenario_id and d.deleted_at is null
        join users u on u.id = d.author_id
        where (r.submitted_at, r.scenario_id) > ($1, $2)
        order by r.submitted_at, r.scenario_id
        limit $3";
    FIND_REVIEW = "
        select r.title, d.author_id, u.authorname, r.draft_version, r.access, r.doubts, r.submitted_at, r.document
        from scenario_reviews r
        join scenario_drafts d on d.id = r.scenario_id and d.deleted_at is null
        join users u on u.id = d.author_id
        where r.scenario_id = $1";
    FIND_WAITING = "select access, draft_version from scenario_reviews where scenario_id = $1";
    DELETE_REVIEW = "delete from scenario_reviews where scenario_id = $1";
}

pub(super) async fn find_latest(conn: &mut Conn, id: &ScenarioId) -> sqlx::Result<Option<LatestVersion>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, LatestVersion>(FIND_LATEST)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)
}

/// The latest version of this author's scenario, if others could see it until it was deleted.
pub(super) async fn find_removed(
    conn: &mut Conn,
    id: &ScenarioId,
    author: &str,
) -> sqlx::Result<Option<RemovedVersion>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, RemovedVersion>(FIND_REMOVED)
        .bind(id.as_str())
        .bind(author)
        .fetch_optional(x)
        .await)
}

/// When it was public first.
pub(super) async fn find_first_public(conn: &mut Conn, id: &ScenarioId) -> sqlx::Result<Option<Timestamp>> {
    let at = query_on!(conn, |x: D| sqlx::query_scalar::<D, Option<i64>>(
        FIND_FIRST_PUBLIC
    )
    .bind(id.as_str())
    .fetch_one(x)
    .await)?;
    Ok(at.map(Timestamp))
}

pub(super) async fn is_closed(conn: &mut Conn, id: &ScenarioId, number: i64) -> sqlx::Result<bool> {
    let closed = query_on!(conn, |x: D| sqlx::query_scalar::<D, bool>(IS_CLOSED)
        .bind(id.as_str())
        .bind(number)
        .fetch_optional(x)
        .await)?;
    // One that is gone with its author's account is nobody's to read either.
    Ok(closed.unwrap_or(true))
}

/// The latest version that this person may play, or this one of them; `named`: 0 for the latest.
pub(super) async fn find_playable(
    conn: &mut Conn,
    id: &ScenarioId,
    player: &str,
    named: i64,
) -> sqlx::Result<Option<i64>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, Option<i64>>(FIND_PLAYABLE)
        .bind(id.as_str())
        .bind(player)
        .bind(named)
        .fetch_one(x)
        .await)
}

pub(super) async fn find_texts(
    conn: &mut Conn,
    id: &ScenarioId,
    number: i64,
) -> sqlx::Result<Option<Box<RawValue>>> {
    find_json(conn, FIND_TEXTS, id, number).await
}

pub(super) async fn find_books(
    conn: &mut Conn,
    id: &ScenarioId,
    number: i64,
) -> sqlx::Result<Option<Box<RawValue>>> {
    find_json(conn, FIND_BOOKS, id, number).await
}

async fn find_json(
    conn: &mut Conn,
    text: &'static str,
    id: &ScenarioId,
    number: i64,
) -> sqlx::Result<Option<Box<RawValue>>> {
    let found = query_on!(conn, |x: D| sqlx::query_scalar::<D, Json<Box<RawValue>>>(text)
        .bind(id.as_str())
        .bind(number)
        .fetch_optional(x)
        .await)?;
    Ok(found.map(|json| json.0))
}

pub(super) async fn insert_version(tx: &mut Tx, new: &NewVersion<'_>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_VERSION)
            .bind(new.id.as_str())
            .bind(new.number)
            .bind(new.draft_version)
            .bind(new.access.name())
            .bind(new.access != Access::Private);
        let insert = insert
            .bind((new.access == Access::Public).then_some(new.now.0))
            .bind(new.now.0)
            .bind(new.is_closed);
        insert
            .bind(Json(new.texts))
            .bind(Json(new.books))
            .bind(Json(new.document))
            .execute(x)
            .await
            .map(drop)
    })
}

/// Sets who can see a version that is published again as it is.
pub(super) async fn set_version_access(
    tx: &mut Tx,
    id: &ScenarioId,
    number: i64,
    access: Access,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_VERSION_ACCESS)
        .bind(id.as_str())
        .bind(number)
        .bind(access.name())
        .bind(access != Access::Private)
        .bind((access == Access::Public).then_some(now.0))
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

pub(super) async fn put_review(
    tx: &mut Tx,
    id: &ScenarioId,
    new: &NewReview<'_>,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let put = sqlx::query::<D>(PUT_REVIEW)
            .bind(id.as_str())
            .bind(new.draft_version)
            .bind(new.access.name())
            .bind(Json(new.doubts))
            .bind(now.0);
        put.bind(new.title)
            .bind(Json(new.document))
            .execute(x)
            .await
            .map(drop)
    })
}

/// Up to `limit` drafts that wait, the longest waiting first, each with its position.
pub(super) async fn list_reviews(
    conn: &mut Conn,
    after: Option<ReviewPosition>,
    limit: u32,
) -> sqlx::Result<Vec<(QueuedRow, ReviewPosition)>> {
    let ReviewPosition(at, id) = after.unwrap_or_default();
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, QueuedRow>(LIST_REVIEWS)
        .bind(at)
        .bind(id)
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)?;
    let positioned = |row: QueuedRow| {
        let position = ReviewPosition(row.submitted_at, row.scenario_id.clone());
        (row, position)
    };
    Ok(rows.into_iter().map(positioned).collect())
}

pub(super) async fn find_review(conn: &mut Conn, id: &ScenarioId) -> sqlx::Result<Option<ReviewRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, ReviewRow>(FIND_REVIEW)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)
}

/// The version of the draft that waits for an admin, and who is to see it.
pub(super) async fn find_waiting(conn: &mut Conn, id: &ScenarioId) -> sqlx::Result<Option<(Access, i64)>> {
    let waiting = query_on!(conn, |x: D| sqlx::query_as::<D, (String, i64)>(FIND_WAITING)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(waiting.map(|(access, version)| (Access::of_stored(&access), version)))
}

pub(super) async fn delete_review(tx: &mut Tx, id: &ScenarioId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_REVIEW)
        .bind(id.as_str())
        .execute(x)
        .await
        .map(drop))
}
