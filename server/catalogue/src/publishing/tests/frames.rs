//! What an author chose to show of images, and how they describe them.

use image::ImageFormat;
use platform::both_engines;
use serde_json::{Value, json};

use super::{complete, create, publish, read, save};
use crate::scenarios::{ScenarioId, story_template};
use crate::testing::{Actor, TestApp, test_image, upload};

const CROP: &str = "crop=0.25,0,0.5,1";
const FOCUS: &str = "focus=0.5,0.125";

/// Publishes a scenario with a cropped cover, a banner with a focus point and a portrait with both; returns its id and
/// the address of the image that all of them show.
async fn publish_framed(app: &TestApp, ann: &Actor<'_>) -> (String, String) {
    let mut draft = complete();
    let id = create(app, ann, &draft).await;
    let path = format!("/scenarios/scenario/{id}/images");
    let image = test_image(40, 60, ImageFormat::Png);
    let key = upload(app, ann, &path, "file", &image).await.json["key"].clone();
    let crop = json!({ "x": 0.25, "y": 0.0, "width": 0.5, "height": 1.0 });
    let focus = json!({ "x": 0.5, "y": 0.125 });
    draft["cover"] = json!({ "key": key, "crop": crop, "alt": "A lamp" });
    draft["banner"] = json!({ "key": key, "focus": focus, "alt": "The sea" });
    draft["actors"][0]["portrait"] = json!({ "key": key, "crop": crop, "focus": focus, "alt": "Ida" });
    save(ann, &id, 1, &draft).await;
    publish(ann, &id, 2, "private").await.ok();
    (id, format!("/media/{}", key.as_str().expect("a key")))
}

both_engines!(readers_get_images_in_their_frames, async |app| {
    let ann = app.person("ann").await;
    let (id, image) = publish_framed(app, &ann).await;
    let scenario = read(&ann, &id).await.ok();
    let urls = &scenario["displayData"]["avatar_urls"];
    assert_eq!(urls["avatar"], format!("{image}?{CROP}"));
    assert_eq!(urls["banner"], format!("{image}?{FOCUS}"));
    assert_eq!(scenario["avatar"], urls["avatar"]);
    assert_eq!(scenario["actors"][0]["avatar"], format!("{image}?{CROP}&{FOCUS}"));
    assert_eq!(scenario["actors"][1]["avatar"], Value::Null);
    let row = &ann.get("/scenarios/my").await.json["results"][0];
    assert_eq!(row["avatar_urls"]["avatar"], urls["avatar"]);
});

both_engines!(readers_get_alternative_texts, async |app| {
    let ann = app.person("ann").await;
    let (id, _) = publish_framed(app, &ann).await;
    let scenario = read(&ann, &id).await.ok();
    assert_eq!(
        (&scenario["coverAlt"], &scenario["bannerAlt"]),
        (&json!("A lamp"), &json!("The sea"))
    );
    let alts = [
        &scenario["actors"][0]["avatarAlt"],
        &scenario["actors"][1]["avatarAlt"],
    ];
    assert_eq!(alts, ["Ida", ""]);
});

both_engines!(stories_begin_with_portraits_in_their_frames, async |app| {
    let ann = app.person("ann").await;
    let (id, image) = publish_framed(app, &ann).await;
    let query = "update scenarios set public = true where id = $1";
    let mut tx = app.state.db.begin().await.expect("a transaction");
    platform::db::query_on!(tx, |x: D| sqlx::query::<D>(query)
        .bind(&id)
        .execute(x)
        .await
        .map(drop))
    .expect("opened");
    let template = story_template(&mut tx, &ScenarioId::trusted(id), None)
        .await
        .expect("a template");
    let portraits: Vec<_> = template
        .cast
        .into_iter()
        .map(|actor| actor.avatar.map(|image| image.url()))
        .collect();
    assert_eq!(portraits, [Some(format!("{image}?{CROP}&{FOCUS}")), None]);
});
