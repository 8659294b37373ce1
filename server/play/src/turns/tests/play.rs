//! What is played: kinds of turns, who speaks, who knows what (reliability L-4, L-5, L-6, L-9, L-10).

use std::sync::Arc;

use axum::http::StatusCode;
use platform::both_engines;
use platform::llm::{CueKind, Request};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::support::*;
use crate::testing::TestApp;
use crate::turns::TurnSettings;

/// Answers with a number, so that each reply is told from the others.
fn counting() -> Double {
    Double::by(|_, number| vec![text(&format!("Reply {number}.")), done()])
}

fn free(app: &TestApp, double: &Double) -> TestApp {
    with(
        app,
        &double.models(info("m", 0)),
        TurnSettings::default(),
        quick(),
    )
}

/// The messages on the way to the head, as (author, text).
async fn line(caller: &Caller<'_>, story: &str) -> Vec<(String, String)> {
    let slice = caller.get(&format!("/stories/{story}/slice/up/head")).await;
    let of = |message: &Value, field: &str| message[field].as_str().unwrap_or_default().to_owned();
    slice["results"]
        .as_array()
        .expect("messages")
        .iter()
        .map(|message| (of(message, "author"), of(message, "content")))
        .collect()
}

both_engines!(a_story_goes_on_and_branches, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Branches").await;
    let double = counting();
    let site = free(app, &double);
    let caller = Caller::person(&site, &person);
    let first = caller
        .turn(&json!({ "chatID": story, "message": "  Hello.  " }))
        .await;
    assert_eq!(
        (&first["kind"], &first["state"], &first["userMessage"]["content"]),
        (&json!("say"), &json!("complete"), &json!("Hello."))
    );
    let reply = &first["replies"][0];
    assert_eq!(
        (
            &reply["content"],
            &reply["state"],
            &reply["author"],
            &reply["turnId"]
        ),
        (
            &json!("Reply 0."),
            &json!("complete"),
            &json!("actor"),
            &first["id"]
        )
    );
    assert_eq!(reply["parentId"], first["userMessage"]["id"]);
    assert!(
        first["drafted"][0]["why"]
            .as_str()
            .is_some_and(|why| !why.is_empty())
    );
    // An empty message: the story goes on.
    let next = caller.turn(&json!({ "story": story, "message": " " })).await;
    assert_eq!(
        (
            &next["kind"],
            &next["userMessage"],
            &next["replies"][0]["parentId"]
        ),
        (&json!("next"), &Value::Null, &reply["id"])
    );
    // Another reply beside the one there is, anywhere in the story.
    let again = caller
        .turn(&json!({ "chatID": story, "kind": "regenerate", "messageId": reply["id"] }))
        .await;
    let beside = &again["replies"][0];
    assert_eq!(
        (
            &beside["parentId"],
            &beside["siblings"]["count"],
            &beside["origin"]
        ),
        (&reply["parentId"], &json!(2), &json!("regenerated"))
    );
    assert_eq!(
        line(&caller, &story).await.last().expect("a head").1,
        "Reply 2.",
        "whoever asks for it is taken there"
    );
    // More of a reply, as another one.
    let on = caller.turn(&json!({ "chatID": story, "kind": "continue" })).await;
    assert_eq!(on["replies"][0]["content"], "Reply 2.Reply 3.");
    assert_eq!(
        (
            &on["replies"][0]["siblings"]["count"],
            &on["replies"][0]["origin"]
        ),
        (&json!(3), &json!("continued"))
    );
    assert!(
        matches!(&double.asked.lock().expect("no panic")[3].cue.kind, CueKind::Continue(so_far) if so_far == "Reply 2.")
    );
    let mut streamed = caller
        .stream(&json!({ "chatID": story, "kind": "continue" }))
        .await;
    assert_eq!(
        streamed.until("message").await["message"]["content"],
        "Reply 2.Reply 3."
    );
    assert_eq!(streamed.until("delta").await["offset"], 16, "after what is there");
    streamed.all().await;
    // Texts for the composer store nothing.
    let before = caller.get(&format!("/stories/{story}")).await["messageCount"].clone();
    let line_for_me = caller
        .turn(&json!({ "chatID": story, "kind": "impersonate", "message": "I would" }))
        .await;
    assert_eq!(
        (&line_for_me["text"], &line_for_me["replies"]),
        (&json!("Reply 5."), &json!([]))
    );
    let passage = json!({ "start": 6, "end": 8 });
    let reworded = caller.turn(&json!({ "chatID": story, "kind": "rewrite", "messageId": reply["id"], "selection": passage, "note": "Louder." })).await;
    assert_eq!(reworded["text"], "Reply 6.");
    assert!(
        matches!(&double.asked.lock().expect("no panic")[6].cue.kind, CueKind::Rewrite { selection, note } if selection == "0." && note == "Louder.")
    );
    assert_eq!(
        caller.get(&format!("/stories/{story}")).await["messageCount"],
        before
    );
    assert_eq!(
        caller
            .get(&format!("/turns/{}", reworded["id"].as_str().expect("an id")))
            .await["text"],
        "Reply 6."
    );
    for (body, pointer) in [
        (
            json!({ "chatID": story, "kind": "regenerate", "messageId": first["userMessage"]["id"] }),
            "/messageId",
        ),
        (
            json!({ "chatID": story, "kind": "retry", "messageId": reply["id"] }),
            "/messageId",
        ),
        (
            json!({ "chatID": story, "kind": "rewrite", "messageId": reply["id"], "selection": { "start": 5, "end": 500 } }),
            "/selection",
        ),
    ] {
        let (status, refusal) = caller.send("POST", "/message/create", Some(&body)).await;
        assert_eq!(
            (status.as_u16(), &refusal["errors"][0]["pointer"]),
            (422, &json!(pointer)),
            "{refusal}"
        );
    }
    // From an earlier message a branch begins.
    let branch = caller
        .turn(&json!({ "chatID": story, "message": "Or else.", "parentId": reply["id"] }))
        .await;
    assert_eq!(branch["userMessage"]["parentId"], reply["id"]);
    let says: Vec<String> = line(&caller, &story)
        .await
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    assert_eq!(says[1..], ["Hello.", "Reply 0.", "Or else.", "Reply 7."]);
    // What the model was shown is there to be looked into, by nobody else.
    let shown = caller
        .get(&format!(
            "/turns/{}/prompt",
            branch["id"].as_str().expect("an id")
        ))
        .await;
    assert_eq!(shown["replies"][0]["kind"], "reply");
    let other = app.person("bob").await;
    for path in ["", "/events", "/prompt"] {
        let (status, _) = Caller::person(&site, &other)
            .send(
                "GET",
                &format!("/turns/{}{path}", branch["id"].as_str().expect("an id")),
                None,
            )
            .await;
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
    let (status, _) = Caller::person(&site, &other)
        .send(
            "POST",
            &format!("/turns/{}/stop", branch["id"].as_str().expect("an id")),
            None,
        )
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let session = caller.post("/chat/fetch", &json!({ "chatID": story })).await;
    assert_eq!(
        (&session["runningTurn"], &session["price"]["perReply"]),
        (&Value::Null, &json!(0))
    );
});

both_engines!(several_speak_one_after_another, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Three").await;
    add_cast(app, &story).await;
    let double = counting();
    let site = free(app, &double);
    let caller = Caller::person(&site, &person);
    let settings = async |change: Value| {
        let mut body = json!({ "chatID": story });
        body.as_object_mut()
            .expect("an object")
            .extend(change.as_object().expect("an object").clone());
        caller.post("/chat/edit-settings", &body).await;
    };
    settings(json!({ "strategy": "list" })).await;
    let turn = caller
        .turn(&json!({ "chatID": story, "message": "All of you!" }))
        .await;
    let names: Vec<&str> = turn["replies"]
        .as_array()
        .expect("replies")
        .iter()
        .map(|reply| reply["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["Ada", "Bob", "Cleo"]);
    assert_eq!(
        turn["replies"][1]["parentId"], turn["replies"][0]["id"],
        "each answers to the one before"
    );
    assert!(double.prompts()[1].contains("Reply 0."));
    settings(json!({ "maxReplies": 2 })).await;
    assert_eq!(
        caller
            .turn(&json!({ "chatID": story, "message": "Two of you!" }))
            .await["replies"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    // Whom the player taps, muted or not; and the narrator.
    settings(json!({ "characters": [{ "id": "bob", "muted": true }] })).await;
    let turn = caller
        .turn(&json!({ "chatID": story, "message": "Go on.", "speakerId": "bob" }))
        .await;
    assert_eq!(turn["replies"][0]["authorId"], "bob");
    let turn = caller
        .turn(&json!({ "chatID": story, "kind": "next", "speakerId": "narrator" }))
        .await;
    assert_eq!(
        (&turn["replies"][0]["author"], &turn["replies"][0]["authorId"]),
        (&json!("narrator"), &Value::Null)
    );
    let turn = caller
        .turn(&json!({ "chatID": story, "message": "And all?" }))
        .await;
    assert!(
        turn["replies"]
            .as_array()
            .is_some_and(|replies| replies.iter().all(|reply| reply["authorId"] != "bob")),
        "who is muted is not drafted"
    );
    // A puppeteer speaks as one of them, and that one is not drafted.
    app.clock.advance_millis(60_001);
    settings(json!({ "puppetID": "cleo", "characters": [{ "id": "bob", "muted": false }] })).await;
    let turn = caller
        .turn(&json!({ "chatID": story, "message": "I, Cleo, say so." }))
        .await;
    assert_eq!(
        (
            &turn["userMessage"]["author"],
            &turn["userMessage"]["authorId"],
            &turn["userMessage"]["name"]
        ),
        (&json!("actor"), &json!("cleo"), &json!("Cleo"))
    );
    assert!(turn["replies"].as_array().is_some_and(
        |replies| !replies.is_empty() && replies.iter().all(|reply| reply["authorId"] != "cleo")
    ));
    // Who steers is the narrator.
    settings(json!({ "controlMode": "steer", "strategy": "natural" })).await;
    let turn = caller
        .turn(&json!({ "chatID": story, "message": "A storm comes. Ada trembles." }))
        .await;
    assert_eq!(
        (&turn["userMessage"]["author"], &turn["userMessage"]["authorId"]),
        (&json!("narrator"), &Value::Null)
    );
    assert_eq!(turn["replies"][0]["name"], "Ada", "who is named answers");
    // Nobody answers unasked.
    settings(json!({ "controlMode": "default", "strategy": "manual" })).await;
    let turn = caller.turn(&json!({ "chatID": story, "message": "Ada?" })).await;
    assert_eq!(
        (&turn["replies"], &turn["state"], &turn["price"]["held"]),
        (&json!([]), &json!("complete"), &json!(0))
    );
    assert_eq!(
        caller.turn(&json!({ "chatID": story, "kind": "next" })).await["replies"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    settings(json!({ "strategy": "list", "autoReply": false })).await;
    let events = caller
        .stream(&json!({ "chatID": story, "message": "Hm." }))
        .await
        .all()
        .await;
    assert_eq!(
        (events.names().last(), &events.end()["turn"]["replies"]),
        (Some(&"end"), &json!([]))
    );
});

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

both_engines!(a_director_chooses_or_is_not_waited_for, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Directed").await;
    add_cast(app, &story).await;
    let answers = |director: Vec<Act>| {
        Double::by(move |request: &Request, _| match request.cue.kind {
            CueKind::Director { .. } => director.clone(),
            _ => vec![text("Yes."), done()],
        })
    };
    let never = Arc::new(Notify::new());
    for (number, (acts, chosen)) in [
        (vec![text("{\"name\": \"Cleo\"}"), done()], true),
        (vec![text("I think Cleo."), done()], false),
        (vec![Act::Wait(never)], false),
        (vec![Act::Vanish], false),
    ]
    .into_iter()
    .enumerate()
    {
        let double = answers(acts);
        let site = free(app, &double);
        let caller = Caller::person(&site, &person);
        caller
            .post(
                "/chat/edit-settings",
                &json!({ "chatID": story, "strategy": "director" }),
            )
            .await;
        let turn = caller
            .turn(&json!({ "chatID": story, "message": "What now?" }))
            .await;
        assert_eq!(
            (&turn["state"], turn["replies"].as_array().map(Vec::len)),
            (&json!("complete"), Some(1)),
            "{number}: {turn}"
        );
        let why = turn["drafted"][0]["why"].as_str().expect("a reason");
        assert_eq!(why == "The director chose them.", chosen, "{number}: {why}");
        assert!(!chosen || turn["replies"][0]["name"] == "Cleo");
        assert_eq!(turn["replies"][0]["authorId"], turn["drafted"][0]["characterId"]);
    }
});

both_engines!(who_was_not_there_is_not_told, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Secrets").await;
    add_cast(app, &story).await;
    let double = counting();
    let site = free(app, &double);
    let caller = Caller::person(&site, &person);
    let secret = caller.turn(&json!({ "chatID": story, "message": "The key is under the mat.", "presence": ["bob"], "speakerId": "bob" })).await;
    assert_eq!(
        secret["replies"][0]["presence"],
        json!(["bob"]),
        "who witnessed the question witnesses the answer"
    );
    caller.turn(&json!({ "chatID": story, "message": "What do you know, Cleo?", "presence": ["bob", "cleo"], "speakerId": "cleo" })).await;
    caller
        .turn(&json!({ "chatID": story, "kind": "next", "speakerId": "bob" }))
        .await;
    let prompts = double.prompts();
    assert!(!prompts[1].contains("under the mat") && prompts[1].contains("What do you know, Cleo?"));
    assert!(prompts[2].contains("under the mat"), "who was there knows it");
    // Deleted and hidden messages are in nobody's prompt.
    caller
        .send(
            "DELETE",
            &format!(
                "/messages/{}",
                secret["userMessage"]["id"].as_str().expect("an id")
            ),
            None,
        )
        .await;
    caller
        .turn(&json!({ "chatID": story, "message": "Where is the key?", "speakerId": "bob" }))
        .await;
    assert!(!double.prompts()[3].contains("under the mat"));
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
    // What was deleted together comes back together.
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
        line(&caller, &story).await.last().map(|(_, text)| text.as_str()),
        Some("I was just saying ")
    );
});

both_engines!(two_replies_to_one_message_are_two_siblings, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Race").await;
    let double = counting();
    let site = free(app, &double);
    let caller = Caller::person(&site, &person);
    let head = caller.get(&format!("/stories/{story}")).await["headId"].clone();
    let body = json!({ "chatID": story, "kind": "next", "parentId": head });
    let (a, b) = tokio::join!(caller.turn(&body), caller.turn(&body));
    assert_ne!(a["replies"][0]["id"], b["replies"][0]["id"]);
    assert_eq!(a["replies"][0]["parentId"], b["replies"][0]["parentId"]);
    let tree = caller.get(&format!("/stories/{story}/tree")).await;
    assert_eq!(tree["nodes"].as_array().map(Vec::len), Some(3));
});

both_engines!(the_player_is_told_what_they_have_to_know, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Notices").await;
    let site = free(app, &counting());
    let caller = Caller::person(&site, &person);
    let kinds = async |text: &str| {
        let events = caller
            .stream(&json!({ "chatID": story, "message": text }))
            .await
            .all()
            .await;
        let order = events
            .names()
            .into_iter()
            .filter(|name| matches!(*name, "notice" | "delta" | "message"))
            .map(str::to_owned)
            .collect::<Vec<_>>();
        (
            events
                .of_name("notice")
                .iter()
                .map(|notice| notice["kind"].as_str().expect("a kind").to_owned())
                .collect::<Vec<_>>(),
            order,
        )
    };
    assert_eq!(kinds("Hello.").await.0, ["ai"], "at the start");
    assert!(kinds("Hello again.").await.0.is_empty());
    let (told, order) = kinds("I want to kill myself.").await;
    assert_eq!(told, ["crisis"]);
    assert_eq!(
        order,
        ["message", "notice", "message"],
        "beside the house's answer, and nobody else's"
    );
});

/// Reliability L-6: nothing of one player, of an unwitnessed scene or of a deleted message reaches another's
/// prompt, over many mixed chats.
fn canaries(engine: crate::testing::Engine, chats: usize) {
    crate::testing::run_test(async {
        let Some(app) = TestApp::create(engine).await else {
            return;
        };
        app.state.db.inject_serialization_failures(0.0);
        let double = Double::always(vec![text("All is well."), done()]);
        let site = free(&app, &double);
        let random = kernel::Random::seeded(7);
        let mut players = Vec::new();
        for number in 0..8 {
            let person = app.person(&format!("player{number}")).await;
            let mut stories = Vec::new();
            for part in 0..3 {
                let story = story(&app, &person, &format!("Story {number} {part}")).await;
                add_cast(&app, &story).await;
                stories.push(story);
            }
            players.push((person, stories));
        }
        for chat in 0..chats {
            app.clock.advance_millis(600);
            let (person, stories) = &players[chat % 8];
            let place = random.below(3) as usize;
            let story = &stories[place];
            let caller = Caller::person(&site, person);
            let only = ["bob", "cleo"][random.below(2) as usize];
            let any = ["bob", "cleo"][random.below(2) as usize];
            let owner = format!("{}x{place}", person.user_id.as_str().replace('-', ""));
            let all = format!("canary-all-{owner}-");
            let body = match random.below(4) {
                0 => {
                    json!({ "chatID": story, "message": format!("canary-{only}-{owner}- number {chat}"), "presence": [only], "speakerId": only })
                }
                1 => {
                    json!({ "chatID": story, "message": format!("{all} number {chat}"), "presence": ["bob", "cleo", cast(&caller, story).await[0]], "speakerId": only })
                }
                2 => json!({ "chatID": story, "message": format!("{all} number {chat}"), "speakerId": any }),
                _ => {
                    json!({ "chatID": story, "message": format!("canary-gone-{owner}- number {chat}"), "speakerId": only })
                }
            };
            let turn = caller.turn(&body).await;
            assert_eq!(turn["state"], "complete", "{turn}");
            let speaker = turn["replies"][0]["authorId"]
                .as_str()
                .expect("a speaker")
                .to_owned();
            let prompt = double.prompts().pop().expect("a prompt");
            double.asked.lock().expect("no panic").clear();
            for (at, _) in prompt.match_indices("canary-") {
                let canary = prompt[at..].split_whitespace().next().unwrap_or_default();
                let mut parts = canary.split('-').skip(1);
                let (kind, whose) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
                assert_eq!(
                    whose, owner,
                    "somebody else's words are in the prompt of chat {chat}"
                );
                match kind {
                    "all" => {}
                    "gone" => assert!(
                        prompt[at..].contains(&format!("number {chat}")),
                        "deleted words are in the prompt of chat {chat}"
                    ),
                    witness => assert_eq!(
                        witness, speaker,
                        "unwitnessed words are in the prompt of chat {chat}"
                    ),
                }
            }
            let said = turn["userMessage"]["content"].as_str().expect("text");
            if said.contains("canary-gone-") {
                let (status, _) = caller
                    .send(
                        "DELETE",
                        &format!("/messages/{}", turn["userMessage"]["id"].as_str().expect("an id")),
                        None,
                    )
                    .await;
                assert!(status.is_success());
            }
        }
    });
}

#[test]
fn nothing_reaches_a_prompt_that_does_not_belong_there_on_sqlite() {
    canaries(crate::testing::Engine::Sqlite, 1_000);
}

#[test]
fn nothing_reaches_a_prompt_that_does_not_belong_there_on_postgres() {
    canaries(crate::testing::Engine::Postgres, 100);
}

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
    let timing = crate::turns::Timing {
        checkpoint: PATIENCE,
        ..quick()
    };
    let site = with(app, &double.models(info("m", 10)), dear(), timing);
    let caller = Caller::person(&site, &person);
    let mut events = caller.stream(&json!({ "chatID": story, "message": "Go." })).await;
    events.until("delta").await;
    app.clock.advance_millis(crate::turns::rules::LEASE_MS + 1);
    let other = with(app, &double.models(info("m", 10)), dear(), quick());
    assert_eq!(
        crate::turns::recover_lost(&other.state)
            .await
            .expect("a recovery"),
        1
    );
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
