//! The calls of lorebooks.

use platform::both_engines;
use serde_json::{Value, json};

use crate::testing::upload_named;

both_engines!(a_book_is_kept_changed_and_deleted, async |app| {
    let ann = app.person("ann").await;
    let made = ann.post("/lorebooks", &json!({ "name": " Notes ", "entries": [{ "keys": ["a"], "content": "b" }, { "keys": [], "content": "c" }] })).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let id = made.json["id"].as_str().expect("an id");
    assert_eq!(
        (
            &made.json["name"],
            &made.json["version"],
            &made.json["entryCount"]
        ),
        (&json!("Notes"), &json!(1), &json!(2))
    );
    assert_ne!(made.json["entries"][0]["id"], made.json["entries"][1]["id"]);
    let path = format!("/lorebooks/{id}");
    let changed = ann
        .put(&path, &json!({ "name": "Other", "entries": [], "version": 1 }))
        .await;
    assert_eq!(
        (changed.status.as_u16(), &changed.json["version"]),
        (200, &json!(2))
    );
    let stale = ann.put(&path, &json!({ "name": "Third", "version": 1 })).await;
    stale.assert_problem(409, "CONFLICT");
    assert_eq!(stale.json["current"]["name"], "Other");
    let list = ann.get("/lorebooks").await;
    assert_eq!(
        (
            list.json["books"].as_array().map(Vec::len),
            &list.json["books"][0]["name"]
        ),
        (Some(1), &json!("Other"))
    );
    let eve = app.person("eve").await;
    for answer in [
        eve.get(&path).await,
        eve.put(&path, &json!({ "name": "Mine" })).await,
        eve.delete(&path).await,
        eve.get(&format!("{path}/export")).await,
    ] {
        answer.assert_problem(404, "NOT_FOUND");
    }
    assert_eq!(ann.delete(&path).await.status, 204);
    ann.get(&path).await.assert_problem(404, "NOT_FOUND");
});

both_engines!(what_is_too_much_is_refused, async |app| {
    let ann = app.person("ann").await;
    let entries: Vec<Value> = (0..501).map(|_| json!({})).collect();
    for (book, pointer) in [
        (json!({ "name": " " }), "/name"),
        (json!({ "name": "x".repeat(121) }), "/name"),
        (json!({ "name": "x", "entries": entries }), "/entries"),
        (
            json!({ "name": "x", "entries": [{ "content": "y".repeat(1_000_000) }] }),
            "/entries",
        ),
        (
            json!({ "name": "x", "entries": [{ "probability": 101 }] }),
            "/entries/0/probability",
        ),
        (
            json!({ "name": "x", "entries": [{}, { "logic": 7 }] }),
            "/entries/1/logic",
        ),
        (json!({ "name": "x", "version": "1" }), "/version"),
        (
            json!({ "name": "x", "entries": [{ "keys": ["k".repeat(1001)] }] }),
            "/entries/0/keys",
        ),
        (
            json!({ "name": "x", "entries": [{ "content": "\u{0}" }] }),
            "/entries",
        ),
    ] {
        let refused = ann.post("/lorebooks", &book).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], pointer);
    }
});

both_engines!(files_go_in_and_out, async |app| {
    let ann = app.person("ann").await;
    let file = json!({ "spec": "lorebook_v3", "data": { "name": "W", "entries": [{ "keys": ["a"], "content": "b", "use_regex": true, "odd": 7 }] } });
    let made = ann.post("/lorebooks/import", &file).await;
    assert_eq!(made.status, 201, "{}", made.json);
    assert_eq!(made.json["entries"][0]["useRegex"], true);
    assert!(made.json["report"].as_array().is_some_and(|rows| {
        rows.iter()
            .any(|row| row["field"] == "entries[].odd" && row["outcome"] == "kept")
    }));
    let id = made.json["id"].as_str().expect("an id");
    let out = ann.get(&format!("/lorebooks/{id}/export")).await;
    assert_eq!(
        (&out.json["spec"], &out.json["data"]["entries"][0]["odd"]),
        (&json!("lorebook_v3"), &json!(7))
    );
    assert_eq!(
        ann.get(&format!("/lorebooks/{id}/export?format=st")).await.json["entries"]["0"]["key"],
        json!(["a"])
    );
    ann.get(&format!("/lorebooks/{id}/export?format=pdf"))
        .await
        .assert_problem(400, "BAD_REQUEST");
    ann.post("/lorebooks/import", &json!({ "name": "no book" }))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
});

both_engines!(a_book_without_a_name_is_called_like_its_file, async |app| {
    let ann = app.person("ann").await;
    let world = json!({ "entries": { "0": { "uid": 0, "key": ["reef"], "content": "Sharp." } } }).to_string();
    let made = upload_named(app, &ann, "/lorebooks/import", "The Reefs.json", world.as_bytes()).await;
    assert_eq!(
        (made.status.as_u16(), &made.json["name"]),
        (201, &json!("The Reefs"))
    );
    let made = ann.post("/lorebooks/import", &json!({ "entries": {} })).await;
    assert_eq!(made.json["name"], "Imported lorebook", "it came without a file");
});
