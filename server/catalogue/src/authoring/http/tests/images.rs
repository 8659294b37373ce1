//! Images of drafts.

use image::ImageFormat;
use platform::audit::Event;
use platform::blobs::BlobKey;
use platform::both_engines;
use platform::media::UPLOAD_BYTES;
use serde_json::{Value, json};

use super::{complete, create, has_blob, judged_images, read, save, send_form};
use crate::AppState;
use crate::testing::{TestApp, test_image, upload};

const TOO_LARGE: &str = "File too large (max 10 MB)";
const WRONG_KIND: &str = "Invalid file type. Please upload a JPEG, PNG, GIF, WebP, or BMP image.";

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

both_engines!(images_come_with_a_new_scenario, async |app| {
    let ann = app.person("ann").await;
    let (cover, banner) = (
        test_image(20, 30, ImageFormat::Png),
        test_image(40, 20, ImageFormat::Jpeg),
    );
    let mut draft = complete();
    draft["cover"] = json!({ "alt": "A lamp in the dark" });
    let draft = draft.to_string();
    let parts: [(&str, &[u8]); 3] = [
        ("scenario", draft.as_bytes()),
        ("cover", &cover),
        ("banner", &banner),
    ];
    let made = send_form(app, &ann, None, &parts).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let draft = &made.json["draft"];
    assert_eq!(draft["cover"]["alt"], "A lamp in the dark");
    let id = text(&made.json["id"]);
    for image in [&draft["cover"], &draft["banner"]] {
        let key = text(&image["key"]);
        assert!(
            key.starts_with(&format!("scenarios/{id}/")) && key.ends_with(".webp"),
            "{key}"
        );
        assert!(has_blob(app, &key).await);
    }
    let row = &ann.get("/scenarios/my").await.json["results"][0];
    assert_eq!(
        row["avatar_urls"]["avatar"],
        format!("/media/{}", text(&draft["cover"]["key"]))
    );
    assert_eq!(
        row["avatar_urls"]["banner"],
        format!("/media/{}", text(&draft["banner"]["key"]))
    );
});

both_engines!(an_upload_sets_the_image_and_raises_the_version, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &complete()).await;
    let path = format!("/scenarios/scenario/{id}");
    let image = test_image(30, 40, ImageFormat::Png);
    let cover = upload(app, &ann, &format!("{path}/avatar"), "file", &image)
        .await
        .ok();
    let key = text(&cover["key"]);
    assert_eq!(cover["version"], 2);
    assert_eq!(cover["avatar_urls"]["avatar"], format!("/media/{key}"));
    let portrait = upload(app, &ann, &format!("{path}/actor/per/avatar"), "file", &image)
        .await
        .ok();
    assert_eq!(
        (&portrait["version"], &portrait["key"]),
        (&json!(3), &json!(key)),
        "stored once"
    );
    let mut now = read(&ann, &id).await["draft"].clone();
    assert_eq!(
        (&now["cover"]["key"], &now["actors"][1]["portrait"]["key"]),
        (&json!(key), &json!(key))
    );
    assert_eq!(now["actors"][0]["portrait"], json!(null));

    // What was said of an image does not hold for the next one, but texts name it as before.
    now["cover"] =
        json!({ "key": key, "alt": "A lamp", "uri": "embeded://cover.png", "focus": { "x": 0.1, "y": 0.2 } });
    save(&ann, &id, 3, &now).await.ok();
    let other = test_image(31, 40, ImageFormat::Png);
    let next = upload(app, &ann, &format!("{path}/avatar"), "file", &other)
        .await
        .ok();
    assert_ne!(next["key"], json!(key));
    let cover = read(&ann, &id).await["draft"]["cover"].clone();
    assert_eq!(
        (&cover["key"], &cover["alt"], &cover["uri"], &cover["focus"]),
        (
            &next["key"],
            &json!(""),
            &json!("embeded://cover.png"),
            &json!(null)
        )
    );
    assert!(has_blob(app, &key).await, "undoing brings it back");

    let nobody = upload(app, &ann, &format!("{path}/actor/eve/avatar"), "file", &image).await;
    nobody.assert_problem(404, "NOT_FOUND");
});

both_engines!(a_draft_names_only_images_that_were_uploaded_to_it, async |app| {
    let ann = app.person("ann").await;
    let (one, other) = (
        create(app, &ann, &complete()).await,
        create(app, &ann, &complete()).await,
    );
    let image = test_image(40, 20, ImageFormat::Png);
    let path = format!("/scenarios/scenario/{one}/images");
    let made = upload(app, &ann, &path, "file", &image).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let key = text(&made.json["key"]);
    assert_eq!(made.json["url"], format!("/media/{key}"));
    assert_eq!(read(&ann, &one).await["version"], 1, "nothing shows it yet");
    let mut draft = complete();
    draft["banner"] = json!({ "key": key });
    draft["actors"][0]["expressions"] = json!([{ "name": "joy", "image": { "key": key } }]);
    save(&ann, &one, 1, &draft).await.ok();
    let refused = save(&ann, &other, 1, &draft).await;
    refused.assert_problem(422, "VALIDATION_FAILED");
    let errors = refused.json["errors"].as_array().expect("a list");
    let fields: Vec<_> = errors.iter().map(|error| text(&error["pointer"])).collect();
    assert_eq!(fields, ["/banner/key", "/actors/0/expressions/0/image/key"]);
});

both_engines!(files_that_are_no_images_are_refused, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &complete()).await;
    let path = format!("/scenarios/scenario/{id}");
    let large = vec![0; UPLOAD_BYTES + 1];
    for call in ["avatar", "actor/ida/avatar", "images"] {
        let path = format!("{path}/{call}");
        let svg = upload(
            app,
            &ann,
            &path,
            "file",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        )
        .await;
        svg.assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
        assert_eq!(svg.json["message"], WRONG_KIND);
        let too_large = upload(app, &ann, &path, "file", &large).await;
        too_large.assert_problem(413, "PAYLOAD_TOO_LARGE");
        assert_eq!(too_large.json["message"], TOO_LARGE);
        let none = upload(app, &ann, &path, "picture", b"x").await;
        none.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(none.json["errors"][0]["pointer"], "file");
        let broken = upload(
            app,
            &ann,
            &path,
            "file",
            &test_image(40, 40, ImageFormat::Png)[..60],
        )
        .await;
        broken.assert_problem(422, "VALIDATION_FAILED");
    }
    let svg = send_form(app, &ann, None, &[("scenario", b"{}"), ("cover", b"<svg/>")]).await;
    svg.assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
    let too_large = send_form(app, &ann, None, &[("scenario", b"{}"), ("banner", &large)]).await;
    assert_eq!(too_large.json["message"], TOO_LARGE);
    assert_eq!(read(&ann, &id).await["version"], 1);
    assert_eq!(ann.get("/scenarios/my").await.each("id"), [id]);
});

both_engines!(images_uploaded_at_once_all_arrive, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &complete()).await;
    let path = format!("/scenarios/scenario/{id}");
    let images: Vec<Vec<u8>> = (10..13)
        .map(|side| test_image(side, side, ImageFormat::Png))
        .collect();
    let paths = ["avatar", "actor/ida/avatar", "actor/per/avatar"].map(|call| format!("{path}/{call}"));
    let uploads = paths
        .iter()
        .zip(&images)
        .map(|(path, image)| upload(app, &ann, path, "file", image));
    for answer in futures::future::join_all(uploads).await {
        assert_eq!(answer.status, 200, "{}", answer.json);
    }
    let now = read(&ann, &id).await;
    assert_eq!(now["version"], 4);
    let draft = &now["draft"];
    for image in [
        &draft["cover"],
        &draft["actors"][0]["portrait"],
        &draft["actors"][1]["portrait"],
    ] {
        assert!(has_blob(app, &text(&image["key"])).await);
    }
});

both_engines!(an_uploaded_image_is_pending_until_it_was_judged, async |app| {
    let ann = app.person("ann").await;
    let draft = complete().to_string();
    let image = test_image(20, 30, ImageFormat::Png);
    let parts: [(&str, &[u8]); 2] = [("scenario", draft.as_bytes()), ("cover", &image)];
    let made = send_form(app, &ann, None, &parts).await;
    let (id, cover) = (text(&made.json["id"]), text(&made.json["draft"]["cover"]["key"]));
    let path = format!("/scenarios/scenario/{id}");
    let other = test_image(31, 40, ImageFormat::Png);
    let placed = upload(app, &ann, &format!("{path}/actor/ida/avatar"), "file", &other)
        .await
        .ok();
    let third = test_image(9, 9, ImageFormat::Png);
    let free = upload(app, &ann, &format!("{path}/images"), "file", &third).await;
    let mut keys = [cover.clone(), text(&placed["key"]), text(&free.json["key"])];
    keys.sort_unstable();
    let pending = keys
        .clone()
        .map(|key| json!({ "key": key, "verdict": "pending", "metrics": [], "secondLook": "none" }));
    assert_eq!(judged_images(&ann, &id).await, json!(pending));
    for key in &keys {
        assert!(is_blurred_now(app, key).await, "{key}");
    }
    let mine = ann.get("/scenarios/my").await.json;
    assert_eq!(mine["results"][0]["avatarMetrics"], json!([]));

    let judging = AppState {
        below: platform::AppState {
            image_judge: platform::testing::image_judge(),
            ..platform::AppState::clone(&app.state)
        },
        ..app.state.clone()
    };
    let mut judged = 0;
    while judged < keys.len() as u64 {
        // On a busy machine a round ends before it has judged all.
        judged += (platform::image_judge::JOBS[0].run)(&judging.below)
            .await
            .expect("a round");
    }
    for picture in judged_images(&ann, &id).await.as_array().expect("a list") {
        let metrics = picture["metrics"].as_array().expect("a list");
        assert_eq!(
            (metrics.len(), &picture["verdict"]),
            (5, &json!("ok")),
            "{picture}"
        );
        assert!(metrics[0]["probability"].as_f64() > metrics[1]["probability"].as_f64());
        assert!(!is_blurred_now(app, &text(&picture["key"])).await);
    }
    let mine = ann.get("/scenarios/my").await.json;
    assert_eq!(
        mine["results"][0]["avatarMetrics"].as_array().map(Vec::len),
        Some(5)
    );

    // A moderator decides otherwise.
    platform::image_judge::decide(&app.state, &cover, Some(true), &Event::default())
        .await
        .expect("a decision");
    assert!(is_blurred_now(app, &cover).await);
    let pictures = judged_images(&ann, &id).await;
    let decided = pictures
        .as_array()
        .expect("a list")
        .iter()
        .find(|picture| picture["key"] == json!(cover));
    assert_eq!(decided.expect("the cover")["verdict"], "explicit");

    // Nothing is known any more of images that are gone.
    ann.delete(&format!("{path}?permanent=true")).await;
    (crate::authoring::JOBS[0].run)(&app.state)
        .await
        .expect("a round");
    for key in &keys {
        assert!(
            !has_blob(app, key).await && !is_blurred_now(app, key).await,
            "{key}"
        );
    }
});

/// Whether the age gate blurs this image for those who have not confirmed.
async fn is_blurred_now(app: &TestApp, key: &str) -> bool {
    let key = BlobKey::parse(key).expect("a key");
    let mut conn = app.state.db.read().await.expect("a connection");
    for shows_explicit in crate::SHOWS_EXPLICIT {
        if shows_explicit(&mut conn, &key).await.expect("an answer") {
            return true;
        }
    }
    false
}
