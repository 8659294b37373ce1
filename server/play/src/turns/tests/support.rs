//! Test support for turns: scripted models, streams of events, and checks of the ledger.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::{HeaderMap, Request, StatusCode, header};
use futures::StreamExt;
use futures::stream::unfold;
use kernel::{Random, Shekels};
use platform::llm::{
    Capabilities, CostPerMillion, Finish, ModelError, ModelInfo, Models, Piece, Reply,
    Request as ModelRequest, Script,
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::testing::{Actor, NewScenario, TestApp};
use crate::turns::{Timing, TurnSettings, Turns};

/// The longest that a test waits for anything: far more than it takes.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// An act of a model.
#[derive(Clone)]
pub(super) enum Act {
    /// Writes.
    Text(String),
    /// Sends its thoughts.
    Think(&'static str),
    /// Waits until the test lets it continue.
    Wait(Arc<Notify>),
    /// Pauses.
    Rest(Duration),
    /// Writes endlessly.
    Endless,
    /// Fails.
    Fail(ModelError),
    /// Ends the stream without a final piece.
    Vanish,
    /// Finishes.
    Finish(Finish),
}

pub(super) fn text(text: &str) -> Act {
    Act::Text(text.to_owned())
}

pub(super) fn done() -> Act {
    Act::Finish(Finish::Stop)
}

/// A model that records its requests.
#[derive(Clone)]
pub(super) struct Double {
    pub(super) asked: Arc<Mutex<Vec<ModelRequest>>>,
    pub(super) arrived: Arc<Notify>,
    script: Script,
}

pub(super) fn info(name: &str, price: i64) -> ModelInfo {
    ModelInfo {
        name: name.to_owned(),
        label: name.to_owned(),
        context_tokens: 8_192,
        max_reply_tokens: 1_000,
        price: Shekels(price),
        is_demo: false,
        capabilities: Capabilities::default(),
        cost_per_million: CostPerMillion::default(),
    }
}

impl Double {
    /// Acts on each request as this function decides; the first act may be a failure to begin.
    pub(super) fn by(answer: impl Fn(&ModelRequest, usize) -> Vec<Act> + Send + Sync + 'static) -> Self {
        let asked: Arc<Mutex<Vec<ModelRequest>>> = Arc::default();
        let arrived = Arc::new(Notify::new());
        let count = AtomicUsize::new(0);
        let (log, bell) = (asked.clone(), arrived.clone());
        let script: Script = Arc::new(move |request| {
            let acts = answer(&request, count.fetch_add(1, Ordering::SeqCst));
            log.lock().expect("no panic").push(request);
            bell.notify_one();
            Box::pin(begin(acts))
        });
        Self {
            asked,
            arrived,
            script,
        }
    }

    /// Acts on every request in the same way.
    pub(super) fn always(acts: Vec<Act>) -> Self {
        Self::by(move |_, _| acts.clone())
    }

    pub(super) fn models(&self, info: ModelInfo) -> Models {
        Models::scripted(vec![(info, self.script.clone())])
    }

    pub(super) fn script(&self) -> Script {
        self.script.clone()
    }

    pub(super) fn count(&self) -> usize {
        self.asked.lock().expect("no panic").len()
    }

    /// All text of all prompts.
    pub(super) fn prompts(&self) -> Vec<String> {
        let asked = self.asked.lock().expect("no panic");
        asked
            .iter()
            .map(|request| {
                request
                    .messages
                    .iter()
                    .map(|message| message.content.as_str())
                    .collect::<Vec<_>>()
                    .join("\n")
            })
            .collect()
    }
}

/// Up to the first piece: until then a request may fail as a whole.
async fn begin(mut acts: Vec<Act>) -> Result<Reply, ModelError> {
    loop {
        match acts.first().cloned() {
            Some(Act::Wait(gate)) => {
                gate.notified().await;
                acts.remove(0);
            }
            Some(Act::Fail(error)) => return Err(error),
            _ => break,
        }
    }
    acts.reverse();
    Ok(Reply::scripted(unfold(acts, |mut acts| async move {
        loop {
            match acts.pop()? {
                Act::Text(text) => return Some((Ok(Piece::Text(text)), acts)),
                Act::Think(text) => return Some((Ok(Piece::Reasoning(text.to_owned())), acts)),
                Act::Wait(gate) => gate.notified().await,
                Act::Rest(time) => tokio::time::sleep(time).await,
                Act::Endless => {
                    tokio::task::yield_now().await;
                    acts.push(Act::Endless);
                    return Some((Ok(Piece::Text("and on and on ".repeat(100))), acts));
                }
                Act::Fail(error) => return Some((Err(error), acts)),
                Act::Vanish => return None,
                Act::Finish(reason) => {
                    return Some((Ok(Piece::Finished { reason, usage: None }), Vec::new()));
                }
            }
        }
    })))
}

pub(super) fn quick() -> Timing {
    Timing {
        checkpoint: Duration::from_millis(10),
        unwatched: Duration::from_millis(50),
        heartbeat: Duration::from_millis(100),
        director: Duration::from_millis(300),
        wait: PATIENCE,
    }
}

/// Every reply costs ten shekels, and none is free.
pub(super) fn dear() -> TurnSettings {
    TurnSettings {
        reply_price: Shekels(10),
        free_replies: 0,
        guest_turns: 0,
        ..TurnSettings::default()
    }
}

/// The application with these models and settings.
pub(super) fn with(app: &TestApp, models: &Models, settings: TurnSettings, timing: Timing) -> TestApp {
    app.with_state(|state| {
        state.models = models.clone();
        state.turns = Turns::new(settings, timing, Random::system().token());
    })
}

/// The same, as another process of the site.
pub(super) async fn process(
    app: &TestApp,
    models: &Models,
    settings: TurnSettings,
    timing: Timing,
) -> TestApp {
    let change = |state: &mut crate::AppState| {
        state.models = models.clone();
        state.turns = Turns::new(settings, timing, Random::system().token());
    };
    app.process(change).await
}

/// Creates a story of this person.
pub(super) async fn story(app: &TestApp, person: &Actor<'_>, name: &str) -> String {
    let scenario = app.scenario(NewScenario::named(name)).await;
    let made = person.post("/stories/", &json!({ "scenarioId": scenario })).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json);
    made.json["id"].as_str().expect("an id").to_owned()
}

/// A caller of one process.
pub(super) struct Caller<'a> {
    pub(super) app: &'a TestApp,
    headers: HeaderMap,
}

impl<'a> Caller<'a> {
    pub(super) fn person(app: &'a TestApp, person: &Actor<'_>) -> Self {
        Self::token(app, &person.token)
    }

    pub(super) fn token(app: &'a TestApp, token: &str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(
            header::AUTHORIZATION,
            format!("Bearer {token}").parse().expect("a header"),
        );
        Self { app, headers }
    }

    pub(super) async fn guest(app: &'a TestApp) -> Self {
        let device = "0123456789abcdef".repeat(2);
        let request = Request::post("/api/v1/guest/sessions")
            .header("device-hash", &device)
            .body(Body::empty())
            .expect("a request");
        let token = app.send(request).await.json["guestSessionId"]
            .as_str()
            .expect("a token")
            .to_owned();
        let mut headers = HeaderMap::new();
        headers.insert("guest-token", token.parse().expect("a header"));
        headers.insert("device-hash", device.parse().expect("a header"));
        Self { app, headers }
    }

    /// The same caller, at another process.
    pub(super) fn at(&self, app: &'a TestApp) -> Self {
        Self {
            app,
            headers: self.headers.clone(),
        }
    }

    pub(super) fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Request<Body> {
        let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        match body {
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_string()))
                .expect("a request"),
            None => request.body(Body::empty()).expect("a request"),
        }
    }

    pub(super) async fn send(&self, method: &str, path: &str, body: Option<&Value>) -> (StatusCode, Value) {
        let answer = self.app.send(self.request(method, path, body)).await;
        (answer.status, answer.json)
    }

    pub(super) async fn get(&self, path: &str) -> Value {
        let (status, json) = self.send("GET", path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {json}");
        json
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> Value {
        let (status, json) = self.send("POST", path, Some(body)).await;
        assert!(status.is_success(), "{path}: {status} {json}");
        json
    }

    /// A turn, in its final state.
    pub(super) async fn turn(&self, body: &Value) -> Value {
        self.post("/message/create", body).await
    }

    /// A turn as a stream of events.
    pub(super) async fn stream(&self, body: &Value) -> Events {
        let mut request = self.request("POST", "/message/create", Some(body));
        request
            .headers_mut()
            .insert(header::ACCEPT, "text/event-stream".parse().expect("a header"));
        Events::of(self.app, request).await
    }

    /// The events of a turn after one of them.
    pub(super) async fn follow(&self, turn: &str, after: u64) -> Events {
        Events::of(
            self.app,
            self.request("GET", &format!("/turns/{turn}/events?after={after}"), None),
        )
        .await
    }
}

/// The value at this path of keys and indexes, separated by dots.
///
/// # Panics
/// If there is none: a misspelt key must not pass for null.
pub(super) fn at<'v>(json: &'v Value, path: &str) -> &'v Value {
    path.split('.').fold(json, |value, key| {
        let found = match key.parse::<usize>() {
            Ok(place) => value.get(place),
            Err(_) => value.get(key),
        };
        found.unwrap_or_else(|| panic!("no {path} in {json}"))
    })
}

/// The text at this path.
pub(super) fn text_at<'v>(json: &'v Value, path: &str) -> &'v str {
    at(json, path)
        .as_str()
        .unwrap_or_else(|| panic!("no text at {path} in {json}"))
}

/// A model with a short reply.
pub(super) fn cheap() -> Double {
    Double::always(vec![text("Well said."), done()])
}

/// The body of a turn in which the player writes a greeting.
pub(super) fn say(story: &str) -> Value {
    json!({ "chatID": story, "message": "Hello." })
}

/// Creates a story of a guest.
pub(super) async fn guest_story(app: &TestApp, guest: &Caller<'_>, name: &str) -> String {
    let scenario = app.scenario(NewScenario::named(name)).await;
    let made = guest.post("/stories", &json!({ "scenarioId": scenario })).await;
    text_at(&made, "storyId").to_owned()
}

/// A model that numbers its replies.
pub(super) fn counting() -> Double {
    Double::by(|_, number| vec![text(&format!("Reply {number}.")), done()])
}

/// The application with this model, for free.
pub(super) fn free(app: &TestApp, double: &Double) -> TestApp {
    with(
        app,
        &double.models(info("m", 0)),
        TurnSettings::default(),
        quick(),
    )
}

/// A story that is free to play, with a model that numbers its replies.
pub(super) struct FreePlay {
    pub(super) site: TestApp,
    pub(super) double: Double,
    pub(super) story: String,
    token: String,
}

impl FreePlay {
    pub(super) async fn begin(app: &TestApp) -> Self {
        let person = app.person("ann").await;
        let double = counting();
        Self {
            site: free(app, &double),
            double,
            story: story(app, &person, "Played").await,
            token: person.token.clone(),
        }
    }

    /// The same with Bob and Cleo beside Ada.
    pub(super) async fn begin_with_three(app: &TestApp) -> Self {
        let play = Self::begin(app).await;
        add_cast(app, &play.story).await;
        play
    }

    pub(super) fn caller(&self) -> Caller<'_> {
        Caller::token(&self.site, &self.token)
    }

    /// These fields of a request or of settings, with the story.
    pub(super) fn body(&self, fields: &Value) -> Value {
        let mut body = json!({ "chatID": self.story });
        body.as_object_mut()
            .expect("an object")
            .extend(fields.as_object().expect("an object").clone());
        body
    }

    pub(super) async fn turn(&self, fields: Value) -> Value {
        self.caller().turn(&self.body(&fields)).await
    }

    pub(super) async fn say(&self, message: &str) -> Value {
        self.turn(json!({ "message": message })).await
    }

    pub(super) async fn stream(&self, fields: Value) -> Events {
        self.caller().stream(&self.body(&fields)).await
    }

    pub(super) async fn refused(&self, fields: Value) -> (StatusCode, Value) {
        self.caller()
            .send("POST", "/message/create", Some(&self.body(&fields)))
            .await
    }

    pub(super) async fn settings(&self, change: Value) {
        self.caller()
            .post("/chat/edit-settings", &self.body(&change))
            .await;
    }

    /// The story as its player sees it in a list.
    pub(super) async fn story_view(&self) -> Value {
        self.caller().get(&format!("/stories/{}", self.story)).await
    }

    /// The texts of the path to the head.
    pub(super) async fn line(&self) -> Vec<String> {
        line(&self.caller(), &self.story).await
    }

    /// The kind of the request with this number, from 0.
    pub(super) fn demo_task(&self, number: usize) -> platform::llm::DemoTask {
        self.double.asked.lock().expect("no panic")[number]
            .demo
            .kind
            .clone()
    }
}

/// The texts of the path to the head.
pub(super) async fn line(caller: &Caller<'_>, story: &str) -> Vec<String> {
    let slice = caller.get(&format!("/stories/{story}/slice/up/head")).await;
    let messages = at(&slice, "results").as_array().expect("messages").iter();
    messages
        .map(|message| text_at(message, "content").to_owned())
        .collect()
}

/// The ids of a story's cast, in order.
pub(super) async fn cast(caller: &Caller<'_>, story: &str) -> Vec<String> {
    let session = caller.post("/chat/fetch", &json!({ "chatID": story })).await;
    let all = session["characters"].as_array().expect("characters").iter();
    all.filter(|one| one["isUser"] == false)
        .map(|one| one["id"].as_str().expect("an id").to_owned())
        .collect()
}

/// Adds Bob and Cleo to the cast of a story, beside Ada.
pub(super) async fn add_cast(app: &TestApp, story: &str) {
    use platform::db::query_on;
    let insert = "insert into story_characters (story_id, id, position, name, name_key, role, description, persona, examples, muted, talkativeness) \
         values ($1, $2, $3, $4, $5, '', '', '', '', false, 0.5)";
    let mut tx = app.state.db.begin().await.expect("a transaction");
    for (position, name) in [(1_i64, "Bob"), (2, "Cleo")] {
        let id = name.to_lowercase();
        query_on!(tx, |x: D| sqlx::query::<D>(insert)
            .bind(story)
            .bind(&id)
            .bind(position)
            .bind(name)
            .bind(&id)
            .execute(x)
            .await
            .map(drop))
        .expect("a character");
    }
    tx.commit().await.expect("a commit");
}

/// A stream of events.
pub(super) struct Events {
    body: BodyDataStream,
    rest: Vec<u8>,
    pub(super) seen: Vec<(u64, String, Value)>,
    pub(super) bytes: Vec<u8>,
    pub(super) heartbeats: usize,
}

impl Events {
    async fn of(app: &TestApp, request: Request<Body>) -> Self {
        let response = app.open(request).await;
        let (parts, body) = response.into_parts();
        if parts.status != StatusCode::OK {
            let body = axum::body::to_bytes(body, 1 << 20).await.expect("a body");
            panic!("{}: {}", parts.status, String::from_utf8_lossy(&body));
        }
        assert_eq!(parts.headers[header::CONTENT_TYPE], "text/event-stream");
        assert_eq!(parts.headers[header::CACHE_CONTROL], "no-store");
        assert_eq!(parts.headers["x-accel-buffering"], "no");
        Self {
            body: body.into_data_stream(),
            rest: Vec::new(),
            seen: Vec::new(),
            bytes: Vec::new(),
            heartbeats: 0,
        }
    }

    /// The next event; `None` at the end. Frames are parsed as the standard requires.
    pub(super) async fn next(&mut self) -> Option<(u64, String, Value)> {
        loop {
            if let Some(at) = self.rest.windows(2).position(|pair| pair == b"\n\n") {
                let frame: Vec<u8> = self.rest.drain(..at + 2).collect();
                let frame = String::from_utf8(frame).expect("UTF-8");
                let (mut id, mut name, mut data) = (None, None, None);
                for line in frame.trim_end_matches('\n').split('\n') {
                    match line.split_once(": ") {
                        Some(("id", value)) => id = value.parse().ok(),
                        Some(("event", value)) => name = Some(value.to_owned()),
                        Some(("data", value)) => assert!(
                            data.replace(value.to_owned()).is_none(),
                            "one line of data: {frame}"
                        ),
                        _ => assert!(line.starts_with(':'), "{frame:?}"),
                    }
                }
                let Some((id, name)) = id.zip(name) else {
                    self.heartbeats += 1;
                    continue;
                };
                let event = (
                    id,
                    name,
                    serde_json::from_str(&data.expect("data")).expect("JSON"),
                );
                self.seen.push(event.clone());
                return Some(event);
            }
            let chunk = tokio::time::timeout(PATIENCE, self.body.next())
                .await
                .expect("a stream that goes on")?
                .expect("no fault");
            self.bytes.extend_from_slice(&chunk);
            self.rest.extend_from_slice(&chunk);
        }
    }

    /// Reads up to a heartbeat, which is no event; the rest stays unread.
    pub(super) async fn until_heartbeat(&mut self) {
        let is_alive =
            |bytes: &[u8]| bytes.starts_with(b": \n\n") || bytes.windows(5).any(|five| five == b"\n: \n\n");
        while !is_alive(&self.rest) {
            let chunk = tokio::time::timeout(PATIENCE, self.body.next())
                .await
                .expect("a stream that goes on")
                .expect("more")
                .expect("no fault");
            self.bytes.extend_from_slice(&chunk);
            self.rest.extend_from_slice(&chunk);
        }
    }

    /// Reads up to an event with this name.
    pub(super) async fn until(&mut self, wanted: &str) -> Value {
        while let Some((_, name, data)) = self.next().await {
            if name == wanted {
                return data;
            }
        }
        panic!("no {wanted}: {:?}", self.names());
    }

    /// Reads to the end.
    pub(super) async fn all(mut self) -> Self {
        while self.next().await.is_some() {}
        self
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.seen.iter().map(|(_, name, _)| name.as_str()).collect()
    }

    pub(super) fn of_name(&self, wanted: &str) -> Vec<&Value> {
        self.seen
            .iter()
            .filter(|(_, name, _)| name == wanted)
            .map(|(.., data)| data)
            .collect()
    }

    /// The text that a client puts together.
    pub(super) fn text(&self) -> String {
        self.of_name("delta")
            .iter()
            .map(|delta| delta["text"].as_str().expect("text"))
            .collect()
    }

    pub(super) fn end(&self) -> &Value {
        self.of_name("end").last().expect("an end")
    }

    pub(super) fn turn_id(&self) -> String {
        self.of_name("turn")[0]["turn"]["id"]
            .as_str()
            .expect("an id")
            .to_owned()
    }
}

/// The balance of a person.
pub(super) async fn shekels(app: &TestApp, person: &Actor<'_>) -> i64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    accounts::ledger::balance(&mut conn, &person.user_id)
        .await
        .expect("a balance")
        .0
}

/// Gives shekels to a person.
pub(super) async fn give(app: &TestApp, person: &Actor<'_>, amount: i64) {
    use accounts::ledger::{Kind, LedgerError, NaturalKey, Order};
    let key = Random::system().token();
    let order = Order::credit(
        Kind::Grant,
        NaturalKey::of("test", &key),
        "Given",
        &person.user_id,
        Shekels(amount),
    );
    let (now, order) = (crate::testing::TEST_NOW, &order);
    let posted: Result<_, LedgerError> = app
        .state
        .db
        .transact(platform::db::Isolation::Money, |tx| {
            Box::pin(async move { accounts::ledger::post(tx, now, order).await })
        })
        .await;
    posted.expect("a gift");
}

/// Checks the ledger: sound, and nothing on hold.
pub(super) async fn assert_settled(app: &TestApp) {
    let report = accounts::ledger::verify(&app.state.db, kernel::Clock::now(&app.clock))
        .await
        .expect("a report");
    assert!(report.ok && report.open_holds == 0, "{report:#?}");
}
