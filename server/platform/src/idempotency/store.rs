//! SQL of stored answers.

use kernel::Timestamp;
use kernel::ids::UserId;

use crate::db::{Conn, Tx, query_on, statements};

/// The caller, the call and the key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct ScopeKey {
    pub(super) principal: String,
    pub(super) method: String,
    pub(super) route: String,
    pub(super) key: String,
}

/// A stored answer.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct AnswerRow {
    pub(super) fingerprint: String,
    pub(super) status: i64,
    pub(super) body: String,
    pub(super) expires_at: i64,
}

statements! {
    FORGET_ANSWERS = "delete from idempotency_keys where principal = $1";
    CHANGE_ANSWER = "
        update idempotency_keys
        set status = status
        where expires_at = (select max(expires_at) from idempotency_keys)";
    DROP_ANSWER = "
        delete from idempotency_keys
        where expires_at = (
            select max(i.expires_at)
            from idempotency_keys i
            join idempotency_horizon h on i.expires_at > h.expired_before
        )";
    FIND_ANSWER = "
        select fingerprint, status, body, expires_at
        from idempotency_keys
        where principal = $1 and method = $2 and route = $3 and key = $4";
    INSERT_ANSWER = "
        insert into idempotency_keys (principal, method, route, key, fingerprint, status, body, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict do nothing";
    MOVE_HORIZON = "update idempotency_horizon set expired_before = $1 where expired_before < $1";
    DELETE_EXPIRED = "
        delete from idempotency_keys
        where (principal, method, route, key) in (
            select principal, method, route, key
            from idempotency_keys
            where expires_at <= $1
            order by expires_at
            limit $2
        )";
}

/// The stored answer for this key.
pub(super) async fn find_answer(conn: &mut Conn, scope: &ScopeKey) -> sqlx::Result<Option<AnswerRow>> {
    query_on!(conn, |x: D| {
        let find = sqlx::query_as::<D, AnswerRow>(FIND_ANSWER)
            .bind(&scope.principal)
            .bind(&scope.method)
            .bind(&scope.route);
        find.bind(&scope.key).fetch_optional(x).await
    })
}

/// Stores an answer; false if there is one already.
pub(super) async fn insert_answer(tx: &mut Tx, scope: &ScopeKey, row: &AnswerRow) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_ANSWER)
            .bind(&scope.principal)
            .bind(&scope.method)
            .bind(&scope.route)
            .bind(&scope.key);
        let insert = insert
            .bind(&row.fingerprint)
            .bind(row.status)
            .bind(&row.body)
            .bind(row.expires_at);
        insert.execute(x).await.map(|done| done.rows_affected() == 1)
    })
}

/// Deletes up to `limit` answers that expired by `now`; returns how many.
pub(super) async fn delete_expired(tx: &mut Tx, now: Timestamp, limit: i64) -> sqlx::Result<u64> {
    query_on!(tx, |x: D| sqlx::query::<D>(MOVE_HORIZON)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))?;
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_EXPIRED)
        .bind(now.0)
        .bind(limit)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))
}

/// Statements that the database must refuse, with what it would mean if it did not.
pub const FORBIDDEN: &[(&str, &str)] = &[
    ("idempotency_keys can be changed", CHANGE_ANSWER),
    ("idempotency_keys can be deleted", DROP_ANSWER),
];

/// The principal of a person: the answers stored under it are deleted with their account.
#[must_use]
pub fn principal_of(person: &UserId) -> String {
    format!("person:{person}")
}

/// Deletes the answers to a principal that no longer exists (migration 36).
///
/// # Errors
/// Database errors, also if the principal still exists.
pub async fn purge_answers_to(tx: &mut Tx, principal: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(FORGET_ANSWERS)
        .bind(principal)
        .execute(x)
        .await
        .map(drop))
}
