//! Sending files: what is taken, what is refused, and what is sent twice.

use platform::both_engines;
use platform::db::query_on;
use serde_json::{Value, json};

use super::{JOBS, add_all, blobs, card, create, files, no_workers, read, seal, send};
use crate::card_import::rules::{MAX_BATCH_BYTES, MAX_BATCH_NAME_CHARS, MAX_BATCHES, SEAL_MS};
use crate::testing::upload;

both_engines!(a_batch_says_how_its_files_stand, async |app| {
    let ann = app.person("ann").await;
    let _held = no_workers().await;
    let made = ann
        .post("/scenarios/imports", &json!({ "name": " My cards " }))
        .await;
    assert_eq!(made.status, 201, "{}", made.json);
    let zero = json!({
        "waiting": 0, "importing": 0, "imported": 0, "updated": 0, "skipped": 0, "changed": 0, "failed": 0, "total": 0,
    });
    let batch = made.json["id"].as_str().expect("an id");
    assert_eq!(
        made.json,
        json!({
            "id": batch, "name": "My cards", "createdOn": made.json["createdOn"], "sealed": false,
            "finished": false, "changed": null, "counts": zero,
        })
    );
    let sent = send(app, &ann, batch, 7, "sea/Ida%20B.json", card("Ida").as_bytes()).await;
    assert_eq!(sent.status, 202, "{}", sent.json);
    assert_eq!(
        sent.json,
        json!({
            "position": 7, "name": "sea/Ida B.json", "bytes": card("Ida").len(), "state": "waiting",
            "scenario": null, "problem": null, "differences": 0,
        })
    );
    let now = read(&ann, batch).await;
    assert_eq!(
        (&now["counts"]["waiting"], &now["counts"]["total"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(files(&ann, batch).await, std::slice::from_ref(&sent.json));
    let report = ann.get(&format!("/scenarios/imports/{batch}/files/7")).await.ok();
    assert_eq!(
        (&report["state"], &report["report"]),
        (&json!("waiting"), &json!([]))
    );
    ann.get(&format!("/scenarios/imports/{batch}/files/8"))
        .await
        .assert_problem(404, "NOT_FOUND");
    let list = ann.get("/scenarios/imports").await.ok();
    assert_eq!(list["results"], json!([now]));
});

both_engines!(a_file_that_is_sent_again_changes_nothing, async |app| {
    let ann = app.person("ann").await;
    let _held = no_workers().await;
    let batch = create(&ann).await;
    let first = send(app, &ann, &batch, 0, "a.json", card("Ida").as_bytes()).await;
    let again = send(app, &ann, &batch, 0, "b.json", card("Per").as_bytes()).await;
    assert_eq!((again.status.as_u16(), &again.json), (202, &first.json));
    assert_eq!(blobs(app).await, 1);
    seal(&ann, &batch).await;
    let late = send(app, &ann, &batch, 0, "a.json", card("Ida").as_bytes()).await;
    assert_eq!(late.json, first.json, "its answer may have been lost");
    send(app, &ann, &batch, 1, "b.json", card("Per").as_bytes())
        .await
        .assert_problem(409, "CONFLICT");
    assert_eq!(seal(&ann, &batch).await["sealed"], true, "twice is the same");
    assert_eq!(blobs(app).await, 1);
});

both_engines!(two_uploads_to_one_place_at_once_store_one_file, async |app| {
    let ann = app.person("ann").await;
    let _held = no_workers().await;
    let batch = create(&ann).await;
    let cards: Vec<String> = (0..5).map(|number| card(&format!("Ida {number}"))).collect();
    let sent = cards
        .iter()
        .map(|card| send(app, &ann, &batch, 3, "a.json", card.as_bytes()));
    let answers = futures::future::join_all(sent).await;
    for answer in &answers {
        assert_eq!((answer.status.as_u16(), &answer.json), (202, &answers[0].json));
    }
    assert_eq!(files(&ann, &batch).await.len(), 1);
    assert_eq!(blobs(app).await, 1, "what was not taken is not kept");
});

both_engines!(somebody_elses_batch_is_not_there, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let _held = no_workers().await;
    let batch = create(&ann).await;
    add_all(app, &ann, &batch, &[card("Ida").as_bytes()]).await;
    let path = format!("/scenarios/imports/{batch}");
    for answer in [
        ben.get(&path).await,
        ben.get(&format!("{path}/files")).await,
        ben.get(&format!("{path}/files/0")).await,
        ben.post(&format!("{path}/seal"), &json!({})).await,
        ben.post(&format!("{path}/answer"), &json!({ "changed": "skip" }))
            .await,
        ben.delete(&path).await,
        send(app, &ben, &batch, 0, "a.json", b"{}").await,
        send(app, &ben, &batch, 1, "a.json", b"{}").await,
    ] {
        answer.assert_problem(404, "NOT_FOUND");
    }
    assert_eq!(ben.get("/scenarios/imports").await.ok()["results"], json!([]));
    let mine = read(&ann, &batch).await;
    assert_eq!(
        (&mine["sealed"], &mine["counts"]["total"]),
        (&json!(false), &json!(1))
    );
});

both_engines!(what_is_not_acceptable_names_its_field, async |app| {
    let ann = app.person("ann").await;
    let batch = create(&ann).await;
    let path = format!("/scenarios/imports/{batch}/files");
    let long = "x".repeat(1_001);
    for (query, status, field) in [
        ("name=a&position=1000".to_owned(), 422, "position"),
        ("name=a&position=-1".to_owned(), 422, "position"),
        ("name=&position=0".to_owned(), 422, "name"),
        (format!("name={long}&position=0"), 422, "name"),
        ("name=a&position=x".to_owned(), 400, "position"),
    ] {
        let refused = upload(app, &ann, &format!("{path}?{query}"), "file", b"{}").await;
        assert_eq!(refused.status.as_u16(), status, "{query}: {}", refused.json);
        assert_eq!(refused.json["errors"][0]["pointer"], field, "{query}");
    }
    let missing = upload(app, &ann, &format!("{path}?name=a&position=0"), "card", b"{}").await;
    missing.assert_problem(422, "VALIDATION_FAILED");
    for (body, field) in [
        (json!({ "name": "x".repeat(MAX_BATCH_NAME_CHARS + 1) }), "/name"),
        (json!({ "name": 5 }), "/name"),
        (json!({ "title": "x" }), "/title"),
    ] {
        let refused = ann.post("/scenarios/imports", &body).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], field, "{}", refused.json);
    }
    let answer = ann
        .post(
            &format!("/scenarios/imports/{batch}/answer"),
            &json!({ "changed": "all" }),
        )
        .await;
    answer.assert_problem(422, "VALIDATION_FAILED");
    assert_eq!(answer.json["errors"][0]["pointer"], "/changed");
    ann.get(&format!("{path}?state=odd"))
        .await
        .assert_problem(400, "BAD_REQUEST");
    assert_eq!(blobs(app).await, 0);
});

both_engines!(three_batches_can_be_under_way, async |app| {
    let ann = app.person("ann").await;
    let first = create(&ann).await;
    for _ in 0..2 {
        create(&ann).await;
    }
    let refused = ann.post("/scenarios/imports", &json!({ "name": null })).await;
    refused.assert_problem(409, "CONFLICT");
    let sealed = seal(&ann, &first).await;
    assert_eq!(sealed["finished"], true, "it has no files");
    create(&ann).await;
    let ben = app.person("ben").await;
    for _ in 0..MAX_BATCHES {
        let batch = create(&ben).await;
        seal(&ben, &batch).await;
    }
    let refused = ben.post("/scenarios/imports", &json!({ "name": null })).await;
    refused.assert_problem(409, "CONFLICT");
    let mut seen = 0;
    let mut next = Some(String::new());
    while let Some(cursor) = next {
        let page = ben
            .get(&format!("/scenarios/imports?limit=30&cursor={cursor}"))
            .await
            .ok();
        seen += page["results"].as_array().map_or(0, Vec::len) as i64;
        next = page["nextCursor"].as_str().map(str::to_owned);
    }
    assert_eq!(seen, MAX_BATCHES);
});

both_engines!(the_files_of_a_batch_have_two_gigabytes_together, async |app| {
    let ann = app.person("ann").await;
    let _held = no_workers().await;
    let batch = create(&ann).await;
    let file = card("Ida");
    add_all(app, &ann, &batch, &[file.as_bytes()]).await;
    // As if the first had left room for one more of the same size, and no more.
    let text = "update card_import_files set bytes = $2 where batch_id = $1";
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>(text)
        .bind(&batch)
        .bind(MAX_BATCH_BYTES - file.len() as i64)
        .execute(x)
        .await
        .map(drop))
    .expect("another size");
    tx.commit().await.expect("a commit");
    let fits = send(app, &ann, &batch, 1, "b", file.as_bytes()).await;
    assert_eq!(fits.status, 202, "{}", fits.json);
    let beyond = send(app, &ann, &batch, 2, "c", b"x").await;
    beyond.assert_problem(413, "PAYLOAD_TOO_LARGE");
    assert_eq!((files(&ann, &batch).await.len(), blobs(app).await), (2, 2));
});

both_engines!(a_batch_seals_itself_a_day_after_its_last_file, async |app| {
    let mut ann = app.person("ann").await;
    let _held = no_workers().await;
    let batch = create(&ann).await;
    app.clock.advance_millis(SEAL_MS / 2);
    ann.renew();
    add_all(app, &ann, &batch, &[card("Ida").as_bytes()]).await;
    for (wait, sealed) in [(SEAL_MS - 1, false), (1, true)] {
        app.clock.advance_millis(wait);
        ann.renew();
        let sealing = (JOBS[1].run)(&app.state).await.expect("a round");
        assert_eq!(sealing, u64::from(sealed));
        assert_eq!(read(&ann, &batch).await["sealed"], Value::Bool(sealed));
    }
});
