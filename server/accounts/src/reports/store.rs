//! SQL of reports.

use kernel::Timestamp;
use platform::db::{Conn, Tx, push_in_list, query_on, statements};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::model::{NewReport, Receipt};

statements! {
    INSERT_REPORT = "
        insert into reports (id, kind, target_id, subject_kind, subject_id, made_by, reporter_id, sender_hash,
            same_hash, reason, note, copy, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        on conflict (same_hash)
        where same_hash is not null do nothing";
    FIND_SAME_REPORT = "select id, created_at from reports where same_hash = $1";
    DELETE_OLD_REPORTS = "
        delete from reports
        where id in (select id from reports where created_at < $1 order by created_at limit $2)";
    REMOVE_GUEST_REPORTERS = "
        update reports
        set reporter_id = null, sender_hash = null, same_hash = null
        where id in (
            select id
            from reports r
            where r.made_by = 'guest' and r.reporter_id is not null and not exists (
                select 1
                from guest_sessions g
                where g.id = r.reporter_id
            )
            limit $1
        )";
    REMOVE_GUEST_SUBJECTS = "
        update reports
        set subject_kind = null, subject_id = null
        where id in (
            select id
            from reports r
            where r.subject_kind = 'guest' and not exists (
                select 1
                from guest_sessions g
                where g.id = r.subject_id
            )
            limit $1
        )";
    REMOVE_REPLY_ADDRESSES = "
        update reports
        set reply_to = null
        where id in (
            select id
            from reports
            where reply_to is not null and created_at < $1
            order by created_at
            limit $2
        )";
    /// Only of those without an account: the others are reached by their account.
    SET_REPLY_TO = "update reports set reply_to = $2 where id = $1 and made_by in ('guest', 'visitor')";
    COUNT_REPORTS_SINCE = "select count(*) from reports where sender_hash = $1 and created_at > $2";
    INSERT_REPORT_PICTURE = "
        insert into report_pictures (report_id, content)
        values ($1, $2)
        on conflict (report_id) do nothing";
}

/// How many reports of one sender were filed since this moment.
pub(super) async fn count_since(conn: &mut Conn, sender_hash: &str, since: Timestamp) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_REPORTS_SINCE)
        .bind(sender_hash)
        .bind(since.0)
        .fetch_one(x)
        .await)
}

/// Stores the picture of a report, as base64.
pub(super) async fn insert_picture(tx: &mut Tx, report: &str, content: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_REPORT_PICTURE)
        .bind(report)
        .bind(content)
        .execute(x)
        .await
        .map(drop))
}

/// Stores the address at which the reporter wants to be answered.
pub(super) async fn set_reply_to(tx: &mut Tx, report: &str, address: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_REPLY_TO)
        .bind(report)
        .bind(address)
        .execute(x)
        .await
        .map(drop))
}

/// Stores a report; false where the same was stored before.
pub(super) async fn insert(
    tx: &mut Tx,
    id: &str,
    same_hash: Option<&str>,
    new: &NewReport<'_>,
) -> sqlx::Result<bool> {
    let subject = new.subject.map(|subject| (subject.kind(), subject.id()));
    let inserted = query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_REPORT)
            .bind(id)
            .bind(new.kind.name)
            .bind(new.target_id);
        let insert = insert
            .bind(subject.map(|of| of.0))
            .bind(subject.map(|of| of.1))
            .bind(new.reporter.kind())
            .bind(new.reporter.id());
        let insert = insert
            .bind(new.sender)
            .bind(same_hash)
            .bind(new.reason)
            .bind(new.note)
            .bind(Json(new.copy))
            .bind(new.now.0);
        insert.execute(x).await.map(|done| done.rows_affected())
    })?;
    Ok(inserted == 1)
}

/// The receipt of the report with this hash.
pub(super) async fn find_same(conn: &mut Conn, same_hash: &str) -> sqlx::Result<Receipt> {
    let (id, at): (String, i64) = query_on!(conn, |x: D| sqlx::query_as::<D, _>(FIND_SAME_REPORT)
        .bind(same_hash)
        .fetch_one(x)
        .await)?;
    Ok(Receipt {
        id,
        at: Timestamp(at),
    })
}

/// Deletes reports from before this moment; how many.
pub(super) async fn delete_before(tx: &mut Tx, before: Timestamp, limit: i64) -> sqlx::Result<u64> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_OLD_REPORTS)
        .bind(before.0)
        .bind(limit)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))
}

/// Removes the addresses of reporters from reports from before this moment.
pub(super) async fn purge_addresses(tx: &mut Tx, before: Timestamp, limit: i64) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(REMOVE_REPLY_ADDRESSES)
        .bind(before.0)
        .bind(limit)
        .execute(x)
        .await
        .map(drop))
}

/// Removes guests who are gone from reports.
pub(super) async fn purge_guests(tx: &mut Tx, limit: i64) -> sqlx::Result<()> {
    for text in [REMOVE_GUEST_REPORTERS, REMOVE_GUEST_SUBJECTS] {
        query_on!(tx, |x: D| sqlx::query::<D>(text)
            .bind(limit)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}

/// Deletes the reports with these ids.
pub(super) async fn delete(tx: &mut Tx, ids: &[String]) -> sqlx::Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    query_on!(tx, |x: D| {
        let mut query = QueryBuilder::<D>::new("delete from reports where id in ");
        push_in_list(&mut query, ids);
        query.build().execute(x).await.map(drop)
    })
}
