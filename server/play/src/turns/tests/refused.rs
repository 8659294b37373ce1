//! What else is never played with a minor (docs/adr/0020): by an edit, by an earlier message, by a text about
//! the world in the prompt; how attempts are counted and expire; and what is played all the same. All lines
//! are mild: a kiss, a date, a declaration of love.

use platform::both_engines;
use platform::db::query_on;
use serde_json::{Value, json};

use super::minors::{describe, free, reports, young};
use super::support::*;
use crate::testing::TestApp;

fn calm() -> Double {
    Double::always(vec![text("The sea is calm."), done()])
}

async fn run(app: &TestApp, sql: &str, values: &[&str]) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| {
        let mut query = sqlx::query::<D>(sqlx::AssertSqlSafe(sql));
        for value in values {
            query = query.bind(*value);
        }
        query.execute(x).await.map(drop)
    })
    .expect("a change");
    tx.commit().await.expect("a commit");
}

/// A lorebook of this story with one entry.
async fn lore(person: &crate::testing::Actor<'_>, story: &str, content: &str) -> String {
    let entries = json!([{ "keys": ["harbour"], "name": "Harbour", "content": content }]);
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
    book
}

fn id(of: &Value) -> &str {
    of["id"].as_str().expect("an id")
}

async fn refusal(caller: &Caller<'_>, body: &Value) -> Option<Value> {
    let (status, answer) = caller.send("POST", "/message/create", Some(body)).await;
    (!status.is_success()).then_some(answer)
}

both_engines!(
    edits_are_judged_by_all_that_is_known_and_count_as_attempts,
    async |app| {
        let person = app.person("ann").await;
        let double = calm();
        let site = free(app, &double);
        let caller = Caller::person(&site, &person);
        let own = story(app, &person, "Edits").await;
        let first = caller
            .turn(&json!({ "chatID": own, "message": "Good morning." }))
            .await;
        lore(&person, &own, "Tom sells flowers. Tom is fifteen.").await;
        person
            .post(
                &format!("/stories/{own}/facts"),
                &json!({ "text": "Mira is fifteen." }),
            )
            .await;
        caller
            .turn(&json!({ "chatID": own, "message": "By the way, Noor is fifteen." }))
            .await;
        let path = format!("/messages/{}", id(&first["userMessage"]));
        let edit = async |text: &str| {
            caller
                .send("PATCH", &path, Some(&json!({ "content": text })))
                .await
        };
        assert!(
            edit("I kiss Robert.").await.0.is_success(),
            "nobody knows him for a minor"
        );
        let (_, by_lore) = edit("I kiss Tom.").await;
        let (_, again) = edit("I kiss Tom.").await;
        let (_, by_memory) = edit("I kiss Mira.").await;
        for (refused, warns) in [(&by_lore, false), (&again, false), (&by_memory, true)] {
            assert_eq!(refused["code"], "NEVER_PLAYED", "{refused}");
            assert_eq!(
                refused["detail"]
                    .as_str()
                    .is_some_and(|text| text.contains("next attempt closes")),
                warns,
                "{refused}"
            );
        }
        let mut watch = site.state.live.watch(&own.parse().expect("an id")).expect("room");
        let (status, by_a_later_line) = edit("I kiss Noor.").await;
        assert_eq!(
            (status.as_u16(), &by_a_later_line["code"]),
            (409, &json!("STORY_CLOSED"))
        );
        assert_eq!(reports(app, &own).await, 1);
        let closed = caller.get(&format!("/stories/{own}")).await;
        assert_eq!(
            watch.next().await.map(|changed| json!(changed.version)),
            Some(closed["version"].clone()),
            "other windows hear of it"
        );
        assert!(closed["closedOn"].is_string());
        assert_eq!(
            caller.get(&format!("/stories/{own}/slice/up/head")).await["results"][1]["content"],
            "I kiss Robert."
        );
    }
);

both_engines!(nothing_goes_on_from_a_line_further_up, async |app| {
    let person = app.person("ann").await;
    let double = calm();
    let site = free(app, &double);
    let caller = Caller::person(&site, &person);
    let own = story(app, &person, "Further up").await;
    let ada = cast(&caller, &own).await[0].clone();
    describe(app, &own, &ada, "A smith, 30.").await;
    let said = caller
        .turn(&json!({ "chatID": own, "message": "I kiss you, Ada." }))
        .await;
    for _ in 0..4 {
        caller
            .turn(&json!({ "chatID": own, "message": "We watch the ships." }))
            .await;
    }
    let next = json!({ "chatID": own, "kind": "next" });
    assert_eq!(refusal(&caller, &next).await, None);
    describe(app, &own, &ada, "Ada is sixteen.").await;
    let refused = refusal(&caller, &next).await.expect("a refusal");
    assert_eq!(
        (&refused["code"], &refused["messageId"]),
        (&json!("NEVER_PLAYED"), &said["userMessage"]["id"]),
        "{refused}"
    );
    // Nothing continues a message that no model sees.
    let path = format!("/messages/{}", id(&said["userMessage"]));
    assert!(
        caller
            .send("PATCH", &path, Some(&json!({ "hidden": true })))
            .await
            .0
            .is_success()
    );
    assert_eq!(refusal(&caller, &next).await, None);
    caller
        .send(
            "PATCH",
            &path,
            Some(&json!({ "hidden": false, "content": "I wave to Ada." })),
        )
        .await;
    assert_eq!(refusal(&caller, &next).await, None);
    // A message that was judged when it came is refused only if it is certain; a message from a file is
    // judged like a new one.
    run(
        app,
        "update messages set content = 'I kiss the girl on the mouth.' where id = $1 and story_id = $2",
        &[id(&said["userMessage"]), &own],
    )
    .await;
    run(
        app,
        "update messages set edited_at = null where id = $1 and story_id = $2",
        &[id(&said["userMessage"]), &own],
    )
    .await;
    assert_eq!(refusal(&caller, &next).await, None);
    run(
        app,
        "update messages set turn_id = null, origin = 'imported' where id = $1 and story_id = $2",
        &[id(&said["userMessage"]), &own],
    )
    .await;
    assert_eq!(
        refusal(&caller, &next).await.expect("a refusal")["code"],
        "NEVER_PLAYED"
    );
});

both_engines!(another_try_goes_on_from_what_the_player_said, async |app| {
    let person = app.person("ann").await;
    let double = calm();
    let site = free(app, &double);
    let caller = Caller::person(&site, &person);
    let own = story(app, &person, "Again").await;
    let ada = cast(&caller, &own).await[0].clone();
    describe(app, &own, &ada, "A smith, 30.").await;
    let said = caller
        .turn(&json!({ "chatID": own, "message": "I kiss you, Ada." }))
        .await;
    describe(app, &own, &ada, "Ada is sixteen.").await;
    let retry = json!({ "chatID": own, "kind": "retry", "messageId": said["userMessage"]["id"] });
    assert_eq!(
        refusal(&caller, &retry).await.expect("a refusal")["code"],
        "NEVER_PLAYED"
    );
});

both_engines!(no_text_in_the_prompt_may_ask_for_it_either, async |app| {
    let person = app.person("ann").await;
    let double = calm();
    let site = free(app, &double);
    let caller = Caller::person(&site, &person);
    let told = async |own: &str| {
        refusal(&caller, &json!({ "chatID": own, "message": "Hello." }))
            .await
            .map(|answer| answer["detail"].clone())
    };
    let names = |told: Option<Value>, what: &str| {
        let told = told.expect("a refusal");
        assert!(told.as_str().is_some_and(|text| text.starts_with(what)), "{told}");
    };
    let own = young(app, &caller, &person, "Told", true).await;
    let ada = cast(&caller, &own).await[0].clone();
    // A romance between adults stops no story with a child in it.
    describe(app, &own, "bob", "A baker, 34, in love with Cleo.").await;
    let book = lore(
        &person,
        &own,
        "Bob is in love with Cleo, and at this harbour the sailors kiss their girls goodbye.",
    )
    .await;
    person
        .post(
            &format!("/stories/{own}/facts"),
            &json!({ "text": "Cleo kissed Bob." }),
        )
        .await;
    assert_eq!(told(&own).await, None);
    person.delete(&format!("/lorebooks/{book}")).await;
    let book = lore(&person, &own, "Ada is in love with you.").await;
    names(told(&own).await, "The lorebook entry “Harbour”");
    person.delete(&format!("/lorebooks/{book}")).await;
    assert_eq!(told(&own).await, None);
    let fact = person
        .post(
            &format!("/stories/{own}/facts"),
            &json!({ "text": "Ada is in love with you." }),
        )
        .await;
    names(told(&own).await, "The memory");
    person.delete(&format!("/facts/{}", id(&fact.json))).await;
    describe(app, &own, &ada, "Ada is fifteen. She is in love with {{user}}.").await;
    names(told(&own).await, "The card of Ada");
    describe(app, &own, &ada, "Ada is fifteen.").await;
    run(app, "update story_characters set examples = '{{char}}: I love you, and I kiss you.' where story_id = $1 and id = $2", &[&own, &ada]).await;
    names(told(&own).await, "The card of Ada");
    run(
        app,
        "update story_characters set examples = '' where story_id = $1 and id = $2",
        &[&own, &ada],
    )
    .await;
    assert_eq!(told(&own).await, None);
    person
        .add_persona("p1", "Robin", "A neighbour of 33, in love with Ada.")
        .await;
    caller
        .post(
            "/chat/edit-settings",
            &json!({ "chatID": own, "selectedPersona": "p1" }),
        )
        .await;
    names(told(&own).await, "Your persona");
});
