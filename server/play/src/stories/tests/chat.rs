//! The chat of a story: session and settings.

use axum::body::Body;
use axum::http::Request;
use platform::both_engines;
use platform::db::query_on;
use serde_json::{Value, json};

use super::{Visitor, begin, personas_of, say, text};
use crate::testing::{NewScenario, TestApp};

both_engines!(the_same_request_begins_one_chat, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let send = async |key: &str, body: Value| {
        let request =
            Request::post("/api/v1/chat/create").header("authorization", format!("Bearer {}", ann.token));
        let request = request
            .header("content-type", "application/json")
            .header("idempotency-key", key);
        app.send(request.body(Body::from(body.to_string())).expect("a request"))
            .await
    };
    let ask = json!({ "scenarioId": scenario });
    // A double tap, and a retry after a lost answer.
    let taps = futures::future::join_all((0..3).map(|_| send("k", ask.clone()))).await;
    let first = taps
        .iter()
        .find(|tap| tap.status == 201)
        .expect("one is answered");
    for tap in &taps {
        assert!(
            tap.json["chatID"] == first.json["chatID"] || tap.json["code"] == "IDEMPOTENCY_IN_PROGRESS",
            "{}",
            tap.json
        );
    }
    let again = send("k", ask.clone()).await;
    assert_eq!((again.status.as_u16(), &again.json), (201, &first.json));
    assert!(again.headers.contains_key("idempotent-replayed"));
    send("k", json!({ "scenarioId": scenario, "ephemeral": true }))
        .await
        .assert_problem(422, "IDEMPOTENCY_KEY_REUSED");
    assert_ne!(send("l", ask).await.json["chatID"], first.json["chatID"]);
    assert_eq!(ann.get("/stories/").await.each("id").len(), 2);
});

/// A second actor, so that one of them can be played.
async fn add_actor(app: &TestApp, scenario: &str) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let text = "insert into scenario_actors (id, scenario_id, position, name, role, description, persona, avatar) values ('second-actor', $1, 1, 'Ben', '', '', '', null)";
    query_on!(tx, |x: D| sqlx::query::<D>(text)
        .bind(scenario)
        .execute(x)
        .await
        .map(drop))
    .expect("an actor");
    tx.commit().await.expect("a commit");
}

both_engines!(a_session_holds_all_that_playing_takes, async |app| {
    let ann = app.person("ann").await;
    ann.add_persona("p", "Captain", "Of a ship.").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    add_actor(app, &scenario).await;
    let made = ann.post("/chat/create", &json!({ "scenarioId": scenario })).await;
    assert_eq!(made.status, 201);
    let session = made.json;
    let id = text(&session, "chatID").to_owned();
    for (field, expected) in [
        ("scenarioID", json!(scenario)),
        ("userID", json!(ann.user_id.as_str())),
        ("puppetID", json!(null)),
        ("controlMode", json!("default")),
        ("selectedPersona", json!(null)),
        ("chatModel", json!(null)),
        ("themeID", json!(null)),
        ("responseLength", json!(50)),
        ("npcsEnabled", json!(true)),
        ("strategy", json!("natural")),
        ("version", json!(1)),
    ] {
        assert_eq!(session[field], expected, "{field}");
    }
    let who: Vec<(&str, bool)> = session["characters"]
        .as_array()
        .expect("characters")
        .iter()
        .map(|one| (text(one, "name"), one["isUser"] == true))
        .collect();
    assert_eq!(
        who,
        [("You", true), ("Ada", false), ("Ben", false)],
        "the name of an account stands in no story"
    );
    assert_eq!(session["personas"]["p"]["name"], "Captain");
    assert_eq!(
        (
            &session["messages"]["results"][0]["content"],
            &session["messages"]["headId"]
        ),
        (&json!("It begins."), &session["story"]["headId"])
    );
    assert!(
        session["models"]
            .as_array()
            .is_some_and(|models| !models.is_empty())
    );

    app.clock.advance_millis(5_000);
    let fetched = ann.post("/chat/fetch", &json!({ "chatID": id })).await.ok();
    assert_eq!(fetched["version"], session["version"], "to look is no change");
    assert_ne!(
        fetched["story"]["lastAccessedOn"],
        session["story"]["lastAccessedOn"]
    );
    let set = ann
        .post("/chat/edit-settings", &json!({ "chatID": id, "version": 1, "responseLength": 80, "puppetID": "second-actor", "selectedPersona": "p", "themeID": "noir", "chatModel": "understudy",
            "sampling": { "temperature": 0.5 }, "authorsNote": { "text": "Be brief." }, "characters": [{ "id": "second-actor", "muted": true, "talkativeness": 0.9 }] }))
        .await
        .ok();
    assert_eq!(
        (
            &set["controlMode"],
            &set["puppetID"],
            &set["responseLength"],
            &set["version"]
        ),
        (&json!("puppeteer"), &json!("second-actor"), &json!(80), &json!(2))
    );
    assert_eq!(
        (&set["themeID"], &set["sampling"], &set["authorsNote"]["depth"]),
        (&json!("noir"), &json!({ "temperature": 0.5 }), &json!(4))
    );
    assert_eq!(
        (
            &set["characters"][0]["name"],
            &set["characters"][0]["description"]
        ),
        (&json!("Captain"), &json!("Of a ship."))
    );
    assert_eq!(
        (
            &set["characters"][2]["muted"],
            &set["characters"][2]["talkativeness"]
        ),
        (&json!(true), &json!(0.9))
    );

    let stale = ann
        .post(
            "/chat/edit-settings",
            &json!({ "chatID": id, "version": 1, "responseLength": 10 }),
        )
        .await;
    stale.assert_problem(409, "STORY_CHANGED");
    assert_eq!(
        (
            &stale.json["current"]["responseLength"],
            &stale.json["current"]["version"]
        ),
        (&json!(80), &json!(2))
    );
    let body = |length: i64| json!({ "chatID": id, "version": 2, "responseLength": length });
    let (low, high) = (body(1), body(2));
    let (one, other) = tokio::join!(
        ann.post("/chat/edit-settings", &low),
        ann.post("/chat/edit-settings", &high)
    );
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "two windows never overwrite each other");

    for (pointer, body) in [
        ("/responseLength", json!({ "responseLength": 101 })),
        ("/puppetID", json!({ "puppetID": "nobody" })),
        ("/selectedPersona", json!({ "selectedPersona": "q" })),
        (
            "/characters/0/id",
            json!({ "characters": [{ "id": "nobody", "muted": true }] }),
        ),
        (
            "/characters/0/talkativeness",
            json!({ "characters": [{ "id": "second-actor", "talkativeness": 1.5 }] }),
        ),
        ("/themeID", json!({ "themeID": "../x" })),
        ("/themeID", json!({ "themeID": "no-such-theme" })),
        ("/chatModel", json!({ "chatModel": "no-such-model" })),
        ("/chatModel", json!({ "chatModel": "" })),
        ("/sampling/topP", json!({ "sampling": { "topP": 0.0 } })),
        ("/sampling/topP", json!({ "sampling": { "topP": "0.5" } })),
        ("/controlMode", json!({ "controlMode": 5 })),
        ("/controlMode", json!({ "controlMode": [] })),
        (
            "/characters/0/muted",
            json!({ "characters": [{ "id": "second-actor", "muted": 1 }] }),
        ),
    ] {
        let mut body = body;
        body["chatID"] = json!(id);
        let refused = ann.post("/chat/edit-settings", &body).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], pointer, "{}", refused.json);
    }
    let refused = ann
        .post("/chat/edit-settings", &json!({ "chatID": id, "controlMode": 5 }))
        .await;
    assert_eq!(
        refused.json["errors"][0]["message"],
        "/controlMode must be one of default, puppeteer, steer."
    );
    for bad in [json!({}), json!({ "chatID": 5 }), json!({ "chatID": "../x" })] {
        ann.post("/chat/fetch", &bad)
            .await
            .assert_problem(422, "VALIDATION_FAILED");
    }
});

both_engines!(the_cast_stays_as_it_was_when_the_story_began, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let id = text(&begin(&ann, &scenario).await, "id").to_owned();
    let mut tx = app.state.db.begin().await.expect("a transaction");
    for change in [
        "update scenario_actors set name = 'Changed' where scenario_id = $1",
        "update scenarios set display_name = 'Renamed' where id = $1",
    ] {
        query_on!(tx, |x: D| sqlx::query::<D>(change)
            .bind(&scenario)
            .execute(x)
            .await
            .map(drop))
        .expect("a change");
    }
    tx.commit().await.expect("a commit");
    let story = ann.get(&format!("/stories/{id}")).await.ok();
    assert_eq!(
        (
            &story["characters"][0]["name"],
            &story["title"],
            &story["scenario"]["displayName"]
        ),
        (&json!("Ada"), &json!("Lamp"), &json!("Renamed"))
    );
    // A single actor cannot be the puppet.
    let actor = story["characters"][0]["id"].clone();
    let refused = ann
        .post(
            "/chat/edit-settings",
            &json!({ "chatID": id, "controlMode": "puppeteer", "puppetID": actor }),
        )
        .await;
    assert_eq!(refused.json["errors"][0]["pointer"], "/controlMode");
    // A story continues if its scenario is hidden or deleted.
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>(
        "update scenarios set hidden = true, listed = false where id = $1"
    )
    .bind(&scenario)
    .execute(x)
    .await
    .map(drop))
    .expect("hidden");
    tx.commit().await.expect("a commit");
    assert_eq!(
        ann.get(&format!("/stories/{id}")).await.ok()["scenario"],
        Value::Null
    );
    let mut tx = app.state.db.begin().await.expect("a transaction");
    for gone in [
        "delete from scenario_actors where scenario_id = $1",
        "delete from scenario_tags where scenario_id = $1",
        "delete from scenarios where id = $1",
    ] {
        query_on!(tx, |x: D| sqlx::query::<D>(gone)
            .bind(&scenario)
            .execute(x)
            .await
            .map(drop))
        .expect("gone");
    }
    tx.commit().await.expect("a commit");
    assert_eq!(
        ann.get(&format!("/stories/{id}")).await.ok()["scenarioID"],
        Value::Null
    );
    say(app, &ann, &id, None, "still here").await;
    assert_eq!(
        ann.post("/chat/fetch", &json!({ "chatID": id })).await.ok()["messages"]["results"][1]["content"],
        "still here"
    );
});

/// A session's player: their name, their persona, and whether to ask for a name.
fn player_in(session: &Value) -> (String, Value, bool) {
    (
        text(&session["characters"][0], "name").to_owned(),
        session["selectedPersona"].clone(),
        session["asksName"] == true,
    )
}

both_engines!(
    what_the_player_wants_to_be_called_is_asked_once_and_kept,
    async |app| {
        let ann = app.person("ann").await;
        let guest = Visitor::new(app).await;
        let lamp = app.scenario(NewScenario::named("Lamp")).await;
        let door = app.scenario(NewScenario::named("Door")).await;
        let begin = async |scenario: &str, as_guest: bool| {
            let body = json!({ "scenarioId": scenario });
            let made = if as_guest {
                guest.post("/chat/create", &body).await
            } else {
                ann.post("/chat/create", &body).await
            };
            assert_eq!(made.status, 201, "{}", made.json);
            made.json
        };
        for as_guest in [true, false] {
            let first = begin(&lamp, as_guest).await;
            assert_eq!(player_in(&first), ("You".to_owned(), Value::Null, true));
            let call = async |path: &str, body: Value| {
                if as_guest {
                    guest.post(path, &body).await
                } else {
                    ann.post(path, &body).await
                }
            };
            let id = first["chatID"].clone();
            for bad in [
                "",
                "  ",
                "a\nb",
                "a\u{0}b",
                "\u{202e}live",
                &"é".repeat(51),
                &format!("e{}", "\u{301}".repeat(500)),
            ] {
                let refused = call("/chat/name-player", json!({ "chatID": id, "name": bad })).await;
                refused.assert_problem(422, "VALIDATION_FAILED");
                assert_eq!(refused.json["errors"][0]["pointer"], "/name", "{bad:?}");
            }
            for name in [
                "Nguyễn Thị Minh Khai",
                "אלעד בן־דוד",
                "小春 🧑🏽‍🚀",
                &"e\u{301}".repeat(50),
                " Zoë ",
            ] {
                let named = call("/chat/name-player", json!({ "chatID": id, "name": name }))
                    .await
                    .ok();
                assert_eq!(
                    player_in(&named),
                    (name.trim().to_owned(), json!("default"), false)
                );
            }
            // The next story begins with the persona, and does not ask.
            assert_eq!(
                player_in(&begin(&door, as_guest).await),
                ("Zoë".to_owned(), json!("default"), false)
            );
            // Nobody else can set it.
            let other = app.person(if as_guest { "bob" } else { "cleo" }).await;
            other
                .post("/chat/name-player", &json!({ "chatID": id, "name": "Eve" }))
                .await
                .assert_problem(404, "NOT_FOUND");
        }
        assert_eq!(personas_of(app, &ann).await["default"].name, "Zoë");
        let public = app.get(&format!("/users/user/{}", ann.user_id)).await.ok();
        assert!(!public.to_string().contains("Zoë"), "it is theirs alone");
    }
);

both_engines!(who_just_writes_is_not_asked_again, async |app| {
    let ann = app.person("ann").await;
    let lamp = app.scenario(NewScenario::named("Lamp")).await;
    let first = ann
        .post("/chat/create", &json!({ "scenarioId": lamp }))
        .await
        .json;
    say(app, &ann, text(&first, "chatID"), None, "I just write.").await;
    let fetched = ann
        .post("/chat/fetch", &json!({ "chatID": first["chatID"] }))
        .await
        .ok();
    assert_eq!(player_in(&fetched), ("You".to_owned(), Value::Null, false));
    assert_eq!(
        player_in(
            &ann.post("/chat/create", &json!({ "scenarioId": lamp }))
                .await
                .json
        ),
        ("You".to_owned(), Value::Null, false)
    );
});

both_engines!(guests_have_a_session_without_an_account, async |app| {
    let guest = Visitor::new(app).await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let made = guest
        .post("/chat/create", &json!({ "scenarioId": scenario }))
        .await;
    assert_eq!(made.status, 201);
    assert_eq!(
        (
            &made.json["userID"],
            &made.json["personas"],
            &made.json["characters"][0]["name"]
        ),
        (&json!(null), &json!({}), &json!("You"))
    );
    let refused = guest
        .post("/chat/create", &json!({ "scenarioId": scenario }))
        .await;
    refused.assert_problem(409, "STORY_EXISTS");
    assert_eq!(refused.json["storyId"], made.json["chatID"]);
    let set = guest
        .post(
            "/chat/edit-settings",
            &json!({ "chatID": made.json["chatID"], "npcsEnabled": false }),
        )
        .await
        .ok();
    assert_eq!(set["npcsEnabled"], false);
    guest
        .post(
            "/chat/edit-settings",
            &json!({ "chatID": made.json["chatID"], "selectedPersona": "p" }),
        )
        .await
        .assert_problem(422, "VALIDATION_FAILED");
});
