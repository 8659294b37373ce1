//! Turns that end before their last word: a model breaks off, the answered message is deleted, another
//! process settles.

use std::sync::Arc;

use platform::both_engines;
use serde_json::json;
use tokio::sync::Notify;

use super::support::*;
use crate::turns::rules::LEASE_MS;
use crate::turns::{Timing, recover_lost};

both_engines!(what_is_not_written_costs_nothing, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Half").await;
    add_cast(app, &story).await;
    give(app, &person, 30).await;
    let double = Double::by(|_, number| {
        if number == 1 {
            vec![text("I was about to"), Act::Vanish]
        } else {
            vec![text("Yes."), done()]
        }
    });
    let site = with(app, &double.models(info("m", 10)), dear(), quick());
    let caller = Caller::person(&site, &person);
    caller
        .post(
            "/chat/edit-settings",
            &json!({ "chatID": story, "strategy": "list" }),
        )
        .await;
    let turn = caller
        .turn(&json!({ "chatID": story, "message": "All of you!" }))
        .await;
    assert_eq!(
        turn["price"],
        json!({ "held": 30, "captured": 10, "free": false })
    );
    let states: Vec<&str> = turn["replies"]
        .as_array()
        .expect("replies")
        .iter()
        .map(|reply| reply["state"].as_str().expect("a state"))
        .collect();
    assert_eq!(
        (turn["state"].as_str(), states),
        (Some("failed"), vec!["complete", "interrupted"])
    );
    assert_eq!(shekels(app, &person).await, 20);
    assert_settled(app).await;
});

both_engines!(deleting_what_is_answered_ends_the_answer, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Deleted").await;
    give(app, &person, 10).await;
    let gate = Arc::new(Notify::new());
    let double = Double::always(vec![
        text("I was just saying "),
        Act::Wait(gate.clone()),
        text("that."),
        done(),
    ]);
    let site = with(app, &double.models(info("m", 10)), dear(), quick());
    let caller = Caller::person(&site, &person);
    let mut events = caller.stream(&json!({ "chatID": story, "message": "Go." })).await;
    let said = events.until("message").await["message"]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    events.until("delta").await;
    let (status, gone) = caller.send("DELETE", &format!("/messages/{said}"), None).await;
    assert!(status.is_success(), "{gone}");
    let events = events.all().await;
    assert_eq!(events.of_name("error")[0]["code"], "GONE");
    assert_eq!(events.end()["turn"]["state"], "stopped");
    assert_eq!(
        shekels(app, &person).await,
        9,
        "what was read is paid for in part"
    );
    assert_settled(app).await;
    let said = line(&caller, &story).await;
    assert_eq!(said.len(), 1, "no orphan: {said:?}");
    // Messages that were deleted together are restored together.
    let (status, _) = caller
        .send(
            "POST",
            &format!(
                "/messages/{}/restore",
                events.of_name("message")[0]["message"]["id"]
                    .as_str()
                    .expect("an id")
            ),
            None,
        )
        .await;
    assert!(status.is_success());
    assert_eq!(
        line(&caller, &story).await.last().map(String::as_str),
        Some("I was just saying ")
    );
});

both_engines!(a_turn_that_others_took_for_dead_gives_way, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Slow").await;
    give(app, &person, 10).await;
    let gate = Arc::new(Notify::new());
    let double = Double::always(vec![
        text("I am still "),
        Act::Wait(gate.clone()),
        text("here."),
        done(),
    ]);
    let timing = Timing {
        checkpoint: PATIENCE,
        ..quick()
    };
    let site = with(app, &double.models(info("m", 10)), dear(), timing);
    let caller = Caller::person(&site, &person);
    let mut events = caller.stream(&json!({ "chatID": story, "message": "Go." })).await;
    events.until("delta").await;
    app.clock.advance_millis(LEASE_MS + 1);
    let other = with(app, &double.models(info("m", 10)), dear(), quick());
    assert_eq!(recover_lost(&other.state).await.expect("a recovery"), 1);
    gate.notify_one();
    let events = events.all().await;
    assert_eq!(
        (
            &events.end()["turn"]["state"],
            &events.end()["turn"]["price"]["captured"]
        ),
        (&json!("interrupted"), &json!(0))
    );
    assert_eq!(events.of_name("error")[0]["code"], "INTERRUPTED");
    assert_eq!(
        shekels(app, &person).await,
        10,
        "nothing is charged once it was given back"
    );
    assert_settled(app).await;
});

both_engines!(a_story_that_is_gone_for_good_keeps_nothing, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Gone").await;
    give(app, &person, 10).await;
    let gate = Arc::new(Notify::new());
    let double = Double::always(vec![
        text("Once there was "),
        Act::Wait(gate.clone()),
        text("more."),
        done(),
    ]);
    let site = with(app, &double.models(info("m", 10)), dear(), quick());
    let caller = Caller::person(&site, &person);
    let mut events = caller.stream(&json!({ "chatID": story, "message": "Go." })).await;
    events.until("delta").await;
    let (status, gone) = caller
        .send("DELETE", &format!("/stories/{story}?permanent=true"), None)
        .await;
    assert!(status.is_success(), "{gone}");
    gate.notify_one();
    let events = events.all().await;
    assert_eq!(events.names().last(), Some(&"end"));
    assert_eq!(shekels(app, &person).await, 10);
    assert_settled(app).await;
});
