//! Prices, allowances, limits and ceilings (reliability L-2, L-7, L-8).

use std::sync::Arc;

use axum::http::header;
use kernel::Shekels;
use platform::both_engines;
use platform::llm::{CostPerMillion, Models};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::support::*;
use crate::quotas::Ceilings;
use crate::turns::TurnSettings;

fn cheap() -> Double {
    Double::always(vec![text("Well said."), done()])
}

fn say(story: &str) -> Value {
    json!({ "chatID": story, "message": "Hello." })
}

both_engines!(
    the_first_replies_of_a_day_are_free_and_the_price_is_shown_before,
    async |app| {
        let person = app.person("ann").await;
        let story = story(app, &person, "Free").await;
        give(app, &person, 3).await;
        assert_eq!(shekels(app, &person).await, 3);
        let settings = TurnSettings {
            reply_price: Shekels(2),
            free_replies: 2,
            guest_turns: 0,
            ..TurnSettings::default()
        };
        let site = with(app, &cheap().models(info("m", 2)), settings, quick());
        let caller = Caller::person(&site, &person);
        let price = async || caller.get(&format!("/chat/price?chatID={story}")).await;
        for left in [2, 1] {
            let shown = price().await;
            assert_eq!(
                (
                    &shown["perReply"],
                    &shown["free"]["left"],
                    &shown["free"]["of"],
                    &shown["guest"]
                ),
                (&json!(2), &json!(left), &json!(2), &Value::Null)
            );
            let turn = caller.turn(&say(&story)).await;
            assert_eq!(turn["price"], json!({ "held": 0, "captured": 0, "free": true }));
        }
        assert_eq!(price().await["free"]["left"], 0);
        let turn = caller.turn(&say(&story)).await;
        assert_eq!(turn["price"], json!({ "held": 2, "captured": 2, "free": false }));
        assert_eq!(price().await["balance"], 1);
        // Not enough: nothing is stored, nothing is sent.
        let version = caller.get(&format!("/stories/{story}")).await["version"].clone();
        let (status, refusal) = caller.send("POST", "/message/create", Some(&say(&story))).await;
        assert_eq!(
            (status.as_u16(), &refusal["code"], &refusal["needed"]),
            (402, &json!("INSUFFICIENT_SHEKELS"), &json!(2))
        );
        assert_eq!(caller.get(&format!("/stories/{story}")).await["version"], version);
        // A new day. (The token of the day before is too old; who plays is the same.)
        app.clock.advance_millis(kernel::DAY_MS);
        let mut conn = app.state.db.read().await.expect("a connection");
        let owner = crate::stories::Owner::Person(person.user_id.clone());
        let id = story.parse().expect("an id");
        let stored = crate::stories::load_story(&mut conn, &owner, &id)
            .await
            .expect("the story");
        let price = crate::turns::paying::price_of(&site.state, &mut conn, &stored)
            .await
            .expect("a price");
        assert_eq!(price.free.map(|free| free.left), Some(2));
        assert_settled(app).await;
    }
);

both_engines!(a_failed_reply_gives_the_free_one_back, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Back").await;
    give(app, &person, 5).await;
    let double = Double::by(|_, number| {
        if number == 0 {
            vec![text("Oh"), Act::Vanish]
        } else {
            vec![text("Yes."), done()]
        }
    });
    let settings = TurnSettings {
        reply_price: Shekels(1),
        free_replies: 1,
        guest_turns: 0,
        ..TurnSettings::default()
    };
    let site = with(app, &double.models(info("m", 1)), settings, quick());
    let caller = Caller::person(&site, &person);
    assert_eq!(caller.turn(&say(&story)).await["state"], "failed");
    assert_eq!(
        caller.get(&format!("/chat/price?chatID={story}")).await["free"]["left"],
        1
    );
    assert_eq!(caller.turn(&say(&story)).await["price"]["free"], true);
    assert_eq!(caller.turn(&say(&story)).await["price"]["captured"], 1);
    assert_settled(app).await;
});

both_engines!(models_dearer_than_usual_are_never_free, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Dear").await;
    give(app, &person, 10).await;
    // The first one answers where none was chosen; it is the usual one.
    let double = cheap();
    let models = Models::scripted(vec![
        (info("usual", 1), double.script()),
        (info("dear", 5), double.script()),
    ]);
    let site = with(app, &models, TurnSettings::default(), quick());
    let caller = Caller::person(&site, &person);
    assert_eq!(
        caller.get(&format!("/chat/price?chatID={story}")).await["free"]["left"],
        20
    );
    caller
        .post(
            "/chat/edit-settings",
            &json!({ "chatID": story, "chatModel": "dear" }),
        )
        .await;
    let price = caller.get(&format!("/chat/price?chatID={story}")).await;
    assert_eq!(
        (&price["free"], &price["turn"], &price["counts"]),
        (&Value::Null, &json!(5), &json!(false))
    );
    assert_eq!(caller.turn(&say(&story)).await["price"]["captured"], 5);
    // For guests neither: they would get more than an account.
    let guest = Caller::guest(&site).await;
    let scenario = app
        .scenario(crate::testing::NewScenario::named("Dear guests"))
        .await;
    let story = guest.post("/stories", &json!({ "scenarioId": scenario })).await["storyId"]
        .as_str()
        .expect("an id")
        .to_owned();
    guest
        .post(
            "/chat/edit-settings",
            &json!({ "chatID": story, "chatModel": "dear" }),
        )
        .await;
    assert_eq!(guest.get(&format!("/chat/price?chatID={story}")).await["turn"], 5);
    let (status, refusal) = guest.send("POST", "/message/create", Some(&say(&story))).await;
    assert_eq!(
        (status.as_u16(), &refusal["code"], &refusal["needed"]),
        (402, &json!("INSUFFICIENT_SHEKELS"), &json!(5))
    );
});

both_engines!(the_only_model_is_free_however_dear_it_is, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Only").await;
    let site = with(
        app,
        &cheap().models(info("m", 5)),
        TurnSettings::default(),
        quick(),
    );
    let caller = Caller::person(&site, &person);
    assert_eq!(caller.turn(&say(&story)).await["price"]["free"], true);
});

both_engines!(a_message_counts_once_however_many_answer, async |app| {
    let person = app.person("ann").await;
    let own = story(app, &person, "Crowd").await;
    add_cast(app, &own).await;
    give(app, &person, 10).await;
    let settings = TurnSettings {
        reply_price: Shekels(2),
        free_replies: 2,
        guest_turns: 2,
        ..TurnSettings::default()
    };
    let site = with(app, &cheap().models(info("m", 2)), settings, quick());
    let caller = Caller::person(&site, &person);
    let guest = Caller::guest(&site).await;
    let scenario = app
        .scenario(crate::testing::NewScenario::named("Crowded guests"))
        .await;
    let guests = guest.post("/stories", &json!({ "scenarioId": scenario })).await["storyId"]
        .as_str()
        .expect("an id")
        .to_owned();
    add_cast(app, &guests).await;
    for (caller, story, whose) in [(&caller, &own, "free"), (&guest, &guests, "guest")] {
        caller
            .post(
                "/chat/edit-settings",
                &json!({ "chatID": story, "strategy": "list" }),
            )
            .await;
        for left in [2, 1] {
            let price = caller.get(&format!("/chat/price?chatID={story}")).await;
            assert_eq!(
                (&price[whose]["left"], &price["counts"], &price["turn"]),
                (&json!(left), &json!(true), &json!(0)),
                "{whose}: {price}"
            );
            assert_eq!(price["replies"], json!({ "least": 3, "most": 3 }));
            let turn = caller.turn(&say(story)).await;
            assert_eq!(
                (turn["replies"].as_array().map(Vec::len), &turn["price"]["free"]),
                (Some(3), &json!(true))
            );
        }
    }
    // Beyond, each reply costs, and the sum is known before.
    let price = caller.get(&format!("/chat/price?chatID={own}")).await;
    assert_eq!(
        (&price["perReply"], &price["turn"], &price["counts"]),
        (&json!(2), &json!(6), &json!(false))
    );
    assert_eq!(
        caller.turn(&say(&own)).await["price"],
        json!({ "held": 6, "captured": 6, "free": false })
    );
    let (status, refusal) = caller.send("POST", "/message/create", Some(&say(&own))).await;
    assert_eq!(
        (status.as_u16(), &refusal["code"]),
        (402, &json!("INSUFFICIENT_SHEKELS")),
        "four are not enough for three replies"
    );
    assert_eq!(shekels(app, &person).await, 4);
    let (status, refusal) = guest.send("POST", "/message/create", Some(&say(&guests))).await;
    assert_eq!(
        (status.as_u16(), &refusal["code"]),
        (429, &json!("GUEST_ALLOWANCE_USED"))
    );
    assert_settled(app).await;
});

both_engines!(an_account_never_gets_less_than_a_guest, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Never less").await;
    let settings = TurnSettings {
        free_replies: 0,
        guest_turns: 2,
        ..TurnSettings::default()
    };
    let site = with(app, &cheap().models(info("m", 1)), settings, quick());
    let caller = Caller::person(&site, &person);
    for left in [2, 1] {
        let price = caller.get(&format!("/chat/price?chatID={story}")).await;
        assert_eq!(price["free"], json!({ "left": left, "of": 2, "resetsOn": null }));
        assert_eq!(caller.turn(&say(&story)).await["price"]["free"], true);
    }
    assert_eq!(
        caller.get(&format!("/chat/price?chatID={story}")).await["free"],
        Value::Null
    );
});

both_engines!(
    another_try_after_a_failure_and_a_draft_cost_nothing,
    async |app| {
        let person = app.person("ann").await;
        let own = story(app, &person, "Again").await;
        give(app, &person, 20).await;
        // Every second reply breaks off after a word.
        let double = Double::by(|_, number| {
            if number % 2 == 0 {
                vec![text("Oh"), Act::Vanish]
            } else {
                vec![text("Yes."), done()]
            }
        });
        let settings = TurnSettings {
            reply_price: Shekels(10),
            free_replies: 0,
            guest_turns: 0,
            ..TurnSettings::default()
        };
        let site = with(app, &double.models(info("m", 10)), settings, quick());
        let caller = Caller::person(&site, &person);
        let failed = caller.turn(&say(&own)).await;
        assert_eq!(failed["state"], "failed");
        let again = json!({ "chatID": own, "kind": "regenerate", "messageId": failed["replies"][0]["id"] });
        let free = json!({ "held": 0, "captured": 0, "free": true });
        let mended = caller.turn(&again).await;
        assert_eq!((&mended["state"], &mended["price"]), (&json!("complete"), &free));
        // It has come to something now, and still has when that is deleted.
        let (_, _) = caller
            .send(
                "DELETE",
                &format!(
                    "/messages/{}",
                    mended["replies"][0]["id"].as_str().expect("an id")
                ),
                None,
            )
            .await;
        let third = caller.turn(&again).await;
        assert_eq!(third["price"]["held"], 10, "once is enough: {third}");
        // What the player asks for besides is paid for.
        let (double, settings) = (cheap(), dear());
        let site = with(app, &double.models(info("m", 10)), settings, quick());
        let caller = caller.at(&site);
        let draft = caller
            .turn(&json!({ "chatID": own, "kind": "impersonate" }))
            .await;
        assert_eq!((&draft["text"], &draft["price"]), (&json!("Well said."), &free));
        assert_eq!(shekels(app, &person).await, 20);
        let said = caller.turn(&say(&own)).await;
        let another = caller
            .turn(&json!({ "chatID": own, "kind": "regenerate", "messageId": said["replies"][0]["id"] }))
            .await;
        assert_eq!(another["price"]["captured"], 10, "the first one was complete");
        assert_settled(app).await;
    }
);

both_engines!(
    replies_of_the_understudy_cost_nothing_and_count_against_nothing,
    async |app| {
        let person = app.person("ann").await;
        let own = story(app, &person, "Demo").await;
        let demo = platform::llm::ModelInfo {
            is_demo: true,
            ..info("understudy", 1)
        };
        let settings = TurnSettings {
            free_replies: 1,
            guest_turns: 1,
            ..TurnSettings::default()
        };
        let site = with(app, &cheap().models(demo), settings, quick());
        let guest = Caller::guest(&site).await;
        let scenario = app
            .scenario(crate::testing::NewScenario::named("Demo guests"))
            .await;
        let guests = guest.post("/stories", &json!({ "scenarioId": scenario })).await["storyId"]
            .as_str()
            .expect("an id")
            .to_owned();
        for (caller, story) in [(&Caller::person(&site, &person), &own), (&guest, &guests)] {
            for _ in 0..3 {
                let price = caller.get(&format!("/chat/price?chatID={story}")).await;
                assert_eq!(
                    (&price["perReply"], &price["turn"], &price["counts"]),
                    (&json!(0), &json!(0), &json!(false))
                );
                assert_eq!(caller.turn(&say(story)).await["state"], "complete");
            }
        }
        assert_eq!(
            guest.get(&format!("/chat/price?chatID={guests}")).await["guest"],
            json!({ "left": 1, "of": 1 })
        );
    }
);

both_engines!(a_guest_has_so_many_messages_and_no_more, async |app| {
    let double = cheap();
    let settings = TurnSettings {
        guest_turns: 3,
        ..TurnSettings::default()
    };
    let site = with(app, &double.models(info("m", 1)), settings, quick());
    let guest = Caller::guest(&site).await;
    let scenario = app.scenario(crate::testing::NewScenario::named("Guests")).await;
    let story = guest.post("/stories", &json!({ "scenarioId": scenario })).await["storyId"]
        .as_str()
        .expect("an id")
        .to_owned();
    for left in [3, 2, 1] {
        let price = guest.get(&format!("/chat/price?chatID={story}")).await;
        assert_eq!(
            (&price["perReply"], &price["guest"]),
            (&json!(0), &json!({ "left": left, "of": 3 }))
        );
        assert_eq!(guest.turn(&say(&story)).await["state"], "complete");
    }
    let (status, refusal) = guest.send("POST", "/message/create", Some(&say(&story))).await;
    assert_eq!(
        (status.as_u16(), &refusal["code"]),
        (429, &json!("GUEST_ALLOWANCE_USED"))
    );
    assert_eq!(double.count(), 3);
});

both_engines!(nobody_writes_on_for_a_guest_who_left, async |app| {
    let gate = Arc::new(Notify::new());
    let double = Double::always(vec![
        text("Once upon a time. "),
        Act::Wait(gate.clone()),
        text("The end."),
        done(),
    ]);
    let site = with(
        app,
        &double.models(info("m", 1)),
        TurnSettings::default(),
        quick(),
    );
    let guest = Caller::guest(&site).await;
    let scenario = app.scenario(crate::testing::NewScenario::named("Guests")).await;
    let story = guest.post("/stories", &json!({ "scenarioId": scenario })).await["storyId"]
        .as_str()
        .expect("an id")
        .to_owned();
    let mut events = guest.stream(&say(&story)).await;
    events.until("delta").await;
    let turn = events.turn_id();
    drop(events);
    let stored = loop {
        let stored = guest.get(&format!("/turns/{turn}")).await;
        if stored["state"] != "running" {
            break stored;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(
        (&stored["state"], &stored["replies"][0]["state"]),
        (&json!("interrupted"), &json!("interrupted"))
    );
    assert_eq!(stored["replies"][0]["content"], "Once upon a time. ");
    assert_eq!(
        guest.get(&format!("/chat/price?chatID={story}")).await["guest"]["left"],
        19,
        "what was read counts"
    );
});

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
        // Each waits at the same gate; whoever is late is let through, too.
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
    let model = platform::llm::ModelInfo {
        cost_per_million: CostPerMillion {
            prompt: 0,
            reply: 1_000_000,
        },
        ..info("m", 1)
    };
    // A reply is booked with its longest length, 300 tokens, and corrected when it is there.
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
    // Once all of it is spent, nothing is begun.
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
    // By the client's own name for it.
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
    let person = app.person("ann").await;
    let story = story(app, &person, "Large").await;
    let double = cheap();
    let site = with(
        app,
        &double.models(info("m", 0)),
        TurnSettings::default(),
        quick(),
    );
    let caller = Caller::person(&site, &person);
    let long = "é".repeat(8 * 1024);
    assert_eq!(
        caller.turn(&json!({ "chatID": story, "message": long })).await["state"],
        "complete"
    );
    let (status, refusal) = caller
        .send(
            "POST",
            "/message/create",
            Some(&json!({ "chatID": story, "message": format!("{long}!") })),
        )
        .await;
    assert_eq!(
        (status.as_u16(), &refusal["code"]),
        (413, &json!("PAYLOAD_TOO_LARGE"))
    );
    for (body, pointer) in [
        (json!({ "message": "Hello." }), "/chatID"),
        (json!({ "chatID": story, "message": "a\u{0}b" }), "/message"),
        (json!({ "chatID": story, "kind": "rewrite" }), "/messageId"),
        (
            json!({ "chatID": story, "message": "x", "clientMessageId": "" }),
            "/clientMessageId",
        ),
        (
            json!({ "chatID": story, "message": "x", "speakerId": "nobody" }),
            "/speakerId",
        ),
        (
            json!({ "chatID": story, "message": "x", "presence": ["nobody"] }),
            "/presence",
        ),
        (
            json!({ "chatID": story, "message": "x", "note": "n".repeat(5_000) }),
            "/note",
        ),
    ] {
        let (status, refusal) = caller.send("POST", "/message/create", Some(&body)).await;
        assert_eq!(
            (status.as_u16(), &refusal["errors"][0]["pointer"]),
            (422, &json!(pointer)),
            "{refusal}"
        );
    }
    for (body, code) in [
        (json!({ "chatID": "none", "message": "x" }), 404),
        (
            json!({ "chatID": story, "message": "x", "parentId": "none" }),
            404,
        ),
    ] {
        let (status, refusal) = caller.send("POST", "/message/create", Some(&body)).await;
        assert_eq!(status.as_u16(), code, "{refusal}");
    }
    // The longest and the shortest replies are asked for.
    for (length, most) in [(0, 80), (100, 900)] {
        caller
            .post(
                "/chat/edit-settings",
                &json!({ "chatID": story, "responseLength": length }),
            )
            .await;
        caller.turn(&say(&story)).await;
        assert_eq!(
            double
                .asked
                .lock()
                .expect("no panic")
                .last()
                .map(|request| request.max_tokens),
            Some(most)
        );
    }
    // However long a story is, its beginning and its latest messages are what the model sees.
    for number in 0..12 {
        app.clock.advance_millis(10_000);
        caller
            .turn(&json!({ "chatID": story, "message": format!("{number} {}", "word ".repeat(3_000)) }))
            .await;
    }
    let prompts = double.prompts();
    // Not always the last one: the story's memory asks for a summary meanwhile.
    let newest = prompts
        .iter()
        .rfind(|prompt| prompt.contains("11 word"))
        .expect("the newest are kept");
    assert!(!newest.contains("\n2 word"), "the oldest are not");
    let record = caller.turn(&say(&story)).await;
    let shown = caller
        .get(&format!(
            "/turns/{}/prompt",
            record["id"].as_str().expect("an id")
        ))
        .await;
    let budget = &shown["replies"][0]["budget"];
    assert!(
        budget["used"].as_u64() <= budget["available"].as_u64(),
        "{budget}"
    );
    assert!(
        shown["replies"][0]["parts"]
            .as_array()
            .is_some_and(|parts| parts.iter().any(|part| part["kept"] == false))
    );
});

both_engines!(a_full_house_takes_nobody_in, async |app| {
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
    // The process ends: the turn is given some time, then it is interrupted, and its player is told so.
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
