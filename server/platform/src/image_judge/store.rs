//! SQL of verdicts.

use std::collections::HashMap;

use futures::future::BoxFuture;
use kernel::Timestamp;
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::rules::{AvatarMetric, Verdict};
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
        set metrics = $2, explicit = $3, judged_at = $4
        where key = $1 and judged_at is null";
    DECIDE = "update image_verdicts set decided_explicit = $2, decided_at = $3 where key = $1";
    FORGET = "delete from image_verdicts where key = $1";
}

#[derive(sqlx::FromRow)]
struct VerdictRow {
    key: String,
    metrics: Option<Json<Vec<AvatarMetric>>>,
    explicit: Option<bool>,
    decided_explicit: Option<bool>,
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
        verdicts.extend(rows.into_iter().map(|row| {
            let metrics = row.metrics.map(|Json(metrics)| metrics);
            (row.key, Verdict::of(metrics, row.explicit, row.decided_explicit))
        }));
    }
    Ok(verdicts)
}

/// The images that wait longest to be judged, those that failed less often first; not those that failed
/// `max_attempts` times.
pub(super) async fn list_pending(
    conn: &mut Conn,
    max_attempts: i64,
    limit: i64,
) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_PENDING)
        .bind(max_attempts)
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
pub(super) async fn record(
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

/// Records a moderator's decision, or with `None` that there is none any more; returns whether the image is
/// known.
pub(super) async fn decide(
    tx: &mut Tx,
    key: &str,
    explicit: Option<bool>,
    now: Timestamp,
) -> sqlx::Result<bool> {
    let done = query_on!(tx, |x: D| sqlx::query::<D>(DECIDE)
        .bind(key)
        .bind(explicit)
        .bind(explicit.map(|_| now.0))
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(done == 1)
}
