//! Exports and imports, through the calls.

mod exports;
mod hostile;
mod native;
mod odd;
mod others;
mod round_trip;
mod site;
mod tavern;

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

use crate::testing::{Actor, Answer, TestApp};

fn form(file: &[u8], scenario: Option<&str>) -> Vec<u8> {
    let mut body = Vec::with_capacity(file.len() + 400);
    if let Some(id) = scenario {
        body.extend_from_slice(
            format!("--edge\r\ncontent-disposition: form-data; name=\"scenarioId\"\r\n\r\n{id}\r\n")
                .as_bytes(),
        );
    }
    body.extend_from_slice(b"--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.json\"\r\ncontent-type: application/octet-stream\r\n\r\n");
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--edge--\r\n");
    body
}

async fn send(app: &TestApp, actor: &Actor<'_>, file: &[u8], scenario: Option<&str>) -> Answer {
    let request = Request::post("/api/v1/stories/import")
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge");
    let request = request
        .header(header::AUTHORIZATION, format!("Bearer {}", actor.token))
        .body(Body::from(form(file, scenario)));
    app.send(request.expect("a request")).await
}

async fn import(app: &TestApp, actor: &Actor<'_>, file: &[u8]) -> Value {
    let answer = send(app, actor, file, None).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.json
}

/// The text of an export.
async fn export(app: &TestApp, actor: &Actor<'_>, id: &str, query: &str) -> String {
    use tower::ServiceExt;
    let request = Request::get(format!("/api/v1/stories/{id}/export?{query}"))
        .header(header::AUTHORIZATION, format!("Bearer {}", actor.token));
    let Ok(response) = crate::router(app.state.clone())
        .oneshot(request.body(Body::empty()).expect("a request"))
        .await;
    assert_eq!(response.status(), 200);
    assert!(
        response.headers()[header::CONTENT_DISPOSITION]
            .to_str()
            .expect("a header")
            .starts_with("attachment; filename=\"")
    );
    let bytes = axum::body::to_bytes(response.into_body(), 64 << 20)
        .await
        .expect("a body");
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn id_of(made: &Value) -> &str {
    made["story"]["id"].as_str().expect("an id")
}

async fn messages(actor: &Actor<'_>, id: &str) -> Vec<Value> {
    let slice = actor
        .get(&format!("/stories/{id}/slice/up/head?limit=200"))
        .await
        .ok();
    slice["results"].as_array().expect("messages").clone()
}

fn each<'a>(rows: &'a [Value], field: &str) -> Vec<&'a str> {
    rows.iter()
        .map(|row| row[field].as_str().unwrap_or_default())
        .collect()
}

fn outcome(made: &Value, field: &str) -> String {
    let rows = made["report"].as_array().expect("a report");
    rows.iter()
        .find(|row| row["field"] == field)
        .map(|row| row["outcome"].as_str().unwrap_or_default().to_owned())
        .unwrap_or_default()
}

fn lines(objects: &[Value]) -> Vec<u8> {
    objects
        .iter()
        .map(|one| format!("{one}\n"))
        .collect::<String>()
        .into_bytes()
}

/// The objects of an export as JSON lines.
fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// A SillyTavern chat with many features.
fn tavern() -> Vec<Value> {
    vec![
        json!({"user_name": "Robin", "character_name": "Ada", "create_date": "2023-6-19 @16h 13m 52s 310ms", "integrity": "abc",
            "chat_metadata": {"note_prompt": "It rains.", "note_interval": 2, "note_depth": 3, "note_position": 1, "note_role": 1, "world_info": "Harbour", "variables": {"hp": 3}, "chat_id_hash": 77}}),
        json!({"name": "Ada", "is_user": false, "is_system": false, "send_date": "June 19, 2023 4:13pm", "mes": "Hello.", "extra": {"model": "m-1", "token_count": 2, "odd": [1]}, "force_avatar": "a.png"}),
        json!({"name": "Robin", "is_user": true, "is_system": false, "send_date": 1_687_191_300_000_i64, "mes": "Hi, Ada.", "extra": {}}),
        json!({"name": "Ada", "is_user": false, "send_date": "2023-06-19T16:20:00Z", "mes": "Second, edited.", "swipe_id": 1, "swipes": ["First.", "Second.", "Third."],
            "swipe_info": [{"send_date": "2023-06-19T16:18:00Z", "extra": {"model": "m-2"}}, {"send_date": "2023-06-19T16:20:00Z", "extra": {}}, {"send_date": "2023-06-19T16:21:00Z", "gen_started": "x", "extra": {"model": "m-3"}}],
            "extra": {"model": "m-4", "branches": ["other"]}}),
        json!({"name": "SillyTavern System", "is_user": false, "is_system": true, "send_date": "nonsense", "mes": "A note."}),
        json!({"name": "Narrator", "is_user": false, "send_date": "2023-06-19T16:30:00Z", "mes": "Night falls.", "extra": {"type": "narrator"}}),
        json!({"name": "Ben", "is_user": false, "original_avatar": "ben.png", "send_date": "2023-06-19T16:31:00Z", "mes": "Who is there?"}),
    ]
}
