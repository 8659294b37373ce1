//! Keeps the copies that scenarios have of the verdicts on their images up to date.

use std::sync::Arc;

use kernel::ids::UserId;
use platform::db::{Isolation, Tx, query_on, statements};
use platform::image_judge::{AvatarMetric, Verdict, VerdictState, list_unapplied, take_unapplied};
use platform::slice::jobs::{Every, Job};
use platform::web::{Problem, Stale};
use sqlx::types::Json;
use tokio::sync::Notify;

use super::ScenarioId;
use super::access::invalidate;
use crate::AppState;

/// Changed verdicts that one run applies; the next run applies more.
const AT_ONCE: i64 = 200;

statements! {
    /// Uses the indexes of migration 0022; the expressions repeat theirs. Ratings for adults count before the
    /// verdict (`rules::counts_as_explicit`).
    APPLY_VERDICT = "
        update scenarios
        set avatar_metrics = $2, explicit = $3 or rating not in ('everyone', 'mature')
        where pictures ->> 'cover' = $1
            or (pictures ->> 'cover' is null and pictures ->> 'banner' = $1)
        returning id, author_id";
}

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "scenarios.apply_verdicts",
    every: Every::HalfMinute,
    after: &["image_judge.judge_pending"],
    run: |app| Box::pin(apply_verdicts(app)),
}];

/// What counts of the verdict on a scenario's cover, else on its banner: the results of the classifier, and
/// whether it is explicit. An image that was not judged yet is blurred by itself.
#[must_use]
pub fn findings(verdict: Option<Verdict>) -> (Vec<AvatarMetric>, bool) {
    verdict.map_or((Vec::new(), false), |verdict| {
        (verdict.metrics, verdict.state == VerdictState::Explicit)
    })
}

/// Applies verdicts as soon as this process learns of them, until it ends. What is missed, the job applies.
pub async fn follow_verdicts(app: AppState) {
    let changed = Arc::new(Notify::new());
    let notified = changed.clone();
    app.changes.listen(move |stale| {
        if matches!(stale, Stale::Tag("pictures") | Stale::Everything) {
            notified.notify_one();
        }
    });
    loop {
        if let Err(problem) = apply_verdicts(&app).await {
            tracing::warn!(detail = problem.detail(), "verdicts on images are applied later");
        }
        changed.notified().await;
    }
}

/// Brings changed verdicts to the scenarios that show the images; returns how many scenarios. Safe to run at
/// any time, also by several processes at once.
///
/// # Errors
/// Database errors; the next run tries again.
async fn apply_verdicts(app: &AppState) -> Result<u64, Problem> {
    let mut conn = app.db.read().await?;
    let keys = list_unapplied(&mut conn, AT_ONCE).await?;
    drop(conn);
    let mut applied = 0;
    for key in &keys {
        let use_case = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move { apply(tx, key).await })
        });
        let scenarios = use_case.await?;
        for (id, author) in &scenarios {
            invalidate(app, author, id);
        }
        if !scenarios.is_empty() {
            // Portraits of an explicit scenario's cast are explicit, too.
            app.changes.tag("pictures");
        }
        applied += scenarios.len() as u64;
    }
    Ok(applied)
}

async fn apply(tx: &mut Tx, key: &str) -> sqlx::Result<Vec<(ScenarioId, UserId)>> {
    let Some(verdict) = take_unapplied(tx, key).await? else {
        return Ok(Vec::new());
    };
    let (metrics, explicit) = findings(Some(verdict));
    let rows = query_on!(tx, |x: D| sqlx::query_as::<D, (String, String)>(APPLY_VERDICT)
        .bind(key)
        .bind(Json(&metrics))
        .bind(explicit)
        .fetch_all(x)
        .await)?;
    let scenario = |(id, author)| (ScenarioId::trusted(id), UserId::trusted(author));
    Ok(rows.into_iter().map(scenario).collect())
}
