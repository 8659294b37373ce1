//! What is forgotten, when, and with whom.

use axum::body::Body;
use axum::http::Request;
use serde_json::json;

use super::{Visitor, begin, count, say, text, texts};
use crate::both_engines;
use crate::db::query_on;
use crate::guests::rules::{KEEP_ENDED_MS, LIFE_MS};
use crate::person_data::sweep as delete_those_who_leave;
use crate::stories::rules::{EPHEMERAL_MS, TRASH_MS};
use crate::stories::sweep;
use crate::testing::NewScenario;
use crate::users::rules::DELETION_GRACE_DAYS;

both_engines!(ephemeral_stories_last_a_day_from_their_last_use, async |app| {
    let mut ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let story = ann
        .post("/stories/", &json!({ "scenarioId": scenario, "ephemeral": true }))
        .await
        .json;
    let lasting = begin(&ann, &scenario).await;
    let id = text(&story, "id");
    app.clock.advance_millis(EPHEMERAL_MS - 1000);
    ann.renew();
    ann.post("/chat/fetch", &json!({ "chatID": id })).await.ok();
    app.clock.advance_millis(EPHEMERAL_MS - 1000);
    assert_eq!(sweep(&app.state).await.expect("a round"), 0, "opened");
    say(app, &ann, id, None, "still here").await;
    app.clock.advance_millis(EPHEMERAL_MS - 1000);
    assert_eq!(sweep(&app.state).await.expect("a round"), 0, "written in");
    app.clock.advance_millis(2000);
    let (one, two) = tokio::join!(sweep(&app.state), sweep(&app.state));
    assert_eq!(one.expect("a round") + two.expect("a round"), 1);
    ann.renew();
    ann.get(&format!("/stories/{id}"))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.get(&format!("/stories/{}", text(&lasting, "id"))).await.ok();
});

both_engines!(deleted_messages_are_forgotten_after_thirty_days, async |app| {
    let mut ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let story = begin(&ann, &scenario).await;
    let id = text(&story, "id");
    let a = say(app, &ann, id, None, "a").await;
    let b = say(app, &ann, id, None, "b").await;
    say(app, &ann, id, None, "c").await;
    ann.patch(&format!("/messages/{b}"), &json!({ "content": "b again" }))
        .await
        .ok();
    ann.delete(&format!("/messages/{b}")).await.ok();
    app.clock.advance_millis(TRASH_MS / 2);
    ann.renew();
    ann.delete(&format!("/messages/{a}")).await.ok();
    app.clock.advance_millis(TRASH_MS / 2 - 1000);
    sweep(&app.state).await.expect("a round");
    assert_eq!(count(app, "select count(*) from messages").await, 4);
    app.clock.advance_millis(2000);
    sweep(&app.state).await.expect("a round");
    assert_eq!(
        count(app, "select count(*) from messages").await,
        2,
        "b and c are gone, a is still to be had"
    );
    assert_eq!(count(app, "select count(*) from message_revisions").await, 0);
    ann.renew();
    ann.post(&format!("/messages/{a}/restore"), &json!({})).await.ok();
    assert_eq!(
        texts(&ann.get(&format!("/stories/{id}/slice/up/head")).await),
        ["It begins.", "a"]
    );
    say(app, &ann, id, None, "on").await;
});

both_engines!(stories_go_with_guests_who_do_not_come_back, async |app| {
    let guest = Visitor::new(app).await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    assert_eq!(guest.begin(&scenario).await.status, 201);
    assert_eq!(sweep(&app.state).await.expect("a round"), 0);
    app.clock.advance_millis(LIFE_MS + KEEP_ENDED_MS + 1000);
    assert_eq!(crate::guests::sweep(&app.state).await.expect("a round"), 1);
    assert_eq!(sweep(&app.state).await.expect("a round"), 1);
    assert_eq!(count(app, "select count(*) from stories").await, 0);
});

both_engines!(
    stories_go_with_people_who_leave_and_are_theirs_to_take_away,
    async |app| {
        let (mut ann, bob) = (app.newcomer("ann").await, app.person("bob").await);
        ann.user_id = ann.post("/users/", &json!({})).await.json["userID"]
            .as_str()
            .expect("an id")
            .parse()
            .expect("an id");
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let story = begin(&ann, &scenario).await;
        let outer = ann
            .post("/library/folders", &json!({ "name": "Outer" }))
            .await
            .json;
        let inner = ann
            .post(
                "/library/folders",
                &json!({ "name": "Inner", "parentId": outer["id"] }),
            )
            .await
            .json;
        ann.put(
            &format!("/stories/{}", text(&story, "id")),
            &json!({ "directoryId": inner["id"] }),
        )
        .await
        .ok();
        say(app, &ann, text(&story, "id"), None, "canary of ann").await;
        let theirs = begin(&bob, &scenario).await;
        say(app, &bob, text(&theirs, "id"), None, "canary of bob").await;

        let request = Request::get("/api/v1/users/me/export")
            .header("authorization", format!("Bearer {}", ann.token))
            .body(Body::empty());
        let Ok(response) =
            tower::ServiceExt::oneshot(crate::api_router(app.state.clone()), request.expect("a request"))
                .await;
        let bytes = axum::body::to_bytes(response.into_body(), 16 << 20)
            .await
            .expect("a body");
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
        let mut all = String::new();
        for name in [
            "stories.json",
            "messages.json",
            "story_characters.json",
            "library_folders.json",
        ] {
            std::io::Read::read_to_string(&mut archive.by_name(name).expect("a file"), &mut all)
                .expect("text");
        }
        assert!(all.contains("canary of ann") && all.contains("Outer") && !all.contains("canary of bob"));

        ann.post("/users/me/deletion", &json!({})).await.ok();
        app.clock
            .advance_millis(DELETION_GRACE_DAYS * 24 * 3600 * 1000 + 1);
        let swept = sweep(&app.state).await.expect("a round");
        assert_eq!(swept, 1, "story by story, before the rest");
        assert_eq!(delete_those_who_leave(&app.state).await.expect("a round"), 1);
        assert_eq!(count(app, "select count(*) from stories").await, 1);
        assert_eq!(count(app, "select count(*) from library_folders").await, 0);
        let mut conn = app.state.db.read().await.expect("a connection");
        let left = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(
            "select content from messages where author = 'user'"
        )
        .fetch_all(x)
        .await)
        .expect("texts");
        assert_eq!(left, ["canary of bob"]);
    }
);
