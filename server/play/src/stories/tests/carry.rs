//! Guests: their limits, and their stories when they sign up.

use accounts::guests::Owner;
use axum::body::Body;
use axum::http::{Method, Request};
use platform::both_engines;
use serde_json::{Value, json};

use super::{Visitor, begin, count, device, personas_of, say_as, text, texts};
use crate::stories::rules::GUEST_STORIES;
use crate::testing::{Answer, NewScenario, TestApp};

async fn link(app: &TestApp, bearer: &str, guest: &Visitor<'_>) -> Answer {
    let request = Request::post("/api/v1/user/link-user").header("authorization", format!("Bearer {bearer}"));
    app.send(
        request
            .header("guest-token", &guest.token)
            .header("device-hash", device())
            .body(Body::empty())
            .expect("a request"),
    )
    .await
}

async fn guest_id(app: &TestApp, story: &str) -> Owner {
    let mut conn = app.state.db.read().await.expect("a connection");
    let text = "select owner_id from stories where id = $1";
    let id = platform::db::query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(text)
        .bind(story)
        .fetch_one(x)
        .await)
    .expect("an owner");
    Owner::Guest(accounts::guests::GuestId::trusted(id))
}

both_engines!(a_guest_session_is_taken_over_once, async |app| {
    let lamp = app.scenario(NewScenario::named("Lamp")).await;
    let guest = Visitor::new(app).await;
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let nobody = Visitor {
        app,
        token: "no-such-token".to_owned(),
    };
    assert_eq!(
        link(app, &ann.token, &nobody).await.ok(),
        json!({ "linked": false, "stories": 0 })
    );
    let (first, second) = tokio::join!(link(app, &ann.token, &guest), link(app, &bob.token, &guest));
    let (won, lost, winner) = if first.status == 200 {
        (first, second, &ann)
    } else {
        (second, first, &bob)
    };
    assert_eq!(won.ok(), json!({ "linked": true, "stories": 0 }));
    lost.assert_problem(409, "GUEST_CLAIMED");
    assert_eq!(
        link(app, &winner.token, &guest).await.ok()["linked"],
        true,
        "asking again changes nothing"
    );
    assert_eq!(guest.begin(&lamp).await.status, 401, "the guest is no more");
    app.post("/user/link-user", &json!({}))
        .await
        .assert_unauthenticated("missing_token");
    ann.post("/user/link-user", &json!({}))
        .await
        .assert_problem(400, "BAD_REQUEST");
});

both_engines!(guests_have_five_stories_each_of_another_scenario, async |app| {
    let (one, other) = (Visitor::new(app).await, Visitor::new(app).await);
    let mut scenarios = Vec::new();
    for number in 0..=GUEST_STORIES {
        scenarios.push(app.scenario(NewScenario::named(&format!("Lamp {number}"))).await);
    }
    // The same concurrently: one request creates it, the others are pointed to it.
    let answers = futures::future::join_all((0..6).map(|_| one.begin(&scenarios[0]))).await;
    let made: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 201).collect();
    assert_eq!(made.len(), 1);
    let story = text(&made[0].json, "storyId").to_owned();
    assert_eq!(made[0].json, json!({ "storyId": story }), "nothing else is told");
    for refused in answers.iter().filter(|answer| answer.status != 201) {
        refused.assert_problem(409, "STORY_EXISTS");
        assert_eq!(
            refused.json["storyId"],
            json!(story),
            "only to the guest whose it is"
        );
    }
    assert_eq!(
        other.begin(&scenarios[0]).await.status,
        201,
        "another guest has nothing to do with it"
    );
    assert_eq!(
        app.get(&format!("/scenarios/scenario/{}", scenarios[0]))
            .await
            .ok()["scenarioStats"]["chatsCreated"],
        2
    );

    let answers = futures::future::join_all(scenarios[1..].iter().map(|scenario| one.begin(scenario))).await;
    assert_eq!(
        answers.iter().filter(|answer| answer.status == 201).count() as i64,
        GUEST_STORIES - 1
    );
    answers
        .iter()
        .find(|answer| answer.status != 201)
        .expect("one too many")
        .assert_problem(429, "STORY_QUOTA_REACHED");

    // The guest may read, change and delete it; nobody else may.
    let path = format!("/stories/{story}");
    assert_eq!(one.get("/stories/").await.each("id").len() as i64, GUEST_STORIES);
    assert_eq!(
        texts(&one.get(&format!("{path}/slice/up/head")).await),
        ["It begins."]
    );
    let head = text(&one.get(&path).await.ok(), "headId").to_owned();
    let ann = app.person("ann").await;
    for (method, path, body) in [
        (Method::GET, path.clone(), json!(null)),
        (Method::GET, format!("{path}/slice/up/head"), json!(null)),
        (Method::GET, format!("{path}/slice/down/root"), json!(null)),
        (Method::GET, format!("{path}/tree"), json!(null)),
        (Method::GET, format!("{path}/trash"), json!(null)),
        (Method::GET, format!("{path}/events"), json!(null)),
        (Method::PUT, path.clone(), json!({ "title": "Mine" })),
        (Method::DELETE, format!("{path}?permanent=true"), json!({})),
        (Method::POST, format!("{path}/restore"), json!({})),
        (
            Method::PATCH,
            format!("/messages/{head}"),
            json!({ "content": "mine" }),
        ),
        (Method::DELETE, format!("/messages/{head}"), json!({})),
        (Method::POST, format!("/messages/{head}/restore"), json!({})),
        (Method::POST, "/chat/fetch".to_owned(), json!({ "chatID": story })),
        (
            Method::POST,
            "/chat/edit-settings".to_owned(),
            json!({ "chatID": story }),
        ),
    ] {
        other
            .call(method.clone(), &path, &body)
            .await
            .assert_problem(404, "NOT_FOUND");
        ann.call(method, &path, Some(&body))
            .await
            .assert_problem(404, "NOT_FOUND");
    }
    assert_eq!(one.call(Method::DELETE, &path, &json!({})).await.status, 204);
    let again = one.begin(&scenarios[0]).await;
    assert_eq!(again.status, 201, "what is in the trash is not in the way");
    let refused = one.post(&format!("{path}/restore"), &json!({})).await;
    refused.assert_problem(409, "STORY_EXISTS");
    assert_eq!(refused.json["storyId"], again.json["storyId"]);
    one.call(
        Method::PUT,
        &format!("/stories/{}", text(&again.json, "storyId")),
        &json!({ "directoryId": "x" }),
    )
    .await
    .assert_problem(422, "VALIDATION_FAILED");
    assert_eq!(
        one.post("/stories/", &json!({ "scenarioId": scenarios[0] }))
            .await
            .status,
        401,
        "with the slash, it is for people"
    );
});

both_engines!(who_starts_anew_has_both_stories, async |app| {
    let guest = Visitor::new(app).await;
    let lamp = app.scenario(NewScenario::named("Lamp")).await;
    let first = text(&guest.begin(&lamp).await.json, "storyId").to_owned();
    let anew = json!({ "scenarioId": lamp, "startAnew": true });
    let made = guest.post("/stories", &anew).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let second = text(&made.json, "storyId").to_owned();
    assert_ne!(second, first);
    let mut listed = guest
        .get(&format!("/stories/?scenarioID={lamp}"))
        .await
        .each("id");
    let mut both = [first.clone(), second.clone()];
    listed.sort();
    both.sort();
    assert_eq!(listed, both, "the old one stays");
    // Without the flag, a second story is still refused; the chat call knows the flag, too.
    let refused = guest.begin(&lamp).await;
    refused.assert_problem(409, "STORY_EXISTS");
    assert_eq!(refused.json["storyId"], json!(first));
    assert_eq!(guest.post("/chat/create", &anew).await.status, 201);
    // Each can be deleted and restored, whatever the others are.
    for story in [&first, &second] {
        assert_eq!(
            guest
                .call(Method::DELETE, &format!("/stories/{story}"), &json!({}))
                .await
                .status,
            204
        );
        assert_eq!(
            guest
                .post(&format!("/stories/{story}/restore"), &json!({}))
                .await
                .status,
            200
        );
    }
    // The quota is the same, and an account takes over all of them.
    for _ in 3..GUEST_STORIES {
        assert_eq!(guest.post("/stories", &anew).await.status, 201);
    }
    guest
        .post("/stories", &anew)
        .await
        .assert_problem(429, "STORY_QUOTA_REACHED");
    let ann = app.person("ann").await;
    assert_eq!(
        link(app, &ann.token, &guest).await.ok(),
        json!({ "linked": true, "stories": GUEST_STORIES })
    );
});

both_engines!(what_a_guest_is_called_goes_into_their_account, async |app| {
    let (first, second) = (Visitor::new(app).await, Visitor::new(app).await);
    let lamp = app.scenario(NewScenario::named("Lamp")).await;
    let ann = app.person("ann").await;
    for (guest, name) in [(&first, "Mara"), (&second, "Ivo")] {
        let story = text(&guest.begin(&lamp).await.json, "storyId").to_owned();
        guest
            .post("/chat/name-player", &json!({ "chatID": story, "name": name }))
            .await
            .ok();
        assert_eq!(link(app, &ann.token, guest).await.ok()["linked"], true);
        // The account keeps its name, and the story that is taken over later shows it, too.
        let session = ann.post("/chat/fetch", &json!({ "chatID": story })).await.ok();
        assert_eq!(
            (&session["characters"][0]["name"], &session["selectedPersona"]),
            (&json!("Mara"), &json!("default"))
        );
    }
    let personas = personas_of(app, &ann).await;
    assert_eq!(personas.len(), 1);
    assert_eq!(personas["default"].name, "Mara");
    assert_eq!(
        count(
            app,
            "select count(*) from guest_sessions where player_name is not null"
        )
        .await,
        0,
        "nothing of it stays with the guest"
    );
});

both_engines!(stories_go_with_their_guest_into_an_account, async |app| {
    let guest = Visitor::new(app).await;
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let (lamp, door) = (
        app.scenario(NewScenario::named("Lamp")).await,
        app.scenario(NewScenario::named("Door")).await,
    );
    let kept = text(&guest.begin(&lamp).await.json, "storyId").to_owned();
    let thrown = text(&guest.begin(&door).await.json, "storyId").to_owned();
    say_as(app, &guest_id(app, &kept).await, &kept, None, "by the guest").await;
    guest
        .call(Method::DELETE, &format!("/stories/{thrown}"), &json!({}))
        .await;
    let own = text(&begin(&ann, &lamp).await, "id").to_owned();

    let (first, second) = tokio::join!(link(app, &ann.token, &guest), link(app, &bob.token, &guest));
    let (won, lost, winner, loser) = if first.status == 200 {
        (first, second, &ann, &bob)
    } else {
        (second, first, &bob, &ann)
    };
    assert_eq!(won.ok(), json!({ "linked": true, "stories": 1 }));
    lost.assert_problem(409, "GUEST_CLAIMED");
    let listed = winner.get("/stories/").await.each("id");
    assert!(listed.contains(&kept) && (winner.user_id != ann.user_id || listed.contains(&own)));
    assert_eq!(
        texts(&winner.get(&format!("/stories/{kept}/slice/up/head")).await),
        ["It begins.", "by the guest"]
    );
    winner
        .post(&format!("/stories/{thrown}/restore"), &json!({}))
        .await
        .ok();
    loser
        .get(&format!("/stories/{kept}"))
        .await
        .assert_problem(404, "NOT_FOUND");
    assert_eq!(guest.get("/stories/").await.status, 401, "the guest is no more");
    assert_eq!(
        link(app, &winner.token, &guest).await.ok(),
        json!({ "linked": true, "stories": 0 }),
        "twice is once"
    );
});

both_engines!(what_a_guest_begins_while_signing_up_is_not_lost, async |app| {
    let ann = app.person("ann").await;
    for round in 0..6 {
        app.clock.advance_millis(1000);
        let guest = Visitor::new(app).await;
        let scenario = app.scenario(NewScenario::named(&format!("Lamp {round}"))).await;
        let (begun, linked) = tokio::join!(guest.begin(&scenario), link(app, &ann.token, &guest));
        let moved = linked.ok()["stories"].clone();
        match begun.status.as_u16() {
            201 => assert_eq!(moved, 1, "begun before, so it came along"),
            _ => assert_eq!((begun.status.as_u16(), moved), (401, Value::from(0))),
        }
    }
    assert_eq!(
        count(app, "select count(*) from stories where owner_kind = 'guest'").await,
        0
    );
});

both_engines!(
    a_guests_story_is_a_favorite_once_their_account_keeps_it,
    async |app| {
        let lamp = app.scenario(NewScenario::named("Lamp")).await;
        let favorites = async || {
            let shown = app.get(&format!("/scenarios/scenario/{lamp}")).await.ok();
            shown["scenarioStats"]["favorites"].clone()
        };
        let guest = Visitor::new(app).await;
        let story = text(&guest.begin(&lamp).await.json, "storyId").to_owned();
        let ann = app.person("ann").await;
        link(app, &ann.token, &guest).await.ok();
        assert_eq!(favorites().await, 0, "it is in no folder");
        let shelf = ann.post("/library/folders", &json!({ "name": "Shelf" })).await;
        let kept = json!({ "directoryId": text(&shelf.json, "id") });
        ann.put(&format!("/stories/{story}"), &kept).await.ok();
        assert_eq!(favorites().await, 1);
    }
);
