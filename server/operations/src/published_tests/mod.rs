//! What others get of what people write, by every call of the API.

mod closed;
mod deciding;
mod decoded;
mod lore;
mod neighbours;
mod reader;
mod sixteen;
mod walk;
mod ways;
mod works;

use serde_json::{Value, json};

use crate::testing::{Actor, Answer, TestApp, send_form};

/// A scenario that can be published as it is.
fn complete(title: &str) -> Value {
    json!({
        "title": title,
        "tagline": "A keeper who never sleeps",
        "description": "For readers.",
        "language": "en",
        "tags": ["lighthouse"],
        "rating": "mature",
        "contentNotes": { "kind": "undisclosed" },
        "origin": { "kind": "mine" },
        "actors": [{ "id": "ida", "name": "Ida", "role": "Keeper" }],
        "openings": [{ "id": "o1", "text": "The lamp is lit.", "speaker": "ida" }],
    })
}

/// Creates a draft; returns its id.
async fn create(app: &TestApp, author: &Actor<'_>, draft: &Value) -> String {
    let text = draft.to_string();
    let parts: &[(&str, &[u8])] = &[("scenario", text.as_bytes())];
    let made = send_form(app, author, "/scenarios/scenario", None, parts).await;
    assert_eq!(made.status, 201, "{}", made.json);
    text_of(&made.json["id"])
}

/// The draft as it is stored, and its version.
async fn stored(author: &Actor<'_>, id: &str) -> (Value, i64) {
    let view = author.get(&format!("/scenarios/scenario/{id}/draft")).await.ok();
    let version = view["version"].as_i64().expect("a version");
    (view["draft"].clone(), version)
}

/// Saves this over the stored draft.
async fn save(author: &Actor<'_>, id: &str, draft: &Value) {
    let version = stored(author, id).await.1;
    let path = format!("/scenarios/scenario/{id}?version={version}");
    author.put(&path, draft).await.ok();
}

/// Publishes the stored draft.
async fn publish(author: &Actor<'_>, id: &str, access: &str) -> Answer {
    let version = stored(author, id).await.1;
    let request = json!({ "version": version, "access": access });
    let path = format!("/scenarios/scenario/{id}/publish");
    author.post(&path, &request).await
}

fn text_of(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
