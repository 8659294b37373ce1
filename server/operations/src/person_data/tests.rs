//! Everything that is stored about a person is exported, and is deleted with them.

use std::io::{Cursor, Read};

use accounts::users::rules::DELETION_GRACE_DAYS;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use image::ImageFormat;
use platform::blobs::BlobKey;
use platform::both_engines;
use platform::db::query_on;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::purge;
use super::rules::FRESH_SIGN_IN_MS;
use crate::testing::{Actor, NewScenario, TestApp, test_image, upload, upload_portrait};

/// The files of an export.
async fn unpack(app: &TestApp, actor: &Actor<'_>) -> std::collections::BTreeMap<String, String> {
    let request = Request::get("/api/v1/users/me/export")
        .header("authorization", format!("Bearer {}", actor.token))
        .body(Body::empty());
    let Ok(response) = crate::api_router(&app.state)
        .oneshot(request.expect("a request"))
        .await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "application/zip");
    let bytes = axum::body::to_bytes(response.into_body(), 16 << 20)
        .await
        .expect("a body");
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let names: Vec<String> = archive
        .file_names()
        .map(|name| name.expect("a name").into_owned())
        .collect();
    let mut read = |name: &String| {
        let mut content = Vec::new();
        archive
            .by_name(name)
            .expect("a file")
            .read_to_end(&mut content)
            .expect("its content");
        (name.clone(), String::from_utf8_lossy(&content).into_owned())
    };
    names.iter().map(&mut read).collect()
}

both_engines!(
    an_export_holds_everything_of_its_owner_and_nothing_of_others,
    async |app| {
        let (ann, bob) = (app.person("ann").await, app.person("bob").await);
        let id = app
            .scenario(NewScenario::named("Lamp").tagged(&["spiders"]))
            .await;
        ann.patch("/users/me", &json!({ "userBio": "canary-ann", "blockedTags": ["spiders"], "personas": { "p": { "name": "Captain" } } })).await.ok();
        bob.patch("/users/me", &json!({ "userBio": "canary-bob" }))
            .await
            .ok();
        for person in [&ann, &bob] {
            person
                .post("/scenarios/love", &json!({ "scenarioId": id }))
                .await
                .ok();
        }
        upload_portrait(app, &ann, &test_image(30, 30, ImageFormat::Png))
            .await
            .ok();
        for person in [&ann, &bob] {
            let draft = json!({ "title": format!("draft of {}", person.user_id) }).to_string();
            let made = upload(app, person, "/scenarios/scenario", "scenario", draft.as_bytes()).await;
            let path = format!(
                "/scenarios/scenario/{}/avatar",
                made.json["id"].as_str().expect("an id")
            );
            upload(app, person, &path, "file", &test_image(12, 12, ImageFormat::Png))
                .await
                .ok();
        }
        let files = unpack(app, &ann).await;
        let all: String = files.values().cloned().collect();
        assert!(all.contains("canary-ann") && all.contains("ann@example.org") && all.contains("Captain"));
        assert!(!all.contains("canary-bob") && !all.contains(bob.user_id.as_str()) && !all.contains("_hash"));
        for named in files["README.txt"].split([' ', ',', '\n']) {
            let is_file = named.ends_with(".json") || named.ends_with('/');
            assert!(
                !is_file || named == "stories/" || files.keys().any(|file| file.starts_with(named)),
                "{named}"
            );
        }
        let parsed = |name: &str| -> Value { serde_json::from_str(&files[name]).expect("JSON") };
        assert_eq!(parsed("loves.json")[0]["scenario_id"], id);
        assert_eq!(parsed("users.json")[0]["personas"]["p"]["name"], "Captain");
        assert_eq!(
            parsed("users.json")[0]["joined_at"],
            crate::testing::TEST_NOW.to_string()
        );
        assert_eq!(parsed("users.json")[0]["show_nsfw"], false);
        assert_eq!(parsed("blocked_tags.json").as_array().map(Vec::len), Some(1));
        let draft = &parsed("scenario_drafts.json")[0];
        assert_eq!(draft["document"]["title"], format!("draft of {}", ann.user_id));
        let cover = parsed("scenario_draft_images.json")[0]["key"]
            .as_str()
            .expect("a key")
            .to_owned();
        let images: Vec<_> = files.keys().filter(|name| name.ends_with(".webp")).collect();
        assert_eq!(
            images.len(),
            2,
            "the portrait, and the cover of the draft: {images:?}"
        );
        assert!(images.contains(&&cover));
    }
);

both_engines!(a_record_is_deleted_after_its_days_of_grace, async |app| {
    let (mut ann, bob) = (app.newcomer("ann").await, app.person("bob").await);
    let made = ann.post("/users/", &json!({})).await;
    assert_eq!(made.status, StatusCode::CREATED);
    ann.user_id = made.json["userID"]
        .as_str()
        .expect("an id")
        .parse()
        .expect("an id");
    let id = app
        .scenario(NewScenario::named("Lamp").tagged(&["spiders"]))
        .await;
    let own = app
        .scenario(NewScenario::named("Hers").tagged(&["spiders"]))
        .await;
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>(
        "update scenarios set author_id = $1 where id = $2"
    )
    .bind(ann.user_id.as_str())
    .bind(&own)
    .execute(x)
    .await
    .map(drop))
    .expect("an author");
    tx.commit().await.expect("a commit");
    for person in [&ann, &bob] {
        for scenario in [&id, &own] {
            person
                .post("/scenarios/love", &json!({ "scenarioId": scenario }))
                .await
                .ok();
            person
                .post("/scenarios/rate", &json!({ "scenarioId": scenario, "rating": 1 }))
                .await
                .ok();
        }
    }
    ann.post(&format!("/users/me/follow/{}", bob.user_id), &json!({}))
        .await
        .ok();
    bob.post(&format!("/users/me/follow/{}", ann.user_id), &json!({}))
        .await
        .ok();
    ann.patch(
        "/users/me",
        &json!({ "userBio": "canary", "blockedTags": ["spiders"] }),
    )
    .await
    .ok();
    let portrait = key_of(
        &upload_portrait(app, &ann, &test_image(30, 30, ImageFormat::Png))
            .await
            .ok(),
    );

    app.clock.advance_millis(FRESH_SIGN_IN_MS + 1);
    let refused = ann.post("/users/me/deletion", &json!({})).await;
    refused.assert_problem(422, "VALIDATION_FAILED");
    ann.post("/users/me/deletion", &json!({ "password": "wrong" }))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    ann.post("/users/me/deletion", &json!({ "sure": true }))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    app.clock.advance_millis(-FRESH_SIGN_IN_MS);
    let asked = ann.post("/users/me/deletion", &json!({})).await.ok();
    let me = ann.get("/users/me").await.ok();
    assert_eq!(
        (&me["deletionOn"], &me["deletionWork"]),
        (&asked["deletionOn"], &json!("withdraw"))
    );
    assert_eq!(
        ann.post("/users/me/deletion", &json!({})).await.ok(),
        asked,
        "asking again changes nothing"
    );
    assert_eq!(
        ann.delete("/users/me/deletion").await.status,
        StatusCode::NO_CONTENT
    );
    let me = ann.get("/users/me").await.ok();
    assert_eq!(
        (&me["deletionOn"], &me["deletionWork"]),
        (&json!(null), &json!(null))
    );
    ann.post("/users/me/deletion", &json!({})).await.ok();
    assert_eq!(
        purge(&app.state).await.expect("a round"),
        0,
        "not before its time"
    );
    app.clock.advance_millis(DELETION_GRACE_DAYS * kernel::DAY_MS + 1);
    let (one, two) = tokio::join!(purge(&app.state), purge(&app.state));
    assert_eq!(
        one.expect("a round") + two.expect("a round"),
        1,
        "two at once delete once"
    );

    for (what, text) in [
        ("user", "select count(*) from users where id = $1"),
        ("account", "select count(*) from accounts where user_id = $1"),
        ("love", "select count(*) from loves where user_id = $1"),
        (
            "follow",
            "select count(*) from follows where follower_id = $1 or followee_id = $1",
        ),
        ("scenario", "select count(*) from scenarios where author_id = $1"),
    ] {
        assert_eq!(app.count(text, ann.user_id.as_str()).await, 0, "{what}");
    }
    assert_eq!(
        app.count(
            "select count(*) from identities where id = $1",
            ann.identity_id.as_str()
        )
        .await,
        0
    );
    assert!(app.state.blobs.get(&portrait).await.expect("the store").is_none());
    let stats = app.get(&format!("/scenarios/scenario/{id}")).await.ok()["scenarioStats"].clone();
    assert_eq!(
        (&stats["loveCount"], &stats["userRatings"]["likes"]),
        (&json!(1), &json!(1)),
        "only bob's are left"
    );
    app.get(&format!("/scenarios/scenario/{own}"))
        .await
        .assert_problem(404, "NOT_FOUND");
    assert!(app.get("/scenarios/search?q=hers").await.each("id").is_empty());
    let bob = app.get(&format!("/users/user/{}", bob.user_id)).await.ok();
    assert_eq!(
        (&bob["stats"]["followers"], &bob["stats"]["following"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(app.get("/tags/by-id/spiders").await.ok()["scenarioCount"], 1);

    let again = app.newcomer("ann").await;
    let made_again = again.post("/users/", &json!({})).await;
    assert_eq!(made_again.status, StatusCode::CREATED, "who left may come back");
    assert_eq!(made_again.json["shekels"], 0, "but not be welcomed twice");
    assert_ne!(made.json["shekels"], 0);
    let report = accounts::ledger::verify(&app.state.db, kernel::Clock::now(&app.clock))
        .await
        .expect("a report");
    assert!(
        report.failed().is_empty(),
        "the books still add up: {:?}",
        report.failed()
    );
});

both_engines!(asking_again_keeps_the_choice_for_published_work, async |app| {
    let ann = app.newcomer("ann").await;
    let made = ann.post("/users/", &json!({})).await.json;
    let id = made["userID"].as_str().expect("an id");
    for (body, leaves) in [
        (json!({}), 0),
        (json!({ "work": "leave" }), 1),
        (json!({}), 1),
        (json!({ "work": null }), 1),
        (json!({ "work": "withdraw" }), 0),
    ] {
        ann.post("/users/me/deletion", &body).await.ok();
        let count = "select count(*) from users where id = $1 and leaves_work";
        assert_eq!(app.count(count, id).await, leaves, "{body}");
    }
});

fn key_of(answer: &Value) -> BlobKey {
    let url = answer["avatar_urls"]["avatar"].as_str().expect("an address");
    BlobKey::parse(url.strip_prefix("/media/").expect("our own address")).expect("a key")
}
