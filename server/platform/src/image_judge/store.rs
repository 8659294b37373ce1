//! SQL of verdicts.
//!
//! A verdict that changes is marked (`unapplied_since`) until those who keep a copy of it have followed.

use std::collections::HashMap;

use futures::future::BoxFuture;
use kernel::Timestamp;
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::rules::{AvatarMetric, MAX_ATTEMPTS, Verdict};
use crate::blobs::BlobKey;
use crate::db::{Conn, Tx, push_in_list, query_on, statements};

/// Keys of one look-up: fewer than the parameters that an engine takes.
const KEYS_AT_ONCE: usize = 1_000;

statements! {
    REGISTER = "
        insert into image_verdicts (key, attempts, registered_at)
        values ($1, 0, $2)
        on conflict do nothing";
    IS_BLURRED = "
        select exists (
            select 1 from image_verdicts where key = $1 and coalesce(decided_explicit, explicit, true)
        )";
    LIST_PENDING = "
        select key
        from image_verdicts
        where judged_at is null and attempts < $1
        order by attempts, registered_at, key
        limit $2";
    COUNT_ATTEMPT = "
        update image_verdicts set attempts = attempts + 1 where key = $1 and judged_at is null";
    RECORD = "
        update image_verdicts
        set metrics = $2, explicit = $3, judged_at = $4, unapplied_since = $4
        where key = $1 and judged_at is null";
    LOCK_VERDICT = "
        update image_verdicts
        set attempts = attempts
        where key = $1
        returning key, metrics, explicit, decided_explicit";
    DECIDE = "
        update image_verdicts
        set decided_explicit = $2, decided_at = $3, unapplied_since = $4
        where key = $1";
    LIST_UNAPPLIED = "
        select key
        from image_verdicts
        where unapplied_since is not null
        order by unapplied_since, key
        limit $1";
    TAKE_UNAPPLIED = "
        update image_verdicts
        set unapplied_since = null
        where key = $1 and unapplied_since is not null
        returning key, metrics, explicit, decided_explicit";
    FORGET = "delete from image_verdicts where key = $1";
    FORGET_FOLDER = "delete from image_verdicts where substr(key, 1, length($1)) = $1";
    COUNT_VERDICTS = "
        select count(*) as registered, count(judged_at) as judged,
            count(*) filter (where judged_at is null and attempts < $1) as pending,
            count(*) filter (where judged_at is null and attempts >= $1) as unreadable,
            count(*) filter (where coalesce(decided_explicit, explicit)) as explicit,
            count(decided_explicit) as decided,
            min(registered_at) filter (where judged_at is null and attempts < $1) as oldest_pending_at
        from image_verdicts";
}

#[derive(sqlx::FromRow)]
pub(super) struct VerdictRow {
    key: String,
    metrics: Option<Json<Vec<AvatarMetric>>>,
    pub(super) explicit: Option<bool>,
    pub(super) decided_explicit: Option<bool>,
}

impl From<VerdictRow> for Verdict {
    fn from(row: VerdictRow) -> Self {
        let metrics = row.metrics.map(|Json(metrics)| metrics);
        Self::of(metrics, row.explicit, row.decided_explicit)
    }
}

/// How many images there are, by what is known of them.
#[derive(sqlx::FromRow)]
pub(super) struct VerdictCounts {
    pub(super) registered: i64,
    pub(super) judged: i64,
    pub(super) pending: i64,
    pub(super) unreadable: i64,
    pub(super) explicit: i64,
    pub(super) decided: i64,
    pub(super) oldest_pending_at: Option<i64>,
}

/// Registers an uploaded image as pending. One that is known keeps its verdict: its key is made of its
/// content.
///
/// # Errors
/// Database errors.
pub async fn register(tx: &mut Tx, key: &str, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(REGISTER)
        .bind(key)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Forgets an image whose blob was deleted.
///
/// # Errors
/// Database errors.
pub async fn forget(tx: &mut Tx, key: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(FORGET)
        .bind(key)
        .execute(x)
        .await
        .map(drop))
}

/// Forgets all images in a folder of the blob store, whose name ends with a slash.
///
/// # Errors
/// Database errors.
pub async fn forget_folder(tx: &mut Tx, folder: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(FORGET_FOLDER)
        .bind(folder)
        .execute(x)
        .await
        .map(drop))
}

/// Whether this image is registered and pending or explicit. An image that was never registered is not.
///
/// # Errors
/// Database errors.
pub fn is_blurred<'a>(conn: &'a mut Conn, key: &'a BlobKey) -> BoxFuture<'a, sqlx::Result<bool>> {
    Box::pin(async move {
        query_on!(conn, |x: D| sqlx::query_scalar::<D, bool>(IS_BLURRED)
            .bind(key.as_str())
            .fetch_one(x)
            .await)
    })
}

/// The verdicts of these images. Those that were never registered are left out.
///
/// # Errors
/// Database errors.
pub async fn verdicts_of(conn: &mut Conn, keys: &[&str]) -> sqlx::Result<HashMap<String, Verdict>> {
    let mut verdicts = HashMap::with_capacity(keys.len());
    for some in keys.chunks(KEYS_AT_ONCE) {
        let rows = query_on!(conn, |x: D| {
            let mut query = QueryBuilder::<D>::new(
                "select key, metrics, explicit, decided_explicit from image_verdicts where key in ",
            );
            push_in_list(&mut query, some.iter().copied());
            query.build_query_as::<VerdictRow>().fetch_all(x).await
        })?;
        verdicts.extend(rows.into_iter().map(|row| (row.key.clone(), row.into())));
    }
    Ok(verdicts)
}

/// The verdict of an image, which no other transaction changes until this one ends: what is copied of it is
/// not outdated by a verdict that comes meanwhile. `None` if it was never registered.
///
/// # Errors
/// Database errors.
pub async fn lock_verdict(tx: &mut Tx, key: &str) -> sqlx::Result<Option<Verdict>> {
    Ok(lock(tx, key).await?.map(Verdict::from))
}

pub(super) async fn lock(tx: &mut Tx, key: &str) -> sqlx::Result<Option<VerdictRow>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, VerdictRow>(LOCK_VERDICT)
        .bind(key)
        .fetch_optional(x)
        .await)
}

/// The images whose verdict has changed since copies of it were made, the longest ago first.
///
/// # Errors
/// Database errors.
pub async fn list_unapplied(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_UNAPPLIED)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// The verdict of an image, if it has changed since copies of it were made; the caller makes them in the same
/// transaction.
///
/// # Errors
/// Database errors.
pub async fn take_unapplied(tx: &mut Tx, key: &str) -> sqlx::Result<Option<Verdict>> {
    let row = query_on!(tx, |x: D| sqlx::query_as::<D, VerdictRow>(TAKE_UNAPPLIED)
        .bind(key)
        .fetch_optional(x)
        .await)?;
    Ok(row.map(Verdict::from))
}

pub(super) async fn count(conn: &mut Conn) -> sqlx::Result<VerdictCounts> {
    query_on!(conn, |x: D| sqlx::query_as::<D, VerdictCounts>(COUNT_VERDICTS)
        .bind(MAX_ATTEMPTS)
        .fetch_one(x)
        .await)
}

/// The images that wait longest to be judged, those that failed less often first; not those that failed
/// [`MAX_ATTEMPTS`] times.
pub(super) async fn list_pending(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_PENDING)
        .bind(MAX_ATTEMPTS)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// Counts an attempt to judge an image that failed.
pub(super) async fn count_attempt(tx: &mut Tx, key: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(COUNT_ATTEMPT)
        .bind(key)
        .execute(x)
        .await
        .map(drop))
}

/// Records what the model found; returns whether that was still unknown.
pub(crate) async fn record(
    tx: &mut Tx,
    key: &str,
    metrics: &[AvatarMetric],
    explicit: bool,
    now: Timestamp,
) -> sqlx::Result<bool> {
    let done = query_on!(tx, |x: D| sqlx::query::<D>(RECORD)
        .bind(key)
        .bind(Json(metrics))
        .bind(explicit)
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(done == 1)
}

/// Records a moderator's decision, or with `None` that there is none any more.
pub(super) async fn decide(
    tx: &mut Tx,
    key: &str,
    explicit: Option<bool>,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DECIDE)
        .bind(key)
        .bind(explicit)
        .bind(explicit.map(|_| now.0))
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}
