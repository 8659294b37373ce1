//! Whoever seems to be in need is answered by the house and by nobody else (reliability L-9): in every mode,
//! with several characters, with models that play along with anything, and without any model.

use accounts::safety;
use platform::both_engines;
use serde_json::{Value, json};

use super::support::*;
use crate::testing::{NewScenario, TestApp, sentence_model};
use crate::turns::TurnSettings;
use kernel::Shekels;

/// Words by which a cry for help is played with.
const PLAYS_ALONG: &str = "One of us will leave before the end. Come, show me how.";
const CRIES: [(&str, &str, &str); 4] = [
    ("en", "I want to kill myself.", "stepping out of the story"),
    (
        "de",
        "Ich will mich umbringen.",
        "Ich trete kurz aus der Geschichte heraus",
    ),
    ("fr", "Je veux me suicider.", "Je sors un instant de l'histoire"),
    ("es", "Quiero suicidarme.", "Salgo un momento de la historia"),
];

fn along() -> Double {
    Double::always(vec![text(PLAYS_ALONG), done()])
}

/// Nobody can pay for anything: every reply has a price, none is free.
fn priced(app: &TestApp, double: &Double) -> TestApp {
    with(
        app,
        &double.models(info("m", 10)),
        TurnSettings {
            guest_turns: 0,
            ..dear()
        },
        quick(),
    )
}

async fn settings(caller: &Caller<'_>, story: &str, change: &Value) {
    let mut body = json!({ "chatID": story });
    body.as_object_mut()
        .expect("an object")
        .extend(change.as_object().expect("an object").clone());
    caller.post("/chat/edit-settings", &body).await;
}

/// The turn has one answer, from the house, and cost nothing.
fn assert_answered(turn: &Value, part: &str) {
    let replies = turn["replies"].as_array().expect("replies");
    assert_eq!(
        (replies.len(), &turn["state"], &turn["text"]),
        (1, &json!("complete"), &Value::Null),
        "{turn}"
    );
    let reply = &replies[0];
    assert_eq!(
        (
            &reply["author"],
            &reply["authorId"],
            &reply["name"],
            &reply["aside"]
        ),
        (&json!("narrator"), &Value::Null, &json!("Dramatis"), &json!(true))
    );
    assert_eq!(
        (
            &turn["price"]["held"],
            &turn["price"]["captured"],
            &turn["price"]["free"]
        ),
        (&json!(0), &json!(0), &json!(true))
    );
    assert!(
        reply["content"].as_str().is_some_and(|text| text.contains(part)),
        "{part}: {reply}"
    );
}

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
                // Elsewhere in the story, where the words come with the request.
                json!({ "chatID": story, "kind": "next", "parentId": reply, "note": cry }),
                json!({ "chatID": story, "kind": "impersonate", "parentId": reply, "message": cry }),
                json!({ "chatID": story, "kind": "regenerate", "messageId": reply, "note": cry }),
                json!({ "chatID": story, "kind": "continue", "messageId": reply, "note": cry }),
                json!({ "chatID": story, "kind": "rewrite", "messageId": reply, "note": cry }),
            ] {
                assert_answered(&caller.turn(&body).await, "");
            }
            assert_eq!(double.count(), asked, "{cry}");
            // Whoever the player speaks as.
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

both_engines!(
    the_notice_stands_beside_the_answer_and_somebody_else_has_an_answer_of_their_own,
    async |app| {
        let person = app.person("ann").await;
        let story = story(app, &person, "Beside").await;
        let double = along();
        let site = priced(app, &double);
        let caller = Caller::person(&site, &person);
        let events = caller
            .stream(&json!({ "chatID": story, "message": "Ich will mich umbringen." }))
            .await
            .all()
            .await;
        assert_eq!(
            events.names(),
            ["turn", "message", "notice", "notice", "message", "done", "end"]
        );
        let notice = events.of_name("notice")[1];
        assert_eq!(notice["kind"], "crisis");
        assert!(
            notice["text"]
                .as_str()
                .is_some_and(|text| text.contains("0800 111 0 111")),
            "{notice}"
        );
        assert_eq!(events.end()["turn"]["state"], "complete");
        for (about, part) in [
            ("My brother wants to kill himself.", "someone you care about"),
            ("Meine Freundin will sich umbringen.", "jemand in Gefahr"),
            ("Mon ami veut se suicider.", "quelqu'un qui compte pour toi"),
            ("Mi hermano quiere suicidarse.", "alguien que te importa"),
        ] {
            assert_answered(
                &caller.turn(&json!({ "chatID": story, "message": about })).await,
                part,
            );
        }
        // Asked again, the house says something else; it never falls silent.
        let mut said = Vec::new();
        for _ in 0..3 {
            let turn = caller
                .turn(&json!({ "chatID": story, "message": "I want to kill myself." }))
                .await;
            said.push(turn["replies"][0]["content"].as_str().expect("a text").to_owned());
        }
        said.dedup();
        assert!(said.len() >= 2, "{said:?}");
        assert_eq!(double.count(), 0);
    }
);

both_engines!(a_cry_for_help_counts_against_no_allowance, async |app| {
    let double = along();
    let site = priced(app, &double);
    let guest = Caller::guest(&site).await;
    let scenario = app.scenario(NewScenario::named("Guests")).await;
    let story = guest.post("/stories", &json!({ "scenarioId": scenario })).await["storyId"]
        .as_str()
        .expect("an id")
        .to_owned();
    let (status, refusal) = guest
        .send(
            "POST",
            "/message/create",
            Some(&json!({ "chatID": story, "message": "Hello." })),
        )
        .await;
    assert_eq!(
        (status.as_u16(), &refusal["code"]),
        (429, &json!("GUEST_ALLOWANCE_USED")),
        "all messages are used up"
    );
    assert_answered(
        &guest
            .turn(&json!({ "chatID": story, "message": "I want to kill myself." }))
            .await,
        "",
    );
    let left = with(
        app,
        &double.models(info("m", 10)),
        TurnSettings {
            guest_turns: 1,
            ..dear()
        },
        quick(),
    );
    assert_eq!(
        guest.at(&left).get(&format!("/chat/price?chatID={story}")).await["guest"]["left"],
        1
    );
    let person = app.person("ann").await;
    let own = crate::turns::tests::support::story(app, &person, "Free").await;
    let some = with(
        app,
        &double.models(info("m", 1)),
        TurnSettings {
            reply_price: Shekels(1),
            free_replies: 1,
            guest_turns: 1,
            ..TurnSettings::default()
        },
        quick(),
    );
    let caller = Caller::person(&some, &person);
    assert_answered(
        &caller
            .turn(&json!({ "chatID": own, "message": "I want to kill myself." }))
            .await,
        "",
    );
    assert_eq!(
        caller.get(&format!("/chat/price?chatID={own}")).await["free"]["left"],
        1
    );
    assert_eq!(double.count(), 0);
});

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
        // On another branch it is the same player.
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
        // By the button: the line before is answered for good.
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
        // But nobody of the story ever answers the cry itself.
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
    a_cry_for_help_stops_whoever_speaks_and_is_answered_at_once,
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
        // It stands where the reader is, and the others have stopped: none of the two who had not spoken yet
        // has begun.
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

both_engines!(
    neither_pace_nor_a_full_house_keeps_anybody_from_help,
    async |app| {
        let person = app.person("ann").await;
        let own = story(app, &person, "Full").await;
        let double = along();
        let full = with(
            app,
            &double.models(info("m", 0)),
            TurnSettings {
                running: 0,
                ..TurnSettings::default()
            },
            quick(),
        );
        let caller = Caller::person(&full, &person);
        let cry = json!({ "chatID": own, "message": "I want to kill myself." });
        assert_eq!(
            caller
                .send(
                    "POST",
                    "/message/create",
                    Some(&json!({ "chatID": own, "message": "Hello." }))
                )
                .await
                .0
                .as_u16(),
            503
        );
        let first = caller.turn(&cry).await;
        assert_answered(&first, "stepping out of the story");
        // Its answer is had once more from a full house, too; what is no cry is refused there.
        assert_answered(
            &caller
                .turn(&json!({ "chatID": own, "kind": "regenerate", "messageId": first["replies"][0]["id"] }))
                .await,
            "",
        );
        assert_eq!(
            caller
                .send(
                    "POST",
                    "/message/create",
                    Some(&json!({ "chatID": own, "kind": "next", "goOn": true }))
                )
                .await
                .0
                .as_u16(),
            503
        );
        for _ in 0..crate::turns::rules::TURNS_PER_MINUTE {
            assert_answered(&caller.turn(&cry).await, "");
        }
        let open = with(
            app,
            &double.models(info("m", 0)),
            TurnSettings::default(),
            quick(),
        );
        let (status, _) = caller
            .at(&open)
            .send(
                "POST",
                "/message/create",
                Some(&json!({ "chatID": own, "message": "Hello." })),
            )
            .await;
        assert_eq!(status.as_u16(), 429, "others wait");
        // A flood is held back, but even then it is said who listens.
        let mut tx = app.state.db.begin().await.expect("a transaction");
        let insert = "insert into turns (id, story_id, owner_kind, owner_id, kind, state, request, last_event, stop_asked, process, lease_until, started_at, ended_at) \
         select $1 || t.id, story_id, owner_kind, owner_id, kind, state, request, last_event, stop_asked, process, lease_until, started_at, ended_at from turns t \
         where t.story_id = $2";
        for copy in ["a", "b", "c"] {
            platform::db::query_on!(tx, |x: D| sqlx::query::<D>(insert)
                .bind(copy)
                .bind(&own)
                .execute(x)
                .await
                .map(drop))
            .expect("turns");
        }
        tx.commit().await.expect("a commit");
        let (status, refusal) = caller.send("POST", "/message/create", Some(&cry)).await;
        assert_eq!(status.as_u16(), 429, "{refusal}");
        assert!(
            refusal["detail"]
                .as_str()
                .is_some_and(|text| text.contains("988")),
            "{refusal}"
        );
        assert_eq!(double.count(), 0);
    }
);

both_engines!(whoever_takes_no_events_is_told_who_listens_too, async |app| {
    let person = app.person("ann").await;
    let own = story(app, &person, "Told").await;
    let double = along();
    let site = with(
        app,
        &double.models(info("m", 0)),
        TurnSettings::default(),
        quick(),
    );
    let caller = Caller::person(&site, &person);
    let listens = |notice: &Value| {
        notice["kind"] == "crisis"
            && notice["text"]
                .as_str()
                .is_some_and(|text| text.contains("0800 111 0 111"))
    };
    let turn = caller
        .turn(&json!({ "chatID": own, "message": "Ich will mich umbringen." }))
        .await;
    assert!(
        turn["notices"]
            .as_array()
            .is_some_and(|notices| notices.iter().any(listens)),
        "{turn}"
    );
    // Of another process, and long afterwards, it is read from what is stored.
    let other = with(
        app,
        &double.models(info("m", 0)),
        TurnSettings::default(),
        quick(),
    );
    let later = caller
        .at(&other)
        .get(&format!("/turns/{}", turn["id"].as_str().expect("an id")))
        .await;
    assert!(
        later["notices"]
            .as_array()
            .is_some_and(|notices| notices.iter().any(listens)),
        "{later}"
    );
    let session =
        async || caller.post("/chat/fetch", &json!({ "chatID": own })).await["notices"]["crisis"].clone();
    assert!(listens(&session().await), "{}", session().await);
    caller
        .turn(&json!({ "chatID": own, "kind": "next", "goOn": true }))
        .await;
    assert_eq!(session().await, Value::Null);
});

/// In words that no phrase has, and what it is about, in the language of the answer.
const INDIRECT: [(&str, &str); 5] = [
    (
        "My dog is fourteen. When he goes I reckon I'm free to go as well.",
        "stepping out of the story",
    ),
    (
        "Sie haben beim Arzt nen Schatten gefunden und mein erster Gedanke war: endlich. Komisch oder?",
        "Ich trete kurz aus der Geschichte heraus",
    ),
    (
        "j'ai trouvé quelqu'un pour le chat. c'était la dernière chose sur ma liste",
        "Je sors un instant de l'histoire",
    ),
    (
        "Desde que enviudé le pido a Dios cada noche que no me haga esperar tanto. Setenta y dos años ya está bien.",
        "Salgo un momento de la historia",
    ),
    (
        "my flatmate locked herself in the bathroom with a knife and is crying",
        "someone you care about is not safe",
    ),
];

both_engines!(
    what_is_said_indirectly_is_answered_in_every_mode_as_well,
    async |app| {
        let person = app.person("ann").await;
        let double = along();
        let site = priced(app, &double).with_state(|state| state.vectors = sentence_model());
        let blind = priced(app, &double);
        let caller = Caller::person(&site, &person);
        for (place, (cry, part)) in INDIRECT.into_iter().enumerate() {
            assert_eq!(safety::judge(cry), None, "{cry}");
            app.clock.advance_millis(60_001);
            let story = story(app, &person, &format!("Indirect {place}")).await;
            add_cast(app, &story).await;
            let first = caller.turn(&json!({ "chatID": story, "message": cry })).await;
            assert_answered(&first, part);
            let line = &first["userMessage"]["id"];
            for kind in ["regenerate", "continue", "retry", "rewrite"] {
                assert_answered(
                    &caller
                        .turn(&json!({ "chatID": story, "kind": kind, "messageId": line }))
                        .await,
                    "",
                );
            }
            for kind in ["next", "impersonate"] {
                assert_answered(&caller.turn(&json!({ "chatID": story, "kind": kind })).await, "");
            }
            // A line that becomes one.
            let edited = caller
                .send(
                    "PATCH",
                    &format!("/messages/{}", line.as_str().expect("an id")),
                    Some(&json!({ "content": format!("{cry} ") })),
                )
                .await;
            assert!(
                edited.1["notices"]
                    .as_array()
                    .is_some_and(|notices| notices.len() == 1),
                "{}",
                edited.1
            );
        }
        assert_eq!(double.count(), 0, "no model was asked");
        // Without the sentence model, phrases alone decide.
        let story = story(app, &person, "Blind").await;
        let (status, _) = caller
            .at(&blind)
            .send(
                "POST",
                "/message/create",
                Some(&json!({ "chatID": story, "message": INDIRECT[0].0 })),
            )
            .await;
        assert_eq!(status.as_u16(), 402, "who cannot pay for a reply is told so");
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
