//! What a closed scenario says to models is in no page, whoever asks for it.

use operations::testing::{Actor, send_form};
use serde_json::{Value, json};

use crate::fixture::Fixture;

/// What every hidden word begins with.
const CANARY: &str = "xqcanary";

fn secret(field: &str) -> String {
    format!("{CANARY}{field}.")
}

/// A scenario that can be published, of which readers see title, tagline and first message.
fn closed() -> Value {
    json!({
        "title": "The Salt Lamp",
        "tagline": "A keeper who never sleeps",
        "description": "For readers.",
        "setting": secret("setting"),
        "language": "en",
        "tags": ["lighthouse"],
        "rating": "mature",
        "contentNotes": { "kind": "undisclosed" },
        "origin": { "kind": "mine" },
        "actors": [{
            "id": "ida", "name": "Ida", "role": "Keeper",
            "description": secret("description"),
            "personality": secret("personality"),
            "voice": secret("voice"),
            "exampleDialogue": secret("example"),
            "systemPrompt": secret("system"),
            "postHistoryInstructions": secret("after"),
            "note": { "text": secret("note"), "depth": 0, "role": "system" },
        }],
        "openings": [{ "id": "o1", "text": "The lamp is lit.", "speaker": "ida" }],
        "lorebooks": [{ "id": "b", "book": { "name": secret("book"), "entries": [{
            "id": "1", "keys": [secret("key")], "content": secret("lore"),
        }] } }],
    })
}

async fn publish(fixture: &Fixture, author: &Actor<'_>) -> String {
    let text = closed().to_string();
    let parts: &[(&str, &[u8])] = &[("scenario", text.as_bytes())];
    let made = send_form(&fixture.app, author, "/scenarios/scenario", None, parts).await;
    let id = made.json["id"].as_str().expect("an id").to_owned();
    let path = format!("/scenarios/scenario/{id}/publish");
    author
        .post(&path, &json!({ "version": 1, "access": "public" }))
        .await
        .ok();
    id
}

#[tokio::test]
async fn no_page_tells_what_a_closed_scenario_says_to_models() {
    let fixture = Fixture::new().await;
    let (ann, ben) = (fixture.app.person("ann").await, fixture.app.person("ben").await);
    let id = publish(&fixture, &ann).await;
    let story = ben.post("/stories/", &json!({ "scenarioId": id })).await;
    let story = story.json["id"].as_str().expect("a story").to_owned();
    let author = ann.user_id.as_str();
    let mut named = 0;
    for address in [
        "/".to_owned(),
        "/search?search=lamp".to_owned(),
        format!("/scenario/{id}"),
        format!("/scenario/{id}?opening=o1"),
        format!("/user/{author}"),
        format!("/og/scenario/{id}.png"),
        format!("/chat/{story}"),
        format!("/story/{story}"),
        format!("/my-scenarios/{id}"),
        "/stories".to_owned(),
        "/dashboard".to_owned(),
    ] {
        for reply in [
            fixture.get(&address).await,
            fixture.as_person(&ben, &address).await,
        ] {
            let said = String::from_utf8_lossy(&reply.body);
            assert!(!said.contains(CANARY), "{address}: {said}");
            named += usize::from(said.contains("The Salt Lamp"));
        }
    }
    assert!(named >= 4, "its pages are there: {named}");
    let inputs = fixture.echo.inputs.lock().expect("no panic while locked");
    assert!(inputs.iter().all(|input| !input.contains(CANARY)));
}
