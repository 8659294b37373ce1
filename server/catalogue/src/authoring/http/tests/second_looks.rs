//! Authors ask for a second look at an image.

use image::ImageFormat;
use platform::audit::Event;
use platform::both_engines;
use platform::image_judge::decide;
use platform::testing::judge_as;
use serde_json::{Value, json};

use super::{complete, create, judged_images};
use crate::testing::{Actor, Answer, TestApp, test_image, upload};

/// Creates a scenario with a cover; returns its id and the cover's key.
async fn with_cover(app: &TestApp, author: &Actor<'_>) -> (String, String) {
    let id = create(app, author, &complete()).await;
    let path = format!("/scenarios/scenario/{id}/avatar");
    let placed = upload(app, author, &path, "file", &test_image(20, 30, ImageFormat::Png)).await;
    let key = placed.ok()["key"].as_str().expect("a key").to_owned();
    (id, key)
}

async fn ask(actor: &Actor<'_>, id: &str, body: &Value) -> Answer {
    actor
        .post(&format!("/scenarios/scenario/{id}/second-looks"), body)
        .await
}

both_engines!(an_explicit_image_is_asked_about_once, async |app| {
    let ann = app.person("ann").await;
    let (id, cover) = with_cover(app, &ann).await;
    judge_as(&app.state, &cover, "Porn").await;
    assert_eq!(judged_images(&ann, &id).await[0]["secondLook"], "none");
    let first = ask(&ann, &id, &json!({ "image": cover, "note": " A statue. " }))
        .await
        .ok();
    assert_eq!(
        first,
        json!({
            "key": cover,
            "verdict": "explicit",
            "metrics": [{ "className": "Porn", "probability": 0.9 }],
            "secondLook": "asked",
        })
    );
    let again = ask(&ann, &id, &json!({ "image": cover, "note": "Another note." }))
        .await
        .ok();
    assert_eq!(again, first);
    let notes = "select count(*) from image_second_looks where draft_id = $1 and note = 'A statue.'";
    assert_eq!(app.count(notes, &id).await, 1, "the first one stays");
    assert_eq!(judged_images(&ann, &id).await[0]["secondLook"], "asked");
});

both_engines!(a_second_look_needs_a_verdict_of_the_model, async |app| {
    let ann = app.person("ann").await;
    let (id, cover) = with_cover(app, &ann).await;
    let body = json!({ "image": cover });
    ask(&ann, &id, &body).await.assert_problem(409, "NO_SECOND_LOOK");
    judge_as(&app.state, &cover, "Neutral").await;
    ask(&ann, &id, &body).await.assert_problem(409, "NO_SECOND_LOOK");
});

both_engines!(a_moderators_decision_is_final, async |app| {
    let ann = app.person("ann").await;
    let (id, cover) = with_cover(app, &ann).await;
    judge_as(&app.state, &cover, "Porn").await;
    decide(&app.state, &cover, Some(true), &Event::default())
        .await
        .expect("a decision");
    assert_eq!(judged_images(&ann, &id).await[0]["secondLook"], "decided");
    ask(&ann, &id, &json!({ "image": cover }))
        .await
        .assert_problem(409, "NO_SECOND_LOOK");
});

both_engines!(only_an_image_of_ones_own_draft_is_found, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (id, cover) = with_cover(app, &ann).await;
    judge_as(&app.state, &cover, "Porn").await;
    let (other, _) = with_cover(app, &ben).await;
    for (actor, draft, image) in [
        (&ben, &id, cover.as_str()),
        (&ben, &other, &cover),
        (&ann, &id, "scenarios/none.webp"),
        (&ann, &id, "../none"),
        (&ann, &id, "a\u{0}b"),
    ] {
        ask(actor, draft, &json!({ "image": image }))
            .await
            .assert_problem(404, "NOT_FOUND");
    }
    ann.delete(&format!("/scenarios/scenario/{id}")).await;
    ask(&ann, &id, &json!({ "image": cover }))
        .await
        .assert_problem(409, "DRAFT_IN_TRASH");
});

both_engines!(a_note_has_500_characters, async |app| {
    let ann = app.person("ann").await;
    let (id, cover) = with_cover(app, &ann).await;
    judge_as(&app.state, &cover, "Porn").await;
    let refused = ask(&ann, &id, &json!({ "image": cover, "note": "é".repeat(501) })).await;
    refused.assert_problem(422, "VALIDATION_FAILED");
    assert_eq!(refused.json["errors"][0]["pointer"], "note");
    let body = json!({ "image": cover, "note": "é".repeat(500) });
    ask(&ann, &id, &body).await.ok();
});

both_engines!(a_request_ends_with_its_scenario, async |app| {
    let ann = app.person("ann").await;
    let (id, cover) = with_cover(app, &ann).await;
    judge_as(&app.state, &cover, "Porn").await;
    ask(&ann, &id, &json!({ "image": cover })).await.ok();
    ann.delete(&format!("/scenarios/scenario/{id}?permanent=true"))
        .await;
    let count = "select count(*) from image_second_looks where draft_id = $1";
    assert_eq!(app.count(count, &id).await, 0);
});
