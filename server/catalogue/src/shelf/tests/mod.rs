//! The shelf through its calls.

mod bulk;
mod series;

use serde_json::{Value, json};

use crate::testing::{Actor, TestApp, send_form};

/// A scenario of this title that can be published.
fn titled(title: &str) -> Value {
    json!({
        "title": title,
        "language": "en",
        "tags": ["Sea", "slow"],
        "rating": "everyone",
        "contentNotes": { "kind": "undisclosed" },
        "origin": { "kind": "mine" },
        "actors": [{ "id": "ida", "name": "Ida" }],
        "openings": [{ "id": "o1", "text": "It begins.", "speaker": "ida" }],
    })
}

/// Creates a scenario; returns its id.
async fn create(app: &TestApp, author: &Actor<'_>, draft: &Value) -> String {
    let draft = draft.to_string();
    let parts = [("scenario", draft.as_bytes())];
    let made = send_form(app, author, "/scenarios/scenario", None, &parts).await;
    assert_eq!(made.status, 201, "{}", made.json);
    made.json["id"].as_str().expect("an id").to_owned()
}

/// Creates a scenario and publishes it.
async fn publish(app: &TestApp, author: &Actor<'_>, draft: &Value, access: &str) -> String {
    let id = create(app, author, draft).await;
    release(author, &id, 1, access).await;
    id
}

async fn release(author: &Actor<'_>, id: &str, version: i64, access: &str) {
    let path = format!("/scenarios/scenario/{id}/publish");
    author
        .post(&path, &json!({ "version": version, "access": access }))
        .await
        .ok();
}

/// A draft as its author reads it.
async fn read(author: &Actor<'_>, id: &str) -> Value {
    author.get(&format!("/scenarios/scenario/{id}/draft")).await.ok()
}
