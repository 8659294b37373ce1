//! Records are created once and changed only as far as their owner may.

use axum::http::StatusCode;
use platform::both_engines;
use serde_json::json;

use crate::testing::{NewScenario, TestApp};

async fn count_accounts(app: &TestApp) -> i64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    platform::db::query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(
        "select count(*) from accounts"
    )
    .fetch_one(x)
    .await)
    .expect("a count")
}

both_engines!(a_record_is_made_once_however_often_it_is_asked_for, async |app| {
    let ann = app.newcomer("ann").await;
    ann.get("/users/me").await.assert_problem(404, "USER_NOT_FOUND");
    let body = json!({ "showNSFW": true, "campaign": "vibe", "exID": "ex-1", "grID": "b" });
    let answers = futures::future::join_all((0..20).map(|_| ann.post("/users/", &body))).await;
    let made = answers
        .iter()
        .filter(|answer| answer.status == StatusCode::CREATED)
        .count();
    assert_eq!(made, 1, "one of them makes it");
    for answer in &answers {
        assert!(
            matches!(answer.status, StatusCode::CREATED | StatusCode::OK),
            "{}",
            answer.json
        );
        assert_eq!(answer.json["userID"], answers[0].json["userID"]);
    }
    assert_eq!(count_accounts(app).await, 1);
    let me = ann.get("/users/me").await.ok();
    assert_eq!(
        (
            &me["showNSFW"],
            &me["testID"],
            &me["email"],
            &me["role"],
            &me["roles"]
        ),
        (
            &json!(true),
            &json!("ex-1"),
            &json!("ann@example.org"),
            &json!(2),
            &json!(["USER"])
        )
    );
    let name = me["authorname"].as_str().expect("a name");
    assert!(
        !name.contains("ann") && !name.contains('@'),
        "nothing of the address is shown: {name}"
    );
    app.get(&format!("/users/user/by-authorname/{name}")).await.ok();

    app.post("/users/", &json!({}))
        .await
        .assert_unauthenticated("missing_token");
    for (field, body) in [
        ("/campaign", json!({ "campaign": "x".repeat(65) })),
        ("/grID", json!({ "grID": "a\u{0}b" })),
    ] {
        let refused = ann.post("/users/", &body).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], field);
    }
    ann.post("/users/", &json!({ "role": 0 }))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
});

both_engines!(only_what_is_on_the_list_changes, async |app| {
    let ann = app.person("ann").await;
    let tag = app
        .scenario(NewScenario::named("Tagged").tagged(&["spiders", "snow"]))
        .await;
    let before = ann.get("/users/me").await.ok();
    for (field, value) in [
        ("role", json!(0)),
        ("roles", json!(["ADMIN"])),
        ("shekels", json!(1_000_000)),
        ("subscribed", json!(true)),
        ("tier", json!("gold")),
        ("userID", json!("x")),
        ("customerID", json!("x")),
        ("trialRedeemed", json!(true)),
        ("retentionData", json!({})),
        ("email", json!("x@example.org")),
        ("username", json!("x")),
        ("__proto__", json!({ "role": 0 })),
    ] {
        let refused = ann
            .patch("/users/me", &json!({ field: value, "userBio": "changed" }))
            .await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], format!("/{field}"));
    }
    assert_eq!(
        ann.get("/users/me").await.ok(),
        before,
        "nothing of a refused change takes effect"
    );

    let personas = json!({ "p1": { "name": " Captain ", "description": "Of a small ship." } });
    let preferences = json!({ "backgrounds": [{ "id": "b1", "name": "Dusk", "type": "gradient", "value": "linear-gradient(135deg, #2b1055 0%, #7597de 100%)" }],
        "activeChatBackgrounds": { "chat-1": "b1" } });
    let me = ann
        .patch(
            "/users/me",
            &json!({ "authorname": "Ann-Lee", "userBio": " Writes. ", "personas": personas, "showNSFL": true, "blockedTags": ["spiders", "snow", "spiders"], "blockedNotes": ["war", "gore", "war"],
                "preferences": preferences, "themeID": "noir" }),
        )
        .await
        .ok();
    assert_eq!(
        (&me["authorname"], &me["username"], &me["userBio"], &me["themeID"]),
        (
            &json!("Ann-Lee"),
            &json!("Ann-Lee"),
            &json!("Writes."),
            &json!("noir")
        )
    );
    assert_eq!(
        (&me["showNSFW"], &me["showNSFL"]),
        (&json!(true), &json!(true)),
        "the stronger brings the lesser"
    );
    assert_eq!(me["personas"]["p1"]["name"], "Captain");
    assert_eq!(
        me["preferences"]["activeChatBackgrounds"],
        json!({ "chat-1": "b1" })
    );
    assert_eq!(me["blockedTags"].as_array().map(Vec::len), Some(2));
    assert_eq!(me["blockedTagData"][0]["properties"]["slug"], "spiders");
    assert_eq!(
        me["blockedNotes"],
        json!(["gore", "war"]),
        "in the order of the catalogue"
    );
    let me = ann
        .patch(
            "/users/me",
            &json!({ "userBio": null, "themeID": null, "showNSFW": false, "blockedTags": [], "blockedNotes": [] }),
        )
        .await
        .ok();
    assert_eq!(
        (
            &me["userBio"],
            &me["themeID"],
            &me["showNSFL"],
            &me["blockedTags"]
        ),
        (&json!(null), &json!(null), &json!(false), &json!([]))
    );
    assert_eq!(me["blockedNotes"], json!([]));
    assert_eq!(me["authorname"], "Ann-Lee", "what is absent stays");
    let _ = tag;

    let many: Vec<String> = (0..51).map(|number| format!("t{number}")).collect();
    let crowd: serde_json::Map<_, _> = (0..21)
        .map(|number| (format!("p{number}"), json!({ "name": "N" })))
        .collect();
    for (pointer, body) in [
        ("/authorname", json!({ "authorname": "a" })),
        ("/authorname", json!({ "authorname": "Аnn-Lee" })),
        ("/authorname", json!({ "authorname": 5 })),
        ("/authorname", json!({ "authorname": "admin" })),
        ("/userBio", json!({ "userBio": "x".repeat(2_001) })),
        ("/personas", json!({ "personas": crowd })),
        ("/personas", json!({ "personas": { "../x": { "name": "N" } } })),
        (
            "/personas/p/name",
            json!({ "personas": { "p": { "name": " " } } }),
        ),
        (
            "/personas/p/role",
            json!({ "personas": { "p": { "name": "N", "role": 0 } } }),
        ),
        ("/showNSFL", json!({ "showNSFW": false, "showNSFL": true })),
        ("/blockedTags", json!({ "blockedTags": many })),
        ("/blockedTags/0", json!({ "blockedTags": ["no-such-tag"] })),
        ("/blockedNotes/1", json!({ "blockedNotes": ["war", "War"] })),
        (
            "/preferences/fontSize",
            json!({ "preferences": { "fontSize": 16 } }),
        ),
        (
            "/preferences/backgrounds/0/type",
            json!({ "preferences": { "backgrounds": [{ "id": "b", "name": "B", "type": 1, "value": "#000" }] } }),
        ),
        (
            "/preferences/backgrounds/0/value",
            json!({ "preferences": { "backgrounds": [{ "id": "b", "name": "B", "type": "color", "value": "red;}" }] } }),
        ),
        ("/themeID", json!({ "themeID": "../x" })),
        ("/themeID", json!({ "themeID": "no-such-theme" })),
    ] {
        let refused = ann.patch("/users/me", &body).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], pointer, "{}", refused.json);
    }
    app.send(
        axum::http::Request::patch("/api/v1/users/me")
            .body(axum::body::Body::empty())
            .expect("a request"),
    )
    .await
    .assert_unauthenticated("missing_token");
});

both_engines!(a_name_belongs_to_one, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    app.scenario(NewScenario {
        author: "wren-1".to_owned(),
        ..NewScenario::named("Hers")
    })
    .await;
    for look_alike in ["WREN-1", "wren-l", "Wren-I"] {
        ann.patch("/users/me", &json!({ "authorname": look_alike }))
            .await
            .assert_problem(409, "NAME_TAKEN");
    }
    let body = json!({ "authorname": "Marigold" });
    let (first, second) = tokio::join!(ann.patch("/users/me", &body), bob.patch("/users/me", &body));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let winner = if first.status == StatusCode::OK {
        &ann
    } else {
        &bob
    };
    assert_eq!(
        winner
            .patch("/users/me", &json!({ "authorname": "MARIGOLD" }))
            .await
            .ok()["authorname"],
        "MARIGOLD",
        "one's own name may change its case"
    );
});
