//! The site answers in every mode and with every strategy.

use platform::both_engines;
use serde_json::json;

use super::*;

both_engines!(
    with_every_strategy_and_in_four_languages_nobody_of_the_story_speaks,
    async |app| {
        let person = app.person("ann").await;
        let double = along();
        let site = priced(app, &double);
        let caller = Caller::person(&site, &person);
        for strategy in ["natural", "list", "pooled", "manual", "director"] {
            let story = story(app, &person, &format!("Three {strategy}")).await;
            add_cast(app, &story).await;
            settings(
                &caller,
                &story,
                &json!({ "strategy": strategy, "maxReplies": 8, "autoReply": strategy != "manual" }),
            )
            .await;
            for (place, (_, cry, part)) in CRIES.into_iter().enumerate() {
                app.clock.advance_millis(60_001);
                let mut body = json!({ "chatID": story, "message": cry });
                if place == 1 {
                    body["speakerId"] = json!("bob");
                }
                let turn = caller.turn(&body).await;
                assert_eq!(turn["userMessage"]["content"], cry);
                assert_answered(&turn, part);
            }
        }
        assert_eq!(double.count(), 0, "no model was asked");
        assert_settled(app).await;
    }
);

both_engines!(
    in_every_mode_a_cry_for_help_is_answered_by_the_house,
    async |app| {
        let person = app.person("ann").await;
        let double = along();
        let free = with(
            app,
            &double.models(info("m", 0)),
            TurnSettings::default(),
            quick(),
        );
        let site = priced(app, &double);
        let caller = Caller::person(&site, &person);
        for (place, (_, cry, _)) in CRIES.into_iter().enumerate() {
            app.clock.advance_millis(60_001);
            let story = story(app, &person, &format!("Modes {place}")).await;
            add_cast(app, &story).await;
            let said = caller
                .at(&free)
                .turn(&json!({ "chatID": story, "message": "Hello." }))
                .await;
            let reply = said["replies"][0]["id"].clone();
            let asked = double.count();
            let first = caller.turn(&json!({ "chatID": story, "message": cry })).await;
            let (line, aside) = (&first["userMessage"]["id"], &first["replies"][0]["id"]);
            for body in [
                json!({ "chatID": story, "kind": "next" }),
                json!({ "chatID": story, "kind": "next", "parentId": line, "speakerId": "bob" }),
                json!({ "chatID": story, "kind": "regenerate", "messageId": aside }),
                json!({ "chatID": story, "kind": "continue", "messageId": aside }),
                json!({ "chatID": story, "kind": "retry", "messageId": line }),
                json!({ "chatID": story, "kind": "impersonate" }),
                json!({ "chatID": story, "kind": "rewrite", "messageId": line }),
                // Elsewhere in the story, where the request contains the text.
                json!({ "chatID": story, "kind": "next", "parentId": reply, "note": cry }),
                json!({ "chatID": story, "kind": "impersonate", "parentId": reply, "message": cry }),
                json!({ "chatID": story, "kind": "regenerate", "messageId": reply, "note": cry }),
                json!({ "chatID": story, "kind": "continue", "messageId": reply, "note": cry }),
                json!({ "chatID": story, "kind": "rewrite", "messageId": reply, "note": cry }),
            ] {
                assert_answered(&caller.turn(&body).await, "");
            }
            assert_eq!(double.count(), asked, "{cry}");
            // In every role of the player.
            settings(
                &caller,
                &story,
                &json!({ "controlMode": "puppeteer", "puppetID": "bob" }),
            )
            .await;
            assert_answered(
                &caller.turn(&json!({ "chatID": story, "message": cry })).await,
                "",
            );
            assert_answered(
                &caller.turn(&json!({ "chatID": story, "kind": "next" })).await,
                "",
            );
            settings(
                &caller,
                &story,
                &json!({ "controlMode": "steer", "puppetID": null }),
            )
            .await;
            assert_answered(
                &caller.turn(&json!({ "chatID": story, "message": cry })).await,
                "",
            );
            assert_answered(
                &caller
                    .turn(&json!({ "chatID": story, "kind": "regenerate" }))
                    .await,
                "",
            );
            assert_eq!(double.count(), asked, "{cry}");
        }
        assert_settled(app).await;
    }
);

both_engines!(without_a_model_it_is_the_same, async |app| {
    let person = app.person("ann").await;
    let site = with(app, &understudy::bare(), TurnSettings::default(), quick());
    let caller = Caller::person(&site, &person);
    for (language, cry, part) in CRIES {
        let story = story(app, &person, &format!("Demo {language}")).await;
        add_cast(app, &story).await;
        settings(&caller, &story, &json!({ "strategy": "list" })).await;
        assert_answered(
            &caller.turn(&json!({ "chatID": story, "message": cry })).await,
            part,
        );
        let gentle = caller.turn(&json!({ "chatID": story, "message": "Hm." })).await;
        let texts: Vec<&str> = gentle["replies"]
            .as_array()
            .expect("replies")
            .iter()
            .filter_map(|reply| reply["content"].as_str())
            .collect();
        let is_known = |text: &&str| accounts::safety::gentle_line("en", |known| known != *text) == *text;
        assert!(texts.len() == 3 && texts.iter().all(is_known), "{texts:?}");
        assert!(
            texts.iter().collect::<std::collections::HashSet<_>>().len() == 3,
            "none twice: {texts:?}"
        );
    }
});

both_engines!(
    a_cry_for_help_stops_the_speaker_and_is_answered_at_once,
    async |app| {
        let person = app.person("ann").await;
        let own = story(app, &person, "Busy").await;
        add_cast(app, &own).await;
        let double = Double::by(|_, _| vec![text("I talk "), Act::Endless]);
        let site = with(
            app,
            &double.models(info("m", 0)),
            TurnSettings::default(),
            quick(),
        );
        let caller = Caller::person(&site, &person);
        settings(&caller, &own, &json!({ "strategy": "list", "maxReplies": 8 })).await;
        let mut talking = caller
            .stream(&json!({ "chatID": own, "message": "Hello." }))
            .await;
        talking.until("delta").await;
        let turn = caller
            .turn(&json!({ "chatID": own, "message": "I want to kill myself." }))
            .await;
        assert_answered(&turn, "stepping out of the story");
        // The answer is at the head, and the others have stopped: neither of the two who had not spoken has
        // begun.
        let talked = talking.all().await;
        assert_eq!(
            (
                &talked.end()["turn"]["state"],
                talked.end()["turn"]["replies"].as_array().map(Vec::len)
            ),
            (&json!("stopped"), Some(1))
        );
        assert_eq!(
            turn["userMessage"]["parentId"],
            talked.end()["turn"]["replies"][0]["id"]
        );
        assert_eq!(
            caller.get(&format!("/stories/{own}")).await["headId"],
            turn["replies"][0]["id"]
        );
        assert_eq!(double.count(), 1);
        assert_settled(app).await;
    }
);

both_engines!(
    a_cry_for_help_stops_a_turn_that_another_process_runs,
    async |app| {
        let person = app.person("ann").await;
        let own = story(app, &person, "Elsewhere").await;
        add_cast(app, &own).await;
        let gate = std::sync::Arc::new(tokio::sync::Notify::new());
        let held = gate.clone();
        let double = Double::by(move |_, _| vec![text("I talk."), Act::Wait(held.clone()), done()]);
        let far = with(
            app,
            &double.models(info("m", 0)),
            TurnSettings::default(),
            quick(),
        );
        let near = with(
            app,
            &double.models(info("m", 0)),
            TurnSettings::default(),
            quick(),
        );
        let caller = Caller::person(&far, &person);
        settings(&caller, &own, &json!({ "strategy": "list", "maxReplies": 8 })).await;
        let mut talking = caller
            .stream(&json!({ "chatID": own, "message": "Hello." }))
            .await;
        talking.until("delta").await;
        let turn = caller
            .at(&near)
            .turn(&json!({ "chatID": own, "message": "I want to kill myself." }))
            .await;
        assert_answered(&turn, "stepping out of the story");
        gate.notify_one();
        assert_eq!(
            talking.all().await.end()["turn"]["replies"]
                .as_array()
                .map(Vec::len),
            Some(1),
            "nobody else begins to speak"
        );
        assert_eq!(
            caller.get(&format!("/stories/{own}")).await["headId"],
            turn["replies"][0]["id"]
        );
        assert_settled(app).await;
    }
);
