//! Live sync: open windows receive a story's changes.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures::StreamExt;
use platform::both_engines;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::{begin, text};
use crate::testing::{Actor, NewScenario, TestApp};

async fn watch(app: &TestApp, actor: &Actor<'_>, story: &str) -> BodyDataStream {
    let request = Request::get(format!("/api/v1/stories/{story}/events"))
        .header("authorization", format!("Bearer {}", actor.token));
    let Ok(response) = crate::router(app.state.clone())
        .oneshot(request.body(Body::empty()).expect("a request"))
        .await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    response.into_body().into_data_stream()
}

/// The data of the next event; `None` when the stream has ended.
async fn next(stream: &mut BodyDataStream) -> Option<Value> {
    let chunk = tokio::time::timeout(Duration::from_secs(10), stream.next())
        .await
        .expect("an event in time")?
        .expect("a chunk");
    let text = String::from_utf8(chunk.to_vec()).expect("UTF-8");
    let data = text
        .lines()
        .find_map(|line| line.strip_prefix("data:"))
        .unwrap_or_else(|| panic!("no data: {text:?}"));
    assert!(text.starts_with("event: changed\n"), "{text:?}");
    Some(serde_json::from_str(data).expect("JSON"))
}

both_engines!(two_windows_hear_of_every_change, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let story = begin(&ann, &scenario).await;
    let id = text(&story, "id");
    let (mut one, mut other) = (watch(app, &ann, id).await, watch(app, &ann, id).await);
    for window in [&mut one, &mut other] {
        let first = next(window).await.expect("the present state");
        assert_eq!(
            (&first["version"], &first["headId"], &first["turnId"]),
            (&story["version"], &story["headId"], &json!(null))
        );
    }
    let head = text(&story, "headId");
    let edited = ann
        .patch(&format!("/messages/{head}"), &json!({ "content": "Changed." }))
        .await
        .ok();
    let deleted = ann.delete(&format!("/messages/{head}")).await.ok();
    let restored = ann
        .post(&format!("/messages/{head}/restore"), &json!({}))
        .await
        .ok();
    let set = ann
        .post(
            "/chat/edit-settings",
            &json!({ "chatID": id, "responseLength": 3 }),
        )
        .await
        .ok();
    let named = ann
        .put(&format!("/stories/{id}"), &json!({ "title": "Named" }))
        .await
        .ok();
    for window in [&mut one, &mut other] {
        for answer in [&edited, &deleted, &restored, &set, &named] {
            assert_eq!(
                next(window).await.expect("a change")["version"],
                answer["version"]
            );
        }
    }
    assert_eq!(app.state.live.watched(), 1);
    drop(one);
    app.state.live.close();
    assert_eq!(next(&mut other).await, None, "the server goes down");
    drop(other);
    assert_eq!(app.state.live.watched(), 0);
    ann.get("/stories/no-such/events")
        .await
        .assert_problem(404, "NOT_FOUND");
    let crowd =
        futures::future::join_all((0..crate::stories::MAX_WATCHERS).map(|_| watch(app, &ann, id))).await;
    ann.get(&format!("/stories/{id}/events"))
        .await
        .assert_problem(429, "RATE_LIMITED");
    drop(crowd);
    drop(watch(app, &ann, id).await);
});

both_engines!(a_window_at_another_process_hears_of_every_change, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let story = begin(&ann, &scenario).await;
    let id = text(&story, "id");
    let other = app.process(|_| {}).await;
    let mut window = watch(&other, &ann, id).await;
    assert_eq!(
        next(&mut window).await.expect("the present state")["version"],
        story["version"]
    );
    for title in ["One", "Two"] {
        let named = ann
            .put(&format!("/stories/{id}"), &json!({ "title": title }))
            .await
            .ok();
        assert_eq!(
            next(&mut window).await.expect("a change")["version"],
            named["version"]
        );
    }
});
