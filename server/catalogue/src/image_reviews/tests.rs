//! Admins decide on images, and every verdict reaches what is published.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use image::ImageFormat;
use platform::blobs::BlobKey;
use platform::both_engines;
use platform::testing::judge_as;
use platform::web::Stale;
use serde_json::{Value, json};

use crate::scenarios::{self, follow_verdicts};
use crate::testing::{Actor, Answer, TestApp, send_form, test_image, upload};

const REVIEWS: &str = "/admin/image-reviews";

fn complete() -> Value {
    json!({
        "title": "The Salt Lamp",
        "tagline": "A keeper who never sleeps",
        "description": "For readers.",
        "language": "en",
        "tags": ["salt water"],
        "rating": "mature",
        "contentNotes": { "kind": "undisclosed" },
        "origin": { "kind": "mine" },
        "actors": [{ "id": "ida", "name": "Ida", "description": "She hides the key." }],
        "openings": [{ "id": "o1", "text": "It begins.", "speaker": "ida" }],
    })
}

/// Creates a scenario with a cover; returns its id and the cover's key.
async fn with_cover(app: &TestApp, author: &Actor<'_>, draft: &Value) -> (String, String) {
    let (draft, cover) = (draft.to_string(), test_image(20, 30, ImageFormat::Png));
    let parts: [(&str, &[u8]); 2] = [("scenario", draft.as_bytes()), ("cover", &cover)];
    let made = send_form(app, author, "/scenarios/scenario", None, &parts).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    (text(&made.json["id"]), text(&made.json["draft"]["cover"]["key"]))
}

async fn publish(author: &Actor<'_>, id: &str, version: i64) {
    let path = format!("/scenarios/scenario/{id}/publish");
    let body = json!({ "version": version, "access": "public" });
    author.post(&path, &body).await.ok();
}

async fn ask(author: &Actor<'_>, id: &str, image: &str, note: &str) {
    let path = format!("/scenarios/scenario/{id}/second-looks");
    author
        .post(&path, &json!({ "image": image, "note": note }))
        .await
        .ok();
}

async fn decide(admin: &Actor<'_>, image: &str, explicit: Option<bool>) -> Answer {
    let body = json!({ "image": image, "explicit": explicit, "reason": "looked at" });
    admin.post(REVIEWS, &body).await
}

/// Runs the job that brings verdicts to scenarios; returns to how many.
async fn apply(app: &TestApp) -> u64 {
    (scenarios::JOBS[0].run)(&app.state).await.expect("a round")
}

/// What readers learn of the pictures of a scenario.
async fn shown(reader: &Actor<'_>, id: &str) -> (Value, Value) {
    let read = reader.get(&format!("/scenarios/scenario/{id}")).await.ok();
    let display = &read["displayData"];
    (display["explicit"].clone(), display["avatarMetrics"].clone())
}

async fn is_blurred_now(app: &TestApp, key: &str) -> bool {
    let key = BlobKey::parse(key).expect("a key");
    let mut conn = app.state.db.read().await.expect("a connection");
    for shows_explicit in crate::SHOWS_EXPLICIT {
        if shows_explicit(&mut conn, &key).await.expect("an answer") {
            return true;
        }
    }
    false
}

both_engines!(an_admin_decides_what_an_author_asks_about, async |app| {
    let (ann, root) = (app.person("ann").await, app.admin("root").await);
    let (id, cover) = with_cover(app, &ann, &complete()).await;
    judge_as(&app.state, &cover, "Porn").await;
    ask(&ann, &id, &cover, "A statue.").await;
    let waiting = root.get(REVIEWS).await.ok();
    let asked_on = waiting["results"][0]["askedOn"].clone();
    assert!(asked_on.is_string(), "{waiting}");
    let review = json!({
        "image": cover,
        "url": format!("/media/{cover}"),
        "verdict": "explicit",
        "metrics": [{ "className": "Porn", "probability": 0.9 }],
        "scenarioId": id,
        "title": "The Salt Lamp",
        "author": ann.user_id.as_str(),
        "authorname": "ann",
        "note": "A statue.",
        "askedOn": asked_on,
    });
    assert_eq!(waiting, json!({ "results": [review], "nextCursor": null }));
    assert_eq!(decide(&root, &cover, Some(false)).await.status, 204);
    assert_eq!(root.get(REVIEWS).await.ok()["results"], json!([]));
    let judged = ann.get(&format!("/scenarios/scenario/{id}/images")).await.ok();
    let image = &judged["images"][0];
    assert_eq!(
        (&image["verdict"], &image["secondLook"]),
        (&json!("ok"), &json!("decided"))
    );
    let logged = "select count(*) from audit_log where subject = $1 and action = 'image_reviews.decide'";
    assert_eq!(app.count(logged, &cover).await, 1);
});

both_engines!(a_withdrawn_decision_leaves_the_question_open, async |app| {
    let (ann, root) = (app.person("ann").await, app.admin("root").await);
    let (id, cover) = with_cover(app, &ann, &complete()).await;
    judge_as(&app.state, &cover, "Porn").await;
    ask(&ann, &id, &cover, "").await;
    decide(&root, &cover, Some(true)).await;
    assert_eq!(decide(&root, &cover, None).await.status, 204);
    assert_eq!(
        root.get(REVIEWS).await.ok()["results"][0]["image"],
        cover.as_str()
    );
});

both_engines!(the_longest_waiting_come_first_and_page_by_page, async |app| {
    let (ann, root) = (app.person("ann").await, app.admin("root").await);
    let mut asked = Vec::new();
    for _ in 0..3 {
        let (id, cover) = with_cover(app, &ann, &complete()).await;
        judge_as(&app.state, &cover, "Porn").await;
        ask(&ann, &id, &cover, "").await;
        asked.push(cover);
        app.clock.advance_millis(1_000);
    }
    let first = root.get(&format!("{REVIEWS}?limit=2")).await;
    let cursor = first.json["nextCursor"].as_str().expect("a cursor").to_owned();
    let second = root.get(&format!("{REVIEWS}?limit=2&cursor={cursor}")).await;
    assert_eq!([first.each("image"), second.each("image")].concat(), asked);
    assert_eq!(second.json["nextCursor"], Value::Null);
});

both_engines!(
    a_decision_names_an_uploaded_image_and_says_what_it_is,
    async |app| {
        let (ann, root) = (app.person("ann").await, app.admin("root").await);
        let (_, cover) = with_cover(app, &ann, &complete()).await;
        for unknown in ["starter/orchard/cover.webp", "no key", "a\u{0}b", ""] {
            decide(&root, unknown, Some(true))
                .await
                .assert_problem(404, "NOT_FOUND");
        }
        let without = root
            .post(REVIEWS, &json!({ "image": cover, "reason": "looked at" }))
            .await;
        without.assert_problem(422, "VALIDATION_FAILED");
        let why = root
            .post(
                REVIEWS,
                &json!({ "image": cover, "explicit": true, "reason": " " }),
            )
            .await;
        why.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(why.json["errors"][0]["pointer"], "reason");
    }
);

both_engines!(no_admin_decides_on_their_own_picture, async |app| {
    let root = app.admin("root").await;
    let (_, cover) = with_cover(app, &root, &complete()).await;
    judge_as(&app.state, &cover, "Porn").await;
    decide(&root, &cover, Some(false))
        .await
        .assert_problem(409, "CONFLICT");
});

both_engines!(a_late_verdict_reaches_what_is_published, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (id, cover) = with_cover(app, &ann, &complete()).await;
    publish(&ann, &id, 1).await;
    assert_eq!(shown(&ben, &id).await, (json!(false), json!([])));
    judge_as(&app.state, &cover, "Porn").await;
    assert_eq!(apply(app).await, 1);
    let metrics = json!([{ "className": "Porn", "probability": 0.9 }]);
    assert_eq!(shown(&ben, &id).await, (json!(true), metrics));
    let found = ben.get("/scenarios/search?q=salt%20lamp").await.ok();
    assert_eq!(found["results"][0]["explicit"], true);
    assert_eq!(apply(app).await, 0, "once");
});

both_engines!(a_banner_counts_where_there_is_no_cover, async |app| {
    let ann = app.person("ann").await;
    let (draft, banner) = (complete().to_string(), test_image(40, 20, ImageFormat::Png));
    let parts: [(&str, &[u8]); 2] = [("scenario", draft.as_bytes()), ("banner", &banner)];
    let made = send_form(app, &ann, "/scenarios/scenario", None, &parts)
        .await
        .json;
    let id = made["id"].as_str().expect("an id");
    publish(&ann, id, 1).await;
    let key = made["draft"]["banner"]["key"].as_str().expect("a key");
    judge_as(&app.state, key, "Hentai").await;
    assert_eq!(apply(app).await, 1);
    assert_eq!(shown(&ann, id).await.0, true);
});

both_engines!(a_decision_reaches_readers_within_two_seconds, async |app| {
    let (ann, root) = (app.person("ann").await, app.admin("root").await);
    let (id, cover) = with_cover(app, &ann, &complete()).await;
    judge_as(&app.state, &cover, "Porn").await;
    publish(&ann, &id, 1).await;
    apply(app).await;
    let stale: Arc<Mutex<Vec<String>>> = Arc::default();
    let heard = stale.clone();
    app.state.changes.listen(move |change| {
        if let Stale::Tag(tag) = change {
            heard.lock().expect("no panic").push(tag.to_owned());
        }
    });
    let following = tokio::spawn(follow_verdicts(app.state.clone()));
    let begun = Instant::now();
    decide(&root, &cover, Some(false)).await;
    while shown(&ann, &id).await.0 == true {
        assert!(begun.elapsed() < Duration::from_secs(2), "too late");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(!is_blurred_now(app, &cover).await);
    let page = format!("scenario:{id}");
    while !stale.lock().expect("no panic").contains(&page) {
        assert!(begun.elapsed() < Duration::from_secs(2), "kept pages do not end");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    following.abort();
});

both_engines!(a_decision_counts_when_it_is_published, async |app| {
    let (ann, root) = (app.person("ann").await, app.admin("root").await);
    for (class, decided) in [("Porn", false), ("Neutral", true)] {
        let (id, cover) = with_cover(app, &ann, &complete()).await;
        judge_as(&app.state, &cover, class).await;
        decide(&root, &cover, Some(decided)).await;
        publish(&ann, &id, 1).await;
        assert_eq!(shown(&ann, &id).await.0, decided, "{class}");
    }
});

both_engines!(no_decision_takes_back_a_rating_for_adults, async |app| {
    let (ann, root) = (app.person("ann").await, app.admin("root").await);
    let mut draft = complete();
    draft["rating"] = json!("explicit");
    let (id, cover) = with_cover(app, &ann, &draft).await;
    judge_as(&app.state, &cover, "Neutral").await;
    publish(&ann, &id, 1).await;
    assert_eq!(shown(&ann, &id).await.0, true);
    decide(&root, &cover, Some(false)).await;
    apply(app).await;
    assert_eq!(shown(&ann, &id).await.0, true);
    assert!(is_blurred_now(app, &cover).await);
});

both_engines!(each_picture_is_blurred_by_its_own_verdict, async |app| {
    let ann = app.person("ann").await;
    let mut draft = complete();
    let (id, cover) = with_cover(app, &ann, &draft).await;
    let path = format!("/scenarios/scenario/{id}/images");
    let mut keys = Vec::new();
    for side in [8, 9] {
        let image = test_image(side, side, ImageFormat::Png);
        let uploaded = upload(app, &ann, &path, "file", &image).await.json;
        keys.push(uploaded["key"].as_str().expect("a key").to_owned());
    }
    draft["cover"] = json!({ "key": cover });
    draft["actors"][0]["portrait"] = json!({ "key": keys[0] });
    draft["actors"][0]["pictures"] = json!([{ "name": "lamp", "key": keys[1] }]);
    draft["openings"][0]["text"] = json!("It begins. {{img::lamp}}");
    ann.put(&format!("/scenarios/scenario/{id}?version=1"), &draft)
        .await
        .ok();
    publish(&ann, &id, 2).await;
    let read = ann
        .get(&format!("/scenarios/scenario/{id}"))
        .await
        .ok()
        .to_string();
    assert!(
        read.contains(&format!("/media/{}", keys[1])),
        "the text shows it: {read}"
    );
    judge_as(&app.state, &cover, "Neutral").await;
    for key in &keys {
        judge_as(&app.state, key, "Porn").await;
    }
    apply(app).await;
    assert_eq!(shown(&ann, &id).await.0, false, "its cover is harmless");
    assert!(!is_blurred_now(app, &cover).await);
    for key in &keys {
        assert!(is_blurred_now(app, key).await, "{key}");
    }
});

both_engines!(admins_see_how_far_the_judge_is, async |app| {
    let (ann, root) = (app.person("ann").await, app.admin("root").await);
    let (_, cover) = with_cover(app, &ann, &complete()).await;
    let before = root.get("/admin/image-judging").await.ok();
    assert_eq!(
        (&before["registered"], &before["pending"], &before["model"]),
        (&json!(1), &json!(1), &json!(false))
    );
    assert!(before["oldestPendingOn"].is_string());
    judge_as(&app.state, &cover, "Porn").await;
    let after = root.get("/admin/image-judging").await.ok();
    assert_eq!(
        (&after["judged"], &after["explicit"], &after["oldestPendingOn"]),
        (&json!(1), &json!(1), &Value::Null)
    );
});
