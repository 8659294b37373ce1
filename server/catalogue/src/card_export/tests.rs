//! Exporting scenarios through the call.

use std::io::{Cursor, Read};

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use image::ImageFormat;
use platform::both_engines;
use serde_json::{Value, json};

use crate::authoring::ScenarioDraft;
use crate::card_fields::{AssetName, import};
use crate::card_files::{FileKind, open};
use crate::testing::{Actor, TestApp, send_form, test_image, upload};

/// A scenario of two actors, of whom the first has a portrait.
async fn scenario(app: &TestApp, author: &Actor<'_>) -> String {
    let draft = json!({
        "title": "The Salt Lamp",
        "setting": "A lighthouse.",
        "tags": ["sea"],
        "actors": [
            { "id": "ida", "name": "Ida", "description": "A keeper.", "systemPrompt": "Be brief." },
            { "id": "per", "name": "Per", "description": "A diver." },
        ],
        "openings": [{ "id": "o1", "text": "It begins.", "speaker": "ida" }],
    });
    let parts: &[(&str, &[u8])] = &[("scenario", &draft.to_string().into_bytes())];
    let made = send_form(app, author, "/scenarios/scenario", None, parts).await;
    let id = made.json["id"].as_str().expect("an id").to_owned();
    let portrait = test_image(40, 60, ImageFormat::Png);
    let path = format!("/scenarios/scenario/{id}/actor/ida/avatar");
    assert_eq!(upload(app, author, &path, "file", &portrait).await.status, 200);
    id
}

/// The status, the kind and the bytes of an export.
async fn export(app: &TestApp, author: &Actor<'_>, id: &str, query: &str) -> (StatusCode, String, Vec<u8>) {
    let request = Request::get(format!("/api/v1/scenarios/scenario/{id}/export{query}"))
        .header(header::AUTHORIZATION, format!("Bearer {}", author.token))
        .body(Body::empty())
        .expect("a request");
    let answer = app.open(request).await;
    let (status, kind) = (answer.status(), answer.headers()[header::CONTENT_TYPE].clone());
    let body = to_bytes(answer.into_body(), 10 << 20).await.expect("a body");
    (status, kind.to_str().expect("a kind").to_owned(), body.to_vec())
}

async fn stored(author: &Actor<'_>, id: &str) -> ScenarioDraft {
    let view = author.get(&format!("/scenarios/scenario/{id}/draft")).await.ok();
    serde_json::from_value(view["draft"].clone()).expect("a draft")
}

/// A draft without the keys of its images, which differ wherever it is stored.
fn without_keys(mut draft: ScenarioDraft) -> ScenarioDraft {
    for actor in &mut draft.actors {
        actor.portrait = None;
    }
    draft
}

both_engines!(
    a_whole_scenario_comes_back_equal_out_of_its_archive,
    async |app| {
        let ann = app.person("ann").await;
        let id = scenario(app, &ann).await;
        let (status, kind, bytes) = export(app, &ann, &id, "").await;
        assert_eq!((status, kind.as_str()), (StatusCode::OK, "application/zip"));
        let mut file = open(Cursor::new(bytes)).expect("a card file");
        let assets: Vec<AssetName> = file
            .assets()
            .iter()
            .map(|asset| AssetName {
                path: asset.path.clone(),
                is_picture: true,
            })
            .collect();
        let back = import(file.card(), &assets, None).expect("a card");
        assert_eq!(without_keys(back.draft), without_keys(stored(&ann, &id).await));
        assert_eq!(
            (assets.len(), back.pictures.len()),
            (1, 1),
            "the portrait goes along"
        );
        let mut portrait = Vec::new();
        file.read_asset(0)
            .expect("an asset")
            .read_to_end(&mut portrait)
            .expect("bytes");
        assert!(image::load_from_memory(&portrait).is_ok());
    }
);

both_engines!(one_actor_is_a_card_in_every_container, async |app| {
    let ann = app.person("ann").await;
    let id = scenario(app, &ann).await;
    for (query, kind, found) in [
        ("?actor=ida&format=png", "image/png", FileKind::Png),
        ("?actor=ida&format=json", "application/json", FileKind::Json),
        (
            "?actor=ida&format=json&version=v2",
            "application/json",
            FileKind::Json,
        ),
        ("?actor=per&format=charx", "application/zip", FileKind::Charx),
    ] {
        let (status, sent, bytes) = export(app, &ann, &id, query).await;
        assert_eq!((status, sent.as_str()), (StatusCode::OK, kind), "{query}");
        let file = open(Cursor::new(bytes)).unwrap_or_else(|error| panic!("{query}: {error}"));
        let version = if query.ends_with("v2") { "2.0" } else { "3.0" };
        let name = if query.contains("per") { "Per" } else { "Ida" };
        assert_eq!(file.kind(), found, "{query}");
        assert_eq!(
            file.card().pointer("/spec_version"),
            Some(&json!(version)),
            "{query}"
        );
        assert_eq!(file.card()["data"]["name"], name, "{query}");
        assert_eq!(file.card()["data"]["scenario"], "A lighthouse.", "{query}");
        assert!(!file.card().to_string().contains("ann"), "nothing about people");
    }
});

both_engines!(what_a_container_cannot_hold_is_refused, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = scenario(app, &ann).await;
    let path = |query: &str| format!("/scenarios/scenario/{id}/export{query}");
    ann.get(&path("?format=png"))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    ann.get(&path("?format=png&actor=per"))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    ann.get(&path("?actor=nobody"))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.get(&path("?format=exe"))
        .await
        .assert_problem(400, "BAD_REQUEST");
    ben.get(&path("")).await.assert_problem(404, "NOT_FOUND");
    assert_eq!(ann.delete(&format!("/scenarios/scenario/{id}")).await.status, 204);
    ann.get(&path("")).await.assert_problem(409, "DRAFT_IN_TRASH");
    let gone: Value = ann.get("/scenarios/my").await.ok();
    assert_eq!(gone["results"], json!([]));
});

/// The status, the kind and the bytes of an archive.
async fn archive(app: &TestApp, author: &Actor<'_>, ids: &Value) -> (StatusCode, String, Vec<u8>) {
    let request = Request::post("/api/v1/scenarios/my/export")
        .header(header::AUTHORIZATION, format!("Bearer {}", author.token))
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(json!({ "ids": ids }).to_string()))
        .expect("a request");
    let answer = app.open(request).await;
    let (status, kind) = (answer.status(), answer.headers()[header::CONTENT_TYPE].clone());
    let body = to_bytes(answer.into_body(), 10 << 20).await.expect("a body");
    (status, kind.to_str().expect("a kind").to_owned(), body.to_vec())
}

both_engines!(many_scenarios_are_an_archive_of_their_files, async |app| {
    let ann = app.person("ann").await;
    let (one, two) = (scenario(app, &ann).await, scenario(app, &ann).await);
    let (status, kind, bytes) = archive(app, &ann, &json!([two, one, two])).await;
    assert_eq!((status, kind.as_str()), (StatusCode::OK, "application/zip"));
    let mut files = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let names: Vec<String> = (0..files.len())
        .map(|place| {
            files
                .by_index(place)
                .expect("a file")
                .name()
                .expect("a name")
                .into_owned()
        })
        .collect();
    assert_eq!(names, ["The Salt Lamp.charx", "The Salt Lamp (2).charx"]);
    for (place, id) in [&two, &one].into_iter().enumerate() {
        let mut inside = Vec::new();
        files
            .by_index(place)
            .expect("a file")
            .read_to_end(&mut inside)
            .expect("bytes");
        let (_, _, alone) = export(app, &ann, id, "").await;
        assert!(inside == alone, "{id} is as it is exported alone");
        assert_eq!(open(Cursor::new(inside)).expect("a card file").assets().len(), 1);
    }
});

both_engines!(
    archives_asked_for_at_once_are_made_or_refused_politely,
    async |app| {
        let ann = app.person("ann").await;
        let ids = json!([scenario(app, &ann).await]);
        let answers = futures::future::join_all((0..8).map(|_| archive(app, &ann, &ids))).await;
        let statuses: Vec<u16> = answers.iter().map(|(status, ..)| status.as_u16()).collect();
        assert!(statuses.contains(&200), "{statuses:?}");
        assert!(
            statuses.iter().all(|status| matches!(status, 200 | 429)),
            "{statuses:?}"
        );
    }
);

both_engines!(an_archive_names_what_cannot_be_in_it, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (one, gone) = (scenario(app, &ann).await, scenario(app, &ann).await);
    let other = scenario(app, &ben).await;
    assert_eq!(
        ann.delete(&format!("/scenarios/scenario/{gone}")).await.status,
        204
    );
    let many: Vec<String> = (0..501).map(|number| number.to_string()).collect();
    for (ids, status, code, pointer) in [
        (json!([one, other]), 404, "NOT_FOUND", "/ids/1"),
        (json!([one, gone]), 409, "DRAFT_IN_TRASH", "/ids/1"),
        (json!([]), 422, "VALIDATION_FAILED", "/ids"),
        (json!(many), 422, "VALIDATION_FAILED", "/ids"),
        (json!(["no id"]), 422, "VALIDATION_FAILED", "/ids/0"),
    ] {
        let refused = ann.post("/scenarios/my/export", &json!({ "ids": ids })).await;
        refused.assert_problem(status, code);
        assert_eq!(refused.json["errors"][0]["pointer"], pointer);
    }
});
