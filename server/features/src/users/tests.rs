//! Records: made once, changed only as far as their owner may.

use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use image::ImageFormat;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::rules::{DELETION_GRACE_DAYS, FRESH_SIGN_IN_MS};
use super::{delete_those_who_leave, export, finish_renames, reindex_author};
use crate::blobs::BlobKey;
use crate::both_engines;
use crate::cards::{CardModel, CardModelV2};
use crate::db::{Split, query_on};
use crate::scenarios::Pictures;
use crate::seed::write::{NewCard, put_card};
use crate::testing::{Actor, Answer, Engine, NewScenario, TEST_NOW, TestApp, TestDb, run_test};

async fn count_accounts(app: &TestApp) -> i64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    crate::db::query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(
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
            &json!({ "authorname": "Ann-Lee", "userBio": " Writes. ", "personas": personas, "showNSFL": true, "blockedTags": ["spiders", "snow", "spiders"],
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
    let me = ann
        .patch(
            "/users/me",
            &json!({ "userBio": null, "themeID": null, "showNSFW": false, "blockedTags": [] }),
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

fn form(field: &str, file: &[u8]) -> (String, Vec<u8>) {
    let mut body =
        format!("--edge\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"../../evil.svg\"\r\ncontent-type: image/png\r\n\r\n").into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--edge--\r\n");
    ("multipart/form-data; boundary=edge".to_owned(), body)
}

async fn upload(app: &TestApp, actor: &Actor<'_>, field: &str, file: &[u8]) -> Answer {
    upload_to(app, actor, "/users/me/avatar", field, file).await
}

async fn upload_to(app: &TestApp, actor: &Actor<'_>, path: &str, field: &str, file: &[u8]) -> Answer {
    let (kind, body) = form(field, file);
    let request = Request::post(format!("/api/v1{path}"))
        .header("authorization", format!("Bearer {}", actor.token))
        .header("content-type", kind);
    app.send(request.body(Body::from(body)).expect("a request")).await
}

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image::DynamicImage::ImageRgb8(image::RgbImage::from_fn(width, height, |x, _| {
        image::Rgb([(x % 256) as u8, 20, 40])
    }))
    .write_to(&mut bytes, format)
    .expect("a picture");
    bytes.into_inner()
}

fn key_of(answer: &Value) -> BlobKey {
    let url = answer["avatar_urls"]["avatar"].as_str().expect("an address");
    BlobKey::parse(url.strip_prefix("/media/").expect("our own address")).expect("a key")
}

both_engines!(personas_have_portraits, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let path = "/users/me/personas/avatar";
    let uploaded = upload_to(app, &ann, path, "file", &picture(64, 64, ImageFormat::Png))
        .await
        .ok();
    let url = uploaded["avatar_url"].clone();
    let persona = |url: &Value| json!({ "personas": { "default": { "name": "Mara", "description": "", "avatar_url": url } } });
    assert_eq!(
        ann.patch("/users/me", &persona(&url)).await.ok()["personas"]["default"]["avatar_url"],
        url
    );
    // What she looks like in a story; the same picture as her own portrait is another file, and goes alone.
    upload(app, &ann, "file", &picture(64, 64, ImageFormat::Png))
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
    // Nobody shows anybody else's, nor anything from elsewhere.
    for foreign in [
        url,
        json!("https://evil.example/x.webp"),
        json!(format!("/media/avatars/{}/personas/../x.webp", bob.user_id)),
    ] {
        bob.patch("/users/me", &persona(&foreign))
            .await
            .assert_problem(422, "VALIDATION_FAILED");
    }
    upload_to(app, &ann, path, "file", b"no picture")
        .await
        .assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
    // With the record it goes.
    assert_eq!(
        ann.post("/users/me/deletion", &json!({})).await.status,
        StatusCode::OK
    );
    app.clock.advance_millis(40 * 24 * 3_600_000);
    assert_eq!(
        crate::users::delete_those_who_leave(&app.state)
            .await
            .expect("a sweep"),
        1
    );
    assert!(app.state.blobs.get(&key).await.expect("the store").is_none());
});

both_engines!(a_portrait_is_made_anew_and_the_old_one_goes, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let mut marked = picture(900, 300, ImageFormat::Jpeg);
    let canary = b"canary-51.5,-0.1";
    // A comment segment right after the start of the file.
    let length = u16::try_from(canary.len() + 2).expect("short").to_be_bytes();
    let segment: Vec<u8> = [0xff, 0xfe].into_iter().chain(length).chain(*canary).collect();
    marked.splice(2..2, segment);
    let first = upload(app, &ann, "file", &marked).await.ok();
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

    let same = upload(app, &bob, "file", &marked).await.ok();
    assert_ne!(
        key_of(&same),
        key_of(&first),
        "nobody's portrait goes with another's"
    );
    let second = upload(app, &ann, "file", &picture(64, 64, ImageFormat::Png))
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
        upload(app, &ann, "file", &picture(20, 20, kind)).await.ok();
    }
    let mut large = picture(20, 20, ImageFormat::Png);
    large.resize(10_485_760, 0);
    assert_ne!(
        upload(app, &ann, "file", &large).await.status,
        StatusCode::PAYLOAD_TOO_LARGE,
        "10 MB exactly is not too large"
    );
    large.push(0);
    let refused = upload(app, &ann, "file", &large).await;
    refused.assert_problem(413, "PAYLOAD_TOO_LARGE");
    assert_eq!(refused.json["message"], "File too large (max 10 MB)");
    for text in [
        &b"just text"[..],
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.7",
        b"",
    ] {
        let refused = upload(app, &ann, "file", text).await;
        refused.assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
        assert_eq!(
            refused.json["message"],
            "Invalid file type. Please upload a JPEG, PNG, GIF, WebP, or BMP image."
        );
    }
    upload(app, &ann, "file", &picture(50, 50, ImageFormat::Jpeg)[..200])
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    upload(app, &ann, "other", &picture(50, 50, ImageFormat::Jpeg))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    ann.post("/users/me/avatar", &json!({}))
        .await
        .assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
    app.post("/users/me/avatar", &json!({}))
        .await
        .assert_unauthenticated("missing_token");
});

both_engines!(the_dashboard_tells_of_ones_own_deeds, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let id = app.scenario(NewScenario::named("Lamp")).await;
    ann.post("/scenarios/love", &json!({ "scenarioId": id }))
        .await
        .ok();
    app.clock.advance_millis(1000);
    ann.post("/scenarios/rate", &json!({ "scenarioId": id, "rating": -1 }))
        .await
        .ok();
    app.clock.advance_millis(1000);
    ann.post(&format!("/users/me/follow/{}", bob.user_id), &json!({}))
        .await
        .ok();
    let board = ann.get("/dashboard").await.ok();
    let stats = ann.get("/user/fetch-stats").await.ok();
    assert_eq!(board["totals"], stats);
    assert_eq!(
        (
            &stats["lovesGiven"],
            &stats["ratingsGiven"],
            &stats["following"],
            &stats["followers"]
        ),
        (&json!(1), &json!(1), &json!(1), &json!(0))
    );
    let days = board["days"].as_array().expect("days");
    assert_eq!(
        (
            days.len(),
            &days[29]["loves"],
            &days[29]["ratings"],
            &days[29]["follows"],
            &days[28]["loves"]
        ),
        (30, &json!(1), &json!(1), &json!(1), &json!(0))
    );
    let kinds: Vec<&str> = board["recent"]
        .as_array()
        .expect("deeds")
        .iter()
        .filter_map(|deed| deed["kind"].as_str())
        .collect();
    assert_eq!(kinds, ["follow", "dislike", "love"]);
    assert_eq!(board["recent"][2]["href"], format!("/scenario/{id}"));
    assert_eq!(
        bob.get("/dashboard").await.ok()["recent"],
        json!([]),
        "nobody else's"
    );
    for path in ["/dashboard", "/user/fetch-stats", "/users/me/export"] {
        app.get(path).await.assert_unauthenticated("missing_token");
    }
});

/// The files of an export.
async fn unpack(app: &TestApp, actor: &Actor<'_>) -> std::collections::BTreeMap<String, String> {
    let request = Request::get("/api/v1/users/me/export")
        .header("authorization", format!("Bearer {}", actor.token))
        .body(Body::empty());
    let Ok(response) = crate::api_router(app.state.clone())
        .oneshot(request.expect("a request"))
        .await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "application/zip");
    let bytes = axum::body::to_bytes(response.into_body(), 16 << 20)
        .await
        .expect("a body");
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let names: Vec<String> = archive
        .file_names()
        .map(|name| name.expect("a name").into_owned())
        .collect();
    let mut read = |name: &String| {
        let mut content = Vec::new();
        archive
            .by_name(name)
            .expect("a file")
            .read_to_end(&mut content)
            .expect("its content");
        (name.clone(), String::from_utf8_lossy(&content).into_owned())
    };
    names.iter().map(&mut read).collect()
}

both_engines!(
    an_export_holds_everything_of_its_owner_and_nothing_of_others,
    async |app| {
        let (ann, bob) = (app.person("ann").await, app.person("bob").await);
        let id = app
            .scenario(NewScenario::named("Lamp").tagged(&["spiders"]))
            .await;
        ann.patch("/users/me", &json!({ "userBio": "canary-ann", "blockedTags": ["spiders"], "personas": { "p": { "name": "Captain" } } })).await.ok();
        bob.patch("/users/me", &json!({ "userBio": "canary-bob" }))
            .await
            .ok();
        for person in [&ann, &bob] {
            person
                .post("/scenarios/love", &json!({ "scenarioId": id }))
                .await
                .ok();
        }
        upload(app, &ann, "file", &picture(30, 30, ImageFormat::Png))
            .await
            .ok();
        let files = unpack(app, &ann).await;
        let all: String = files.values().cloned().collect();
        assert!(all.contains("canary-ann") && all.contains("ann@example.org") && all.contains("Captain"));
        assert!(!all.contains("canary-bob") && !all.contains(bob.user_id.as_str()) && !all.contains("_hash"));
        let parsed = |name: &str| -> Value { serde_json::from_str(&files[name]).expect("JSON") };
        assert_eq!(parsed("loves.json")[0]["scenario_id"], id);
        assert_eq!(parsed("users.json")[0]["personas"]["p"]["name"], "Captain");
        assert_eq!(
            parsed("users.json")[0]["joined_at"],
            crate::testing::TEST_NOW.to_string()
        );
        assert_eq!(parsed("users.json")[0]["show_nsfw"], false);
        assert_eq!(parsed("blocked_tags.json").as_array().map(Vec::len), Some(1));
        assert!(files.keys().any(|name| name.ends_with(".webp")), "the portrait");
    }
);

/// Columns by which a row is somebody's.
const OWNING: [&str; 17] = [
    "user_id",
    "identity_id",
    "author_id",
    "owner_id",
    "actor_id",
    "follower_id",
    "followee_id",
    "claimed_by",
    "email",
    "email_key",
    "recipient",
    "actor",
    "session_id",
    "created_by",
    "principal",
    "reporter_id",
    "subject_id",
];

/// Every table with such a column is exported, or left out for a reason that is written down (O-9).
#[test]
fn no_table_with_people_in_it_is_forgotten() {
    run_test(async {
        let Some(test) = TestDb::create(Engine::Sqlite).await else {
            return;
        };
        let mut conn = test.db.read().await.expect("a connection");
        let Split::Lite(x) = conn.split() else { return };
        let text = "select m.name, c.name from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'";
        let columns: Vec<(String, String)> = sqlx::query_as(text).fetch_all(x).await.expect("the schema");
        let owned: BTreeSet<&str> = columns
            .iter()
            .filter(|(_, column)| OWNING.contains(&column.as_str()))
            .map(|(table, _)| table.as_str())
            .collect();
        let known: BTreeSet<&str> = export::TABLES
            .iter()
            .chain(export::LEFT_OUT)
            .map(|(table, _)| *table)
            .collect();
        let forgotten: Vec<_> = owned.difference(&known).collect();
        assert!(
            forgotten.is_empty(),
            "say in users::export what becomes of {forgotten:?}"
        );
        let all: BTreeSet<&str> = columns.iter().map(|(table, _)| table.as_str()).collect();
        assert!(
            known.is_subset(&all),
            "users::export names tables that are not there"
        );
    });
}

/// Gives a scenario to somebody. The index still knows it under its author until then.
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
            pictures: Pictures::default(),
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
        // By the whole name, its beginning, a slip of the finger, and as a filter; and by everything by which
        // it was found before.
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
            count(
                app,
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
    for number in 0..reindex_author::WORKS_AT_ONCE + 5 {
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
        count(
            app,
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
        (reindex_author::WORKS_AT_ONCE, 1)
    );
    // Renamed once more before the rest was done: what is left is done under the newest name.
    ann.patch("/users/me", &json!({ "authorname": "Moonpetal" }))
        .await
        .ok();
    assert!(!found("moonpetal").await.contains(&json!(last)));
    assert_eq!(finish_renames(&app.state).await.expect("a round"), 1);
    assert_eq!((found("moonpetal").await.len(), waiting().await), (ids.len(), 0));
    assert!(found("moonpetal").await.contains(&json!(last)));
    assert_eq!(found("quillfeather").await.len(), 0);
    assert_eq!(finish_renames(&app.state).await.expect("a round"), 0);
});

async fn count(app: &TestApp, text: &'static str, id: &str) -> i64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(text)
        .bind(id)
        .fetch_one(x)
        .await)
    .expect("a count")
}

both_engines!(a_record_is_deleted_after_its_days_of_grace, async |app| {
    let (mut ann, bob) = (app.newcomer("ann").await, app.person("bob").await);
    let made = ann.post("/users/", &json!({})).await;
    assert_eq!(made.status, StatusCode::CREATED);
    ann.user_id = made.json["userID"]
        .as_str()
        .expect("an id")
        .parse()
        .expect("an id");
    let id = app
        .scenario(NewScenario::named("Lamp").tagged(&["spiders"]))
        .await;
    let own = app
        .scenario(NewScenario::named("Hers").tagged(&["spiders"]))
        .await;
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>(
        "update scenarios set author_id = $1 where id = $2"
    )
    .bind(ann.user_id.as_str())
    .bind(&own)
    .execute(x)
    .await
    .map(drop))
    .expect("an author");
    tx.commit().await.expect("a commit");
    for person in [&ann, &bob] {
        for scenario in [&id, &own] {
            person
                .post("/scenarios/love", &json!({ "scenarioId": scenario }))
                .await
                .ok();
            person
                .post("/scenarios/rate", &json!({ "scenarioId": scenario, "rating": 1 }))
                .await
                .ok();
        }
    }
    ann.post(&format!("/users/me/follow/{}", bob.user_id), &json!({}))
        .await
        .ok();
    bob.post(&format!("/users/me/follow/{}", ann.user_id), &json!({}))
        .await
        .ok();
    ann.patch(
        "/users/me",
        &json!({ "userBio": "canary", "blockedTags": ["spiders"] }),
    )
    .await
    .ok();
    let portrait = key_of(
        &upload(app, &ann, "file", &picture(30, 30, ImageFormat::Png))
            .await
            .ok(),
    );

    app.clock.advance_millis(FRESH_SIGN_IN_MS + 1);
    let refused = ann.post("/users/me/deletion", &json!({})).await;
    refused.assert_problem(422, "VALIDATION_FAILED");
    ann.post("/users/me/deletion", &json!({ "password": "wrong" }))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    ann.post("/users/me/deletion", &json!({ "sure": true }))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    app.clock.advance_millis(-FRESH_SIGN_IN_MS);
    let asked = ann.post("/users/me/deletion", &json!({})).await.ok();
    assert_eq!(ann.get("/users/me").await.ok()["deletionOn"], asked["deletionOn"]);
    assert_eq!(
        ann.post("/users/me/deletion", &json!({})).await.ok(),
        asked,
        "asking again changes nothing"
    );
    assert_eq!(
        ann.delete("/users/me/deletion").await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(ann.get("/users/me").await.ok()["deletionOn"], json!(null));
    ann.post("/users/me/deletion", &json!({})).await.ok();
    assert_eq!(
        delete_those_who_leave(&app.state).await.expect("a round"),
        0,
        "not before its time"
    );
    app.clock
        .advance_millis(DELETION_GRACE_DAYS * 24 * 3600 * 1000 + 1);
    let (one, two) = tokio::join!(
        delete_those_who_leave(&app.state),
        delete_those_who_leave(&app.state)
    );
    assert_eq!(
        one.expect("a round") + two.expect("a round"),
        1,
        "two at once delete once"
    );

    for (what, text) in [
        ("user", "select count(*) from users where id = $1"),
        ("account", "select count(*) from accounts where user_id = $1"),
        ("love", "select count(*) from loves where user_id = $1"),
        (
            "follow",
            "select count(*) from follows where follower_id = $1 or followee_id = $1",
        ),
        ("scenario", "select count(*) from scenarios where author_id = $1"),
    ] {
        assert_eq!(count(app, text, ann.user_id.as_str()).await, 0, "{what}");
    }
    assert_eq!(
        count(
            app,
            "select count(*) from identities where id = $1",
            ann.identity_id.as_str()
        )
        .await,
        0
    );
    assert!(app.state.blobs.get(&portrait).await.expect("the store").is_none());
    let stats = app.get(&format!("/scenarios/scenario/{id}")).await.ok()["scenarioStats"].clone();
    assert_eq!(
        (&stats["loveCount"], &stats["userRatings"]["likes"]),
        (&json!(1), &json!(1)),
        "only bob's are left"
    );
    app.get(&format!("/scenarios/scenario/{own}"))
        .await
        .assert_problem(404, "NOT_FOUND");
    assert!(app.get("/scenarios/search?q=hers").await.each("id").is_empty());
    let bob = app.get(&format!("/users/user/{}", bob.user_id)).await.ok();
    assert_eq!(
        (&bob["stats"]["followers"], &bob["stats"]["following"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(app.get("/tags/by-id/spiders").await.ok()["scenarioCount"], 1);

    let again = app.newcomer("ann").await;
    let made_again = again.post("/users/", &json!({})).await;
    assert_eq!(made_again.status, StatusCode::CREATED, "who left may come back");
    assert_eq!(made_again.json["shekels"], 0, "but not be welcomed twice");
    assert_ne!(made.json["shekels"], 0);
    let report = crate::ledger::verify(&app.state.db, kernel::Clock::now(&app.clock))
        .await
        .expect("a report");
    assert!(
        report.failed().is_empty(),
        "the books still add up: {:?}",
        report.failed()
    );
});
