//! The notice beside the answer, and answers about other people.

use platform::both_engines;
use serde_json::{Value, json};

use super::*;

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
        // Asked again, the site answers differently, and never falls silent.
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

both_engines!(a_caller_without_events_gets_the_helpline_too, async |app| {
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
    // At another process, and long afterwards, it is read from the database.
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
