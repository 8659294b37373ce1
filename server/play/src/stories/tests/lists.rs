//! Creating, listing, changing and deleting stories.

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use platform::both_engines;
use serde_json::{Value, json};

use super::{begin, count, say, text};
use crate::stories::http::SEARCHES;
use crate::stories::rules::{SEARCHES_AT_ONCE, SEARCHES_OF_ONE, TRASH_MS};
use crate::testing::{Actor, NewScenario};

both_engines!(
    a_story_begins_with_the_cast_and_the_opening_of_its_scenario,
    async |app| {
        let ann = app.person("ann").await;
        ann.add_persona("p", "Captain", "Of a ship.").await;
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let body = json!({ "scenarioId": scenario, "opening": 0, "themeID": "velvet", "personaId": "p" });
        let answer = ann.post("/stories/", &body).await;
        assert_eq!(answer.status, 201);
        let story = answer.json;
        assert_eq!(
            (
                &story["title"],
                &story["scenarioID"],
                &story["themeID"],
                &story["messageCount"]
            ),
            (&json!("Lamp"), &json!(scenario), &json!("velvet"), &json!(1))
        );
        assert_eq!(
            (&story["id"], &story["preview"], &story["ephemeral"]),
            (&story["chatID"], &json!("It begins."), &json!(false))
        );
        assert_eq!(
            (&story["scenario"]["displayName"], &story["characters"][0]["name"]),
            (&json!("Lamp"), &json!("Ada"))
        );
        assert_eq!(
            ann.get(&format!("/stories/{}", text(&story, "id"))).await.ok(),
            story
        );
        assert_eq!(
            app.get(&format!("/scenarios/scenario/{scenario}")).await.ok()["scenarioStats"]["chatsCreated"],
            1
        );

        for (status, code, body) in [
            (422, "VALIDATION_FAILED", json!({})),
            (
                422,
                "VALIDATION_FAILED",
                json!({ "scenarioId": scenario, "cardId": "x" }),
            ),
            (
                422,
                "VALIDATION_FAILED",
                json!({ "scenarioId": scenario, "opening": 1 }),
            ),
            (
                422,
                "VALIDATION_FAILED",
                json!({ "scenarioId": scenario, "opening": -1 }),
            ),
            (
                422,
                "VALIDATION_FAILED",
                json!({ "scenarioId": scenario, "personaId": "q" }),
            ),
            (
                422,
                "VALIDATION_FAILED",
                json!({ "scenarioId": scenario, "themeID": "../x" }),
            ),
            (
                422,
                "VALIDATION_FAILED",
                json!({ "scenarioId": scenario, "themeID": "no-such-theme" }),
            ),
            (422, "VALIDATION_FAILED", json!({ "scenarioId": "../x" })),
            (404, "NOT_FOUND", json!({ "scenarioId": "no-such" })),
            (404, "NOT_FOUND", json!({ "cardId": "no-such" })),
        ] {
            ann.post("/stories/", &body).await.assert_problem(status, code);
        }
        for closed in [
            NewScenario {
                public: false,
                ..NewScenario::named("Private")
            },
            NewScenario {
                hidden: true,
                ..NewScenario::named("Hidden")
            },
        ] {
            let closed = app.scenario(closed).await;
            ann.post("/stories/", &json!({ "scenarioId": closed }))
                .await
                .assert_problem(404, "NOT_FOUND");
        }
        let removed = app
            .scenario(NewScenario {
                removed: true,
                ..NewScenario::named("Removed")
            })
            .await;
        ann.post("/stories/", &json!({ "scenarioId": removed }))
            .await
            .assert_problem(410, "GONE");
    }
);

both_engines!(one_key_begins_one_story, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let send = async |key: &str| {
        let request = axum::http::Request::post("/api/v1/stories/")
            .header("authorization", format!("Bearer {}", ann.token));
        let request = request
            .header("content-type", "application/json")
            .header("idempotency-key", key);
        app.send(
            request
                .body(axum::body::Body::from(
                    json!({ "scenarioId": scenario }).to_string(),
                ))
                .expect("a request"),
        )
        .await
    };
    let (first, again, other) = (send("k").await, send("k").await, send("l").await);
    assert_eq!(first.json["id"], again.json["id"]);
    assert_ne!(first.json["id"], other.json["id"]);
    assert_eq!(ann.get("/stories/").await.each("id").len(), 2);
});

async fn titled(ann: &Actor<'_>, scenario: &str, title: &str) -> String {
    let id = text(&begin(ann, scenario).await, "id").to_owned();
    ann.put(&format!("/stories/{id}"), &json!({ "title": title }))
        .await
        .ok();
    id
}

both_engines!(lists_have_six_orders_and_pages_that_stay, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let mut ids = Vec::new();
    for title in ["a", "b", "c", "d"] {
        app.clock.advance_millis(1000);
        ids.push(titled(&ann, &scenario, title).await);
    }
    app.clock.advance_millis(1000);
    say(app, &ann, &ids[1], None, "newest word").await;
    app.clock.advance_millis(1000);
    ann.post("/chat/fetch", &json!({ "chatID": ids[2] })).await.ok();
    app.clock.advance_millis(1000);
    ann.put(&format!("/stories/{}", ids[0]), &json!({ "pinned": true }))
        .await
        .ok();
    let titles = async |query: &str| ann.get(&format!("/stories/{query}")).await.each("title").concat();
    for (query, expected) in [
        ("", "abdc"),
        ("?sort=lastMessageAtDesc", "abdc"),
        ("?sort=lastMessageAtAsc", "acdb"),
        ("?sort=lastAccessedDesc", "cdba"),
        ("?sort=updatedAtDesc", "abdc"),
        ("?sort=createdAtAsc", "abcd"),
        ("?sort=createdAtDesc", "dcba"),
    ] {
        assert_eq!(titles(query).await, expected, "{query}");
        // Page by page while rows are added: nothing twice, nothing left out.
        let mut read = String::new();
        let joint = if query.is_empty() { "?" } else { "&" };
        let mut path = format!("{query}{joint}limit=2");
        loop {
            let page = ann.get(&format!("/stories/{path}")).await;
            read.push_str(&page.each("title").concat());
            let Some(cursor) = page.json["nextCursor"].as_str() else {
                break;
            };
            if !query.contains("Asc") {
                app.clock.advance_millis(1000);
                begin(&ann, &scenario).await;
            }
            path = format!("{query}{joint}limit=2&cursor={cursor}");
        }
        assert_eq!(read, expected, "{query}");
        for page in ann.get("/stories/?limit=100").await.json["results"]
            .as_array()
            .expect("stories")
        {
            if page["title"] == "Lamp" {
                ann.delete(&format!("/stories/{}?permanent=true", text(page, "id")))
                    .await;
            }
        }
    }
    ann.get("/stories/?sort=byMood")
        .await
        .assert_problem(400, "BAD_REQUEST");
    ann.get("/stories/?cursor=x")
        .await
        .assert_problem(400, "BAD_REQUEST");
    ann.get("/stories/?directoryId=..%2f")
        .await
        .assert_problem(400, "BAD_REQUEST");
    ann.get("/stories/?scenarioID=..%2f")
        .await
        .assert_problem(400, "BAD_REQUEST");
    let bell = app.scenario(NewScenario::named("Bell")).await;
    begin(&ann, &bell).await;
    assert_eq!(
        ann.get(&format!("/stories/?scenarioID={bell}"))
            .await
            .each("scenarioID"),
        [bell.as_str()]
    );
    let bob = app.person("bob").await;
    assert!(bob.get("/stories/").await.each("id").is_empty());
    let cursor = text(&ann.get("/stories/?limit=1").await.json, "nextCursor").to_owned();
    bob.get(&format!("/stories/?limit=1&cursor={cursor}"))
        .await
        .assert_problem(400, "BAD_REQUEST");
});

both_engines!(
    words_are_found_in_titles_names_and_messages_of_any_script,
    async |app| {
        let (ann, bob) = (app.person("ann").await, app.person("bob").await);
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let one = titled(&ann, &scenario, "The Übung").await;
        let two = titled(&ann, &scenario, "Second").await;
        let theirs = titled(&bob, &scenario, "Theirs").await;
        let found = say(
            app,
            &ann,
            &two,
            None,
            &format!(
                "{} 東京の夜は長い, said the Brass Key. Дракон. 100%_sure {}",
                "Before. ".repeat(40),
                "After. ".repeat(40)
            ),
        )
        .await;
        say(app, &bob, &theirs, None, "brass key").await;
        let find = async |q: &str| {
            let q: String =
                percent_encoding::utf8_percent_encode(q, percent_encoding::NON_ALPHANUMERIC).to_string();
            ann.get(&format!("/stories/?q={q}")).await
        };
        for (q, expected) in [
            ("ubung", vec![&one]),
            ("brass KEY", vec![&two]),
            ("夜は", vec![&two]),
            ("дракон", vec![&two]),
            ("100%_", vec![&two]),
            ("100__", vec![]),
            ("brass unicorn", vec![]),
        ] {
            assert_eq!(
                find(q).await.each("id"),
                expected.into_iter().cloned().collect::<Vec<_>>(),
                "{q}"
            );
        }
        let mut named = find("ada").await.each("id");
        named.sort();
        let mut both = vec![one.clone(), two.clone()];
        both.sort();
        assert_eq!(named, both, "a character of both");
        let answer = find("brass key").await;
        let at = &answer.json["results"][0]["match"];
        assert_eq!(at["messageId"], json!(found));
        assert!(
            text(at, "snippet").contains("Brass Key") && text(at, "snippet").chars().count() < 200,
            "{at}"
        );
        assert_eq!(find("second").await.json["results"][0].get("match"), None);
        ann.delete(&format!("/messages/{found}")).await.ok();
        assert!(
            find("brass").await.each("id").is_empty(),
            "not in what is deleted"
        );
        assert_eq!(find(" ").await.each("id").len(), 2, "blank finds all");
    }
);

both_engines!(a_story_is_changed_only_from_what_it_is, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let story = begin(&ann, &scenario).await;
    let path = format!("/stories/{}", text(&story, "id"));
    let changed = ann.put(&path, &json!({ "title": "  New\n name ", "themeID": "moonlit", "pinned": true, "version": story["version"] })).await.ok();
    assert_eq!(
        (&changed["title"], &changed["themeID"], &changed["pinned"]),
        (&json!("New name"), &json!("moonlit"), &json!(true))
    );
    let stale = ann
        .put(&path, &json!({ "title": "Other", "version": story["version"] }))
        .await;
    stale.assert_problem(409, "STORY_CHANGED");
    assert_eq!(stale.json["current"], changed);
    assert_eq!(
        ann.put(&path, &json!({ "themeID": null })).await.ok()["themeID"],
        json!(null)
    );
    for body in [
        json!({ "title": "" }),
        json!({ "title": "x".repeat(121) }),
        json!({ "themeID": "a b" }),
        json!({ "themeID": "no-such-theme" }),
        json!({ "directoryId": "no-such-folder" }),
        json!({ "headId": "x" }),
        json!({ "version": "1" }),
    ] {
        ann.put(&path, &body)
            .await
            .assert_problem(422, "VALIDATION_FAILED");
    }
    let strange = bob
        .post("/library/folders", &json!({ "name": "Theirs" }))
        .await
        .json;
    ann.put(&path, &json!({ "directoryId": strange["id"] }))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    bob.get(&path).await.assert_problem(404, "NOT_FOUND");
    bob.put(&path, &json!({ "title": "Mine" }))
        .await
        .assert_problem(404, "NOT_FOUND");
    app.get(&path).await.assert_unauthenticated("missing_token");
});

both_engines!(the_trash_keeps_for_thirty_days, async |app| {
    let mut ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let story = begin(&ann, &scenario).await;
    let (id, path) = (text(&story, "id"), format!("/stories/{}", text(&story, "id")));
    assert_eq!(ann.delete(&path).await.status, 204);
    assert_eq!(ann.delete(&path).await.status, 204, "twice is once");
    assert!(ann.get("/stories/").await.each("id").is_empty());
    let trash = ann.get("/stories/?trash=true").await;
    assert_eq!(trash.each("id"), [id]);
    assert_ne!(trash.json["results"][0]["purgeOn"], Value::Null);
    assert_ne!(ann.get(&path).await.ok()["deletedOn"], Value::Null);
    ann.get(&format!("{path}/slice/up/head"))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.put(&path, &json!({ "pinned": true }))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.post("/chat/fetch", &json!({ "chatID": id }))
        .await
        .assert_problem(404, "NOT_FOUND");
    app.clock.advance_millis(TRASH_MS - 1000);
    assert_eq!(crate::stories::purge(&app.state).await.expect("a round"), 0);
    ann.renew();
    let back = ann.post(&format!("{path}/restore"), &json!({})).await.ok();
    assert_eq!(
        (&back["deletedOn"], &back["purgeOn"]),
        (&Value::Null, &Value::Null)
    );
    ann.post(&format!("{path}/restore"), &json!({})).await.ok();
    ann.delete(&path).await;
    app.clock.advance_millis(TRASH_MS + 1000);
    ann.renew();
    assert_eq!(crate::stories::purge(&app.state).await.expect("a round"), 1);
    ann.get(&path).await.assert_problem(404, "NOT_FOUND");
    ann.post(&format!("{path}/restore"), &json!({}))
        .await
        .assert_problem(404, "NOT_FOUND");
    assert_eq!(
        count(
            app,
            "select (select count(*) from messages) + (select count(*) from story_characters)"
        )
        .await,
        0,
        "nothing is left"
    );

    let other = begin(&ann, &scenario).await;
    assert_eq!(
        ann.delete(&format!("/stories/{}?permanent=true", text(&other, "id")))
            .await
            .status,
        204
    );
    ann.get(&format!("/stories/{}", text(&other, "id")))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.delete("/stories/no-such")
        .await
        .assert_problem(404, "NOT_FOUND");
});

both_engines!(
    a_story_is_searched_on_every_branch_and_only_by_its_owner,
    async |app| {
        let ann = app.person("ann").await;
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let story = titled(&ann, &scenario, "The mat").await;
        let first = say(app, &ann, &story, None, "The Brass key lies under the mat.").await;
        say(app, &ann, &story, None, "Nothing here.").await;
        let find = async |q: &str| ann.get(&format!("/stories/{story}/search?q={q}")).await.ok();
        let found = find("brass%20ke").await;
        assert_eq!(
            (&found["results"][0]["messageId"], &found["hasMore"]),
            (&json!(first), &json!(false)),
            "{found}"
        );
        assert!(
            found["results"][0]["snippet"]
                .as_str()
                .is_some_and(|snippet| snippet.contains("Brass key")),
            "{found}"
        );
        assert_eq!(find("%25").await["results"], json!([]), "no pattern");
        assert_eq!(find("").await["results"], json!([]));
        let ben = app.person("ben").await;
        ben.get(&format!("/stories/{story}/search?q=brass"))
            .await
            .assert_problem(404, "NOT_FOUND");
    }
);

both_engines!(searches_keep_no_other_read_waiting, async |app| {
    /// A test that takes all permits must run alone, also when both engines are tested in one process.
    static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let _alone = ALONE.lock().await;
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let (story, other) = (
        titled(&ann, &scenario, "The mat").await,
        titled(&bob, &scenario, "The door").await,
    );
    let mut taken = Vec::new();
    for number in 0..SEARCHES_AT_ONCE {
        taken.push(
            SEARCHES
                .enter(&format!("somebody {number}"))
                .await
                .expect("a place"),
        );
    }
    let (path, others, page) = (
        format!("/stories/{story}/search?q=mat"),
        format!("/stories/{other}/search?q=door"),
        format!("/stories/{story}"),
    );
    let mut searching: FuturesUnordered<_> = (0..24).map(|_| ann.get(&path)).collect();
    for _ in SEARCHES_OF_ONE..24 {
        let refused = searching.next().await.expect("an answer");
        refused.assert_problem(503, "OVERLOADED");
        assert!(refused.headers.contains_key("retry-after"));
    }
    let mut of_bob = Box::pin(bob.get(&others));
    let read = tokio::select! {
        biased;
        _ = searching.next() => panic!("nothing is searched where all places are taken"),
        _ = &mut of_bob => panic!("nothing is searched where all places are taken"),
        read = ann.get(&page) => read,
    };
    assert_eq!(read.status, 200);
    drop(taken);
    // Permits are granted in the order of requests, so all of them get one.
    let (of_bob, of_ann) =
        futures::future::join(of_bob, searching.map(|answer| answer.status).collect::<Vec<_>>()).await;
    assert_eq!(of_bob.status, 200, "nobody else is refused");
    assert_eq!(of_ann, [200; SEARCHES_OF_ONE], "and who waits is answered");
});
