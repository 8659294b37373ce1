//! Gentle mode lasts until the player ends it.

use platform::both_engines;
use serde_json::json;

use super::*;
use crate::testing::sentence_model;

both_engines!(
    the_story_goes_on_gently_until_its_player_says_otherwise,
    async |app| {
        let person = app.person("ann").await;
        let story = story(app, &person, "Gently").await;
        add_cast(app, &story).await;
        let double = along();
        let site = with(
            app,
            &double.models(info("m", 0)),
            TurnSettings::default(),
            quick(),
        );
        let caller = Caller::person(&site, &person);
        let is_gentle = async || caller.get(&format!("/stories/{story}")).await["gentle"] == json!(true);
        let was_told = || {
            double
                .prompts()
                .last()
                .is_some_and(|prompt| prompt.contains("Do not return to death"))
        };
        caller
            .turn(&json!({ "chatID": story, "message": "Hello." }))
            .await;
        assert!(!is_gentle().await && !was_told());
        let cry = caller
            .turn(&json!({ "chatID": story, "message": "I want to kill myself." }))
            .await;
        assert!(is_gentle().await);
        caller
            .turn(&json!({ "chatID": story, "message": "I look out of the window." }))
            .await;
        assert!(is_gentle().await && was_told());
        // It is the same player on another branch.
        caller.turn(&json!({ "chatID": story, "message": "I look at the door.", "parentId": cry["userMessage"]["parentId"] })).await;
        assert!(is_gentle().await && was_told());
        for words in [
            "Let's go on with the story.",
            "Lass uns weiterspielen.",
            "Continuons l'histoire.",
            "Sigamos con la historia.",
        ] {
            app.clock.advance_millis(60_001);
            let said = caller.turn(&json!({ "chatID": story, "message": words })).await;
            assert_eq!(said["replies"][0]["content"], PLAYS_ALONG, "{words}");
            assert!(!is_gentle().await && !was_told(), "{words}");
            assert_answered(
                &caller
                    .turn(&json!({ "chatID": story, "message": "I want to kill myself." }))
                    .await,
                "stepping out of the story",
            );
            assert!(is_gentle().await);
        }
        // By the button: the line before is not answered again.
        let asked = double.count();
        let on = caller
            .turn(&json!({ "chatID": story, "kind": "next", "goOn": true }))
            .await;
        assert_eq!(
            (&on["replies"][0]["aside"], double.count() > asked),
            (&json!(false), true)
        );
        assert!(!is_gentle().await && !was_told());
        let again = caller
            .turn(&json!({ "chatID": story, "kind": "regenerate", "messageId": on["replies"][0]["id"] }))
            .await;
        assert_eq!(again["replies"][0]["content"], PLAYS_ALONG);
        // But nobody in the story ever answers the cry itself.
        let asked = double.count();
        let beside = caller.turn(&json!({ "chatID": story, "kind": "regenerate", "messageId": on["replies"][0]["parentId"], "goOn": true })).await;
        assert_answered(&beside, "");
        assert_answered(
            &caller
                .turn(&json!({ "chatID": story, "message": "I want to kill myself.", "goOn": true }))
                .await,
            "",
        );
        assert_eq!(double.count(), asked);
        assert!(is_gentle().await);
    }
);

both_engines!(
    who_was_answered_is_listened_to_closely_until_they_go_on,
    async |app| {
        let person = app.person("ann").await;
        let double = Double::always(vec![text("The lamp is lit."), done()]);
        let site = with(
            app,
            &double.models(info("m", 0)),
            TurnSettings::default(),
            quick(),
        )
        .with_state(|state| state.vectors = sentence_model());
        let caller = Caller::person(&site, &person);
        let own = story(app, &person, "Closely").await;
        let say = async |text: &str| {
            caller.turn(&json!({ "chatID": own, "message": text })).await["replies"][0]["aside"] == true
        };
        let unsure = ["i want it to be over tonight", "please. I have the rope here"];
        assert!(say("I took all of the pills just now.").await);
        for text in unsure {
            assert!(say(text).await, "{text}");
        }
        for text in ["I look out of the window.", "Is there any tea left?"] {
            assert!(!say(text).await, "{text}");
        }
        assert!(
            say(unsure[1]).await,
            "the story has not gone on by the player's word yet"
        );
        caller
            .turn(&json!({ "chatID": own, "kind": "next", "goOn": true }))
            .await;
        assert!(!say("The rope is here, under the sail.").await);
    }
);
