//! Tests of drafts through their calls.

mod creating;
mod images;
mod lists;
mod saving;
mod second_looks;
mod trash;

use platform::blobs::BlobKey;
use serde_json::{Value, json};

use crate::testing::{self, Actor, Answer, TestApp};

/// Creates a scenario by a form with these parts.
async fn send_form(app: &TestApp, actor: &Actor<'_>, key: Option<&str>, parts: &[(&str, &[u8])]) -> Answer {
    testing::send_form(app, actor, "/scenarios/scenario", key, parts).await
}

async fn send_draft(app: &TestApp, actor: &Actor<'_>, draft: &Value) -> Answer {
    send_form(app, actor, None, &[("scenario", draft.to_string().as_bytes())]).await
}

/// Creates a scenario; returns its id.
async fn create(app: &TestApp, actor: &Actor<'_>, draft: &Value) -> String {
    let made = send_draft(app, actor, draft).await;
    assert_eq!(made.status, 201, "{}", made.json);
    made.json["id"].as_str().expect("an id").to_owned()
}

async fn save(actor: &Actor<'_>, id: &str, version: i64, draft: &Value) -> Answer {
    let path = format!("/scenarios/scenario/{id}?version={version}");
    actor.put(&path, draft).await
}

/// The draft as its author reads it.
async fn read(actor: &Actor<'_>, id: &str) -> Value {
    actor.get(&format!("/scenarios/scenario/{id}/draft")).await.ok()
}

/// What the judge says of its images.
async fn judged_images(actor: &Actor<'_>, id: &str) -> Value {
    let path = format!("/scenarios/scenario/{id}/images");
    actor.get(&path).await.ok()["images"].clone()
}

async fn has_blob(app: &TestApp, key: &str) -> bool {
    let key = BlobKey::parse(key).expect("a key");
    app.state.blobs.head(&key).await.expect("an answer").is_some()
}

/// A scenario of two actors, complete but for its images.
fn complete() -> Value {
    json!({
        "title": "The Salt Lamp",
        "tagline": "A keeper who never sleeps",
        "language": "en",
        "tags": ["sea", "slow"],
        "rating": "mature",
        "contentNotes": { "kind": "undisclosed" },
        "origin": { "kind": "mine" },
        "actors": [{ "id": "ida", "name": "Ida" }, { "id": "per", "name": "Per" }],
        "openings": [{ "id": "o1", "text": "It begins.", "speaker": "ida" }],
    })
}
