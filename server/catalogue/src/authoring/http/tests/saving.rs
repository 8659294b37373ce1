//! Saving drafts.

use axum::body::Body;
use axum::http::{Method, Request, header};
use platform::both_engines;
use platform::web::full_address;
use serde_json::{Value, json};

use super::{complete, create, read, save, send_draft};
use crate::authoring::rules::{MAX_CURRENT_BYTES, MAX_SENT_BYTES};
use crate::testing::{Actor, Answer, TestApp};

fn titled(title: &str) -> Value {
    let mut draft = complete();
    draft["title"] = json!(title);
    draft
}

both_engines!(a_saved_draft_is_read_as_it_was_sent, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &json!({ "title": "Lamp" })).await;
    app.clock.advance_millis(5_000);
    let saved = save(&ann, &id, 1, &complete()).await.ok();
    assert_eq!((&saved["version"], &saved["missing"]), (&json!(2), &json!([])));
    let now = read(&ann, &id).await;
    for (field, sent) in complete().as_object().expect("fields") {
        let stored = &now["draft"][field.as_str()];
        match field.as_str() {
            "actors" => assert_eq!(stored[0]["id"], sent[0]["id"]),
            "openings" => assert_eq!(stored[0]["text"], sent[0]["text"]),
            _ => assert_eq!(stored, sent, "{field}"),
        }
    }
    assert_eq!(now["updatedOn"], saved["updatedOn"]);
    assert_ne!(now["updatedOn"], now["createdOn"]);

    // The answer may be lost on the way; the same edit is sent again.
    let again = save(&ann, &id, 1, &complete()).await.ok();
    assert_eq!(
        (&again["version"], &again["updatedOn"]),
        (&json!(2), &saved["updatedOn"])
    );
});

both_engines!(windows_that_save_at_once_lose_nothing, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &titled("Lamp")).await;
    let titles: Vec<String> = (0..6).map(|number| format!("Window {number}")).collect();
    let drafts: Vec<Value> = titles.iter().map(|title| titled(title)).collect();
    let answers = futures::future::join_all(drafts.iter().map(|draft| save(&ann, &id, 1, draft))).await;
    let saved: Vec<usize> = (0..6).filter(|at| answers[*at].status == 200).collect();
    assert_eq!(saved.len(), 1, "one of them was first");
    for (number, answer) in answers.iter().enumerate().filter(|(at, _)| *at != saved[0]) {
        answer.assert_problem(412, "DRAFT_CHANGED");
        let current = &answer.json["current"];
        assert_eq!(
            (&current["version"], &current["draft"]["title"]),
            (&json!(2), &json!(titles[saved[0]])),
            "window {number} sees what was saved"
        );
    }
    let other = (saved[0] + 1) % 6;
    assert_eq!(save(&ann, &id, 2, &drafts[other]).await.ok()["version"], 3);
    assert_eq!(read(&ann, &id).await["draft"]["title"], json!(titles[other]));
});

async fn put(app: &TestApp, actor: &Actor<'_>, id: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Answer {
    let mut request = Request::builder()
        .method(Method::PUT)
        .uri(full_address(&format!("/scenarios/scenario/{id}")))
        .header(header::AUTHORIZATION, format!("Bearer {}", actor.token));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    app.send(request.body(Body::from(body)).expect("a request")).await
}

both_engines!(the_edited_version_comes_by_header_or_query, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &json!({})).await;
    let json = ("content-type", "application/json");
    for (number, etag) in ["\"1\"", "2"].into_iter().enumerate() {
        let body = titled(&format!("Lamp {number}")).to_string().into_bytes();
        put(app, &ann, &id, &[json, ("if-match", etag)], body).await.ok();
    }
    for etag in ["*", "", "W/\"3\"", "\"x\""] {
        let body = titled("No").to_string().into_bytes();
        let refused = put(app, &ann, &id, &[json, ("if-match", etag)], body).await;
        refused.assert_problem(400, "BAD_REQUEST");
        assert_eq!(refused.json["errors"][0]["pointer"], "version");
    }
    let bare = put(app, &ann, &id, &[json], b"{}".to_vec()).await;
    bare.assert_problem(400, "BAD_REQUEST");
    let text = put(app, &ann, &id, &[("if-match", "3")], b"{}".to_vec()).await;
    text.assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
    let broken = put(app, &ann, &id, &[json, ("if-match", "3")], b"{".to_vec()).await;
    broken.assert_problem(400, "BAD_REQUEST");
    let endless = vec![b' '; MAX_SENT_BYTES + 1];
    let large = put(app, &ann, &id, &[json, ("if-match", "3")], endless).await;
    large.assert_problem(413, "PAYLOAD_TOO_LARGE");
    assert_eq!(read(&ann, &id).await["version"], 3);
});

/// A draft with something that is not acceptable, and the field that says so.
fn unacceptable() -> Vec<(Value, &'static str)> {
    let actor = |fields: Value| json!({ "actors": [fields] });
    vec![
        (json!({ "title": "x".repeat(121) }), "/title"),
        (json!({ "title": 7 }), "/title"),
        (json!({ "titel": "x" }), "/titel"),
        (json!({ "tagline": "a\u{0}b" }), "/tagline"),
        (json!({ "language": "not a language" }), "/language"),
        (json!({ "tags": ["a", "A"] }), "/tags/1"),
        (json!({ "rating": "adult" }), "/rating"),
        (
            json!({ "contentNotes": { "kind": "listed", "notes": ["war", "war"] } }),
            "/contentNotes",
        ),
        (
            json!({ "origin": { "kind": "permission", "from": " " } }),
            "/origin/from",
        ),
        (actor(json!({ "id": "no id" })), "/actors/0/id"),
        (
            actor(json!({ "id": "a", "note": { "depth": 1000 } })),
            "/actors/0/note/depth",
        ),
        (
            actor(json!({ "id": "a", "talkativeness": 2.0 })),
            "/actors/0/talkativeness",
        ),
        (
            actor(json!({ "id": "a", "expressions": [{}] })),
            "/actors/0/expressions/0/name",
        ),
        (
            actor(json!({ "id": "a", "kept": { "data": { "x": ["\u{0}"] } } })),
            "/actors/0/kept/data/x/0",
        ),
        (
            actor(json!({ "id": "a", "portrait": { "key": "a/b.webp" } })),
            "/actors/0/portrait/key",
        ),
        (
            actor(json!({ "id": "a", "pictures": [{ "name": "p", "key": "starter/orchard/cover.webp" }] })),
            "/actors/0/pictures/0/key",
        ),
        (
            json!({ "openings": [{ "id": "o", "speaker": "who" }] }),
            "/openings/0/speaker",
        ),
        (
            json!({ "lorebooks": [{ "id": "b", "book": { "name": "B", "entries": [{ "probability": 101 }] } }] }),
            "/lorebooks/0/book/entries/0/probability",
        ),
        (json!({ "cover": { "key": "" } }), "/cover/key"),
        (
            json!({ "banner": { "key": "avatars/x/y.webp", "focus": { "x": 0.5, "y": 2.0 } } }),
            "/banner/focus",
        ),
        (json!({ "making": "secret" }), "/making"),
        (json!([]), ""),
    ]
}

both_engines!(what_is_not_acceptable_is_named_by_its_field, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &complete()).await;
    for (draft, pointer) in unacceptable() {
        for refused in [
            send_draft(app, &ann, &draft).await,
            save(&ann, &id, 1, &draft).await,
        ] {
            refused.assert_problem(422, "VALIDATION_FAILED");
            let errors = refused.json["errors"].as_array().expect("a list");
            assert!(
                errors.iter().any(|error| error["pointer"] == pointer),
                "{pointer}: {}",
                refused.json
            );
        }
    }
    let now = read(&ann, &id).await;
    assert_eq!(
        (&now["version"], &now["draft"]["title"]),
        (&json!(1), &complete()["title"])
    );
    assert_eq!(ann.get("/scenarios/my").await.each("id"), [id]);
});

both_engines!(nobody_but_its_author_finds_a_draft, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &complete()).await;
    let before = read(&ann, &id).await;
    let path = format!("/scenarios/scenario/{id}");
    let image = crate::testing::test_image(8, 8, image::ImageFormat::Png);
    for other in [
        app.person("eve").await,
        app.moderator("mo").await,
        app.admin("ada").await,
    ] {
        for answer in [
            other.get(&format!("{path}/draft")).await,
            save(&other, &id, 1, &titled("Mine")).await,
            other.delete(&path).await,
            other.delete(&format!("{path}?permanent=true")).await,
            other.post(&format!("{path}/restore"), &json!({})).await,
            crate::testing::upload(app, &other, &format!("{path}/avatar"), "file", &image).await,
            crate::testing::upload(app, &other, &format!("{path}/actor/ida/avatar"), "file", &image).await,
            crate::testing::upload(app, &other, &format!("{path}/images"), "file", &image).await,
        ] {
            answer.assert_problem(404, "NOT_FOUND");
        }
        assert!(other.get("/scenarios/my").await.each("id").is_empty());
    }
    assert_eq!(read(&ann, &id).await, before);
    save(&ann, "none", 1, &complete())
        .await
        .assert_problem(404, "NOT_FOUND");
});

both_engines!(
    large_drafts_are_saved_and_refused_without_their_content,
    async |app| {
        let ann = app.person("ann").await;
        let mut draft = complete();
        let text = "x".repeat(90_000);
        let actors: Vec<Value> = (0..15)
            .map(|number| json!({ "id": format!("a{number}"), "name": "A", "description": text }))
            .collect();
        draft["actors"] = json!(actors);
        draft["openings"] = json!([]);
        assert!(draft.to_string().len() > MAX_CURRENT_BYTES);
        let id = create(app, &ann, &draft).await;
        draft["title"] = json!("Larger");
        assert_eq!(save(&ann, &id, 1, &draft).await.ok()["version"], 2);
        let stale = save(&ann, &id, 1, &complete()).await;
        stale.assert_problem(412, "DRAFT_CHANGED");
        assert_eq!(stale.json["current"]["version"], 2);
        assert_eq!(stale.json["current"]["draft"], json!(null));
        assert_eq!(read(&ann, &id).await["draft"]["title"], "Larger");
    }
);
