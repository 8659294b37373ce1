//! Creating drafts.

use platform::both_engines;
use serde_json::json;

use super::{complete, create, has_blob, read, send_draft, send_form};
use crate::authoring::rules::MAX_DRAFTS;
use crate::testing::add_drafts;

both_engines!(a_scenario_begins_as_an_incomplete_draft, async |app| {
    let ann = app.person("ann").await;
    let made = send_draft(app, &ann, &json!({})).await;
    assert_eq!(made.status, 201, "{}", made.json);
    assert_eq!(
        (&made.json["version"], &made.json["state"], &made.json["fromCard"]),
        (&json!(1), &json!("draft"), &json!(false))
    );
    assert_eq!(made.json["deletedOn"], json!(null));
    let missing = made.json["missing"].as_array().expect("a list");
    let fields: Vec<_> = missing.iter().filter_map(|one| one["field"].as_str()).collect();
    assert_eq!(
        fields,
        [
            "/title",
            "/language",
            "/rating",
            "/contentNotes",
            "/origin",
            "/actors",
            "/openings"
        ]
    );
    let id = made.json["id"].as_str().expect("an id");
    assert_eq!(read(&ann, id).await, made.json, "it is read as it was answered");

    let whole = send_draft(app, &ann, &complete()).await;
    assert_eq!(whole.json["missing"], json!([]));
    assert_eq!(whole.json["draft"]["actors"][1]["name"], "Per");
    app.get(&format!("/scenarios/scenario/{id}"))
        .await
        .assert_problem(404, "NOT_FOUND");
});

both_engines!(the_same_request_creates_one_scenario, async |app| {
    let ann = app.person("ann").await;
    let image = crate::testing::test_image(20, 30, image::ImageFormat::Png);
    let draft = complete().to_string();
    let parts: [(&str, &[u8]); 2] = [("scenario", draft.as_bytes()), ("cover", &image)];
    let first = send_form(app, &ann, Some("k1"), &parts).await;
    let again = send_form(app, &ann, Some("k1"), &parts).await;
    assert_eq!((first.status.as_u16(), &first.json), (201, &again.json));
    assert!(again.headers.contains_key(&platform::idempotency::REPLAYED));
    let key = again.json["draft"]["cover"]["key"].as_str().expect("a key");
    assert!(has_blob(app, key).await, "the image of the first stays");
    let other = send_form(app, &ann, Some("k1"), &parts[..1]).await;
    other.assert_problem(422, "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(ann.get("/scenarios/my").await.each("id").len(), 1);
});

both_engines!(forms_without_a_scenario_are_refused, async |app| {
    let ann = app.person("ann").await;
    let none = send_form(app, &ann, None, &[("cover", b"x")]).await;
    none.assert_problem(422, "VALIDATION_FAILED");
    assert_eq!(none.json["errors"][0]["pointer"], "scenario");
    let no_json = send_form(app, &ann, None, &[("scenario", b"{")]).await;
    no_json.assert_problem(400, "BAD_REQUEST");
    ann.post("/scenarios/scenario", &json!({}))
        .await
        .assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
    assert!(ann.get("/scenarios/my").await.each("id").is_empty());
});

both_engines!(nobody_keeps_more_scenarios_than_there_may_be, async |app| {
    let ann = app.person("ann").await;
    add_drafts(app, &ann.user_id, MAX_DRAFTS - 1).await;
    let last = create(app, &ann, &json!({})).await;
    let refused = send_draft(app, &ann, &json!({})).await;
    refused.assert_problem(409, "DRAFT_QUOTA_REACHED");
    let path = format!("/scenarios/scenario/{last}");
    assert_eq!(ann.delete(&path).await.status, 204);
    let refused = send_draft(app, &ann, &json!({})).await;
    refused.assert_problem(409, "DRAFT_QUOTA_REACHED");
    assert_eq!(ann.delete(&format!("{path}?permanent=true")).await.status, 204);
    create(app, &ann, &json!({})).await;
    create(app, &app.person("ben").await, &json!({})).await;
});
