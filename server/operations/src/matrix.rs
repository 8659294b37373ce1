//! Who may do what: every documented operation is tried by every kind of caller, with the status each must
//! get (reliability A-3).
//!
//! The trials stand beside the calls (`Calls::tried`). A call without one fails the test, so none can be
//! added without deciding who may make it. What a trial addresses belongs to the *owner*; what is private is
//! 404 for everybody else. In an address, `@private` is a private scenario of the owner, `@open` a public
//! one, `@owner` and `@elsewhere` are people, `@session` is a session of the owner, `@card` a card, `@story`
//! a story of the owner with its `@message`, `@folder` a folder of the owner, `@fact` a fact in the memory of
//! the owner's story, `@draft` a draft of the owner with an actor `ida`.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Method, Request, header};
use catalogue::cards::{self, NewCard};
use catalogue::cards::{CardModel, CardModelV2};
use catalogue::scenarios::ScenarioImages;
use platform::db::query_on;
use platform::slice::calls::{Answers, Caching, Class, Sent, Who};
use platform::web::full_address;
use serde_json::Value;

use crate::testing::{Actor, Engine, NewScenario, TestApp, run_test, upload};

/// The kinds of callers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Caller {
    Anonymous,
    Guest,
    Owner,
    Other,
    Moderator,
    Admin,
}

const CALLERS: [Caller; 6] = [
    Caller::Anonymous,
    Caller::Guest,
    Caller::Owner,
    Caller::Other,
    Caller::Moderator,
    Caller::Admin,
];

fn documented() -> BTreeSet<(String, String)> {
    let document = serde_json::to_value(crate::api_document()).expect("a JSON document");
    let paths = document["paths"].as_object().expect("paths").iter();
    paths
        .flat_map(|(path, methods)| {
            methods
                .as_object()
                .expect("methods")
                .keys()
                .map(move |method| (method.to_uppercase(), path.clone()))
        })
        .collect()
}

#[test]
fn every_call_was_tried() {
    let rows = crate::declared_calls();
    let declared: BTreeSet<(String, String)> = rows
        .iter()
        .map(|row| (row.method.to_string(), row.path.clone()))
        .collect();
    assert_eq!(declared, documented(), "declared, and documented");
    let untried: Vec<_> = rows
        .iter()
        .filter(|row| row.trials.is_empty())
        .map(|row| format!("{} {}", row.method, row.path))
        .collect();
    assert!(untried.is_empty(), "say with `tried` who may call {untried:?}");
}

/// The callers that a call declares are the ones that its trials admit.
#[test]
fn who_may_call_is_what_the_trials_show() {
    for row in crate::declared_calls() {
        for one in &row.trials {
            let [anonymous, guest, ..] = one.answers;
            let needs_token = row.rule.who != Who::Anybody;
            let call = format!(
                "{} {}: {:?} {:?}",
                row.method, row.path, row.rule.who, one.answers
            );
            assert!(!needs_token || anonymous == 401, "{call}");
            assert_eq!(
                needs_token && row.rule.who != Who::Player,
                needs_token && guest == 401,
                "{call}"
            );
            if row.rule.who == Who::Admin {
                assert_eq!(one.answers[2..5], [403; 3], "{call}");
            }
        }
    }
}

#[test]
fn what_changes_something_is_kept_by_no_page() {
    for row in crate::declared_calls() {
        let reads = row.method == Method::GET || row.rule.class == Class::Search;
        assert_eq!(
            reads,
            matches!(row.rule.class, Class::Reads | Class::Search),
            "{} {}",
            row.method,
            row.path
        );
        assert!(
            row.rule.caching == Caching::Never || (row.method == Method::GET && row.rule.who == Who::Anybody),
            "{} {}",
            row.method,
            row.path
        );
    }
}

/// The trials with their method and complete address.
fn trials() -> Vec<(String, String, Sent, Answers)> {
    crate::declared_calls()
        .iter()
        .flat_map(|row| {
            row.trials.iter().map(|one| {
                (
                    row.method.to_string(),
                    full_address(one.address),
                    one.sent,
                    one.answers,
                )
            })
        })
        .collect()
}

/// The data that all rows share.
pub(crate) struct World {
    pub(crate) open: String,
    pub(crate) private: String,
    pub(crate) card: String,
    pub(crate) elsewhere: String,
}

pub(crate) async fn world(app: &TestApp) -> World {
    let open = app.scenario(NewScenario::named("Open").tagged(&["snow"])).await;
    let private = app
        .scenario(NewScenario {
            public: false,
            ..NewScenario::named("Private")
        })
        .await;
    let elsewhere = app.person("elsewhere").await.user_id.to_string();
    let card = "00000000-0000-7000-8000-00000000ca4d".to_owned();
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let model = CardModelV2 {
        format: 0,
        name: "Ada".to_owned(),
        description: String::new(),
        personality: String::new(),
        scenario: String::new(),
        messages: vec!["Hello.".to_owned()],
        mes_example: String::new(),
    };
    let new = NewCard {
        id: &card,
        author_id: &elsewhere,
        authorname: "elsewhere",
        name: "Ada",
        tagline: "",
        description: "",
        author_notes: "",
        model: CardModel::V2(model),
        pictures: ScenarioImages::default(),
        rating: kernel::Rating::Everyone,
        tags: Vec::new(),
        popularity: 0,
        created_at: crate::testing::TEST_NOW,
    };
    cards::put_card(&mut tx, &new).await.expect("a card");
    let campaign = "insert into campaigns (id, blurb_header, blurb_body, hero_links) values ('spring', 'h', 'b', '[\"/a\", \"/b\", \"/c\"]')";
    query_on!(tx, |x: D| sqlx::query::<D>(campaign).execute(x).await.map(drop)).expect("a campaign");
    tx.commit().await.expect("a commit");
    World {
        open,
        private,
        card,
        elsewhere,
    }
}

async fn give_to(app: &TestApp, scenario: &str, owner: &Actor<'_>) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let give = "update scenarios set author_id = $1 where id = $2";
    query_on!(tx, |x: D| sqlx::query::<D>(give)
        .bind(owner.user_id.as_str())
        .bind(scenario)
        .execute(x)
        .await
        .map(drop))
    .expect("an owner");
    tx.commit().await.expect("a commit");
}

fn device() -> String {
    "0123456789abcdef".repeat(2)
}

/// A new guest's token. The clock advances, so that the limit of one network suffices for all guests.
async fn guest(app: &TestApp) -> String {
    app.clock.advance_millis(10_000_000);
    let request = Request::post("/api/v1/guest/sessions")
        .header("device-hash", device())
        .body(Body::empty())
        .expect("a request");
    app.send(request).await.json["guestSessionId"]
        .as_str()
        .expect("a token")
        .to_owned()
}

/// A form with this file in this field.
fn form_of(field: &str, file: &[u8]) -> (Option<&'static str>, Vec<u8>) {
    let head = format!("--edge\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"a\"\r\n\r\n");
    let body = [head.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
    (Some("multipart/form-data; boundary=edge"), body)
}

fn body_of(sent: Sent, fill: &impl Fn(&str) -> String) -> (Option<&'static str>, Vec<u8>) {
    match sent {
        Sent::Nothing | Sent::GuestHeaders => (None, Vec::new()),
        Sent::Json(text) => (Some("application/json"), fill(text).into_bytes()),
        Sent::Image => {
            let mut picture = std::io::Cursor::new(Vec::new());
            image::DynamicImage::new_rgb8(8, 8)
                .write_to(&mut picture, image::ImageFormat::Png)
                .expect("a picture");
            form_of("file", picture.get_ref())
        }
        Sent::StoryFile => form_of("file", br#"{"data_visible":[["Hi.","Hello."]]}"#),
        Sent::ScenarioForm => form_of("scenario", br#"{"title":"Salt"}"#),
        Sent::CardFile => form_of(
            "file",
            br#"{"name":"Ida","first_mes":"Hello.","description":"A diver."}"#,
        ),
    }
}

/// A draft of a scenario of this person, with an actor `ida`.
async fn draft_of(app: &TestApp, owner: &Actor<'_>) -> String {
    let draft = br#"{"title":"Salt","actors":[{"id":"ida","name":"Ida"}]}"#;
    let made = upload(app, owner, "/scenarios/scenario", "scenario", draft).await;
    made.json["id"].as_str().expect("a draft").to_owned()
}

/// The statuses that one kind of caller gets for this many concurrent calls. Every call has a new person, so
/// that none affects the next.
async fn try_it(
    app: &TestApp,
    world: &World,
    number: usize,
    caller: Caller,
    row: (&str, &str, Sent),
    times: usize,
) -> Vec<(u16, Value)> {
    let (method, address, sent) = row;
    let guest = if caller == Caller::Guest || matches!(sent, Sent::GuestHeaders) {
        Some(guest(app).await)
    } else {
        None
    };
    let owner = app.person(&format!("owner{number}")).await;
    give_to(app, &world.private, &owner).await;
    let actor = match caller {
        Caller::Anonymous | Caller::Guest => None,
        Caller::Owner => Some(owner.token.clone()),
        Caller::Other => Some(app.person(&format!("other{number}")).await.token),
        Caller::Moderator => Some(app.moderator(&format!("moderator{number}")).await.token),
        Caller::Admin => Some(app.admin(&format!("admin{number}")).await.token),
    };
    let wanted = format!(
        "{address} {}",
        if let Sent::Json(text) = sent { text } else { "" }
    );
    let (mut story, mut message, mut folder) = (String::new(), String::new(), String::new());
    if wanted.contains("@story") || wanted.contains("@message") {
        let made = owner
            .post("/stories/", &serde_json::json!({ "scenarioId": world.open }))
            .await
            .json;
        (story, message) = (
            made["id"].as_str().expect("a story").to_owned(),
            made["headId"].as_str().expect("a message").to_owned(),
        );
    }
    let mut fact = String::new();
    if wanted.contains("@fact") {
        let made = owner
            .post("/stories/", &serde_json::json!({ "scenarioId": world.open }))
            .await
            .json;
        let path = format!("/stories/{}/facts", made["id"].as_str().expect("a story"));
        fact = owner
            .post(&path, &serde_json::json!({ "text": "Ada fears water." }))
            .await
            .json["id"]
            .as_str()
            .expect("a fact")
            .to_owned();
    }
    if wanted.contains("@folder") {
        let made = owner
            .post("/library/folders", &serde_json::json!({ "name": "Old" }))
            .await
            .json;
        folder = made["id"].as_str().expect("a folder").to_owned();
    }
    let mut draft = String::new();
    if wanted.contains("@draft") {
        draft = draft_of(app, &owner).await;
    }
    let fill = |text: &str| {
        let text = text
            .replace("@draft", &draft)
            .replace("@story", &story)
            .replace("@message", &message)
            .replace("@folder", &folder)
            .replace("@fact", &fact);
        let text = text
            .replace("@private", &world.private)
            .replace("@open", &world.open)
            .replace("@card", &world.card);
        text.replace("@owner", owner.user_id.as_str())
            .replace("@elsewhere", &world.elsewhere)
            .replace("@session", owner.session_id.as_str())
    };
    let (kind, body) = body_of(sent, &fill);
    let send = async || {
        let mut request = Request::builder()
            .method(method.parse::<Method>().expect("a method"))
            .uri(fill(address));
        if let Some(token) = &actor {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(token) = &guest {
            request = request
                .header("guest-token", token)
                .header("device-hash", device());
        }
        if let Some(kind) = kind {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        let answer = app
            .send(request.body(Body::from(body.clone())).expect("a request"))
            .await;
        (answer.status.as_u16(), answer.json)
    };
    futures::future::join_all((0..times).map(|_| send())).await
}

fn hold_the_matrix(engine: Engine) {
    run_test(async {
        let Some(app) = TestApp::create(engine).await else {
            return;
        };
        let world = world(&app).await;
        let mut wrong = Vec::new();
        let mut number = 0;
        for (method, address, sent, answers) in &trials() {
            for (caller, expected) in CALLERS.into_iter().zip(answers) {
                number += 1;
                for (status, json) in try_it(&app, &world, number, caller, (method, address, *sent), 1).await
                {
                    if status != *expected {
                        wrong.push(format!(
                            "{method} {address} by {caller:?}: {status} instead of {expected} ({})",
                            json["detail"]
                        ));
                    }
                }
            }
        }
        assert!(
            wrong.is_empty(),
            "{} of {number} answers are wrong:\n{}",
            wrong.len(),
            wrong.join("\n")
        );
    });
}

#[test]
fn everybody_gets_the_answer_they_should_on_sqlite() {
    hold_the_matrix(Engine::Sqlite);
}

#[test]
fn everybody_gets_the_answer_they_should_on_postgres() {
    hold_the_matrix(Engine::Postgres);
}

/// Every call that changes something is made eight times at once by a permitted caller: losing a race is a
/// normal answer, never an internal error.
fn hold_the_races(engine: Engine) {
    const AT_ONCE: usize = 8;
    run_test(async {
        let Some(app) = TestApp::create(engine).await else {
            return;
        };
        let world = world(&app).await;
        let (mut wrong, mut raced) = (Vec::new(), 0);
        for (number, (method, address, sent, answers)) in trials()
            .iter()
            .enumerate()
            .filter(|(_, (method, ..))| method != "GET")
        {
            let may = |caller: &&Caller| {
                (200..300)
                    .contains(&answers[CALLERS.iter().position(|one| one == *caller).unwrap_or_default()])
            };
            let callers = [Caller::Owner, Caller::Other, Caller::Admin]
                .iter()
                .find(may)
                .into_iter()
                .chain(Some(&Caller::Guest).filter(may));
            for (place, caller) in callers.enumerate() {
                raced += 1;
                let answers = try_it(
                    &app,
                    &world,
                    number * 2 + place,
                    *caller,
                    (method, address, *sent),
                    AT_ONCE,
                )
                .await;
                let statuses: Vec<u16> = answers.iter().map(|(status, _)| *status).collect();
                let is_done = statuses.iter().any(|status| (200..300).contains(status));
                if !is_done || statuses.iter().any(|status| *status >= 500) {
                    let fault = answers
                        .iter()
                        .find(|(status, _)| *status >= 500)
                        .map(|(_, json)| json["detail"].clone());
                    wrong.push(format!(
                        "{method} {address} by {caller:?}: {statuses:?} ({fault:?})"
                    ));
                }
            }
        }
        assert!(
            wrong.is_empty(),
            "{} of {raced} races went wrong:\n{}",
            wrong.len(),
            wrong.join("\n")
        );
        assert!(raced >= 50, "{raced} races");
    });
}

#[test]
fn eight_at_once_are_no_fault_on_sqlite() {
    hold_the_races(Engine::Sqlite);
}

#[test]
fn eight_at_once_are_no_fault_on_postgres() {
    hold_the_races(Engine::Postgres);
}
