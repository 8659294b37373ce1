//! A draft as readers would get it.

use image::ImageFormat;
use platform::both_engines;
use platform::testing::judge_as;
use serde_json::{Value, json};

use super::{complete, create, publish, read, save};
use crate::testing::{Actor, Answer, test_image, upload};

async fn preview(person: &Actor<'_>, id: &str) -> Answer {
    person.get(&format!("/scenarios/scenario/{id}/preview")).await
}

/// An open scenario with everything that publishing changes: pictures in texts, nicknames, tags that are one
/// tag, an opening without a title, content notes out of order, creators of cards.
fn open() -> Value {
    let mut draft = complete();
    draft["making"] = json!("open");
    draft["tags"] = json!(["slow", "Salt Water", "SALT-water", "!?"]);
    draft["contentNotes"] = json!({ "kind": "listed", "notes": ["horror", "violence"] });
    draft["description"] = json!("For readers.\n{{img::nowhere}}");
    draft["actors"][0]["nickname"] = json!("Keep");
    draft["actors"][0]["kept"] = json!({ "creator": "Ann", "source": ["card:1"] });
    draft["openings"][0]["text"] = json!("{{char}} waits.");
    draft["lorebooks"] = json!([{ "id": "b", "book": {
        "name": "Tides",
        "entries": [{ "id": "1", "name": "Ebb", "keys": ["ebb"], "content": "The cellar is dry then." }],
    } }]);
    draft
}

both_engines!(a_preview_is_what_is_read_once_it_is_published, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = create(app, &ann, &open()).await;
    let path = format!("/scenarios/scenario/{id}");
    let image = test_image(40, 60, ImageFormat::Png);
    upload(app, &ann, &format!("{path}/avatar"), "file", &image)
        .await
        .ok();
    let next = create(app, &ann, &complete()).await;
    publish(&ann, &next, 1, "public").await.ok();
    let series = json!({ "title": "Lamps", "scenarios": [id, next] });
    assert_eq!(ann.post("/series", &series).await.status, 201);

    let shown = preview(&ann, &id).await.ok();
    publish(&ann, &id, 2, "public").await.ok();
    assert_eq!(shown["version"], 2);
    assert_eq!(shown["scenario"], read(&ben, &id).await.ok());
    assert_eq!(shown["scenario"]["series"]["next"]["id"], next.as_str());
    let newest = ben.get("/posters/newest").await.ok();
    assert_eq!(
        Some(&shown["poster"]),
        newest["results"]
            .as_array()
            .and_then(|all| all.iter().find(|one| one["id"] == id.as_str()))
    );
    assert_eq!(shown["making"], ben.get(&format!("{path}/making")).await.ok());
});

both_engines!(
    a_preview_of_changes_shows_what_readers_did_meanwhile,
    async |app| {
        let (ann, ben) = (app.person("ann").await, app.person("ben").await);
        let id = create(app, &ann, &open()).await;
        publish(&ann, &id, 1, "public").await.ok();
        ben.post("/scenarios/love", &json!({ "scenarioId": id, "loved": true }))
            .await
            .ok();
        let mut edited = open();
        edited["title"] = json!("Vermilion");
        edited["tags"] = json!(["slow"]);
        save(&ann, &id, 1, &edited).await;
        let shown = preview(&ann, &id).await.ok();
        assert_eq!(
            read(&ben, &id).await.ok()["displayData"]["displayName"],
            "The Salt Lamp"
        );
        publish(&ann, &id, 2, "public").await.ok();
        assert_eq!(shown["scenario"]["scenarioStats"]["loveCount"], 1);
        assert_eq!(shown["scenario"], read(&ben, &id).await.ok());
    }
);

both_engines!(a_preview_makes_no_tags, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &open()).await;
    let shown = preview(&ann, &id).await.ok();
    let tags: Vec<_> = shown["scenario"]["tagData"]
        .as_array()
        .expect("tags")
        .iter()
        .map(|tag| &tag["displayName"])
        .collect();
    assert_eq!(tags, ["slow", "Salt Water"]);
    assert_eq!(
        app.count("select count(*) from tags where slug = $1", "salt-water")
            .await,
        0
    );
});

both_engines!(an_empty_draft_is_previewed_as_far_as_it_goes, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &json!({})).await;
    let shown = preview(&ann, &id).await.ok();
    assert_eq!(shown["scenario"]["displayData"]["displayName"], "");
    assert_eq!(shown["poster"]["displayName"], "");
    assert_eq!(shown["scenario"]["scenarioEngram"]["openings"], json!([]));
    assert_eq!(shown["making"], Value::Null);
});

both_engines!(the_speakers_of_a_preview_are_in_its_cast, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &complete()).await;
    let scenario = preview(&ann, &id).await.ok()["scenario"].clone();
    assert_eq!(
        scenario["scenarioEngram"]["openings"][0]["speaker"],
        scenario["actors"][0]["actorId"]
    );
});

both_engines!(a_preview_says_that_its_cover_is_explicit, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &complete()).await;
    let image = test_image(40, 60, ImageFormat::Png);
    let placed = upload(
        app,
        &ann,
        &format!("/scenarios/scenario/{id}/avatar"),
        "file",
        &image,
    )
    .await;
    let key = placed.json["key"].as_str().expect("a key").to_owned();
    assert_eq!(preview(&ann, &id).await.ok()["poster"]["explicit"], false);
    assert!(judge_as(&app.state, &key, "Porn").await);
    assert_eq!(preview(&ann, &id).await.ok()["poster"]["explicit"], true);
});

both_engines!(
    only_its_author_previews_a_draft_that_is_not_in_the_trash,
    async |app| {
        let (ann, root) = (app.person("ann").await, app.admin("root").await);
        let id = create(app, &ann, &complete()).await;
        preview(&root, &id).await.assert_problem(404, "NOT_FOUND");
        let path = format!("/scenarios/scenario/{id}");
        assert_eq!(ann.delete(&path).await.status, 204);
        preview(&ann, &id).await.assert_problem(409, "DRAFT_IN_TRASH");
    }
);
