//! What is purged, when, and with whom.

use accounts::guests::rules::{KEEP_ENDED_MS, LIFE_MS};
use platform::both_engines;
use serde_json::json;

use super::{Visitor, begin, count, say, text, texts};
use crate::stories::purge;
use crate::stories::rules::{EPHEMERAL_MS, TRASH_MS};
use crate::testing::NewScenario;

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
    assert_eq!(purge(&app.state).await.expect("a round"), 0, "opened");
    say(app, &ann, id, None, "still here").await;
    app.clock.advance_millis(EPHEMERAL_MS - 1000);
    assert_eq!(purge(&app.state).await.expect("a round"), 0, "written in");
    app.clock.advance_millis(2000);
    let (one, two) = tokio::join!(purge(&app.state), purge(&app.state));
    assert_eq!(one.expect("a round") + two.expect("a round"), 1);
    ann.renew();
    ann.get(&format!("/stories/{id}"))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.get(&format!("/stories/{}", text(&lasting, "id"))).await.ok();
});

both_engines!(deleted_messages_are_purged_after_thirty_days, async |app| {
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
    purge(&app.state).await.expect("a round");
    assert_eq!(count(app, "select count(*) from messages").await, 4);
    app.clock.advance_millis(2000);
    purge(&app.state).await.expect("a round");
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
    assert_eq!(purge(&app.state).await.expect("a round"), 0);
    app.clock.advance_millis(LIFE_MS + KEEP_ENDED_MS + 1000);
    assert_eq!(accounts::guests::purge(&app.state).await.expect("a round"), 1);
    assert_eq!(purge(&app.state).await.expect("a round"), 1);
    assert_eq!(count(app, "select count(*) from stories").await, 0);
});
