//! Tests of stories through their calls.

mod carry;
mod chat;
mod edits;
mod leaving;
mod lists;
mod long;
mod portraits;
mod purges;
mod reports;
mod watching;

use accounts::guests::Owner;
use std::collections::BTreeMap;

use accounts::users::{Persona, find_player};
use axum::body::Body;
use axum::http::{Method, Request, header};
use platform::db::Isolation;
use platform::web::Problem;
use serde_json::{Value, json};

use crate::stories::{self, Author, MessageId, NewMessage, Origin, StoryId};
use crate::testing::{Actor, Answer, TestApp};

/// Creates a story of the scenario; returns the answer.
async fn begin(person: &Actor<'_>, scenario: &str) -> Value {
    let answer = person.post("/stories/", &json!({ "scenarioId": scenario })).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.json
}

/// A person's personas, by id.
async fn personas_of(app: &TestApp, person: &Actor<'_>) -> BTreeMap<String, Persona> {
    let mut conn = app.state.db.read().await.expect("a connection");
    find_player(&mut conn, &person.user_id)
        .await
        .expect("an answer")
        .expect("a record")
        .personas
}

/// The texts of a slice.
fn texts(slice: &Answer) -> Vec<String> {
    slice.each("content")
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field]
        .as_str()
        .unwrap_or_else(|| panic!("no {field}: {value}"))
}

/// Writes a message after another one (or after the head), as the slice above does; returns its id.
async fn say_as(app: &TestApp, owner: &Owner, story: &str, after: Option<&str>, content: &str) -> String {
    let (state, id) = (&app.state, &StoryId::trusted(story.to_owned()));
    let after = &after.map(|id| MessageId::trusted(id.to_owned()));
    let use_case = state.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let mut story = stories::lock_story(state, tx, owner, id).await?;
            let parent = after.clone().or_else(|| story.head_id.clone());
            let new = NewMessage::new(parent.as_ref(), Author::User, "Ann", content, Origin::Said);
            Ok::<_, Problem>(stories::append_message(state, tx, &mut story, &new).await?.id)
        })
    });
    use_case.await.expect("a message").to_string()
}

async fn say(app: &TestApp, person: &Actor<'_>, story: &str, after: Option<&str>, content: &str) -> String {
    say_as(app, &Owner::Person(person.user_id.clone()), story, after, content).await
}

/// A guest's browser.
struct Visitor<'a> {
    app: &'a TestApp,
    token: String,
}

impl<'a> Visitor<'a> {
    async fn new(app: &'a TestApp) -> Self {
        let request = Request::post("/api/v1/guest/sessions")
            .header("device-hash", device())
            .body(Body::empty())
            .expect("a request");
        let token = app.send(request).await.json["guestSessionId"]
            .as_str()
            .expect("a token")
            .to_owned();
        Self { app, token }
    }

    async fn call(&self, method: Method, path: &str, body: &Value) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header("guest-token", &self.token)
            .header("device-hash", device());
        let request = request
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()));
        self.app.send(request.expect("a request")).await
    }

    async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, &Value::Null).await
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::POST, path, body).await
    }

    async fn begin(&self, scenario: &str) -> Answer {
        self.post("/stories", &json!({ "scenarioId": scenario })).await
    }
}

fn device() -> String {
    "0123456789abcdef".repeat(2)
}

async fn count(app: &TestApp, text: &'static str) -> i64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    platform::db::query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(text).fetch_one(x).await)
        .expect("a count")
}
