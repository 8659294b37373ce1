//! The use cases of verdicts: judging what is pending, and a moderator's decision.

use std::time::{Duration, Instant};

use bytes::Bytes;
use serde_json::json;
use tokio::task::JoinHandle;

use super::rules::is_explicit;
use super::service::NotJudged;
use super::store;
use crate::AppState;
use crate::audit;
use crate::blobs::BlobKey;
use crate::db::Isolation;
use crate::media::UPLOAD_BYTES;
use crate::web::Problem;

/// Images that one round of the job judges: a few seconds of work.
const AT_ONCE: i64 = 40;
/// A round that has lasted for longer ends: other jobs wait for it, and on a busy machine each image takes
/// long.
const ROUND: Duration = Duration::from_secs(5);

/// Judges these registered images in the background, so that their verdict is known within seconds. Call it
/// after the commit. What it does not get to, the job judges. Returns the task, which goes on if nobody waits
/// for it; `None` if the job has to judge all of them.
pub fn judge_soon(app: &AppState, keys: Vec<String>) -> Option<JoinHandle<()>> {
    let place = app.image_judge.wait()?;
    let app = app.clone();
    Some(tokio::spawn(async move {
        let _place = place;
        for key in &keys {
            if let Err(problem) = judge_one(&app, key).await {
                tracing::warn!(%key, detail = problem.detail(), "an image is judged later");
            }
        }
    }))
}

/// Judges images that are pending; returns how many. The next round judges more.
///
/// # Errors
/// Errors of the database or the blob store; the next round tries again.
pub(super) async fn judge_pending(app: &AppState) -> Result<u64, Problem> {
    let mut conn = app.db.read().await?;
    let keys = store::list_pending(&mut conn, AT_ONCE).await?;
    drop(conn);
    if keys.is_empty() || !app.image_judge.is_ready().await {
        return Ok(0);
    }
    let (begun, mut judged) = (Instant::now(), 0);
    for key in &keys {
        judged += u64::from(judge_one(app, key).await?);
        if begun.elapsed() > ROUND {
            break;
        }
    }
    Ok(judged)
}

/// Judges an image; returns whether there is a new verdict.
async fn judge_one(app: &AppState, key: &str) -> Result<bool, Problem> {
    let judged = match read(app, key).await? {
        Some(file) => app.image_judge.judge(file).await,
        None => Err(NotJudged::Failed),
    };
    let now = app.clock.now();
    let use_case = match judged {
        Ok(metrics) => {
            let explicit = is_explicit(&metrics);
            app.db
                .transact(Isolation::Ordinary, move |tx| {
                    let metrics = metrics.clone();
                    Box::pin(async move { store::record(tx, key, &metrics, explicit, now).await })
                })
                .await
        }
        Err(NotJudged::NoModel) => return Ok(false),
        Err(error) => {
            tracing::warn!(%error, key, "the image {key} could not be judged and stays blurred");
            app.db
                .transact(Isolation::Ordinary, |tx| {
                    Box::pin(async move { store::count_attempt(tx, key).await.map(|()| false) })
                })
                .await
        }
    };
    let is_new = use_case?;
    if is_new {
        app.changes.tag("pictures");
    }
    Ok(is_new)
}

/// The file of an image; `None` if there is none of an acceptable size.
async fn read(app: &AppState, key: &str) -> Result<Option<Bytes>, Problem> {
    let Ok(key) = BlobKey::parse(key) else {
        return Ok(None);
    };
    match app.blobs.head(&key).await? {
        Some(info) if info.size <= UPLOAD_BYTES as u64 => Ok(app.blobs.get(&key).await?),
        _ => Ok(None),
    }
}

/// Records a moderator's decision whether an image is explicit, which counts before what the model found;
/// `None` withdraws it. `event` says who decides and why; what was and what is now is added, and it goes into
/// the audit log with the decision. Returns whether the image is registered; if not, nothing is recorded.
///
/// # Errors
/// Database errors.
pub async fn decide(
    app: &AppState,
    key: &str,
    explicit: Option<bool>,
    event: &audit::Event<'_>,
) -> Result<bool, Problem> {
    let now = app.clock.now();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let Some(row) = store::lock(tx, key).await? else {
                return Ok(false);
            };
            store::decide(tx, key, explicit, now).await?;
            let stands = |decided: Option<bool>| json!({ "judged": row.explicit, "decided": decided });
            let (before, after) = (stands(row.decided_explicit), stands(explicit));
            let event = audit::Event {
                before: Some(&before),
                after: Some(&after),
                ..*event
            };
            audit::record(tx, &event).await?;
            Ok::<_, Problem>(true)
        })
    });
    let is_known = use_case.await?;
    if is_known {
        app.changes.tag("pictures");
    }
    Ok(is_known)
}
