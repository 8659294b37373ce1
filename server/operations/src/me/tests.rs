//! Records are created once and changed only as far as their owner may.

use axum::http::StatusCode;
use catalogue::cards::{CardModel, CardModelV2};
use catalogue::cards::{NewCard, put_card};
use catalogue::reindex;
use catalogue::scenarios::ScenarioImages;
use image::ImageFormat;
use platform::blobs::BlobKey;
use platform::both_engines;
use platform::db::query_on;
use serde_json::{Value, json};

use crate::testing::{Actor, NewScenario, TEST_NOW, TestApp, test_image, upload, upload_portrait};

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

fn key_of(answer: &Value) -> BlobKey {
    let url = answer["avatar_urls"]["avatar"].as_str().expect("an address");
    BlobKey::parse(url.strip_prefix("/media/").expect("our own address")).expect("a key")
}

both_engines!(personas_have_portraits, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let path = "/users/me/personas/avatar";
    let uploaded = upload(app, &ann, path, "file", &test_image(64, 64, ImageFormat::Png))
        .await
        .ok();
    let url = uploaded["avatar_url"].clone();
    let persona = |url: &Value| json!({ "personas": { "default": { "name": "Mara", "description": "", "avatar_url": url } } });
    assert_eq!(
        ann.patch("/users/me", &persona(&url)).await.ok()["personas"]["default"]["avatar_url"],
        url
    );
    // Her portrait in a story; the same image as her own portrait is another file and is deleted separately.
    upload_portrait(app, &ann, &test_image(64, 64, ImageFormat::Png))
        .await
        .ok();
    assert_eq!(
        ann.delete("/users/me/avatar").await.status,
        StatusCode::NO_CONTENT
    );
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let session = ann
        .post("/chat/create", &json!({ "scenarioId": scenario }))
        .await
        .json;
    assert_eq!(
        (
            &session["characters"][0]["avatar"],
            &session["characters"][0]["name"]
        ),
        (&url, &json!("Mara"))
    );
    let key = BlobKey::parse(
        url.as_str()
            .and_then(|url| url.strip_prefix("/media/"))
            .expect("our own address"),
    )
    .expect("a key");
    assert!(app.state.blobs.get(&key).await.expect("the store").is_some());
    // Other people's portraits and URLs from elsewhere are refused.
    for foreign in [
        url,
        json!("https://evil.example/x.webp"),
        json!(format!("/media/avatars/{}/personas/../x.webp", bob.user_id)),
    ] {
        bob.patch("/users/me", &persona(&foreign))
            .await
            .assert_problem(422, "VALIDATION_FAILED");
    }
    upload(app, &ann, path, "file", b"no picture")
        .await
        .assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
    // It is deleted with the record.
    assert_eq!(
        ann.post("/users/me/deletion", &json!({})).await.status,
        StatusCode::OK
    );
    app.clock.advance_millis(40 * kernel::DAY_MS);
    assert_eq!(crate::person_data::purge(&app.state).await.expect("a purge"), 1);
    assert!(app.state.blobs.get(&key).await.expect("the store").is_none());
});

both_engines!(a_portrait_is_made_anew_and_the_old_one_goes, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let mut marked = test_image(900, 300, ImageFormat::Jpeg);
    let canary = b"canary-51.5,-0.1";
    // A comment segment right after the start of the file.
    let length = u16::try_from(canary.len() + 2).expect("short").to_be_bytes();
    let segment: Vec<u8> = [0xff, 0xfe].into_iter().chain(length).chain(*canary).collect();
    marked.splice(2..2, segment);
    let first = upload_portrait(app, &ann, &marked).await.ok();
    let stored = app
        .state
        .blobs
        .get(&key_of(&first))
        .await
        .expect("the store")
        .expect("the portrait");
    assert!(
        !stored.windows(canary.len()).any(|window| window == canary),
        "nothing but pixels is kept"
    );
    let made = image::load_from_memory_with_format(&stored, ImageFormat::WebP).expect("a WebP");
    assert_eq!(made.width(), made.height(), "cut to a square");
    assert_eq!(
        ann.get("/users/me").await.ok()["avatar_urls"],
        first["avatar_urls"]
    );
    assert_eq!(
        app.get(&format!("/users/user/{}", ann.user_id)).await.ok()["avatar_url"],
        first["avatar_urls"]["avatar"]
    );

    let same = upload_portrait(app, &bob, &marked).await.ok();
    assert_ne!(
        key_of(&same),
        key_of(&first),
        "nobody's portrait goes with another's"
    );
    let second = upload_portrait(app, &ann, &test_image(64, 64, ImageFormat::Png))
        .await
        .ok();
    assert!(
        app.state
            .blobs
            .get(&key_of(&first))
            .await
            .expect("the store")
            .is_none(),
        "the old one is deleted"
    );
    assert_eq!(
        ann.delete("/users/me/avatar").await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(ann.get("/users/me").await.ok()["avatar_url"], json!(null));
    assert!(
        app.state
            .blobs
            .get(&key_of(&second))
            .await
            .expect("the store")
            .is_none()
    );
    assert!(
        app.state
            .blobs
            .get(&key_of(&same))
            .await
            .expect("the store")
            .is_some()
    );
    assert_eq!(
        ann.delete("/users/me/avatar").await.status,
        StatusCode::NO_CONTENT,
        "twice is once"
    );

    for kind in [ImageFormat::Gif, ImageFormat::WebP, ImageFormat::Bmp] {
        upload_portrait(app, &ann, &test_image(20, 20, kind)).await.ok();
    }
    let mut large = test_image(20, 20, ImageFormat::Png);
    large.resize(10_485_760, 0);
    assert_ne!(
        upload_portrait(app, &ann, &large).await.status,
        StatusCode::PAYLOAD_TOO_LARGE,
        "10 MB exactly is not too large"
    );
    large.push(0);
    let refused = upload_portrait(app, &ann, &large).await;
    refused.assert_problem(413, "PAYLOAD_TOO_LARGE");
    assert_eq!(refused.json["message"], "File too large (max 10 MB)");
    for text in [
        &b"just text"[..],
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.7",
        b"",
    ] {
        let refused = upload_portrait(app, &ann, text).await;
        refused.assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
        assert_eq!(
            refused.json["message"],
            "Invalid file type. Please upload a JPEG, PNG, GIF, WebP, or BMP image."
        );
    }
    upload_portrait(app, &ann, &test_image(50, 50, ImageFormat::Jpeg)[..200])
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    upload(
        app,
        &ann,
        "/users/me/avatar",
        "other",
        &test_image(50, 50, ImageFormat::Jpeg),
    )
    .await
    .assert_problem(422, "VALIDATION_FAILED");
    ann.post("/users/me/avatar", &json!({}))
        .await
        .assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
    app.post("/users/me/avatar", &json!({}))
        .await
        .assert_unauthenticated("missing_token");
});

/// Makes a person the author of a scenario. Until then the index holds it under its old author.
async fn give(app: &TestApp, scenario: &str, author: &Actor<'_>) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let text = "update scenarios set author_id = $1 where id = $2";
    query_on!(tx, |x: D| sqlx::query::<D>(text)
        .bind(author.user_id.as_str())
        .bind(scenario)
        .execute(x)
        .await
        .map(drop))
    .expect("an author");
    tx.commit().await.expect("a commit");
}

both_engines!(
    works_are_found_by_the_new_name_of_their_author_and_not_by_the_old_one,
    async |app| {
        let ann = app.person("ann").await;
        let own = app
            .scenario(NewScenario::named("Lamp").tagged(&["spiders"]))
            .await;
        give(app, &own, &ann).await;
        app.scenario(NewScenario::named("Lantern").tagged(&["spiders"]))
            .await;
        let private = app
            .scenario(NewScenario {
                public: false,
                ..NewScenario::named("Drawer")
            })
            .await;
        give(app, &private, &ann).await;
        let mut tx = app.state.db.begin().await.expect("a transaction");
        let model = CardModelV2 {
            format: 0,
            name: "Vex".to_owned(),
            description: String::new(),
            personality: String::new(),
            scenario: String::new(),
            messages: vec!["Hello.".to_owned()],
            mes_example: String::new(),
        };
        let card_id = "00000000-0000-7000-8000-00000000ca4d";
        let card = NewCard {
            id: card_id,
            author_id: ann.user_id.as_str(),
            authorname: "ann",
            name: "Vex",
            tagline: "",
            description: "A patient negotiator.",
            author_notes: "",
            model: CardModel::V2(model),
            pictures: ScenarioImages::default(),
            rating: kernel::Rating::Everyone,
            tags: Vec::new(),
            popularity: 1,
            created_at: TEST_NOW,
        };
        put_card(&mut tx, &card).await.expect("a card");
        tx.commit().await.expect("a commit");
        let found = async |query: &str| app.get(&format!("/scenarios/search?{query}")).await.each("id");
        let cards = async |query: &str| app.get(&format!("/cards/search?{query}")).await.each("id");
        let rename = async |name: &str| ann.patch("/users/me", &json!({ "authorname": name })).await.ok();

        rename("Quillfeather").await;
        assert_eq!(found("q=quillfeather").await, std::slice::from_ref(&own));
        assert_eq!(found("author=quillfeather").await, std::slice::from_ref(&own));
        assert_eq!(cards("q=quillfeather").await, [card_id]);
        rename("Moonpetal").await;
        assert_eq!(found("q=quillfeather").await, Vec::<String>::new());
        assert_eq!(found("author=quillfeather").await, Vec::<String>::new());
        assert_eq!(cards("q=quillfeather").await, Vec::<String>::new());
        // By the whole name, by its beginning, with a typing error, and as a filter; and by everything that
        // found it before.
        for query in [
            "q=moonpetal",
            "q=moonp",
            "q=moonpetl",
            "author=moonpetal",
            "q=spiders%20moonpetal",
            "q=lamp",
            "q=ada%20moonpetal",
            "q=somewhere%20moonpetal",
        ] {
            assert_eq!(found(query).await, std::slice::from_ref(&own), "{query}");
        }
        assert_eq!(
            found("wlTags=spiders&author=moonpetal").await,
            std::slice::from_ref(&own)
        );
        assert_eq!(cards("q=moonpetal").await, [card_id]);
        assert_eq!(cards("q=negotiator").await, [card_id]);
        assert_eq!(
            app.count(
                "select count(*) from renamed_authors where author_id = $1",
                ann.user_id.as_str()
            )
            .await,
            0
        );
    }
);

both_engines!(many_works_are_indexed_anew_some_at_a_time, async |app| {
    let ann = app.person("ann").await;
    let mut ids = Vec::new();
    for number in 0..reindex::WORKS_AT_ONCE + 5 {
        let id = app.scenario(NewScenario::named(&format!("Work {number}"))).await;
        give(app, &id, &ann).await;
        ids.push(id);
    }
    let last = ids.iter().max().expect("some").clone();
    let found = async |name: &str| {
        let page = app
            .get(&format!("/scenarios/search?q={name}&limit=100"))
            .await
            .ok();
        let cursor = page["nextCursor"].as_str().map(str::to_owned);
        let mut ids: Vec<Value> = page["results"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one["id"].clone())
            .collect();
        if let Some(cursor) = cursor {
            let rest = app
                .get(&format!("/scenarios/search?q={name}&limit=100&cursor={cursor}"))
                .await
                .ok();
            ids.extend(
                rest["results"]
                    .as_array()
                    .expect("a list")
                    .iter()
                    .map(|one| one["id"].clone()),
            );
        }
        ids
    };
    let waiting = async || {
        app.count(
            "select count(*) from renamed_authors where author_id = $1",
            ann.user_id.as_str(),
        )
        .await
    };
    ann.patch("/users/me", &json!({ "authorname": "Quillfeather" }))
        .await
        .ok();
    assert_eq!(
        (found("quillfeather").await.len(), waiting().await),
        (reindex::WORKS_AT_ONCE, 1)
    );
    // Renamed again before the job finished: the rest is indexed under the newest name.
    ann.patch("/users/me", &json!({ "authorname": "Moonpetal" }))
        .await
        .ok();
    assert!(!found("moonpetal").await.contains(&json!(last)));
    assert_eq!(reindex::finish(&app.state).await.expect("a round"), 1);
    assert_eq!((found("moonpetal").await.len(), waiting().await), (ids.len(), 0));
    assert!(found("moonpetal").await.contains(&json!(last)));
    assert_eq!(found("quillfeather").await.len(), 0);
    assert_eq!(reindex::finish(&app.state).await.expect("a round"), 0);
});
