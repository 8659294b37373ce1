//! What becomes of the files of a batch.

use std::io::Read;

use axum::body::Body;
use axum::http::Request;
use platform::blobs::Blobs;
use platform::both_engines;
use serde_json::{Value, json};

use super::{add_all, blobs, card, create, drafts, files, read, resume, seal, send, settled, states};
use crate::card_files::builders::{card_chunk, png_with};
use crate::card_import::tests::memory::{form, pieces};
use crate::card_import::tests::{asset, card_with, charx_of, png, width_of};
use crate::testing::peak_memory;

both_engines!(
    every_kind_of_file_becomes_a_draft_and_a_bad_one_stops_none,
    async |app| {
        let ann = app.person("ann").await;
        let batch = create(&ann).await;
        let uri = "embeded://assets/icon/images/main.png";
        let picture = png(37);
        let charx = charx_of(
            &card_with(json!([asset("icon", "main", uri)])),
            &[("assets/icon/images/main.png", &picture)],
        );
        let in_png = png_with(&[card_chunk(
            "chara",
            &json!({ "name": "Per", "description": "A cook." }),
        )]);
        let (whole, twice) = (card("Ida"), card("Ida"));
        let sent: [&[u8]; 7] = [
            whole.as_bytes(),
            &charx,
            &charx[..charx.len() / 2],
            &in_png,
            b"",
            twice.as_bytes(),
            b"%PDF-1.7",
        ];
        add_all(app, &ann, &batch, &sent).await;
        seal(&ann, &batch).await;
        let done = settled(app, &ann, &batch).await;
        let all = files(&ann, &batch).await;
        let state = |at: usize| all[at]["state"].as_str().expect("a state");
        assert_eq!(
            [state(1), state(2), state(3), state(4), state(6)],
            ["imported", "failed", "imported", "failed", "failed"]
        );
        // The same file twice: whichever came first was imported.
        let mut same = [state(0), state(5)];
        same.sort_unstable();
        assert_eq!(same, ["imported", "skipped"]);
        assert_eq!(all[0]["scenario"], all[5]["scenario"]);
        assert_eq!(
            (
                &done["finished"],
                &done["counts"]["imported"],
                &done["counts"]["skipped"],
                &done["counts"]["failed"]
            ),
            (&json!(true), &json!(3), &json!(1), &json!(3))
        );
        assert_eq!(drafts(app, &ann).await, 3);
        for (at, why) in [(2, "damaged"), (4, "This file is empty."), (6, "This is a PDF")] {
            let problem = all[at]["problem"].as_str().expect("a sentence");
            assert!(problem.contains(why), "{problem}");
            assert_eq!(all[at]["scenario"], json!(null));
        }
        assert_eq!(all[1]["scenario"]["displayName"], "Ida");
        let id = all[1]["scenario"]["id"].as_str().expect("an id");
        let draft = ann.get(&format!("/scenarios/scenario/{id}/draft")).await.ok();
        let portrait = &draft["draft"]["actors"][0]["portrait"]["key"];
        assert_eq!(width_of(app, portrait).await, Some(37));
        assert_eq!(blobs(app).await, 0, "nothing waits any more");
        let failed = ann
            .get(&format!("/scenarios/imports/{batch}/files?state=failed&limit=2"))
            .await
            .ok();
        assert_eq!(failed["results"][1]["position"], 4);
        let next = failed["nextCursor"].as_str().expect("a cursor");
        let rest = ann
            .get(&format!(
                "/scenarios/imports/{batch}/files?state=failed&limit=2&cursor={next}"
            ))
            .await
            .ok();
        assert_eq!(
            (&rest["results"][0]["position"], &rest["nextCursor"]),
            (&json!(6), &json!(null))
        );
    }
);

both_engines!(the_report_of_a_file_is_that_of_a_single_import, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let card = json!({
        "name": "Ida",
        "description": "![x](https://example.org/x.png)",
        "tags": "sea,  deep",
        "chat": "2024-1-1",
        "unheard": 1,
    })
    .to_string();
    let single = crate::card_import::tests::import(app, &ben, card.as_bytes())
        .await
        .json;
    let batch = create(&ann).await;
    add_all(app, &ann, &batch, &[card.as_bytes()]).await;
    settled(app, &ann, &batch).await;
    let report = ann.get(&format!("/scenarios/imports/{batch}/files/0")).await.ok();
    for part in ["report", "notices", "links"] {
        assert_eq!(report[part], single[part], "{part}");
    }
    let rows = single["report"].as_array().expect("rows");
    let differs = |row: &&Value| row["outcome"] == "changed" || row["outcome"] == "refused";
    assert_eq!(report["differences"], rows.iter().filter(differs).count());
    assert_eq!(
        rows.iter().filter(|row| row["outcome"] == "leftOut").count(),
        1,
        "the chat is nobody’s business"
    );
    assert!(report["differences"].as_i64() >= Some(1));
    assert_eq!(report["state"], "imported");
});

both_engines!(a_file_that_was_imported_before_is_skipped, async |app| {
    let ann = app.person("ann").await;
    let single = crate::card_import::tests::import(app, &ann, card("Ida").as_bytes())
        .await
        .json;
    let batch = create(&ann).await;
    add_all(app, &ann, &batch, &[card("Ida").as_bytes()]).await;
    settled(app, &ann, &batch).await;
    let file = &files(&ann, &batch).await[0];
    assert_eq!(
        (&file["state"], &file["scenario"]["id"]),
        (&json!("skipped"), &single["scenario"]["id"])
    );
    let id = single["scenario"]["id"].as_str().expect("an id");
    ann.delete(&format!("/scenarios/scenario/{id}?permanent=true"))
        .await;
    assert_eq!(
        files(&ann, &batch).await[0]["scenario"],
        json!(null),
        "it is gone since"
    );
    let next = create(&ann).await;
    add_all(app, &ann, &next, &[card("Ida").as_bytes()]).await;
    settled(app, &ann, &next).await;
    assert_eq!(states(&ann, &next).await, ["imported"]);
});

both_engines!(books_become_drafts_that_are_called_like_them, async |app| {
    let ann = app.person("ann").await;
    let batch = create(&ann).await;
    let world =
        json!({ "entries": { "0": { "uid": 0, "key": ["reef"], "content": "Sharp.", "position": 4 } } });
    let v3 = json!({ "spec": "lorebook_v3", "data": { "name": "Deep", "entries": [{ "keys": ["x"], "content": "y" }] } });
    let novelai = json!({ "lorebookVersion": 5, "entries": [{
        "text": "Cold.", "displayName": "Ice", "keys": ["ice"], "enabled": true, "forceActivation": true,
        "contextConfig": { "budgetPriority": 7 },
    }] });
    for (position, (name, file)) in [
        ("sea/Reefs.json", &world),
        ("b.json", &v3),
        ("Ice.lorebook", &novelai),
    ]
    .into_iter()
    .enumerate()
    {
        let sent = send(app, &ann, &batch, position, name, file.to_string().as_bytes()).await;
        assert_eq!(sent.status, 202);
    }
    settled(app, &ann, &batch).await;
    let mut books = Vec::new();
    for file in files(&ann, &batch).await {
        assert_eq!(file["state"], "imported", "{file}");
        let id = file["scenario"]["id"].as_str().expect("an id");
        let draft = ann.get(&format!("/scenarios/scenario/{id}/draft")).await.ok()["draft"].clone();
        assert_eq!(draft["title"], draft["lorebooks"][0]["book"]["name"]);
        assert_eq!(
            (&draft["actors"], &file["scenario"]["displayName"]),
            (&json!([]), &draft["title"])
        );
        books.push(draft["lorebooks"][0]["book"].clone());
    }
    assert_eq!(
        (&books[0]["name"], &books[1]["name"], &books[2]["name"]),
        (&json!("Reefs"), &json!("Deep"), &json!("Ice"))
    );
    assert_eq!(books[0]["entries"][0]["content"], "Sharp.");
    let ice = &books[2]["entries"][0];
    assert_eq!(
        (
            &ice["content"],
            &ice["name"],
            &ice["keys"],
            &ice["constant"],
            &ice["priority"]
        ),
        (
            &json!("Cold."),
            &json!("Ice"),
            &json!(["ice"]),
            &json!(true),
            &json!(7)
        )
    );
});

both_engines!(a_large_batch_takes_little_memory, async |app| {
    const MAX_GROWTH_KIB: u64 = 96 << 10;
    let folder = tempfile::tempdir().expect("a folder");
    let app = &app.with_state(|state| state.blobs = Blobs::local(folder.path()).expect("a store"));
    let ann = app.person("ann").await;
    let batch = create(&ann).await;
    let mut sent = 0;
    let before = peak_memory(true);
    for position in 0..2 {
        let mut file = form(position);
        let length = file.by_ref().metadata().expect("a length").len();
        sent += length;
        let path = format!("/api/v1/scenarios/imports/{batch}/files?name=a&position={position}");
        let request = Request::post(path)
            .header("authorization", format!("Bearer {}", ann.token))
            .header("content-type", "multipart/form-data; boundary=edge")
            .body(Body::from_stream(pieces(file)));
        let added = app.send(request.expect("a request")).await;
        assert_eq!(added.status, 202, "{}", added.json);
    }
    let done = settled(app, &ann, &batch).await;
    let growth = peak_memory(false) - before;
    assert_eq!(done["counts"]["imported"], 2, "{:?}", files(&ann, &batch).await);
    assert!(sent > MAX_GROWTH_KIB << 10, "{sent} bytes");
    assert!(growth <= MAX_GROWTH_KIB, "it grew by {growth} KiB");
    resume(app).await;
    assert_eq!(read(&ann, &batch).await["counts"]["total"], 2);
});
