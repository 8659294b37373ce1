//! Importing cards through the call.

use platform::both_engines;
use serde_json::{Value, json};

use crate::card_files::MAX_CARD_JSON_BYTES;
use crate::testing::{Actor, Answer, TestApp, send_form, upload};

fn card() -> Value {
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

async fn import(app: &TestApp, actor: &Actor<'_>, file: &[u8]) -> Answer {
    upload(app, actor, "/scenarios/import", "file", file).await
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

both_engines!(pictures_within_a_card_are_named_in_the_report, async |app| {
    let ann = app.person("ann").await;
    let card = json!({
        "spec": "chara_card_v3",
        "spec_version": "3.0",
        "data": {
            "name": "Ida",
            "first_mes": "Hello.",
            "assets": [{ "type": "icon", "name": "main", "ext": "png", "uri": "data:image/png;base64,AAAA" }],
        },
    });
    let made = import(app, &ann, card.to_string().as_bytes()).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let rows = made.json["report"].as_array().expect("a report");
    let refused = rows.iter().any(|row| {
        row["outcome"] == "refused"
            && row["note"]
                .as_str()
                .is_some_and(|note| note.contains("the portrait"))
    });
    assert!(refused, "{}", made.json["report"]);
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

both_engines!(files_that_are_no_cards_are_refused, async |app| {
    let ann = app.person("ann").await;
    for (file, says) in [
        ("no json".to_owned(), "JSON"),
        ("[]".to_owned(), "not a character card"),
        (json!({ "entries": {} }).to_string(), "lorebook"),
    ] {
        let refused = import(app, &ann, file.as_bytes()).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], "file");
        let message = refused.json["message"].as_str().expect("a sentence");
        assert!(message.contains(says), "{message}");
    }
    let large = import(app, &ann, &vec![b' '; MAX_CARD_JSON_BYTES + 1]).await;
    large.assert_problem(413, "PAYLOAD_TOO_LARGE");
    let none = upload(app, &ann, "/scenarios/import", "card", b"{}").await;
    none.assert_problem(422, "VALIDATION_FAILED");
    let with_mark = [b"\xef\xbb\xbf".as_slice(), card().to_string().as_bytes()].concat();
    assert_eq!(import(app, &ann, &with_mark).await.status, 201);
    assert_eq!(ann.get("/scenarios/my").await.each("id").len(), 1);
});
