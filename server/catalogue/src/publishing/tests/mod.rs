//! Tests of publishing.

mod account_deletion;
mod calls;
mod frames;
mod judging;
mod making;
mod preview;
mod reviews;

use serde_json::{Value, json};

use crate::testing::{Actor, Answer, TestApp, send_form};

/// A scenario that can be published as it is.
fn complete() -> Value {
    json!({
        "title": "The Salt Lamp",
        "tagline": "A keeper who never sleeps",
        "description": "For readers.",
        "setting": "The secret of the sea.",
        "language": "en",
        "tags": ["Salt Water", "slow"],
        "rating": "mature",
        "contentNotes": { "kind": "undisclosed" },
        "origin": { "kind": "mine" },
        "actors": [
            { "id": "ida", "name": "Ida", "role": "Keeper", "description": "She hides the key.", "talkativeness": 0.75 },
            { "id": "per", "name": "Per", "role": "Diver", "description": "He looks for it." },
        ],
        "openings": [
            { "id": "o1", "title": "Dusk", "text": "It begins.", "speaker": "ida" },
            { "id": "o2", "text": "All of you are here.", "groupOnly": true },
        ],
    })
}

/// Creates a draft; returns its id.
async fn create(app: &TestApp, author: &Actor<'_>, draft: &Value) -> String {
    let made = send_form(
        app,
        author,
        "/scenarios/scenario",
        None,
        &[("scenario", draft.to_string().as_bytes())],
    )
    .await;
    assert_eq!(made.status, 201, "{}", made.json);
    made.json["id"].as_str().expect("an id").to_owned()
}

async fn save(author: &Actor<'_>, id: &str, version: i64, draft: &Value) {
    let path = format!("/scenarios/scenario/{id}?version={version}");
    author.put(&path, draft).await.ok();
}

async fn publish(author: &Actor<'_>, id: &str, version: i64, access: &str) -> Answer {
    let path = format!("/scenarios/scenario/{id}/publish");
    author
        .post(&path, &json!({ "version": version, "access": access }))
        .await
}

/// The scenario as this person sees it.
async fn read(person: &Actor<'_>, id: &str) -> Answer {
    person.get(&format!("/scenarios/scenario/{id}")).await
}

/// How many results a search for the scenario's title has.
async fn found(person: &Actor<'_>, title: &str) -> usize {
    let title = title.replace(' ', "%20");
    let found = person.get(&format!("/scenarios/search?q={title}")).await.ok();
    found["results"].as_array().expect("a list").len()
}
