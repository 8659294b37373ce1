//! Importing cards through the call.

mod again;
mod files;
mod lorebooks;
pub(super) mod memory;
mod pictures;
mod refusals;

use std::io::Cursor;

use image::ImageFormat;
use platform::blobs::BlobKey;
use platform::both_engines;
use serde_json::{Value, json};

use crate::card_files::CharxWriter;
use crate::testing::{Actor, Answer, TestApp, send_form, test_image, upload};

pub(super) fn card() -> Value {
    json!({
        "spec": "chara_card_v2",
        "spec_version": "2.0",
        "data": {
            "name": "Ida",
            "description": "A diver. ![x](https://example.org/x.png)",
            "first_mes": "Hello.",
            "creator": "Somebody",
            "tags": ["sea"],
            "unheard": { "a": [null, 1.5] },
            "extensions": { "other": { "b": true } },
        },
    })
}

/// A card of version 3 with these assets.
pub(super) fn card_with(assets: Value) -> Value {
    json!({
        "spec": "chara_card_v3",
        "spec_version": "3.0",
        "data": { "name": "Ida", "first_mes": "Hello.", "assets": assets },
    })
}

/// An entry of a card's list of assets.
pub(super) fn asset(kind: &str, name: &str, uri: &str) -> Value {
    json!({ "type": kind, "name": name, "uri": uri, "ext": "png" })
}

/// A PNG of this width, by which it is known again.
pub(super) fn png(width: u32) -> Vec<u8> {
    test_image(width, 12, ImageFormat::Png)
}

/// A CHARX of a card and files by their paths.
pub(super) fn charx_of(card: &Value, files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = CharxWriter::new(Cursor::new(Vec::new()), card).expect("a card");
    for (path, content) in files {
        archive.add(path, *content).expect("an asset");
    }
    archive.finish().expect("an archive").into_inner()
}

pub(super) async fn import(app: &TestApp, actor: &Actor<'_>, file: &[u8]) -> Answer {
    upload(app, actor, "/scenarios/import", "file", file).await
}

/// Imports a card; returns the answer and the draft as its author reads it.
async fn imported(app: &TestApp, actor: &Actor<'_>, file: &[u8]) -> (Value, Value) {
    let made = import(app, actor, file).await;
    assert_eq!(made.status, 201, "{}", made.json);
    assert_eq!(made.json["alreadyImported"], false);
    let id = made.json["scenario"]["id"].as_str().expect("an id");
    let draft = actor.get(&format!("/scenarios/scenario/{id}/draft")).await.ok();
    assert_eq!(draft, made.json["scenario"], "it is read as it was answered");
    (made.json, draft["draft"].clone())
}

/// The width of the stored picture with this key; `None` if there is no key.
pub(super) async fn width_of(app: &TestApp, key: &Value) -> Option<u32> {
    let key = BlobKey::parse(key.as_str()?).expect("a key");
    let stored = app.state.blobs.get(&key).await.expect("a store");
    let stored = stored.expect("a picture");
    Some(image::load_from_memory(&stored).expect("a picture").width())
}

/// The rows of a report about pictures that were left out, as `field: note`.
fn left_out(made: &Value) -> Vec<String> {
    let rows = made["report"].as_array().expect("a report");
    let refused = rows.iter().filter(|row| row["outcome"] == "refused");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    refused
        .map(|row| format!("{}: {}", text(&row["field"]), text(&row["note"])))
        .collect()
}

both_engines!(a_card_becomes_a_draft_with_a_report, async |app| {
    let ann = app.person("ann").await;
    let made = import(app, &ann, card().to_string().as_bytes()).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let scenario = &made.json["scenario"];
    assert_eq!(
        (&scenario["version"], &scenario["state"], &scenario["fromCard"]),
        (&json!(1), &json!("draft"), &json!(true))
    );
    let draft = &scenario["draft"];
    assert_eq!(
        (&draft["title"], &draft["openings"][0]["text"]),
        (&json!("Ida"), &json!("Hello."))
    );
    let rows = made.json["report"].as_array().expect("a report");
    let outcome = |field: &str| {
        let row = rows.iter().find(|row| row["field"] == field);
        row.map(|row| row["outcome"].clone()).unwrap_or_default()
    };
    assert_eq!(outcome("data.name"), "taken");
    assert_eq!(outcome("data.unheard"), "kept");
    assert_eq!(made.json["links"][0]["address"], "https://example.org/x.png");
    assert_eq!(made.json["links"][0]["place"], "/actors/0/description");
    let id = scenario["id"].as_str().expect("an id");
    assert_eq!(
        &ann.get(&format!("/scenarios/scenario/{id}/draft")).await.ok(),
        scenario
    );
    assert_eq!(
        ann.get("/scenarios/my").await.json["results"][0]["fromCard"],
        true
    );
});

both_engines!(no_edit_changes_what_was_kept_of_a_card, async |app| {
    let ann = app.person("ann").await;
    let made = import(app, &ann, card().to_string().as_bytes()).await;
    let id = made.json["scenario"]["id"].as_str().expect("an id");
    let before = made.json["scenario"]["draft"]["actors"][0]["kept"].clone();
    assert_eq!(before["creator"], "Somebody");
    for (version, kept) in [(1, json!({})), (2, json!({ "creator": "Me", "source": ["x"] }))] {
        let edited = json!({
            "title": format!("Edited {version}"),
            "actors": [{ "id": "actor-1", "name": "Ida", "kept": kept }],
        });
        let path = format!("/scenarios/scenario/{id}?version={version}");
        ann.put(&path, &edited).await.ok();
    }
    let now = ann.get(&format!("/scenarios/scenario/{id}/draft")).await.ok();
    assert_eq!(now["draft"]["title"], "Edited 2");
    assert_eq!(now["draft"]["actors"][0]["kept"], before);
});

both_engines!(the_same_import_is_made_once, async |app| {
    let ann = app.person("ann").await;
    let send = async |file: &str| {
        let fields: [(&str, &[u8]); 1] = [("file", file.as_bytes())];
        send_form(app, &ann, "/scenarios/import", Some("once"), &fields).await
    };
    let first = send(&card().to_string()).await;
    assert_eq!(first.status, 201, "{}", first.json);
    assert_eq!(send(&card().to_string()).await.json, first.json);
    let other = send(r#"{"name":"Per","description":"x"}"#).await;
    other.assert_problem(422, "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(ann.get("/scenarios/my").await.each("id").len(), 1);
});
