//! Runs an effect at most once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use super::errors;

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::future::BoxFuture;
use kernel::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::extract::{Idempotency, Keyed};
use super::rules::{KEEP_MILLIS, is_remembered};
use super::store::{self, AnswerRow, ScopeKey};
use crate::AppState;
use crate::db::{Db, Isolation, Scope};
use crate::web::Problem;

/// The header that marks a repeated answer.
pub const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
/// Seconds after which a request may be sent again while the same request is still running.
const RETRY_SECS: u32 = 1;
/// Rows that the job deletes in one transaction.
const PURGED_AT_ONCE: u64 = 1_000;

/// An answer: a status and a JSON body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    status: StatusCode,
    body: String,
    is_replayed: bool,
}

impl Reply {
    /// An answer with this body.
    ///
    /// # Errors
    /// 500 if the body cannot be written as JSON.
    pub fn json(status: StatusCode, body: &impl Serialize) -> Result<Self, Problem> {
        Ok(Self {
            status,
            body: serde_json::to_string(body).map_err(Problem::internal)?,
            is_replayed: false,
        })
    }

    /// 204 without a body.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            status: StatusCode::NO_CONTENT,
            body: String::new(),
            is_replayed: false,
        }
    }

    /// Its status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Whether an earlier request with the same key was answered so.
    #[must_use]
    pub fn is_replayed(&self) -> bool {
        self.is_replayed
    }

    /// What its body says, for calls that answer with more than what they store.
    ///
    /// # Errors
    /// 500 if the body is another one: that of a refusal, or of another version of the server.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        serde_json::from_str(&self.body).map_err(Problem::internal)
    }

    /// The same answer with another body.
    ///
    /// # Errors
    /// 500 if the body cannot be written as JSON.
    pub fn with_body(self, body: &impl Serialize) -> Result<Self, Problem> {
        let Self { body, .. } = Self::json(self.status, body)?;
        Ok(Self { body, ..self })
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let kind = if self.status.is_client_error() {
            "application/problem+json; charset=utf-8"
        } else {
            "application/json"
        };
        let is_empty = self.body.is_empty();
        let mut response = (self.status, self.body).into_response();
        response.headers_mut().remove(header::CONTENT_TYPE);
        if !is_empty {
            response
                .headers_mut()
                .insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        }
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.is_replayed {
            response
                .headers_mut()
                .insert(REPLAYED, HeaderValue::from_static("true"));
        }
        response
    }
}

/// The keyed requests that this process is running, with their fingerprints. Clones share them.
#[derive(Clone, Default)]
pub struct Running(Arc<Mutex<HashMap<ScopeKey, String>>>);

impl Running {
    /// `None` if the same request is running.
    fn enter(&self, scope: &ScopeKey, fingerprint: &str) -> Result<Entered, Problem> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match running.entry(scope.clone()) {
            Entry::Vacant(free) => {
                free.insert(fingerprint.to_owned());
                Ok(Entered {
                    running: self.clone(),
                    scope: scope.clone(),
                })
            }
            Entry::Occupied(twin) if twin.get() == fingerprint => Err(in_progress()),
            Entry::Occupied(_) => Err(reused()),
        }
    }
}

struct Entered {
    running: Running,
    scope: ScopeKey,
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.running
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&self.scope);
    }
}

impl Idempotency {
    /// Runs the effect in a transaction, as [`Db::transact`] does, and returns its answer; if the request
    /// carries a key that was answered before, it returns the stored answer instead. `principal` is the
    /// caller: two callers never share a key. The same request at two processes of a site at once waits in
    /// the database.
    ///
    /// # Errors
    /// The effect's own; 409 `IDEMPOTENCY_IN_PROGRESS`, 422 `IDEMPOTENCY_KEY_REUSED`.
    pub async fn run<'env, F>(
        &self,
        app: &AppState,
        principal: &impl std::fmt::Display,
        isolation: Isolation,
        mut effect: F,
    ) -> Result<Reply, Problem>
    where
        F: for<'t> FnMut(&'t mut Scope<'env>) -> BoxFuture<'t, Result<Reply, Problem>> + Send,
    {
        let Some(keyed) = &self.keyed else {
            return app.db.transact(isolation, effect).await;
        };
        let scope = keyed.scope(principal);
        let _entered = app.running.enter(&scope, &keyed.fingerprint)?;
        let now = app.clock.now();
        let mut attempts = app.db.attempts(isolation);
        loop {
            let mut tx = attempts.begin().await?;
            let result = attempts
                .bounded(run_once(&mut tx, &scope, keyed, now, &mut effect))
                .await;
            if let Some(result) = attempts.end(tx, result).await {
                return result;
            }
        }
    }

    /// The stored answer to an earlier request with this key, for calls that do much before they
    /// [`run`](Self::run) their effect. `None` if there is none, or this request has no key.
    ///
    /// # Errors
    /// 422 `IDEMPOTENCY_KEY_REUSED`.
    pub async fn find_answer(
        &self,
        app: &AppState,
        principal: &impl std::fmt::Display,
    ) -> Result<Option<Reply>, Problem> {
        let Some(keyed) = &self.keyed else {
            return Ok(None);
        };
        let mut conn = app.db.read().await?;
        let answer = store::find_answer(&mut conn, &keyed.scope(principal)).await?;
        match answer.filter(|answer| answer.expires_at > app.clock.now().0) {
            None => Ok(None),
            Some(answer) if answer.fingerprint == keyed.fingerprint => answer.reply().map(Some),
            Some(_) => Err(reused()),
        }
    }
}

impl Keyed {
    fn scope(&self, principal: &impl std::fmt::Display) -> ScopeKey {
        ScopeKey {
            principal: principal.to_string(),
            method: self.method.clone(),
            route: self.route.clone(),
            key: self.key.clone(),
        }
    }
}

async fn run_once<'env, F>(
    tx: &mut Scope<'env>,
    scope: &ScopeKey,
    keyed: &Keyed,
    now: Timestamp,
    effect: &mut F,
) -> Result<Reply, Problem>
where
    F: for<'t> FnMut(&'t mut Scope<'env>) -> BoxFuture<'t, Result<Reply, Problem>> + Send,
{
    match store::find_answer(tx, scope).await? {
        Some(answer) if answer.expires_at <= now.0 => {
            // The job has not deleted it yet; the oldest are deleted first.
            while store::find_answer(tx, scope).await?.is_some() {
                store::delete_expired(tx, now, i64::try_from(PURGED_AT_ONCE).unwrap_or(i64::MAX)).await?;
            }
        }
        Some(answer) if answer.fingerprint == keyed.fingerprint => {
            return answer.reply();
        }
        Some(_) => return Err(reused()),
        None => {}
    }
    tx.savepoint().await?;
    let reply = match effect(tx).await {
        Ok(reply) => {
            tx.keep_savepoint().await?;
            reply
        }
        Err(problem) if is_remembered(problem.code()) => {
            tx.undo_savepoint().await?;
            // Serialised here and not by the outer layers, so that its bytes never change.
            Reply::json(problem.status(), &problem)?
        }
        Err(problem) => return Err(problem),
    };
    let row = AnswerRow {
        fingerprint: keyed.fingerprint.clone(),
        status: i64::from(reply.status.as_u16()),
        body: reply.body.clone(),
        expires_at: now.plus_millis(KEEP_MILLIS).0,
    };
    // The same request in another process was quicker.
    if !store::insert_answer(tx, scope, &row).await? {
        return Err(Problem::contended());
    }
    Ok(reply)
}

impl AnswerRow {
    /// The answer to a request that was answered before.
    fn reply(self) -> Result<Reply, Problem> {
        let status = u16::try_from(self.status)
            .ok()
            .and_then(|status| StatusCode::from_u16(status).ok());
        Ok(Reply {
            status: status.ok_or_else(|| Problem::internal("a stored answer has no status"))?,
            body: self.body,
            is_replayed: true,
        })
    }
}

fn in_progress() -> Problem {
    Problem::new(
        errors::IDEMPOTENCY_IN_PROGRESS,
        "The same request is still running. Please wait a moment.",
    )
    .with_retry_after(RETRY_SECS)
}

fn reused() -> Problem {
    Problem::new(
        errors::IDEMPOTENCY_KEY_REUSED,
        "This Idempotency-Key was used for another request.",
    )
}

/// Deletes answers that are older than a day; returns how many. A job; safe to run twice.
///
/// # Errors
/// Database errors.
pub async fn purge(db: &Db, now: Timestamp) -> sqlx::Result<u64> {
    let limit = i64::try_from(PURGED_AT_ONCE).unwrap_or(i64::MAX);
    let mut purged = 0;
    loop {
        let some = db
            .transact(Isolation::Ordinary, |tx| {
                Box::pin(async move { store::delete_expired(tx, now, limit).await })
            })
            .await?;
        purged += some;
        if some < PURGED_AT_ONCE {
            return Ok(purged);
        }
    }
}
