//! The use cases of verdicts: judging what is pending, and a moderator's decision.

use std::time::{Duration, Instant};

use bytes::Bytes;

use super::rules::is_explicit;
use super::service::NotJudged;
use super::store;
use crate::AppState;
use crate::blobs::BlobKey;
use crate::db::Isolation;
use crate::media::UPLOAD_BYTES;
use crate::web::Problem;

/// Images that one round of the job judges: a few seconds of work.
const AT_ONCE: i64 = 40;
/// A round that has lasted for longer ends: other jobs wait for it, and on a busy machine each image takes
/// long.
const ROUND: Duration = Duration::from_secs(5);
/// Attempts after which an image stays pending until a moderator decides: it cannot be read.
const MAX_ATTEMPTS: i64 = 5;

/// Judges these registered images in the background, so that their verdict is known within seconds. Call it
/// after the commit. What it does not get to, the job judges.
pub fn judge_soon(app: &AppState, keys: Vec<String>) {
    let Some(place) = app.image_judge.wait() else {
        return;
    };
    let app = app.clone();
    tokio::spawn(async move {
        let _place = place;
        for key in &keys {
            if let Err(problem) = judge_one(&app, key).await {
                tracing::warn!(%key, detail = problem.detail(), "an image is judged later");
            }
        }
        app.changes.tag("pictures");
    });
}

/// Judges images that are pending; returns how many. The next round judges more.
///
/// # Errors
/// Errors of the database or the blob store; the next round tries again.
pub(super) async fn judge_pending(app: &AppState) -> Result<u64, Problem> {
    let mut conn = app.db.read().await?;
    let keys = store::list_pending(&mut conn, MAX_ATTEMPTS, AT_ONCE).await?;
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
    app.changes.tag("pictures");
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
    Ok(use_case?)
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
/// `None` withdraws it. Returns whether the image is registered.
///
/// # Errors
/// Database errors.
pub async fn decide(app: &AppState, key: &str, explicit: Option<bool>) -> Result<bool, Problem> {
    let now = app.clock.now();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { store::decide(tx, key, explicit, now).await })
    });
    let is_known = use_case.await?;
    app.changes.tag("pictures");
    Ok(is_known)
}
