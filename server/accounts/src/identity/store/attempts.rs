//! SQL of `identity_budgets`: how often something was tried, by bucket.

use kernel::Timestamp;
use platform::db::{Tx, query_on, statements};

use crate::identity::rules::{AttemptCount, AttemptLimit};

statements! {
    FIND_ATTEMPTS = "select used, last_at, free_at from identity_budgets where bucket = $1";
    LOCK_ATTEMPTS = "
        insert into identity_budgets (bucket, used, last_at, free_at)
        values ($1, 0, 0, 0)
        on conflict (bucket) do update set bucket = excluded.bucket";
    SET_ATTEMPTS = "update identity_budgets set used = $2, last_at = $3, free_at = $4 where bucket = $1";
    REFUND_ATTEMPT = "
        update identity_budgets
        set used = used - 1, free_at = case when used <= $2 then 0 else free_at end
        where bucket = $1 and used > 0";
    CLEAR_ATTEMPTS = "delete from identity_budgets where bucket = $1";
}

/// Counts one attempt, with the bucket locked against concurrent ones.
///
/// # Errors
/// Database errors. The inner error is the wait in seconds; then nothing was counted.
pub(crate) async fn count(
    tx: &mut Tx,
    bucket: &str,
    limit: &AttemptLimit,
    now: Timestamp,
) -> sqlx::Result<Result<(), u32>> {
    query_on!(tx, |x: D| sqlx::query::<D>(LOCK_ATTEMPTS)
        .bind(bucket)
        .execute(x)
        .await
        .map(drop))?;
    let (used, last_at, free_at): (i64, i64, i64) =
        query_on!(tx, |x: D| sqlx::query_as::<D, _>(FIND_ATTEMPTS)
            .bind(bucket)
            .fetch_one(x)
            .await)?;
    let counted = match limit.count(
        Some(AttemptCount {
            used,
            last_at,
            free_at,
        }),
        now,
    ) {
        Ok(counted) => counted,
        Err(wait) => return Ok(Err(wait)),
    };
    query_on!(tx, |x: D| sqlx::query::<D>(SET_ATTEMPTS)
        .bind(bucket)
        .bind(counted.used)
        .bind(counted.last_at)
        .bind(counted.free_at)
        .execute(x)
        .await
        .map(drop))?;
    Ok(Ok(()))
}

/// Refunds one attempt.
pub(crate) async fn refund(tx: &mut Tx, bucket: &str, limit: &AttemptLimit) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(REFUND_ATTEMPT)
        .bind(bucket)
        .bind(limit.free)
        .execute(x)
        .await
        .map(drop))
}

/// Deletes the count of a bucket: its owner has authenticated.
pub(crate) async fn clear(tx: &mut Tx, bucket: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(CLEAR_ATTEMPTS)
        .bind(bucket)
        .execute(x)
        .await
        .map(drop))
}
