//! Folders through their calls.

use axum::body::Body;
use axum::http::{Method, Request};
use platform::both_engines;
use serde_json::{Value, json};

use super::rules::MAX_DEPTH;
use crate::testing::{Actor, Answer, NewScenario};

async fn folder(ann: &Actor<'_>, name: &str, parent: Option<&Value>) -> Value {
    let mut body = json!({ "name": name });
    if let Some(parent) = parent {
        body["parentId"] = parent["id"].clone();
    }
    let made = ann.post("/library/folders", &body).await;
    assert_eq!(made.status, 201, "{}", made.json);
    made.json
}

fn path(folder: &Value) -> String {
    format!("/library/folders/{}", folder["id"].as_str().expect("an id"))
}

async fn change(ann: &Actor<'_>, folder: &Value, mut body: Value) -> Answer {
    body["etag"] = folder["etag"].clone();
    ann.patch(&path(folder), &body).await
}

async fn names(ann: &Actor<'_>) -> Vec<String> {
    let answer = ann.get("/library/folders").await.ok();
    answer["folders"]
        .as_array()
        .expect("folders")
        .iter()
        .map(|one| one["name"].as_str().unwrap_or_default().to_owned())
        .collect()
}

both_engines!(folders_are_changed_only_from_what_they_are, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let one = folder(&ann, "  The \t best ", None).await;
    assert_eq!(
        (&one["name"], &one["parentId"], &one["sortIndex"], &one["count"]),
        (&json!("The best"), &json!(null), &json!(0), &json!(0))
    );
    let other = folder(&ann, "Other", None).await;
    assert_eq!(other["sortIndex"], 1, "after those that are there");
    ann.post("/library/folders", &json!({ "name": "THE BEST" }))
        .await
        .assert_problem(409, "NAME_TAKEN");
    folder(&ann, "The best", Some(&one)).await;
    folder(&bob, "The best", None).await;

    let changed = change(&ann, &one, json!({ "name": "Best", "sortIndex": 5 }))
        .await
        .ok();
    assert_ne!(changed["etag"], one["etag"]);
    let stale = change(&ann, &one, json!({ "name": "Worst" })).await;
    stale.assert_problem(412, "FOLDER_CHANGED");
    assert_eq!(stale.json["current"], changed);
    assert_eq!(
        names(&ann).await,
        ["The best", "Other", "Best"],
        "by place, then by name"
    );
    // Two windows with one etag: one wins.
    let (left, right) = tokio::join!(
        change(&ann, &changed, json!({ "name": "Left" })),
        change(&ann, &changed, json!({ "name": "Right" }))
    );
    let mut statuses = [left.status.as_u16(), right.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412]);
    // The etag may come in a header; without any, the change is refused.
    let request = Request::builder()
        .method(Method::PATCH)
        .uri(format!("/api/v1{}", path(&other)))
        .header("authorization", format!("Bearer {}", ann.token));
    let request = request
        .header("if-match", other["etag"].as_str().expect("an etag"))
        .header("content-type", "application/json");
    let answer = app
        .send(
            request
                .body(Body::from(r#"{"name":"By header"}"#))
                .expect("a request"),
        )
        .await
        .ok();
    assert_eq!(answer["name"], "By header");
    ann.patch(&path(&other), &json!({ "name": "x" }))
        .await
        .assert_problem(400, "BAD_REQUEST");
    ann.delete(&path(&other)).await.assert_problem(400, "BAD_REQUEST");
    ann.delete(&format!("{}?etag=old", path(&other)))
        .await
        .assert_problem(412, "FOLDER_CHANGED");

    for body in [
        json!({ "name": "" }),
        json!({ "name": "x".repeat(81) }),
        json!({ "name": 5 }),
        json!({}),
        json!({ "name": "x", "parentId": "no-such" }),
        json!({ "name": "x", "sortIndex": -1 }),
        json!({ "name": "x", "owner": "bob" }),
    ] {
        ann.post("/library/folders", &body)
            .await
            .assert_problem(422, "VALIDATION_FAILED");
    }
    bob.post(
        "/library/folders",
        &json!({ "name": "x", "parentId": other["id"] }),
    )
    .await
    .assert_problem(422, "VALIDATION_FAILED");
    change(&bob, &other, json!({ "name": "Mine" }))
        .await
        .assert_problem(404, "NOT_FOUND");
    bob.delete(&format!("{}?etag=*", path(&other)))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.patch("/library/folders/no-such", &json!({ "etag": "*" }))
        .await
        .assert_problem(404, "NOT_FOUND");
    app.get("/library/folders")
        .await
        .assert_unauthenticated("missing_token");
    assert_eq!(names(&bob).await, ["The best"]);
});

both_engines!(folders_never_stand_in_themselves, async |app| {
    let ann = app.person("ann").await;
    let mut chain = vec![folder(&ann, "0", None).await];
    for depth in 1..MAX_DEPTH {
        chain.push(folder(&ann, &depth.to_string(), chain.last()).await);
    }
    let too_deep = ann
        .post(
            "/library/folders",
            &json!({ "name": "x", "parentId": chain[MAX_DEPTH - 1]["id"] }),
        )
        .await;
    too_deep.assert_problem(422, "VALIDATION_FAILED");
    for into in [0, 1, MAX_DEPTH - 1] {
        let refused = change(&ann, &chain[0], json!({ "parentId": chain[into]["id"] })).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], "/parentId");
    }
    // Both are moved into each other at the same time: only one move can succeed.
    let (a, b) = (folder(&ann, "a", None).await, folder(&ann, "b", None).await);
    let (one, other) = tokio::join!(
        change(&ann, &a, json!({ "parentId": b["id"] })),
        change(&ann, &b, json!({ "parentId": a["id"] }))
    );
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
    let lifted = change(&ann, &chain[3], json!({ "parentId": null })).await.ok();
    assert_eq!(lifted["parentId"], json!(null));
});

both_engines!(what_was_in_a_deleted_folder_moves_up, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let outer = folder(&ann, "Outer", None).await;
    let middle = folder(&ann, "Middle", Some(&outer)).await;
    let inner = folder(&ann, "Middle", Some(&middle)).await;
    let story = ann
        .post("/stories/", &json!({ "scenarioId": scenario }))
        .await
        .json["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    ann.put(
        &format!("/stories/{story}"),
        &json!({ "directoryId": middle["id"] }),
    )
    .await
    .ok();
    let listed = async |folder: &str| {
        ann.get(&format!("/stories/?directoryId={folder}"))
            .await
            .each("id")
    };
    let id = |folder: &Value| folder["id"].as_str().expect("an id").to_owned();
    assert_eq!(listed(&id(&middle)).await, std::slice::from_ref(&story));
    assert!(listed("root").await.is_empty() && listed(&id(&outer)).await.is_empty());
    let counts = ann.get("/library/folders").await.ok();
    assert_eq!(
        counts["folders"]
            .as_array()
            .expect("folders")
            .iter()
            .filter_map(|one| one["count"].as_i64())
            .sum::<i64>(),
        1
    );

    assert_eq!(
        ann.delete(&format!("{}?etag={}", path(&middle), "*"))
            .await
            .status,
        204
    );
    assert_eq!(listed(&id(&outer)).await, std::slice::from_ref(&story));
    let left = ann.get("/library/folders").await.ok();
    let inner_now = left["folders"]
        .as_array()
        .expect("folders")
        .iter()
        .find(|one| one["id"] == inner["id"])
        .cloned()
        .expect("the inner");
    assert_eq!(
        (&inner_now["parentId"], &inner_now["name"]),
        (&outer["id"], &json!("Middle")),
        "also where it has the name of what went"
    );
    assert_ne!(inner_now["etag"], inner["etag"]);
    folder(&ann, "Middle", None).await;
    ann.delete(&format!("{}?etag=*", path(&outer)))
        .await
        .assert_problem(409, "NAME_TAKEN");
    change(&ann, &inner_now, json!({ "name": "Renamed" })).await.ok();
    assert_eq!(ann.delete(&format!("{}?etag=*", path(&outer))).await.status, 204);
    assert_eq!(listed("root").await, [story]);
    ann.delete(&format!("{}?etag=*", path(&outer)))
        .await
        .assert_problem(404, "NOT_FOUND");
});
