//! The end of the demo's stories: the reply reports it, nothing follows it, and going back or a model opens
//! the story again.

use std::path::Path;

use axum::body::Body;
use axum::http::{Request, header};
use platform::both_engines;
use platform::vectors::Vectors;
use serde_json::{Value, json};
use understudy::{self, DemoAssets, Pace};

use super::support::*;
use crate::testing::{NewScenario, TestApp};
use crate::turns::TurnSettings;

fn demo(app: &TestApp) -> TestApp {
    with(app, &understudy::bare(), TurnSettings::default(), quick())
}

/// Checks that nothing follows, that the refusal explains how to connect a model, and that nothing is stored.
async fn assert_over(caller: &Caller<'_>, story: &str) {
    let before = caller.get(&format!("/stories/{story}")).await;
    for ask in [
        json!({ "chatID": story, "message": "And then?" }),
        json!({ "chatID": story, "kind": "next" }),
        json!({ "chatID": story, "kind": "continue" }),
        json!({ "chatID": story, "kind": "impersonate" }),
    ] {
        let (status, refusal) = caller.send("POST", "/message/create", Some(&ask)).await;
        assert_eq!(
            (status.as_u16(), &refusal["code"]),
            (409, &json!("DEMO_ENDED")),
            "{ask}: {refusal}"
        );
        assert_eq!(refusal["connect"].as_array().map(Vec::len), Some(3), "{refusal}");
        assert!(
            refusal["connect"][1]
                .as_str()
                .is_some_and(|line| line.contains("DRAMATIS_MODEL_URL")),
            "{refusal}"
        );
    }
    let after = caller.get(&format!("/stories/{story}")).await;
    for field in ["messageCount", "headId", "version"] {
        assert_eq!(before[field], after[field], "{field}");
    }
}

fn endings(turn: &Value) -> Vec<bool> {
    turn["replies"]
        .as_array()
        .expect("replies")
        .iter()
        .map(|reply| reply["ending"] == true)
        .collect()
}

/// The call that creates a story from this file.
fn upload(caller: &Caller<'_>, file: &Value) -> Request<Body> {
    let mut request = caller.request("POST", "/stories/import", None);
    request.headers_mut().insert(
        header::CONTENT_TYPE,
        "multipart/form-data; boundary=edge".parse().expect("a header"),
    );
    *request.body_mut() = Body::from(format!(
        "--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"story.json\"\r\n\r\n{file}\r\n--edge--\r\n"
    ));
    request
}

both_engines!(
    three_replies_of_a_scenario_without_a_scene_are_the_end,
    async |app| {
        let person = app.person("ann").await;
        let story = story(app, &person, "No scene").await;
        let site = demo(app);
        let caller = Caller::person(&site, &person);
        let say = |text: &str| json!({ "chatID": story, "message": text });
        assert_eq!(endings(&caller.turn(&say("Hello.")).await), [false]);
        let second = caller.turn(&say("Go on.")).await;
        assert_eq!(endings(&second), [false]);
        let third = caller.turn(&say("And then?")).await;
        assert_eq!(endings(&third), [true]);
        assert_over(&caller, &story).await;
        let session = caller.post("/chat/fetch", &json!({ "chatID": story })).await;
        assert_eq!(
            session["notices"]["connect"].as_array().map(Vec::len),
            Some(3),
            "{}",
            session["notices"]
        );
        let shown = session["messages"]["results"].as_array().expect("messages");
        assert_eq!(
            shown
                .iter()
                .map(|message| message["ending"] == true)
                .collect::<Vec<_>>(),
            [false, false, false, false, false, false, true]
        );
        assert!(
            shown.iter().all(|message| !message["content"]
                .as_str()
                .unwrap_or_default()
                .contains("DRAMATIS_")),
            "{shown:?}"
        );
        // Another version of the ending is an ending, too.
        let again = caller
            .turn(&json!({ "chatID": story, "kind": "regenerate" }))
            .await;
        assert_eq!(endings(&again), [true]);
        // Before it, the story continues on another branch.
        let branch = caller
            .turn(&json!({ "chatID": story, "message": "Or else?", "parentId": second["replies"][0]["id"] }))
            .await;
        assert_eq!(
            (branch["state"].as_str(), endings(&branch)),
            (Some("complete"), vec![true])
        );
        // An export contains it.
        let file = caller.get(&format!("/stories/{story}/export")).await;
        let kept = file["messages"]
            .as_array()
            .expect("messages")
            .iter()
            .filter(|message| message["ending"] == true)
            .count();
        assert_eq!(kept, 3, "{file}");
        let import = site.send(upload(&caller, &file)).await;
        assert!(import.status.is_success(), "{}", import.json);
        assert_over(&caller, import.json["story"]["id"].as_str().expect("an id")).await;
        // With a model, the story continues where it ended.
        let double = Double::by(|_, _| vec![text("More."), done()]);
        let connected = with(
            app,
            &double.models(info("m", 0)),
            TurnSettings::default(),
            quick(),
        );
        let caller = caller.at(&connected);
        assert_eq!(
            caller.post("/chat/fetch", &json!({ "chatID": story })).await["notices"]["connect"],
            Value::Null
        );
        assert_eq!(endings(&caller.turn(&say("And now?")).await), [false]);
    }
);

both_engines!(nobody_speaks_after_the_end_in_the_same_turn, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Many").await;
    add_cast(app, &story).await;
    let site = demo(app);
    let caller = Caller::person(&site, &person);
    caller
        .post(
            "/chat/edit-settings",
            &json!({ "chatID": story, "strategy": "list" }),
        )
        .await;
    caller
        .turn(&json!({ "chatID": story, "message": "Bob?", "speakerId": "bob" }))
        .await;
    let turn = caller
        .turn(&json!({ "chatID": story, "message": "All of you!" }))
        .await;
    assert_eq!(
        (turn["state"].as_str(), endings(&turn)),
        (Some("complete"), vec![false, true])
    );
    assert_settled(app).await;
    assert_over(&caller, &story).await;
});

both_engines!(
    a_scene_ends_and_a_cry_for_help_is_answered_after_it,
    async |app| {
        let person = app.person("ann").await;
        let opening = "*A lamp burns on the far bank, where nobody has lived for years.* \"You see it as well,\" says Ada.".to_owned();
        let scenario = app
            .scenario(NewScenario {
                openings: vec![opening],
                ..NewScenario::named("The Lamp")
            })
            .await;
        let story = person
            .post("/stories/", &json!({ "scenarioId": scenario }))
            .await
            .json["id"]
            .as_str()
            .expect("an id")
            .to_owned();
        let catalogue = Path::new(env!("CARGO_MANIFEST_DIR")).join("../understudy/src/small");
        let models = understudy::models(
            kernel::Shekels::ZERO,
            Pace::none(),
            DemoAssets {
                catalogue: Some(catalogue),
                vectors: Vectors::none(),
            },
        );
        let site = with(app, &models, TurnSettings::default(), quick());
        let caller = Caller::person(&site, &person);
        let mut last = Value::Null;
        for number in 0..12 {
            last = caller
                .turn(&json!({ "chatID": story, "message": format!("The price of tin is {number}.") }))
                .await;
            if endings(&last) == [true] {
                break;
            }
        }
        let ending = last["replies"][0]["content"].as_str().expect("a text");
        assert!(
            ending.contains("rows towards the light") && !ending.contains("DRAMATIS_"),
            "{last}"
        );
        assert_over(&caller, &story).await;
        // A player in need is answered all the same, in gentle mode.
        let cry = caller
            .turn(&json!({ "chatID": story, "message": "I want to kill myself." }))
            .await;
        assert_eq!(
            (&cry["replies"][0]["aside"], &cry["replies"][0]["ending"]),
            (&json!(true), &json!(false))
        );
        let gentle = caller.turn(&json!({ "chatID": story, "message": "Hm." })).await;
        assert_eq!(
            (gentle["state"].as_str(), endings(&gentle)),
            (Some("complete"), vec![false])
        );
        // When they end gentle mode, it is the end again, which the narrator states once.
        let back = caller
            .turn(&json!({ "chatID": story, "kind": "next", "goOn": true }))
            .await;
        assert_eq!(
            (&back["replies"][0]["author"], endings(&back)),
            (&json!("narrator"), vec![true]),
            "{back}"
        );
        assert_over(&caller, &story).await;
    }
);
