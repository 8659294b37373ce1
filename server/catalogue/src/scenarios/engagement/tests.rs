//! Loves and ratings are counted once, also under concurrent calls.

use accounts::tags;
use axum::http::StatusCode;
use platform::both_engines;
use serde_json::json;

use super::rules::LOVES_A_DAY;
use crate::testing::{NewScenario, TestApp};

async fn trend_of(app: &TestApp, id: &str) -> f64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    platform::db::query_on!(conn, |x: D| sqlx::query_scalar::<D, f64>(
        "select trend from scenarios where id = $1"
    )
    .bind(id)
    .fetch_one(x)
    .await)
    .expect("a trend")
}

both_engines!(love_counts_once_a_person_and_can_be_removed, async |app| {
    let id = app.scenario(NewScenario::named("Lamp")).await;
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let before = trend_of(app, &id).await;
    let heard = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let ears = heard.clone();
    app.state
        .changes
        .listen(move |stale| ears.lock().expect("no panic").push(format!("{stale:?}")));
    let loved = ann
        .post("/scenarios/love", &json!({ "scenarioId": id }))
        .await
        .ok();
    assert_eq!(
        (
            &loved["loved"],
            &loved["loveCount"],
            &loved["quota"]["used"],
            &loved["quota"]["remaining"]
        ),
        (&json!(true), &json!(1), &json!(1), &json!(LOVES_A_DAY - 1))
    );
    assert_eq!(
        *heard.lock().expect("no panic"),
        [format!("Tag(\"scenario:{id}\")")]
    );
    assert_eq!(
        ann.post("/scenarios/love", &json!({ "scenarioId": id, "loved": true }))
            .await
            .ok()["loveCount"],
        1,
        "twice is once"
    );
    assert_eq!(
        bob.post("/scenarios/love", &json!({ "scenarioId": id }))
            .await
            .ok()["loveCount"],
        2
    );
    assert!(trend_of(app, &id).await > before);
    assert_eq!(
        ann.get(&format!("/scenarios/{id}/mine")).await.ok(),
        json!({ "loved": true, "rating": 0 })
    );
    assert_eq!(
        ann.get("/scenarios/love/loved").await.each("id"),
        std::slice::from_ref(&id)
    );
    assert_eq!(app.get(&format!("/scenarios/{id}/loves")).await.ok()["count"], 2);

    assert_eq!(
        ann.post("/scenarios/love", &json!({ "scenarioId": id, "loved": false }))
            .await
            .ok()["loveCount"],
        1
    );
    let back = bob
        .post("/scenarios/love", &json!({ "scenarioId": id, "loved": false }))
        .await
        .ok();
    assert_eq!(
        (&back["loveCount"], &back["quota"]["used"]),
        (&json!(0), &json!(0))
    );
    assert!(
        (trend_of(app, &id).await - before).abs() < 1e-6,
        "what is taken back leaves no trend"
    );

    app.post("/scenarios/love", &json!({ "scenarioId": id }))
        .await
        .assert_unauthenticated("missing_token");
    app.newcomer("new")
        .await
        .post("/scenarios/love", &json!({ "scenarioId": id }))
        .await
        .assert_problem(404, "USER_NOT_FOUND");
    ann.post("/scenarios/love", &json!({ "scenarioId": "nothing" }))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.post("/scenarios/love", &json!({ "scenarioId": "../x" }))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    ann.post("/scenarios/love", &json!({}))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    let private = app
        .scenario(NewScenario {
            public: false,
            ..NewScenario::named("Private")
        })
        .await;
    let removed = app
        .scenario(NewScenario {
            removed: true,
            ..NewScenario::named("Removed")
        })
        .await;
    ann.post("/scenarios/love", &json!({ "scenarioId": private }))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.post("/scenarios/love", &json!({ "scenarioId": removed }))
        .await
        .assert_problem(410, "GONE");
    ann.get(&format!("/scenarios/{private}/mine"))
        .await
        .assert_problem(404, "NOT_FOUND");
});

both_engines!(a_day_has_so_many_loves, async |app| {
    let mut ann = app.person("ann").await;
    let mut ids = Vec::new();
    for number in 0..=LOVES_A_DAY {
        ids.push(
            app.scenario(NewScenario::named(&format!("Scenario {number}")).at(number))
                .await,
        );
    }
    // Concurrent calls compete for the last free love.
    let answers = futures::future::join_all(
        ids.iter()
            .map(async |id| ann.post("/scenarios/love", &json!({ "scenarioId": id })).await),
    )
    .await;
    let refused: Vec<_> = answers
        .iter()
        .filter(|answer| answer.status != StatusCode::OK)
        .collect();
    assert_eq!(refused.len(), 1);
    refused[0].assert_problem(429, "LOVE_QUOTA_REACHED");
    let wait = refused[0].json["retryAfter"].as_i64().expect("seconds");
    assert_eq!(refused[0].headers["retry-after"], wait.to_string());
    let quota = ann.get("/scenarios/love/quota").await.ok();
    assert_eq!(
        (&quota["limit"], &quota["used"], &quota["remaining"]),
        (&json!(LOVES_A_DAY), &json!(LOVES_A_DAY), &json!(0))
    );
    app.clock.advance_millis(wait * 1000);
    ann.token = app
        .state
        .tokens
        .issue(&ann.identity_id, &ann.session_id, kernel::Clock::now(&app.clock))
        .expect("a token");
    assert_eq!(ann.get("/scenarios/love/quota").await.ok()["used"], 0);
    let again = futures::future::join_all(ids.iter().map(async |id| {
        ann.post("/scenarios/love", &json!({ "scenarioId": id }))
            .await
            .status
    }))
    .await;
    assert!(
        again.iter().all(|status| *status == StatusCode::OK),
        "a new day has new loves"
    );

    let first = ann.get("/scenarios/love/loved?limit=30").await;
    assert_eq!(first.each("id").len(), 30);
    let cursor = first.json["nextCursor"].as_str().expect("more").to_owned();
    let rest = ann
        .get(&format!("/scenarios/love/loved?limit=30&cursor={cursor}"))
        .await;
    assert_eq!(rest.each("id").len(), 21);
    assert_eq!(rest.json["nextCursor"], json!(null));
    app.person("bob")
        .await
        .get(&format!("/scenarios/love/loved?cursor={cursor}"))
        .await
        .assert_problem(400, "BAD_REQUEST");
});

both_engines!(fifty_calls_at_once_leave_the_counts_right, async |app| {
    let id = app.scenario(NewScenario::named("Busy")).await;
    let mut people = Vec::new();
    for number in 0..10 {
        people.push(app.person(&format!("p{number}")).await);
    }
    let calls = (0..50_usize).map(async |turn| {
        let person = &people[turn % 10];
        match turn / 10 {
            0 | 2 => person.post("/scenarios/love", &json!({ "scenarioId": id })).await,
            1 => {
                person
                    .post(
                        "/scenarios/love",
                        &json!({ "scenarioId": id, "loved": turn % 2 == 0 }),
                    )
                    .await
            }
            3 => {
                person
                    .post(
                        "/scenarios/rate",
                        &json!({ "scenarioId": id, "rating": if turn % 3 == 0 { -1 } else { 1 } }),
                    )
                    .await
            }
            _ => {
                person
                    .post(
                        "/scenarios/rate",
                        &json!({ "scenarioId": id, "rating": (turn % 3) as i64 - 1 }),
                    )
                    .await
            }
        }
    });
    for answer in futures::future::join_all(calls).await {
        answer.ok();
    }
    let stats = app.get(&format!("/scenarios/scenario/{id}")).await.ok()["scenarioStats"].clone();
    let (mut loves, mut likes, mut dislikes) = (0, 0, 0);
    for person in &people {
        let mine = person.get(&format!("/scenarios/{id}/mine")).await.ok();
        loves += i64::from(mine["loved"] == true);
        likes += i64::from(mine["rating"] == 1);
        dislikes += i64::from(mine["rating"] == -1);
    }
    assert_eq!(stats["loveCount"], loves);
    assert_eq!(
        stats["userRatings"],
        json!({ "likes": likes, "dislikes": dislikes })
    );
    assert_eq!(stats["ratings"], likes + dislikes);
    for bad in [json!(2), json!(-2), json!("1"), json!(0.5), json!(null)] {
        people[0]
            .post("/scenarios/rate", &json!({ "scenarioId": id, "rating": bad }))
            .await
            .assert_problem(422, "VALIDATION_FAILED");
    }
});

both_engines!(readers_see_nothing_of_what_they_block, async |app| {
    app.scenario(NewScenario::named("Fen of spiders").tagged(&["spiders", "fen"]))
        .await;
    let kept = app
        .scenario(NewScenario::named("Fen of foxes").tagged(&["foxes", "fen"]))
        .await;
    let ann = app.person("ann").await;
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let spiders = tags::resolve(&mut tx, &["spiders".to_owned()])
        .await
        .expect("a tag");
    tags::block(&mut tx, &ann.user_id, &spiders)
        .await
        .expect("blocked");
    tx.commit().await.expect("a commit");
    for list in [
        "/scenarios/newest",
        "/scenarios/search?q=fen",
        "/scenarios/search",
        "/scenarios/search?wlTags=fen",
        "/discovery/newest",
        "/discovery/likes",
        "/discovery/trending",
    ] {
        assert_eq!(
            ann.get(list).await.each("displayName"),
            ["Fen of foxes"],
            "{list}"
        );
        assert_eq!(app.get(list).await.each("displayName").len(), 2, "{list}");
    }
    assert!(
        ann.get(&format!("/scenarios/similar/{kept}"))
            .await
            .each("displayName")
            .is_empty()
    );
    assert_eq!(
        app.get(&format!("/scenarios/similar/{kept}"))
            .await
            .each("displayName"),
        ["Fen of spiders"]
    );
    assert!(
        ann.get("/scenarios/search?wlTags=spiders")
            .await
            .each("displayName")
            .is_empty(),
        "also when asked for"
    );
});

both_engines!(what_is_hidden_is_there_for_its_author_and_admins, async |app| {
    let author = app.person("author").await;
    let hidden = app
        .scenario(NewScenario {
            hidden: true,
            ..NewScenario::named("Hidden")
        })
        .await;
    let removed = app
        .scenario(NewScenario {
            removed: true,
            ..NewScenario::named("Removed")
        })
        .await;
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let give = "update scenarios set author_id = $1 where id in ($2, $3)";
    platform::db::query_on!(tx, |x: D| sqlx::query::<D>(give)
        .bind(author.user_id.as_str())
        .bind(&hidden)
        .bind(&removed)
        .execute(x)
        .await
        .map(drop))
    .expect("an author");
    tx.commit().await.expect("a commit");
    let path = format!("/scenarios/scenario/{hidden}");
    assert_eq!(author.get(&path).await.ok()["hidden"], true);
    app.admin("root").await.get(&path).await.ok();
    app.get(&path).await.assert_problem(404, "NOT_FOUND");
    app.person("other")
        .await
        .get(&path)
        .await
        .assert_problem(404, "NOT_FOUND");
    app.moderator("mod")
        .await
        .get(&path)
        .await
        .assert_problem(404, "NOT_FOUND");
    author
        .get(&format!("/scenarios/scenario/{removed}"))
        .await
        .assert_problem(410, "GONE");
});
