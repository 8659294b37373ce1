//! What cannot be reported, or not in this way.

use platform::both_engines;

use super::*;
use crate::reports::rules::{MAX_NOTE_CHARS, MOST_REPORTS};
use crate::testing::NewScenario;

both_engines!(what_a_caller_cannot_see_they_cannot_report, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let hidden = app
        .scenario(NewScenario {
            hidden: true,
            ..NewScenario::named("Hidden")
        })
        .await;
    let removed = app
        .scenario(NewScenario {
            removed: true,
            ..NewScenario::named("Removed")
        })
        .await;
    bob.post("/reports", &of("scenario", &hidden))
        .await
        .assert_problem(404, "NOT_FOUND");
    bob.post("/reports", &of("scenario", &removed))
        .await
        .assert_problem(410, "GONE");
    for (kind, target) in [
        ("scenario", "none"),
        ("card", "none"),
        ("person", "none"),
        ("reply", "none"),
        ("card", "../x"),
        ("person", "a\u{0}b"),
        ("reply", "ü"),
    ] {
        bob.post("/reports", &of(kind, target))
            .await
            .assert_problem(404, "NOT_FOUND");
    }
    for target in [
        "/media/none.webp",
        "/media/../x",
        "/media/",
        "none.webp",
        "https://elsewhere.example/media/a.webp",
        "/_image?url=/media/a.webp",
    ] {
        bob.post("/reports", &of("picture", target))
            .await
            .assert_problem(404, "NOT_FOUND");
    }
    let open = app.scenario(NewScenario::named("Open")).await;
    let story = ann.post("/stories/", &json!({ "scenarioId": open })).await.json;
    let reply = story["headId"].as_str().expect("a message");
    for other in [
        bob.post("/reports", &of("reply", reply)).await,
        app.post("/reports", &of("reply", reply)).await,
    ] {
        other.assert_problem(404, "NOT_FOUND");
    }
    assert_eq!(rows(app).await, []);
});

both_engines!(what_is_sent_wrongly_is_refused_field_by_field, async |app| {
    let id = app.scenario(NewScenario::named("Lamp")).await;
    let with = |name: &str, value: Value| {
        let mut body = of("scenario", &id);
        body[name] = value;
        body
    };
    for (name, value) in [
        ("kind", json!("planet")),
        ("reason", json!("because")),
        ("note", json!("x".repeat(MAX_NOTE_CHARS + 1))),
        ("note", json!("a\u{0}b")),
        ("note", json!(["x"])),
        ("targetId", json!("")),
        ("targetId", json!("x".repeat(600))),
        ("targetId", json!(null)),
        ("kind", json!(null)),
        ("reason", json!(7)),
    ] {
        let refused = app.post("/reports", &with(name, value.clone())).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
    }
    receipt(
        app.post("/reports", &with("note", json!("é".repeat(MAX_NOTE_CHARS))))
            .await,
    );
    receipt(
        app.post(
            "/reports",
            &json!({ "kind": "scenario", "targetId": id, "reason": "minor" }),
        )
        .await,
    );
    app.post("/reports", &json!([]))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
});

both_engines!(nobody_reports_more_than_one_can_mean, async |app| {
    let id = app.scenario(NewScenario::named("Lamp")).await;
    let ann = app.person("ann").await;
    let (window, most) = MOST_REPORTS[0];
    let numbered = |number: i64| json!({ "kind": "scenario", "targetId": id, "reason": "spam", "note": number.to_string() });
    for number in 0..most {
        receipt(ann.post("/reports", &numbered(number)).await);
    }
    let refused = ann.post("/reports", &numbered(most)).await;
    refused.assert_problem(429, "RATE_LIMITED");
    assert_eq!(refused.json["retryAfter"], window / 1000);
    receipt(ann.post("/reports", &numbered(0)).await);
    receipt(app.post("/reports", &numbered(most)).await);
    assert_eq!(rows(app).await.len() as i64, most + 1, "others may");
    app.clock.advance_millis(window);
    receipt(ann.post("/reports", &numbered(most)).await);
});

both_engines!(a_copied_work_has_to_be_named, async |app| {
    let id = app.scenario(NewScenario::named("Lamp")).await;
    let about = |reason: &str, note: &str| json!({ "kind": "scenario", "targetId": id, "reason": reason, "note": note });
    let refused = app.post("/reports", &about("copyright", " \n")).await;
    refused.assert_problem(422, "VALIDATION_FAILED");
    assert_eq!(refused.json["errors"][0]["pointer"], "note");
    receipt(
        app.post(
            "/reports",
            &about("copyright", "My book, at https://books.example/lamp."),
        )
        .await,
    );
    for reason in ["harassment", "impersonation"] {
        receipt(app.post("/reports", &about(reason, "")).await);
    }
    assert_eq!(rows(app).await.len(), 3);
});
