//! Limits and ceilings, and requests that are sent twice or malformed (reliability L-7, L-8).

use std::sync::Arc;

use axum::http::{StatusCode, header};
use platform::both_engines;
use platform::llm::{CostPerMillion, ModelInfo};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::support::*;
use crate::quotas::Ceilings;
use crate::turns::TurnSettings;

both_engines!(twenty_a_minute_and_two_at_once, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Fast").await;
    let gate = Arc::new(Notify::new());
    let waits = gate.clone();
    let double = Double::by(move |_, number| {
        if number < 2 {
            vec![Act::Wait(waits.clone()), text("Yes."), done()]
        } else {
            vec![text("Yes."), done()]
        }
    });
    let site = with(
        app,
        &double.models(info("m", 0)),
        TurnSettings::default(),
        quick(),
    );
    let caller = Caller::person(&site, &person);
    let head = caller.get(&format!("/stories/{story}")).await["headId"].clone();
    let body = json!({ "chatID": story, "message": "Hello.", "parentId": head });
    let mut running = Vec::new();
    for _ in 0..2 {
        let mut events = caller.stream(&body).await;
        events.until("message").await;
        running.push(events);
    }
    let (status, refusal) = caller.send("POST", "/message/create", Some(&body)).await;
    assert_eq!((status.as_u16(), &refusal["code"]), (429, &json!("RATE_LIMITED")));
    assert!(refusal["retryAfter"].as_u64().is_some_and(|secs| secs > 0));
    while double.count() < 2 {
        tokio::task::yield_now().await;
    }
    gate.notify_one();
    gate.notify_one();
    for events in running {
        // Each waits at the same gate; a late one passes, too.
        gate.notify_one();
        events.all().await;
    }
    for _ in 2..20 {
        caller.turn(&body).await;
    }
    let asked = double.count();
    let (status, refusal) = caller.send("POST", "/message/create", Some(&body)).await;
    assert_eq!((status.as_u16(), &refusal["code"]), (429, &json!("RATE_LIMITED")));
    assert!((1..=61).contains(&refusal["retryAfter"].as_u64().expect("a time to wait")));
    assert_eq!(double.count(), asked, "refused before any model was asked");
    app.clock.advance_millis(60_001);
    caller.turn(&body).await;
    let siblings = caller.get(&format!("/stories/{story}/slice/up/head")).await;
    assert_eq!(
        siblings["results"][1]["siblings"]["count"], 21,
        "all of them are there, side by side"
    );
});

both_engines!(what_models_may_cost_a_day_is_limited, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Costs").await;
    give(app, &person, 50).await;
    let double = cheap();
    let model = ModelInfo {
        cost_per_million: CostPerMillion {
            prompt: 0,
            reply: 1_000_000,
        },
        ..info("m", 1)
    };
    // A reply is booked with its longest length, 300 tokens, and corrected at its end.
    let settings = TurnSettings {
        free_replies: 0,
        guest_turns: 0,
        ..TurnSettings::default()
    };
    let limited = |total, player| {
        let site = with(app, &double.models(model.clone()), settings.clone(), quick());
        site.with_state(|state| state.ceilings = Ceilings { player, total })
    };
    let site = limited(Some(310), None);
    let caller = Caller::person(&site, &person);
    let mut turns = 0;
    let last = loop {
        let turn = caller.turn(&say(&story)).await;
        if turn["state"] != "complete" {
            break turn;
        }
        turns += 1;
    };
    assert!(turns >= 2, "{turns} turns");
    assert_eq!(
        (&last["state"], &last["error"]["code"], &last["price"]["captured"]),
        (&json!("failed"), &json!("CAPACITY_REACHED"), &json!(0))
    );
    assert_eq!(double.count(), turns, "not asked");
    assert_settled(app).await;
    // Once all of it is spent, no turn begins.
    let site = limited(Some(1), None);
    let (status, refusal) = Caller::person(&site, &person)
        .send("POST", "/message/create", Some(&say(&story)))
        .await;
    assert_eq!(
        (status.as_u16(), &refusal["code"]),
        (503, &json!("CAPACITY_REACHED"))
    );
    let site = limited(None, Some(1));
    let (status, refusal) = Caller::person(&site, &person)
        .send("POST", "/message/create", Some(&say(&story)))
        .await;
    assert_eq!((status.as_u16(), &refusal["code"]), (429, &json!("RATE_LIMITED")));
    assert_eq!(double.count(), turns);
});

both_engines!(what_is_sent_twice_is_one_turn, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Twice").await;
    give(app, &person, 100).await;
    let double = cheap();
    let site = with(app, &double.models(info("m", 10)), dear(), quick());
    let caller = Caller::person(&site, &person);
    // By the client's own id for it.
    let body = json!({ "chatID": story, "message": "Hello.", "clientMessageId": "one" });
    let (a, b, c) = tokio::join!(caller.turn(&body), caller.turn(&body), caller.turn(&body));
    assert_eq!(
        (&a["id"], &a["userMessage"]["id"]),
        (&b["id"], &b["userMessage"]["id"])
    );
    assert_eq!(a["id"], c["id"]);
    assert_eq!((shekels(app, &person).await, double.count()), (90, 1));
    // By the idempotency key.
    let keyed = async |key: &'static str, body: &Value| {
        let mut request = caller.request("POST", "/message/create", Some(body));
        request
            .headers_mut()
            .insert("idempotency-key", header::HeaderValue::from_static(key));
        let answer = site.send(request).await;
        (
            answer.status.as_u16(),
            answer.json,
            answer.headers.contains_key("idempotent-replayed"),
        )
    };
    let body = json!({ "chatID": story, "message": "And again." });
    let answers = futures::future::join_all((0..4).map(|_| keyed("k1", &body))).await;
    let turns: std::collections::BTreeSet<String> = answers
        .iter()
        .filter(|(status, ..)| *status == 200)
        .map(|(_, json, _)| json["id"].to_string())
        .collect();
    assert_eq!(turns.len(), 1);
    assert!(
        answers.iter().all(|(status, json, _)| *status == 200
            || (*status == 409 && json["code"] == "IDEMPOTENCY_IN_PROGRESS")),
        "{answers:?}"
    );
    let (status, again, replayed) = keyed("k1", &body).await;
    assert!(status == 200 && replayed && turns.contains(&again["id"].to_string()));
    assert_eq!((shekels(app, &person).await, double.count()), (80, 2));
    let (status, refusal, _) = keyed("k1", &json!({ "chatID": story, "message": "Something else." })).await;
    assert_eq!(
        (status, &refusal["code"]),
        (422, &json!("IDEMPOTENCY_KEY_REUSED"))
    );
    let said = caller.get(&format!("/stories/{story}/slice/up/head")).await;
    assert_eq!(
        said["results"]
            .as_array()
            .expect("messages")
            .iter()
            .filter(|message| message["author"] == "user")
            .count(),
        2
    );
    assert_settled(app).await;
});

both_engines!(what_is_too_large_is_refused, async |app| {
    let play = FreePlay::begin(app).await;
    let longest = "é".repeat(8 * 1024);
    assert_eq!(at(&play.say(&longest).await, "state"), "complete");
    let (status, refusal) = play.refused(json!({ "message": format!("{longest}!") })).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(at(&refusal, "code"), "PAYLOAD_TOO_LARGE");
});

both_engines!(what_cannot_be_meant_is_refused_by_its_field, async |app| {
    let play = FreePlay::begin(app).await;
    for (fields, pointer) in [
        (json!({ "message": "a\u{0}b" }), "/message"),
        (json!({ "kind": "rewrite" }), "/messageId"),
        (
            json!({ "message": "x", "clientMessageId": "" }),
            "/clientMessageId",
        ),
        (json!({ "message": "x", "speakerId": "nobody" }), "/speakerId"),
        (json!({ "message": "x", "presence": ["nobody"] }), "/presence"),
        (json!({ "message": "x", "note": "n".repeat(5_000) }), "/note"),
        (json!({ "chatID": null, "message": "Hello." }), "/chatID"),
    ] {
        let (status, refusal) = play.refused(fields).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refusal}");
        assert_eq!(at(&refusal, "errors.0.pointer"), pointer, "{refusal}");
    }
});

both_engines!(unknown_stories_and_messages_are_not_found, async |app| {
    let play = FreePlay::begin(app).await;
    for fields in [
        json!({ "chatID": "none", "message": "x" }),
        json!({ "message": "x", "parentId": "none" }),
    ] {
        let (status, refusal) = play.refused(fields).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{refusal}");
    }
});

both_engines!(the_longest_and_the_shortest_replies_are_asked_for, async |app| {
    let play = FreePlay::begin(app).await;
    for (length, most) in [(0, 80), (100, 900)] {
        play.settings(json!({ "responseLength": length })).await;
        play.say("Hello.").await;
        let asked = play.double.asked.lock().expect("no panic");
        assert_eq!(asked.last().map(|request| request.max_tokens), Some(most));
    }
});

both_engines!(of_a_long_story_the_model_sees_the_latest, async |app| {
    let play = FreePlay::begin(app).await;
    for number in 0..12 {
        app.clock.advance_millis(10_000);
        play.say(&format!("{number} {}", "word ".repeat(3_000))).await;
    }
    let prompts = play.double.prompts();
    // Not always the last one: the story's memory may ask for a summary meanwhile.
    let newest = prompts
        .iter()
        .rfind(|prompt| prompt.contains("11 word"))
        .expect("the newest are kept");
    assert!(!newest.contains("\n2 word"), "the oldest are not");
    let turn = play.say("Hello.").await;
    let shown = play
        .caller()
        .get(&format!("/turns/{}/prompt", text_at(&turn, "id")))
        .await;
    let number = |path: &str| at(&shown, path).as_u64().expect("a number");
    assert!(number("replies.0.budget.used") <= number("replies.0.budget.available"));
    let parts = at(&shown, "replies.0.parts").as_array().expect("parts");
    assert!(parts.iter().any(|part| at(part, "kept") == false));
});

both_engines!(a_server_at_capacity_begins_no_turn, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Full").await;
    give(app, &person, 50).await;
    let gate = Arc::new(Notify::new());
    let double = Double::always(vec![Act::Wait(gate.clone()), text("Yes."), done()]);
    let settings = TurnSettings { running: 1, ..dear() };
    let site = with(app, &double.models(info("m", 10)), settings, quick());
    let caller = Caller::person(&site, &person);
    let mut events = caller.stream(&say(&story)).await;
    events.until("message").await;
    let (status, refusal) = caller.send("POST", "/message/create", Some(&say(&story))).await;
    assert_eq!(
        (status.as_u16(), &refusal["code"]),
        (503, &json!("CAPACITY_REACHED"))
    );
    // The process shuts down: the turn gets some time, then it is interrupted, and its player is notified.
    let turns = site.state.turns.clone();
    let draining =
        tokio::spawn(async move { turns.drain(std::time::Duration::from_millis(20), PATIENCE).await });
    let events = events.all().await;
    assert!(!draining.await.expect("no panic"));
    assert_eq!(events.end()["turn"]["state"], "interrupted");
    assert_eq!(events.of_name("error")[0]["code"], "INTERRUPTED");
    assert_eq!(shekels(app, &person).await, 50);
    let (status, _) = caller.send("POST", "/message/create", Some(&say(&story))).await;
    assert_eq!(status.as_u16(), 503, "no more turns");
    assert_settled(app).await;
});
