//! Portraits of people and personas are made anew, and the old ones go.

use accounts::users;
use axum::http::StatusCode;
use image::ImageFormat;
use platform::blobs::BlobKey;
use platform::both_engines;
use platform::db::query_on;
use platform::image_judge;
use platform::testing::judge_as;
use serde_json::{Value, json};

use crate::testing::{NewScenario, TestApp, test_image, upload, upload_portrait};

fn key_of(answer: &Value) -> BlobKey {
    let url = answer["avatar_urls"]["avatar"].as_str().expect("an address");
    BlobKey::parse(url.strip_prefix("/media/").expect("our own address")).expect("a key")
}

/// Whether the judge of images knows this image, and the age gate blurs it until it was judged.
async fn is_blurred_now(app: &TestApp, key: &BlobKey) -> bool {
    let mut conn = app.state.db.read().await.expect("a connection");
    image_judge::is_blurred(&mut conn, key).await.expect("an answer")
}

both_engines!(a_portrait_is_blurred_until_it_was_judged, async |app| {
    let ann = app.person("ann").await;
    let image = test_image(64, 64, ImageFormat::Png);
    let key = key_of(&upload_portrait(app, &ann, &image).await.ok());
    let uploaded = upload(app, &ann, "/users/me/personas/avatar", "file", &image)
        .await
        .ok();
    let of_persona = key_of(&json!({ "avatar_urls": { "avatar": uploaded["avatar_url"] } }));
    for key in [&key, &of_persona] {
        assert!(is_blurred_now(app, key).await, "{key}");
        assert!(judge_as(&app.state, key.as_str(), "Neutral").await);
        assert!(!is_blurred_now(app, key).await, "{key}");
    }
    // Nothing is known any more of one that is gone.
    ann.delete("/users/me/avatar").await;
    assert!(!judge_as(&app.state, key.as_str(), "Neutral").await);
    let known = "select count(*) from image_verdicts where key = $1";
    assert_eq!(app.count(known, key.as_str()).await, 0);
});

both_engines!(portraits_from_before_are_registered_by_a_job, async |app| {
    let ann = app.person("ann").await;
    let image = test_image(64, 64, ImageFormat::Png);
    let key = key_of(&upload_portrait(app, &ann, &image).await.ok());
    let uploaded = upload(app, &ann, "/users/me/personas/avatar", "file", &image)
        .await
        .ok();
    let persona = json!({ "name": "Mara", "description": "", "avatar_url": uploaded["avatar_url"] });
    ann.patch("/users/me", &json!({ "personas": { "default": persona } }))
        .await
        .ok();
    let of_persona = key_of(&json!({ "avatar_urls": { "avatar": uploaded["avatar_url"] } }));
    let mut tx = app.state.db.begin().await.expect("a transaction");
    for text in [
        "delete from image_verdicts",
        "update users set portraits_registered = false where avatar is not null",
    ] {
        query_on!(tx, |x: D| sqlx::query::<D>(text).execute(x).await.map(drop)).expect("rows");
    }
    tx.commit().await.expect("a commit");
    let run = || (users::JOBS[0].run)(&app.state);
    assert_eq!(run().await.expect("a round"), 1, "one person");
    assert!(is_blurred_now(app, &key).await && is_blurred_now(app, &of_persona).await);
    assert_eq!(run().await.expect("a round"), 0);
});

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
