//! Cards and scenarios are one thing: one table of cases goes through both ways of calling.

use accounts::tags;
use platform::both_engines;
use serde_json::{Value, json};

use super::convert::card_field;
use crate::authoring::rules::{MAX_DRAFTS, MAX_TAGS, MAX_TEXT_CHARS, MAX_TITLE_CHARS};
use crate::testing::{Actor, Answer, TestApp, add_drafts, send_form};

/// A scenario of one actor that can be published as it is.
fn scenario() -> Value {
    json!({
        "title": "The Salt Lamp",
        "tagline": "A keeper who never sleeps",
        "description": "For readers.",
        "setting": "The secret of the sea.",
        "language": "en",
        "tags": ["Salt Water"],
        "rating": "mature",
        "contentNotes": { "kind": "listed", "notes": ["war"] },
        "origin": { "kind": "mine" },
        "making": "closed",
        "actors": [{ "id": "ida", "name": "Ida", "description": "She hides the key.", "personality": "Stern.",
            "exampleDialogue": "<START>" }],
        "openings": [{ "id": "o1", "title": "Dusk", "text": "It begins.", "speaker": "ida" }],
    })
}

/// The same in the fields of a card.
fn card_of(scenario: &Value) -> Value {
    let actor = &scenario["actors"][0];
    let openings = scenario["openings"].as_array().expect("openings");
    let messages: Vec<&Value> = openings.iter().map(|opening| &opening["text"]).collect();
    json!({
        "cardModel": {
            "format": 0,
            "name": actor["name"],
            "description": actor["description"],
            "personality": actor["personality"],
            "scenario": scenario["setting"],
            "messages": messages,
            "mes_example": actor["exampleDialogue"],
        },
        "displayData": {
            "displayName": scenario["title"],
            "tagline": scenario["tagline"],
            "authorNotes": scenario["description"],
            "language": scenario["language"],
            "tags": scenario["tags"],
            "rating": scenario["rating"],
            "contentNotes": scenario["contentNotes"],
            "origin": scenario["origin"],
            "making": scenario["making"],
        },
    })
}

fn public_card(scenario: &Value) -> Value {
    let mut card = card_of(scenario);
    card["displayData"]["public"] = json!(true);
    card
}

fn edit_of(scenario: &Value, id: &str, version: i64) -> Value {
    let mut edit = card_of(scenario);
    edit["id"] = json!(id);
    edit["version"] = json!(version);
    edit
}

/// Creates and publishes as a scenario; the first answer that is no success, else the last.
async fn as_scenario(app: &TestApp, author: &Actor<'_>, scenario: &Value) -> Answer {
    let text = scenario.to_string();
    let fields = [("scenario", text.as_bytes())];
    let made = send_form(app, author, "/scenarios/scenario", None, &fields).await;
    if made.status != 201 {
        return made;
    }
    let path = format!(
        "/scenarios/scenario/{}/publish",
        made.json["id"].as_str().expect("an id")
    );
    author
        .post(&path, &json!({ "version": 1, "access": "public" }))
        .await
}

/// The code and the fields of a refusal; nothing for a success.
fn refusal(answer: &Answer, name: impl Fn(&str) -> String) -> (Value, Vec<String>) {
    let errors = answer.json["errors"].as_array().cloned().unwrap_or_default();
    let mut fields: Vec<String> = errors
        .iter()
        .map(|error| name(error["pointer"].as_str().unwrap_or_default()))
        .collect();
    fields.sort();
    (answer.json["code"].clone(), fields)
}

/// Changes of the scenario, each with the status by both ways and the field that a card is refused for.
fn cases() -> Vec<(&'static str, Value, u16, &'static str)> {
    let tags: Vec<String> = (0..=MAX_TAGS).map(|number| format!("tag {number}")).collect();
    vec![
        ("/tagline", json!("Another"), 200, ""),
        (
            "/title",
            json!("x".repeat(MAX_TITLE_CHARS + 1)),
            422,
            "/displayData/displayName",
        ),
        (
            "/setting",
            json!("x".repeat(MAX_TEXT_CHARS + 1)),
            422,
            "/cardModel/scenario",
        ),
        ("/description", json!("a\u{0}"), 422, "/displayData/authorNotes"),
        ("/language", json!("en_US"), 422, "/displayData/language"),
        ("/tags", json!(tags), 422, "/displayData/tags"),
        ("/rating", json!(null), 422, "/displayData/rating"),
        ("/rating", json!("wild"), 422, "/displayData/rating"),
        ("/contentNotes", json!(null), 422, "/displayData/contentNotes"),
        (
            "/contentNotes/notes",
            json!(["war", "war"]),
            422,
            "/displayData/contentNotes",
        ),
        ("/origin", json!(null), 422, "/displayData/origin"),
        ("/openings", json!([]), 422, "/cardModel/messages"),
        ("/actors/0/name", json!(" "), 422, "/cardModel/name"),
        ("/actors/0/description", json!(7), 422, "/cardModel/description"),
    ]
}

both_engines!(cards_and_scenarios_are_refused_for_the_same, async |app| {
    let ann = app.person("ann").await;
    for (field, value, status, of_card) in cases() {
        let mut changed = scenario();
        *changed.pointer_mut(field).expect("a field") = value;
        let one = as_scenario(app, &ann, &changed).await;
        let other = ann.post("/card/create", &public_card(&changed)).await;
        let success = status == 200;
        assert_eq!(one.status, status, "{field}: {}", one.json);
        assert_eq!(
            other.status,
            if success { 201 } else { status },
            "{field}: {}",
            other.json
        );
        assert_eq!(
            refusal(&one, card_field),
            refusal(&other, str::to_owned),
            "{field}"
        );
        if !success {
            assert_eq!(refusal(&other, str::to_owned).1, [of_card], "{field}");
        }
    }
});

both_engines!(the_same_judge_reads_cards, async |app| {
    let ann = app.person("ann").await;
    for field in ["/actors/0/description", "/setting", "/openings/0/text"] {
        let mut changed = scenario();
        changed["rating"] = json!("explicit");
        *changed.pointer_mut(field).expect("a field") = json!("She is 16 years old.");
        let one = as_scenario(app, &ann, &changed).await;
        let other = ann.post("/card/create", &public_card(&changed)).await;
        one.assert_problem(422, "SCENARIO_REFUSED");
        other.assert_problem(422, "SCENARIO_REFUSED");
        assert_eq!(
            refusal(&one, card_field),
            refusal(&other, str::to_owned),
            "{field}"
        );
        // What was written is not lost.
        let id = other.json["id"].as_str().expect("an id");
        let draft = ann.get(&format!("/scenarios/scenario/{id}/draft")).await.ok();
        assert_eq!(draft["state"], "draft");
        // Nor does an edit publish it.
        let mut edit = edit_of(&changed, id, 1);
        edit["displayData"]["public"] = json!(true);
        ann.put("/card/edit", &edit)
            .await
            .assert_problem(422, "SCENARIO_REFUSED");
    }
    assert_eq!(app.get("/scenarios/newest").await.json["results"], json!([]));
});

both_engines!(a_card_is_a_scenario_with_one_version_count, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let made = ann.post("/card/create", &card_of(&scenario())).await;
    assert_eq!(
        (made.status.as_u16(), &made.json["state"]),
        (201, &json!("draft"))
    );
    let id = made.json["id"].as_str().expect("an id").to_owned();
    let path = format!("/scenarios/scenario/{id}");
    let mut draft = ann.get(&format!("{path}/draft")).await.ok()["draft"].clone();
    assert_eq!(draft["actors"][0]["description"], "She hides the key.");
    assert_eq!(draft["openings"][0]["speaker"], draft["actors"][0]["id"]);
    assert_eq!(card_of(&draft), card_of(&scenario()));

    // What a card has no field for stays.
    draft["actors"][0]["systemPrompt"] = json!("You are the keeper.");
    draft["openings"][0]["title"] = json!("Dusk");
    draft["playerRole"] = json!({ "name": "Ash", "description": "" });
    ann.put(&format!("{path}?version=1"), &draft).await.ok();
    let mut changed = scenario();
    changed["setting"] = json!("Another sea.");
    changed["openings"]
        .as_array_mut()
        .expect("openings")
        .push(json!({ "text": "Or so." }));
    ann.put("/card/edit", &edit_of(&changed, &id, 1))
        .await
        .assert_problem(412, "DRAFT_CHANGED");
    let edited = ann.put("/card/edit", &edit_of(&changed, &id, 2)).await.ok();
    assert_eq!(edited["version"], 3);
    assert_eq!(edited["cardModel"]["messages"], json!(["It begins.", "Or so."]));
    let now = ann.get(&format!("{path}/draft")).await.ok()["draft"].clone();
    assert_eq!(now["setting"], "Another sea.");
    assert_eq!(now["actors"][0]["systemPrompt"], "You are the keeper.");
    assert_eq!(now["openings"][0]["title"], "Dusk");
    assert_eq!(now["openings"][1]["speaker"], now["actors"][0]["id"]);
    assert_eq!(now["playerRole"]["name"], "Ash");
    ann.put(&format!("{path}?version=2"), &draft)
        .await
        .assert_problem(412, "DRAFT_CHANGED");

    // Saved, but not published: the answer says which version to edit next.
    let mut shown = edit_of(&changed, &id, 3);
    shown["displayData"]["public"] = json!(true);
    shown["displayData"]["rating"] = json!(null);
    let refused = ann.put("/card/edit", &shown).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json["version"], 4);
    shown["version"] = json!(4);
    shown["displayData"]["rating"] = json!("mature");
    assert_eq!(ann.put("/card/edit", &shown).await.ok()["state"], "public");
    assert_eq!(
        ben.get(&path).await.ok()["displayData"]["displayName"],
        "The Salt Lamp"
    );
    shown["version"] = json!(5);
    shown["displayData"]["public"] = json!(false);
    assert_eq!(ann.put("/card/edit", &shown).await.ok()["state"], "private");
    ben.get(&path).await.assert_problem(410, "GONE");
});

both_engines!(a_card_belongs_to_its_author_and_has_one_actor, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let made = ann.post("/card/create", &card_of(&scenario())).await.json;
    let id = made["id"].as_str().expect("an id").to_owned();
    let delete = format!("/card/delete?id={id}");
    ben.put("/card/edit", &edit_of(&scenario(), &id, 1))
        .await
        .assert_problem(404, "NOT_FOUND");
    ben.delete(&delete).await.assert_problem(404, "NOT_FOUND");
    let mut persona = edit_of(&scenario(), &id, 1);
    persona["cardModel"]["format"] = json!(1);
    ann.put("/card/edit", &persona)
        .await
        .assert_problem(422, "VALIDATION_FAILED");

    for _ in 0..2 {
        assert_eq!(ann.delete(&delete).await.status, 204, "also in the trash");
    }
    let in_trash = ann.get("/scenarios/my?trash=true").await.each("id");
    assert_eq!(in_trash, [id.as_str()]);
    ann.put("/card/edit", &edit_of(&scenario(), &id, 1))
        .await
        .assert_problem(409, "DRAFT_IN_TRASH");

    let mut group = scenario();
    group["actors"] = json!([{ "id": "a", "name": "A" }, { "id": "b", "name": "B" }]);
    group["openings"] = json!([]);
    let text = group.to_string();
    let fields = [("scenario", text.as_bytes())];
    let made = send_form(app, &ann, "/scenarios/scenario", None, &fields).await;
    let id = made.json["id"].as_str().expect("an id");
    ann.put("/card/edit", &edit_of(&scenario(), id, 1))
        .await
        .assert_problem(409, "NOT_A_CARD");
    ann.delete(&format!("/card/delete?id={id}"))
        .await
        .assert_problem(409, "NOT_A_CARD");
    assert_eq!(ann.get("/card/get-user-cards").await.json["results"], json!([]));

    add_drafts(app, &ben.user_id, MAX_DRAFTS).await;
    ben.post("/card/create", &card_of(&scenario()))
        .await
        .assert_problem(409, "DRAFT_QUOTA_REACHED");
    assert_eq!(
        as_scenario(app, &ben, &scenario()).await.json["code"],
        "DRAFT_QUOTA_REACHED"
    );
});

both_engines!(
    own_cards_are_listed_page_by_page_as_they_were_written,
    async |app| {
        let ann = app.person("ann").await;
        for number in 0..3 {
            app.clock.advance_millis(1);
            let mut one = scenario();
            one["title"] = json!(format!("Card {number}"));
            ann.post("/card/create", &card_of(&one)).await;
        }
        let first = ann.get("/card/get-user-cards?limit=2").await;
        let names = |answer: &Answer| -> Vec<Value> {
            let rows = answer.json["results"].as_array().expect("a list");
            rows.iter()
                .map(|row| row["displayData"]["displayName"].clone())
                .collect()
        };
        assert_eq!(names(&first), ["Card 2", "Card 1"]);
        let cursor = first.json["nextCursor"].as_str().expect("more");
        let rest = ann
            .get(&format!("/card/get-user-cards?limit=2&cursor={cursor}"))
            .await;
        assert_eq!(
            (names(&rest), &rest.json["nextCursor"]),
            (vec![json!("Card 0")], &json!(null))
        );
        let card = &rest.json["results"][0];
        let mut expected = card_of(&scenario());
        expected["displayData"]["displayName"] = json!("Card 0");
        expected["displayData"]["public"] = json!(false);
        assert_eq!(card["cardModel"], expected["cardModel"]);
        assert_eq!(card["displayData"], expected["displayData"]);
        let ben = app.person("ben").await;
        assert_eq!(ben.get("/card/get-user-cards").await.json["results"], json!([]));
        ben.get(&format!("/card/get-user-cards?cursor={cursor}"))
            .await
            .assert_problem(400, "BAD_REQUEST");
    }
);

both_engines!(cards_by_followed_people_show_what_readers_may_see, async |app| {
    let (ann, ben, cat) = (
        app.person("ann").await,
        app.person("ben").await,
        app.person("cat").await,
    );
    ann.post("/card/create", &public_card(&scenario())).await;
    ann.post("/card/create", &card_of(&scenario())).await;
    cat.post("/card/create", &public_card(&scenario())).await;
    assert_eq!(
        ben.get("/card/get-follower-cards").await.json["results"],
        json!([])
    );
    ben.post(&format!("/users/me/follow/{}", ann.user_id), &json!({}))
        .await
        .ok();
    let found = ben.get("/card/get-follower-cards").await.ok();
    let rows = found["results"].as_array().expect("a list");
    assert_eq!(rows.len(), 1, "{found}");
    assert_eq!(rows[0]["displayData"]["authorname"], "ann");
    assert_eq!(rows[0]["cardModel"]["messages"], json!(["It begins."]));
    for hidden in ["secret", "hides the key", "Stern"] {
        assert!(!found.to_string().contains(hidden), "{hidden} in {found}");
    }
    let mut tx = app.state.db.begin().await.expect("a transaction");
    tags::block_notes(&mut tx, &ben.user_id, &["war"])
        .await
        .expect("blocked");
    tx.commit().await.expect("a commit");
    assert_eq!(
        ben.get("/card/get-follower-cards").await.json["results"],
        json!([])
    );
});

both_engines!(a_card_is_created_once_for_each_key, async |app| {
    let ann = app.person("ann").await;
    let body = public_card(&scenario()).to_string();
    let send = async |key: &str| {
        let request = axum::http::Request::post("/api/v1/card/create")
            .header("content-type", "application/json")
            .header("authorization", format!("Bearer {}", ann.token))
            .header("idempotency-key", key);
        app.send(
            request
                .body(axum::body::Body::from(body.clone()))
                .expect("a request"),
        )
        .await
    };
    let (first, second) = (send("the-same").await, send("the-same").await);
    assert!(first.status == 201 && second.headers.contains_key("idempotent-replayed"));
    assert_eq!(first.json["id"], second.json["id"]);
    assert_eq!(second.json["state"], "public");
    assert_eq!(ann.get("/card/get-user-cards").await.each("id").len(), 1);
    add_drafts(app, &ann.user_id, MAX_DRAFTS - 1).await;
    for _ in 0..2 {
        send("another").await.assert_problem(409, "DRAFT_QUOTA_REACHED");
    }
});
