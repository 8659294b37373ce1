//! Replies that wait for a model that writes as many as it can.

use std::sync::Arc;

use kernel::{Clock, Random, TestClock};
use platform::both_engines;
use platform::llm::{ModelConfig, Models};
use serde_json::{Value, json};

use super::support::*;
use crate::testing::{Act as ModelAct, Actor, ModelDouble, TEST_NOW, TestApp};
use crate::turns::TurnSettings;

/// Models of which each writes one reply at a time, with a queue of this length.
fn one_at_a_time(double: &ModelDouble, queue: u32) -> Models {
    let clock: Arc<dyn Clock> = Arc::new(TestClock::at(TEST_NOW));
    let config = ModelConfig {
        concurrency: 1,
        queue,
        ..double.config()
    };
    Models::new(vec![config], &clock, &Random::seeded(1)).expect("good settings")
}

fn site(app: &TestApp, double: &ModelDouble, queue: u32) -> TestApp {
    with(
        app,
        &one_at_a_time(double, queue),
        TurnSettings {
            free_replies: 0,
            guest_turns: 0,
            ..TurnSettings::default()
        },
        quick(),
    )
}

/// Each with a story and five shekels.
async fn ann_and_bob(app: &TestApp) -> [(Actor<'_>, String); 2] {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let (anns, bobs) = (story(app, &ann, "Ann's").await, story(app, &bob, "Bob's").await);
    give(app, &ann, 5).await;
    give(app, &bob, 5).await;
    [(ann, anns), (bob, bobs)]
}

/// Stalls in its first reply, and in no other.
async fn stalled_once() -> ModelDouble {
    let double = ModelDouble::start().await;
    double.then(ModelAct::Stall { after: 2 });
    double.otherwise(ModelAct::Say("Now you.".to_owned()));
    double
}

fn say(story: &str) -> Value {
    json!({ "chatID": story, "message": "Hello." })
}

both_engines!(a_reply_waits_its_turn_while_the_model_is_busy, async |app| {
    let [(ann, anns), (bob, bobs)] = ann_and_bob(app).await;
    let double = stalled_once().await;
    let site = site(app, &double, 5);
    let (ann, bob) = (Caller::person(&site, &ann), Caller::person(&site, &bob));
    let mut first = ann.stream(&say(&anns)).await;
    first.until("delta").await;
    // Bob's reply waits, and his stream sends heartbeats.
    let mut second = bob.stream(&say(&bobs)).await;
    second.until("message").await;
    second.until_heartbeat().await;
    assert_eq!(double.calls().len(), 1, "nothing is sent before its turn");
    assert_eq!(
        bob.get(&format!("/turns/{}", second.turn_id())).await["state"],
        "running"
    );
    // Ann stops hers, and his is written.
    ann.post(&format!("/turns/{}/stop", first.turn_id()), &json!({}))
        .await;
    let second = second.all().await;
    assert_eq!(
        (second.text().as_str(), &second.end()["turn"]["state"]),
        ("Now you.", &json!("complete"))
    );
    assert_eq!(double.calls().len(), 2);
    first.all().await;
    assert_settled(app).await;
});

both_engines!(who_stops_while_waiting_pays_nothing_and_makes_room, async |app| {
    let [(ann, anns), (bob, bobs)] = ann_and_bob(app).await;
    let double = ModelDouble::start().await;
    double.otherwise(ModelAct::Stall { after: 2 });
    let site = site(app, &double, 1);
    let (anna, bobby) = (Caller::person(&site, &ann), Caller::person(&site, &bob));
    let mut first = anna.stream(&say(&anns)).await;
    first.until("delta").await;
    for _ in 0..2 {
        // The second time there is room in the queue again.
        let mut waiting = bobby.stream(&say(&bobs)).await;
        waiting.until("message").await;
        waiting.until_heartbeat().await;
        bobby
            .post(&format!("/turns/{}/stop", waiting.turn_id()), &json!({}))
            .await;
        let stopped = waiting.all().await;
        assert_eq!(
            (
                &stopped.end()["turn"]["state"],
                &stopped.end()["price"]["captured"]
            ),
            (&json!("stopped"), &json!(0))
        );
        assert!(stopped.of_name("error").is_empty(), "it was their own wish");
    }
    assert_eq!((double.calls().len(), shekels(app, &bob).await), (1, 5));
    anna.post(&format!("/turns/{}/stop", first.turn_id()), &json!({}))
        .await;
    first.all().await;
    assert_settled(app).await;
});

both_engines!(a_full_queue_is_said_and_costs_nothing, async |app| {
    let [(ann, anns), (bob, bobs)] = ann_and_bob(app).await;
    let double = stalled_once().await;
    let site = site(app, &double, 0);
    let (anna, bobby) = (Caller::person(&site, &ann), Caller::person(&site, &bob));
    let mut first = anna.stream(&say(&anns)).await;
    first.until("delta").await;
    let refused = bobby.turn(&say(&bobs)).await;
    assert_eq!(
        (
            &refused["state"],
            &refused["error"]["code"],
            &refused["price"]["captured"]
        ),
        (&json!("failed"), &json!("OVERLOADED"), &json!(0))
    );
    assert!(
        refused["error"]["retryAfter"]
            .as_u64()
            .is_some_and(|secs| secs > 0),
        "{refused}"
    );
    assert_eq!((double.calls().len(), shekels(app, &bob).await), (1, 5));
    // The player's message is kept, and one tap retries.
    anna.post(&format!("/turns/{}/stop", first.turn_id()), &json!({}))
        .await;
    first.all().await;
    let again = bobby.turn(&json!({ "chatID": bobs, "kind": "retry" })).await;
    assert_eq!(
        (&again["state"], &again["replies"][0]["content"]),
        (&json!("complete"), &json!("Now you."))
    );
    assert_settled(app).await;
});
