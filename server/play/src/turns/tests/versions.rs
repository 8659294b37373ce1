//! Stories of published scenarios: they stay on their version, models get what its author wrote, and players
//! of a closed one read none of it.

use platform::both_engines;
use serde_json::{Value, json};

use super::support::*;
use crate::testing::{Actor, TestApp, send_form, upload};

/// Every field that only models read has a word of its own: the canary's name and the field's.
fn draft(canary: &str) -> Value {
    let secret = |field: &str| format!("{canary}{field}.");
    let book = |field: &str| {
        let constant = json!({ "id": "1", "name": secret("entryname"), "comment": secret("comment"), "constant": true,
            "content": secret(field) });
        let keyed =
            json!({ "id": "2", "keys": ["lamp", format!("{canary}key")], "content": secret("keyed") });
        json!([{ "id": "b", "book": { "name": secret("bookname"), "description": secret("about"),
            "entries": [constant, keyed] } }])
    };
    json!({
        "title": "The Salt Lamp",
        "tagline": "A keeper who never sleeps",
        "description": "Only readers read this.",
        "setting": secret("setting"),
        "language": "en",
        "rating": "mature",
        "contentNotes": { "kind": "undisclosed" },
        "origin": { "kind": "mine" },
        "actors": [{
            "id": "ida", "name": "Ida", "role": "Keeper", "talkativeness": 1.0,
            "description": secret("description"),
            "personality": secret("personality"),
            "voice": secret("voice"),
            "exampleDialogue": format!("<START>\n{{{{char}}}}: {}", secret("example")),
            "systemPrompt": format!("{{{{original}}}} {} {{{{setvar::x::{canary}variable}}}}", secret("system")),
            "postHistoryInstructions": secret("after"),
            "note": { "text": secret("note"), "depth": 0, "role": "system" },
            "lorebooks": book("ownlore"),
        }],
        "openings": [{ "id": "o1", "text": "The lamp is lit.", "speaker": "ida" }],
        "lorebooks": book("lore"),
        "playerRole": { "name": "Guest", "description": "A visitor of the lighthouse." },
    })
}

/// The fields of which every prompt of this actor has something.
const FIELDS: &[&str] = &[
    "setting",
    "description",
    "personality",
    "voice",
    "example",
    "system",
    "after",
    "note",
    "ownlore",
    "lore",
    "keyed",
];

async fn publish(app: &TestApp, author: &Actor<'_>, draft: &Value) -> String {
    let parts: &[(&str, &[u8])] = &[("scenario", &draft.to_string().into_bytes())];
    let made = send_form(app, author, "/scenarios/scenario", None, parts).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let id = made.json["id"].as_str().expect("an id").to_owned();
    release(author, &id, 1).await;
    id
}

async fn release(author: &Actor<'_>, id: &str, version: i64) {
    let path = format!("/scenarios/scenario/{id}/publish");
    let request = json!({ "version": version, "access": "public" });
    author.post(&path, &request).await.ok();
}

/// Begins a story; `path` differs for people and guests.
async fn begin(caller: &Caller<'_>, path: &str, scenario: &str) -> String {
    let story = caller.post(path, &json!({ "scenarioId": scenario })).await;
    story["id"]
        .as_str()
        .or(story["storyId"].as_str())
        .expect("a story")
        .to_owned()
}

both_engines!(a_story_stays_on_the_version_it_began_with, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let scenario = publish(app, &ann, &draft("old")).await;
    let double = Double::always(vec![text("Well."), done()]);
    let site = free(app, &double);
    let caller = Caller::person(&site, &ben);
    let story = begin(&caller, "/stories/", &scenario).await;
    let prompt = async |story: &str| {
        caller.turn(&say(story)).await;
        double.prompts().pop().expect("a prompt")
    };
    let first = prompt(&story).await;
    for field in FIELDS {
        assert!(first.contains(&format!("old{field}")), "{field} in {first}");
    }
    assert!(first.contains("A visitor of the lighthouse."), "{first}");
    assert!(!first.contains("Only readers read this"), "{first}");

    let path = format!("/scenarios/scenario/{scenario}?version=1");
    ann.put(&path, &draft("new")).await.ok();
    assert!(
        !prompt(&story).await.contains("newsetting"),
        "nothing typed reaches a story"
    );
    release(&ann, &scenario, 2).await;
    let later = prompt(&story).await;
    assert!(later.contains("oldlore") && !later.contains("newlore"), "{later}");
    let another = begin(&caller, "/stories/", &scenario).await;
    let new = prompt(&another).await;
    assert!(new.contains("newlore") && !new.contains("oldlore"), "{new}");

    ann.post(&format!("/scenarios/scenario/{scenario}/withdraw"), &json!({}))
        .await
        .ok();
    assert!(
        prompt(&story).await.contains("oldsetting"),
        "a running story goes on"
    );
    let view = caller.get(&format!("/stories/{story}")).await;
    assert_eq!(
        (&view["scenario"]["withdrawn"], &view["scenario"]["displayName"]),
        (&json!(true), &json!("The Salt Lamp"))
    );
    let refused = ben.post("/stories/", &json!({ "scenarioId": scenario })).await;
    refused.assert_problem(410, "GONE");
});

both_engines!(
    a_player_without_a_name_comes_in_the_role_that_is_suggested,
    async |app| {
        let (ann, ben) = (app.person("ann").await, app.person("ben").await);
        let mut written = draft("secret");
        written["openings"][0]["text"] = json!("The lamp is lit for {{user}}.");
        let scenario = publish(app, &ann, &written).await;
        let shown = ben.get(&format!("/scenarios/scenario/{scenario}")).await.ok();
        assert_eq!(
            shown["scenarioEngram"]["playerRole"],
            json!({ "name": "Guest", "description": "A visitor of the lighthouse." })
        );
        let chat = ben
            .post("/chat/create", &json!({ "scenarioId": scenario }))
            .await
            .json;
        let session = ben
            .post("/chat/fetch", &json!({ "chatID": chat["chatID"] }))
            .await
            .ok();
        assert_eq!(session["asksName"], false);
        assert!(
            session.to_string().contains("The lamp is lit for Guest."),
            "{session}"
        );
    }
);

/// The bytes of an answer, of whatever kind and status: guests may not do all that people may.
async fn bytes(caller: &Caller<'_>, method: &str, path: &str, body: Option<&Value>) -> String {
    let answer = caller.app.open(caller.request(method, path, body)).await;
    let body = axum::body::to_bytes(answer.into_body(), 10 << 20)
        .await
        .expect("a body");
    String::from_utf8_lossy(&body).into_owned()
}

/// Every byte that the player of a story can get of it, with where they come from.
async fn everything(caller: &Caller<'_>, scenario: &str, story: &str, turn: &str) -> Vec<(String, String)> {
    let mut seen = Vec::new();
    for path in [
        format!("/scenarios/scenario/{scenario}"),
        format!("/scenarios/similar/{scenario}"),
        "/scenarios/search?q=lamp".to_owned(),
        "/stories/".to_owned(),
        format!("/stories/{story}"),
        format!("/stories/{story}/slice/up/head"),
        format!("/stories/{story}/tree"),
        format!("/stories/{story}/memory"),
        format!("/stories/{story}/search?q=lamp"),
        format!("/stories/{story}/lorebooks"),
        format!("/stories/{story}/trash"),
        format!("/turns/{turn}"),
        format!("/turns/{turn}/prompt"),
        format!("/turns/{turn}/events?after=0"),
        format!("/stories/{story}/export"),
        format!("/stories/{story}/export?format=jsonl"),
        format!("/stories/{story}/export?format=text"),
    ] {
        seen.push((path.clone(), bytes(caller, "GET", &path, None).await));
    }
    for (path, body) in [
        ("/chat/fetch".to_owned(), json!({ "chatID": story })),
        (
            format!("/stories/{story}/lorebooks/test"),
            json!({ "text": "The lamp." }),
        ),
    ] {
        seen.push((path.clone(), bytes(caller, "POST", &path, Some(&body)).await));
    }
    seen
}

both_engines!(
    players_of_a_closed_scenario_read_nothing_that_models_alone_get,
    async |app| {
        let ann = app.person("ann").await;
        let scenario = publish(app, &ann, &draft("canary")).await;
        let double = Double::always(vec![text("Well."), done()]);
        let scripted = free(app, &double);
        let ben = app.person("ben").await;
        // One plays with a model, the other two with the built-in demo, which quotes scenarios.
        for (caller, path) in [
            (Caller::person(&scripted, &ben), "/stories/"),
            (Caller::person(app, &app.person("eve").await), "/stories/"),
            (Caller::guest(app).await, "/stories"),
        ] {
            let story = begin(&caller, path, &scenario).await;
            // Nor by texts of their own that name what is closed.
            let macros = "{{scenario}} {{description}} {{personality}} {{mesExamples}} {{charPrompt}} \
                          {{charJailbreak}} {{getvar::x}}";
            let own = json!({ "chatID": story, "systemPrompt": macros, "postHistory": macros,
                "authorsNote": { "text": macros } });
            caller.post("/chat/edit-settings", &own).await;
            let mut turn = String::new();
            for line in ["The lamp.", "Who are you?", "What is your secret?"] {
                let done = caller.turn(&json!({ "chatID": story, "message": line })).await;
                turn = text_at(&done, "id").to_owned();
            }
            for (place, body) in everything(&caller, &scenario, &story, &turn).await {
                assert!(!body.contains("canary"), "{place}: {body}");
            }
        }
        assert!(
            double
                .prompts()
                .iter()
                .all(|prompt| prompt.contains("canarysetting"))
        );
        // Nor does a row that exports of their data read.
        for text in [
            "select count(*) from stories where setup ->> 'setting' like '%canary%' or id = $1",
            "select count(*) from story_characters where description like '%canary%' or persona like '%canary%' or id = $1",
        ] {
            assert_eq!(app.count(text, "").await, 0, "{text}");
        }
    }
);

both_engines!(an_open_scenario_shows_its_player_how_it_is_made, async |app| {
    let ann = app.person("ann").await;
    let mut open = draft("shown");
    open["making"] = json!("open");
    let scenario = publish(app, &ann, &open).await;
    let double = Double::always(vec![text("Well."), done()]);
    let site = free(app, &double);
    let caller = Caller::person(&site, &ann);
    let story = begin(&caller, "/stories/", &scenario).await;
    let turn = caller.turn(&say(&story)).await;
    let prompt = caller
        .get(&format!("/turns/{}/prompt", text_at(&turn, "id")))
        .await;
    assert!(prompt.to_string().contains("shownsetting"), "{prompt}");
});

both_engines!(a_version_that_was_never_open_is_its_authors_alone, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let parts: &[(&str, &[u8])] = &[("scenario", &draft("private").to_string().into_bytes())];
    let made = send_form(app, &ann, "/scenarios/scenario", None, parts).await;
    let scenario = text_at(&made.json, "id").to_owned();
    let publish = format!("/scenarios/scenario/{scenario}/publish");
    ann.post(&publish, &json!({ "version": 1, "access": "private" }))
        .await
        .ok();
    ann.put(
        &format!("/scenarios/scenario/{scenario}?version=1"),
        &draft("open"),
    )
    .await
    .ok();
    release(&ann, &scenario, 2).await;
    let double = Double::always(vec![text("Well."), done()]);
    let site = free(app, &double);
    let caller = Caller::person(&site, &ben);
    let story = begin(&caller, "/stories/", &scenario).await;
    let mut file = caller.get(&format!("/stories/{story}/export")).await;
    assert_eq!(file["story"]["scenarioVersion"], 2);
    file["story"]["scenarioVersion"] = json!(1);
    let imported = upload(app, &ben, "/stories/import", "file", file.to_string().as_bytes()).await;
    assert_eq!(imported.status, 201, "{}", imported.json);
    let story = imported.json["story"]["id"].as_str().expect("a story").to_owned();
    caller.turn(&say(&story)).await;
    let prompt = double.prompts().pop().expect("a prompt");
    assert!(
        prompt.contains("opensetting") && !prompt.contains("private"),
        "{prompt}"
    );
});
