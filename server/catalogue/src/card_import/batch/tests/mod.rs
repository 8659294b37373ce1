//! Batches through their calls and jobs.

mod changed;
mod ending;
mod importing;
mod killed;
mod sending;

use std::time::Duration;

use serde_json::{Value, json};

use super::JOBS;
use super::work::PLACES;
use crate::card_import::rules::WORKERS;
use crate::testing::{Actor, Answer, TestApp, upload};

const COUNT_DRAFTS: &str = "select count(*) from scenario_drafts where author_id = $1";
/// The waiting blobs; the second condition is there for the id that a count asks for.
const COUNT_BLOBS: &str = "select count(*) from card_import_blobs where key <> $1";

/// A card of this name.
fn card(name: &str) -> String {
    json!({ "name": name, "description": "A diver.", "first_mes": "Hello." }).to_string()
}

/// Creates a batch; returns its id.
async fn create(actor: &Actor<'_>) -> String {
    let made = actor.post("/scenarios/imports", &json!({ "name": null })).await;
    assert_eq!(made.status, 201, "{}", made.json);
    made.json["id"].as_str().expect("an id").to_owned()
}

async fn send(
    app: &TestApp,
    actor: &Actor<'_>,
    batch: &str,
    position: usize,
    name: &str,
    file: &[u8],
) -> Answer {
    let path = format!("/scenarios/imports/{batch}/files?name={name}&position={position}");
    upload(app, actor, &path, "file", file).await
}

/// Adds files to a batch, in order.
async fn add_all(app: &TestApp, actor: &Actor<'_>, batch: &str, files: &[&[u8]]) {
    for (position, file) in files.iter().enumerate() {
        let sent = send(app, actor, batch, position, &format!("{position}.json"), file).await;
        assert_eq!(sent.status, 202, "{}", sent.json);
    }
}

async fn seal(actor: &Actor<'_>, batch: &str) -> Value {
    actor
        .post(&format!("/scenarios/imports/{batch}/seal"), &json!({}))
        .await
        .ok()
}

async fn read(actor: &Actor<'_>, batch: &str) -> Value {
    actor.get(&format!("/scenarios/imports/{batch}")).await.ok()
}

/// The files of a batch.
async fn files(actor: &Actor<'_>, batch: &str) -> Vec<Value> {
    let page = actor
        .get(&format!("/scenarios/imports/{batch}/files?limit=100"))
        .await
        .ok();
    page["results"].as_array().expect("a list").clone()
}

/// The states of the files of a batch.
async fn states(actor: &Actor<'_>, batch: &str) -> Vec<String> {
    let state = |file: &Value| file["state"].as_str().expect("a state").to_owned();
    files(actor, batch).await.iter().map(state).collect()
}

/// Runs the job that resumes, and that deletes blobs; returns how many.
async fn resume(app: &TestApp) -> u64 {
    (JOBS[0].run)(&app.state).await.expect("a round")
}

/// Waits until no file of a batch waits or is being imported, and the workers have ended; returns the batch.
async fn settled(app: &TestApp, actor: &Actor<'_>, batch: &str) -> Value {
    for _ in 0..4_800 {
        resume(app).await;
        let batch = read(actor, batch).await;
        if batch["counts"]["waiting"] == 0 && batch["counts"]["importing"] == 0 {
            drop(no_workers().await);
            return batch;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it is never done: {}", read(actor, batch).await);
}

/// Keeps workers from starting until this is dropped: what is sent waits.
async fn no_workers() -> tokio::sync::SemaphorePermit<'static> {
    PLACES.acquire_many(WORKERS as u32).await.expect("all places")
}

async fn drafts(app: &TestApp, actor: &Actor<'_>) -> i64 {
    app.count(COUNT_DRAFTS, actor.user_id.as_str()).await
}

/// How many blobs of waiting files are recorded.
async fn blobs(app: &TestApp) -> i64 {
    app.count(COUNT_BLOBS, "").await
}
