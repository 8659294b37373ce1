//! Lorebook files: imported alone, and read for the editor.

use platform::both_engines;
use serde_json::json;

use super::{charx_of, import, imported, png};
use crate::card_files::builders::{card_chunk, png_with};
use crate::testing::{upload, upload_named};

const READ: &str = "/scenarios/lorebooks/read";

both_engines!(a_book_becomes_a_draft_that_is_called_like_it, async |app| {
    let ann = app.person("ann").await;
    let file = json!({
        "name": "Reefs",
        "entries": { "0": { "uid": 0, "key": ["reef", "coral"], "content": "Sharp.", "odd": 1 } },
    })
    .to_string();
    let (made, draft) = imported(app, &ann, file.as_bytes()).await;
    assert_eq!((&draft["title"], &draft["actors"]), (&json!("Reefs"), &json!([])));
    let book = &draft["lorebooks"][0]["book"];
    assert_eq!(
        (
            &book["name"],
            &book["entries"][0]["keys"],
            &book["entries"][0]["content"]
        ),
        (&json!("Reefs"), &json!(["reef", "coral"]), &json!("Sharp."))
    );
    let rows = made["report"].as_array().expect("rows");
    let outcome = |field: &str| {
        rows.iter()
            .find(|row| row["field"] == field)
            .map(|row| &row["outcome"])
    };
    assert_eq!(outcome("entries"), Some(&json!("taken")));
    assert_eq!(outcome("entries[].odd"), Some(&json!("kept")));
    let again = import(app, &ann, file.as_bytes()).await.ok();
    assert_eq!(again["alreadyImported"], true);
});

both_engines!(a_book_without_a_name_is_called_like_its_file, async |app| {
    let ann = app.person("ann").await;
    let file = json!({ "entries": { "0": { "uid": 0, "key": ["reef"], "content": "Sharp." } } }).to_string();
    let imported = upload_named(app, &ann, "/scenarios/import", "The Reefs.json", file.as_bytes()).await;
    assert_eq!(imported.status, 201, "{}", imported.json);
    let draft = &imported.json["scenario"]["draft"];
    assert_eq!(
        (&draft["title"], &draft["lorebooks"][0]["book"]["name"]),
        (&json!("The Reefs"), &json!("The Reefs"))
    );
    let name = json!({
        "field": "name", "outcome": "changed", "note": "Changed: there was none; it is called “The Reefs” now.",
    });
    assert!(
        imported.json["report"].as_array().expect("rows").contains(&name),
        "{}",
        imported.json["report"]
    );
    let read = upload_named(app, &ann, READ, "sea/Reefs.json", file.as_bytes())
        .await
        .ok();
    assert_eq!(read["lorebook"]["book"]["name"], "Reefs");
});

both_engines!(a_book_is_read_for_the_editor_and_nothing_is_stored, async |app| {
    let ann = app.person("ann").await;
    let book = json!({ "name": "Deep", "entries": [{ "keys": ["x"], "content": "y", "extensions": {} }] });
    let v3 = json!({ "spec": "lorebook_v3", "data": book });
    let card = json!({
        "spec": "chara_card_v3", "spec_version": "3.0",
        "data": { "name": "Ida", "first_mes": "Hello.", "character_book": book },
    });
    for file in [
        book.to_string().into_bytes(),
        v3.to_string().into_bytes(),
        card.to_string().into_bytes(),
        png_with(&[card_chunk("ccv3", &card)]),
        charx_of(&card, &[("assets/icon/images/main.png", &png(3))]),
    ] {
        let read = upload(app, &ann, READ, "file", &file).await.ok();
        assert_eq!(read["lorebook"]["book"]["name"], "Deep", "{read}");
        assert_eq!(read["lorebook"]["book"]["entries"][0]["content"], "y");
        assert_eq!(read["report"][0]["field"], "entries");
        assert_eq!(read["notices"], json!([]));
    }
    assert!(ann.get("/scenarios/my").await.each("id").is_empty());
});

both_engines!(a_file_without_a_book_is_refused, async |app| {
    let ann = app.person("ann").await;
    let large = json!({ "name": "x", "description": "y", "entries": [{ "keys": [], "content": "z" }],
        "odd": "x".repeat(1_100_000) });
    for (file, says) in [
        (
            json!({ "name": "Ida", "description": "A diver." }).to_string(),
            "holds no lorebook",
        ),
        (json!({ "entries": {} }).to_string(), "has no entries"),
        (json!({ "entries": [1, null] }).to_string(), "has no entries"),
        (large.to_string(), "can’t be used"),
        ("no json".to_owned(), "This file format isn’t supported."),
        (String::new(), "This file is empty."),
    ] {
        let refused = upload(app, &ann, READ, "file", file.as_bytes()).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], "file");
        let message = refused.json["message"].as_str().expect("a sentence");
        assert!(message.contains(says), "{message}");
    }
});
