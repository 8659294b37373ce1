//! Lorebooks and macros in a prompt refer to the position of the reply.

use platform::both_engines;
use platform::llm::Models;
use serde_json::json;

use super::support::*;
use crate::testing::NewScenario;
use crate::turns::TurnSettings;

fn free(double: &Double) -> (Models, TurnSettings) {
    (double.models(info("m", 0)), TurnSettings::default())
}

both_engines!(lore_may_belong_to_one_opening, async |app| {
    let person = app.person("ann").await;
    let openings = ["It rains.", "It snows."].map(str::to_owned).to_vec();
    let scenario = app
        .scenario(NewScenario {
            openings,
            ..NewScenario::named("Weather")
        })
        .await;
    let story = person
        .post("/stories/", &json!({ "scenarioId": scenario, "opening": 1 }))
        .await
        .json["id"]
        .as_str()
        .expect("a story")
        .to_owned();
    let entries = json!([
        { "keys": ["hello"], "content": "@@is_greeting 0\nMud is everywhere." },
        { "keys": ["hello"], "content": "@@is_greeting 1\nThe lake is frozen." },
    ]);
    let book = person
        .post("/lorebooks", &json!({ "name": "Ways", "entries": entries }))
        .await
        .json["id"]
        .as_str()
        .expect("a book")
        .to_owned();
    person
        .put(
            &format!("/lorebooks/{book}/attachments"),
            &json!({ "attachments": [{ "kind": "story", "id": story }] }),
        )
        .await
        .ok();
    let tried = person
        .post(
            &format!("/stories/{story}/lorebooks/test"),
            &json!({ "text": "Hello." }),
        )
        .await
        .ok();
    assert_eq!(
        tried["fired"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one["fired"] == true)
            .collect::<Vec<_>>(),
        [false, true]
    );
    let double = Double::always(vec![text("Well."), done()]);
    let (models, settings) = free(&double);
    let site = with(app, &models, settings, quick());
    let caller = Caller::person(&site, &person);
    let roots =
        caller.get(&format!("/stories/{story}/slice/up/head")).await["results"][0]["siblings"]["ids"].clone();
    let told = async |parent: &serde_json::Value| {
        caller
            .turn(&json!({ "chatID": story, "message": "Hello.", "parentId": parent }))
            .await;
        let prompt = double.prompts().pop().expect("a prompt");
        (
            prompt.contains("Mud is everywhere."),
            prompt.contains("The lake is frozen."),
        )
    };
    let head = caller.get(&format!("/stories/{story}")).await["headId"].clone();
    assert_eq!((&head, told(&head).await), (&roots[1], (false, true)));
    assert_eq!(
        told(&roots[0]).await,
        (true, false),
        "each branch has its own opening"
    );
});

both_engines!(macros_know_which_alternative_is_at_hand, async |app| {
    let person = app.person("ann").await;
    let description = "Swipe {{currentSwipeId}} of {{lastSwipeId}}.".to_owned();
    let scenario = app
        .scenario(NewScenario {
            description,
            ..NewScenario::named("Swipes")
        })
        .await;
    let story = person
        .post("/stories/", &json!({ "scenarioId": scenario }))
        .await
        .json["id"]
        .as_str()
        .expect("a story")
        .to_owned();
    let double = Double::by(|_, number| vec![text(&format!("Reply {number}.")), done()]);
    let (models, settings) = free(&double);
    let site = with(app, &models, settings, quick());
    let caller = Caller::person(&site, &person);
    let say = async |body: serde_json::Value| {
        let mut asked = json!({ "chatID": story });
        asked
            .as_object_mut()
            .expect("an object")
            .extend(body.as_object().expect("an object").clone());
        let turn = caller.turn(&asked).await;
        let prompt = double.prompts().pop().expect("a prompt");
        let said = prompt
            .split("Swipe ")
            .nth(1)
            .and_then(|rest| rest.split('.').next())
            .unwrap_or_else(|| panic!("no numbers: {prompt}"))
            .to_owned();
        (turn, said)
    };
    let (first, said) = say(json!({ "message": "Hello." })).await;
    assert_eq!(said, "1 of 1");
    let first = first["replies"][0]["id"].clone();
    assert_eq!(say(json!({ "kind": "regenerate" })).await.1, "2 of 2");
    assert_eq!(say(json!({ "kind": "continue" })).await.1, "3 of 3");
    // Texts for the composer are not messages: they concern the existing one.
    assert_eq!(
        say(json!({ "kind": "rewrite", "messageId": first })).await.1,
        "1 of 3"
    );
    assert_eq!(say(json!({ "kind": "impersonate" })).await.1, "3 of 3");
    assert_eq!(say(json!({ "message": "And now?" })).await.1, "1 of 1");
});

both_engines!(
    the_prompts_record_reports_what_a_hostile_book_costs,
    async |app| {
        let person = app.person("ann").await;
        let story = story(app, &person, "Patterns").await;
        // 5 KB of patterns, each a few hundred KB when it is compiled.
        let nested: Vec<String> = (0..150)
            .map(|number| format!("/(a{{1,{0}}}){{1,{0}}}b{number}/", 30 + number % 20))
            .collect();
        let entries = json!([
            { "id": "large", "keys": ["/(a{1,100}){1,100}/"], "content": "Nor this." },
            { "id": "hostile", "keys": &nested[..100], "content": "Nobody is meant to read this.", "scanDepth": 200, "sticky": 5 },
            { "id": "more", "keys": &nested[100..], "content": "Nor this.", "scanDepth": 200, "sticky": 5 },
            { "id": "honest", "keys": ["lake"], "content": "The lake is frozen." },
        ]);
        let book = person
            .post("/lorebooks", &json!({ "name": "Ways", "entries": entries }))
            .await
            .json["id"]
            .as_str()
            .expect("a book")
            .to_owned();
        person
            .put(
                &format!("/lorebooks/{book}/attachments"),
                &json!({ "attachments": [{ "kind": "story", "id": story }] }),
            )
            .await
            .ok();
        let double = Double::always(vec![text(&"a ".repeat(2_000)), done()]);
        let (models, settings) = free(&double);
        let site = with(app, &models, settings, quick());
        let caller = Caller::person(&site, &person);
        let mut turn = json!(null);
        for _ in 0..2 {
            turn = caller
            .turn(&json!({ "chatID": story, "message": format!("We go to the lake. {}", "a".repeat(8_000)) }))
            .await;
            assert_eq!(turn["state"], "complete", "{turn}");
        }
        // The last request may have been for a summary.
        assert!(
            double
                .prompts()
                .iter()
                .any(|prompt| prompt.contains("The lake is frozen.")),
            "what can be looked for is"
        );
        let record = caller
            .get(&format!("/turns/{}/prompt", turn["id"].as_str().expect("an id")))
            .await;
        let tried = person
            .post(
                &format!("/stories/{story}/lorebooks/test"),
                &json!({ "text": "The lake." }),
            )
            .await
            .ok();
        for lore in [&record["replies"][0]["lore"], &tried["fired"]] {
            let of = |id: &str| {
                lore.as_array()
                    .expect("a list")
                    .iter()
                    .find(|one| one["entryId"] == id)
                    .unwrap_or_else(|| panic!("{id} is not in {lore}"))
            };
            assert!(of("honest")["fired"] == true && of("honest")["skipped"] == false);
            for (id, why) in [
                ("hostile", "too much to search"),
                ("more", "too much to search"),
                ("large", "too large"),
            ] {
                assert!(
                    of(id)["fired"] == false
                        && of(id)["skipped"] == true
                        && of(id)["why"].as_str().is_some_and(|said| said.contains(why)),
                    "{}",
                    of(id)
                );
            }
        }
    }
);
