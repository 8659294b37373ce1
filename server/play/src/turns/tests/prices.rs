//! Prices and quotas (reliability L-2).

use std::sync::Arc;

use kernel::Shekels;
use platform::both_engines;
use platform::llm::{ModelInfo, Models};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::support::*;
use crate::turns::TurnSettings;

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
        // Not enough: nothing is stored, and no model is asked.
        let version = caller.get(&format!("/stories/{story}")).await["version"].clone();
        let (status, refusal) = caller.send("POST", "/message/create", Some(&say(&story))).await;
        assert_eq!(
            (status.as_u16(), &refusal["code"], &refusal["needed"]),
            (402, &json!("INSUFFICIENT_SHEKELS"), &json!(2))
        );
        assert_eq!(caller.get(&format!("/stories/{story}")).await["version"], version);
        // A new day. (The token of the day before is too old; the person is the same.)
        app.clock.advance_millis(kernel::DAY_MS);
        let mut conn = app.state.db.read().await.expect("a connection");
        let owner = accounts::guests::Owner::Person(person.user_id.clone());
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
    // The first model is the default, which is the usual one.
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
    // Nor for guests: they would get more than an account.
    let guest = Caller::guest(&site).await;
    let story = guest_story(app, &guest, "Dear guests").await;
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
    let guests = guest_story(app, &guest, "Crowded guests").await;
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
    // Beyond the quota each reply costs, and the sum is known before.
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
        // It has produced something now; deleting that does not change it.
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
        // Other requests of the player are paid for.
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
    replies_of_the_demo_cost_nothing_and_count_against_nothing,
    async |app| {
        let person = app.person("ann").await;
        let own = story(app, &person, "Demo").await;
        let demo = ModelInfo {
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
        let guests = guest_story(app, &guest, "Demo guests").await;
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
    let story = guest_story(app, &guest, "Guests").await;
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
    let story = guest_story(app, &guest, "Guests").await;
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
