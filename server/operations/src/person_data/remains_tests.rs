//! Nothing of a deleted person remains in any file: the test plants words wherever a person can write, and
//! searches the raw bytes (O-9).

use std::path::{Path, PathBuf};

use accounts::guests::rules::{KEEP_ENDED_MS, LIFE_MS};
use accounts::identity::compose;
use accounts::users::rules::DELETION_GRACE_DAYS;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use kernel::{DAY_MS, HOUR_MS};
use platform::blobs::{BlobKey, Blobs};
use platform::both_engines;
use platform::db::query_on;
use platform::mail::{Mailer, deliver_due};
use platform::slice::jobs::Every;
use serde_json::{Value, json};

use crate::jobs;
use crate::testing::{Actor, Answer, NewScenario, TestApp, send_form};

/// The prefix of every planted word. No other text contains it.
const MARK: &str = "qxvz";

fn word(of: &str) -> String {
    format!("{MARK}{of}")
}

async fn run(app: &TestApp, text: &'static str, id: &str, other: &str) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>(text)
        .bind(id)
        .bind(other)
        .execute(x)
        .await
        .map(drop))
    .expect("a change");
    tx.commit().await.expect("a commit");
}

/// Creates something with an idempotency key, as the client does on a bad connection.
async fn create_once(app: &TestApp, ann: &Actor<'_>, path: &str, body: &Value, key: &str) -> Answer {
    let request = Request::post(format!("/api/v1{path}"))
        .header(header::AUTHORIZATION, format!("Bearer {}", ann.token))
        .header(header::CONTENT_TYPE, "application/json")
        .header("idempotency-key", key)
        .body(Body::from(body.to_string()));
    let made = app.send(request.expect("a request")).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json);
    made
}

async fn begin_story(app: &TestApp, ann: &Actor<'_>, scenario: &str, key: &str) -> String {
    let made = create_once(app, ann, "/stories/", &json!({ "scenarioId": scenario }), key).await;
    let id = made.json["id"].as_str().expect("an id").to_owned();
    did(ann
        .put(&format!("/stories/{id}"), &json!({ "title": word("title") }))
        .await);
    id
}

/// A story that a guest created and wrote in, and never returned to.
async fn leave_guest_story(app: &TestApp, of: &str) {
    let device = "0123456789abcdef".repeat(2);
    let begun = Request::post("/api/v1/guest/sessions")
        .header("device-hash", &device)
        .body(Body::empty())
        .expect("a request");
    let token = app.send(begun).await.json["guestSessionId"]
        .as_str()
        .expect("a token")
        .to_owned();
    let post = async |path: &str, body: serde_json::Value| {
        let request = Request::post(format!("/api/v1{path}"))
            .header("guest-token", &token)
            .header("device-hash", &device);
        app.send(
            request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_string()))
                .expect("a request"),
        )
        .await
    };
    let scenario = app.scenario(NewScenario::named("Other lamps")).await;
    let story = post("/stories", json!({ "scenarioId": scenario })).await;
    let story = story.json["storyId"]
        .as_str()
        .unwrap_or_else(|| panic!("{}", story.json));
    did(post(
        "/chat/name-player",
        json!({ "chatID": story, "name": format!("{of}name") }),
    )
    .await);
    did(post(
        "/message/create",
        json!({ "chatID": story, "message": format!("{of}said") }),
    )
    .await);
}

const PLANT_CARD: &str = "
    insert into cards (id, author_id, display_name, tagline, description, author_notes, model, pictures,
        avatar_metrics, explicit, public, hidden, listed, created_at, updated_at)
    values ($2, $1, $2, $2, $2, $2, '{}', '{}', '{}', false, true, false, true, 0, 0)";

/// A version of the scenario `$1`, open to others.
const PLANT_VERSION: &str = "
    insert into scenario_versions (scenario_id, number, draft_version, access, was_open, first_public_at,
        published_at, closed, texts, books, document)
    values ($1, 1, 1, $2, true, 0, 0, false, '{\"setting\": \"qxvzversion\"}', '[]',
        '{\"tagline\": \"qxvzdocument\"}')";

fn did(answer: Answer) {
    assert!(answer.status.is_success(), "{}", answer.json);
}

/// A draft of a scenario with this text, and one in the trash.
async fn write_draft(app: &TestApp, ann: &Actor<'_>, text: &str) {
    for title in [word("draft"), word("trash")] {
        let draft = json!({ "title": title, "tagline": title, "setting": text, "tags": [title] }).to_string();
        let fields: [(&str, &[u8]); 1] = [("scenario", draft.as_bytes())];
        let made = send_form(app, ann, "/scenarios/scenario", Some(&title), &fields).await;
        let id = made.json["id"].as_str().unwrap_or_default().to_owned();
        did(made);
        if title == word("trash") {
            did(ann.delete(&format!("/scenarios/scenario/{id}")).await);
        }
    }
}

/// Writes in every place that a person can write in. Some texts are long enough for database pages of their
/// own.
async fn plant(app: &TestApp, ann: &Actor<'_>) {
    let long = |of: &str| format!("{} ", word(of)).repeat(900);
    let personas = json!({ "p1": { "name": word("persona"), "description": word("personatext") } });
    did(ann
        .patch(
            "/users/me",
            &json!({ "authorname": word("name"), "userBio": word("bio"), "personas": personas }),
        )
        .await);
    let portrait = format!("avatars/{}/portrait.webp", ann.user_id);
    app.state
        .blobs
        .put(&BlobKey::parse(&portrait).expect("a key"), word("picture").into())
        .await
        .expect("a portrait");
    run(
        app,
        "update users set avatar = $2 where id = $1",
        ann.user_id.as_str(),
        &portrait,
    )
    .await;
    write_draft(app, ann, &long("draft")).await;
    let others = app.scenario(NewScenario::named("Lamps")).await;
    let own = NewScenario {
        tagline: word("tagline"),
        description: long("description"),
        ..NewScenario::named(&word("scenario"))
    };
    let own = app.scenario(own).await;
    run(
        app,
        "update scenarios set author_id = $1 where id = $2",
        ann.user_id.as_str(),
        &own,
    )
    .await;
    // Of this one she alone has a story.
    begin_story(app, ann, &own, "own").await;
    run(app, PLANT_VERSION, &own, "public").await;
    run(app, PLANT_CARD, ann.user_id.as_str(), &word("card")).await;
    let story = begin_story(app, ann, &others, "once").await;
    for text in [word("said"), long("saidatlength")] {
        let text = text.chars().take(12_000).collect::<String>();
        did(ann
            .post("/message/create", &json!({ "chatID": story, "message": text }))
            .await);
    }
    did(ann
        .post(
            &format!("/stories/{story}/facts"),
            &json!({ "text": word("fact") }),
        )
        .await);
    let entries =
        json!([{ "keys": [word("key")], "content": long("lore").chars().take(4_000).collect::<String>() }]);
    let book = json!({ "name": word("book"), "entries": entries });
    create_once(app, ann, "/lorebooks", &book, "book").await;
    did(ann
        .post(
            "/reports",
            &json!({ "kind": "scenario", "targetId": others, "reason": "other", "note": word("note") }),
        )
        .await);
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files_below(&path, found)
        } else {
            found.push(path)
        }
    }
}

/// The planted words in the raw bytes of all files, each with its file.
fn remains(folders: &[PathBuf]) -> Vec<String> {
    let mut files = Vec::new();
    folders.iter().for_each(|folder| files_below(folder, &mut files));
    let mut found = Vec::new();
    for file in files {
        let Ok(bytes) = std::fs::read(&file) else { continue };
        for (at, _) in bytes
            .windows(MARK.len())
            .enumerate()
            .filter(|(_, part)| part.eq_ignore_ascii_case(MARK.as_bytes()))
        {
            let word: String = bytes[at..]
                .iter()
                .take(24)
                .take_while(|byte| byte.is_ascii_alphanumeric())
                .map(|byte| char::from(*byte))
                .collect();
            found.push(format!(
                "{word} in {}",
                file.file_name().unwrap_or_default().to_string_lossy()
            ));
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The folder in which the engine keeps this database. PostgreSQL's log is not in it: its own settings place
/// it (docs/operations.md).
async fn engine_files(app: &TestApp) -> PathBuf {
    if !app.state.db.is_postgres() {
        return app.folder().expect("a folder").to_owned();
    }
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>("checkpoint")
        .execute(x)
        .await
        .map(drop))
    .expect("a checkpoint");
    let place = "select current_setting('data_directory') || '/base/' || oid from pg_database where datname = current_database()";
    let place: String = query_on!(tx, |x: D| sqlx::query_scalar::<D, String>(place)
        .fetch_one(x)
        .await)
    .expect("a place");
    PathBuf::from(place)
}

both_engines!(nothing_of_who_has_left_remains_in_any_file, async |app| {
    let data = tempfile::tempdir().expect("a folder");
    let mailer =
        Mailer::outbox(&data.path().join("outbox"), "Dramatis <no-reply@example.org>").expect("an outbox");
    let blobs = Blobs::local(&data.path().join("blobs")).expect("a store");
    let app = &app.with_state(|state| state.blobs = blobs);
    let mut ann = app.person(&word("mail")).await;
    let mut bob = app.person("bob").await;
    plant(app, &ann).await;
    did(app
        .browser()
        .post(
            "/auth/reset-password/request",
            &json!({ "email": format!("{}@example.org", word("mail")) }),
        )
        .await);
    assert_eq!(
        deliver_due::<accounts::AppState>(&app.state, &mailer, compose)
            .await
            .expect("a round"),
        1
    );
    did(bob.patch("/users/me", &json!({ "userBio": "stays" })).await);

    did(ann.post("/users/me/deletion", &json!({})).await);
    app.clock.advance_millis(DELETION_GRACE_DAYS * DAY_MS - HOUR_MS);
    // Data written in the last hour must be erased, too.
    ann.renew();
    plant_once_more(app, &ann).await;
    leave_guest_story(app, &word("guest")).await;
    let before = remains(&[engine_files(app).await, data.path().to_owned()]);
    for planted in [
        "name",
        "bio",
        "personatext",
        "title",
        "said",
        "note",
        "mail",
        "description",
        "picture",
        "version",
        "document",
        "card",
        "guestname",
        "guestsaid",
    ] {
        assert!(
            before
                .iter()
                .any(|found| found.starts_with(&format!("{} in", word(planted)))),
            "{planted} was never there: {before:?}"
        );
    }
    app.clock.advance_millis(HOUR_MS + 1);
    assert!(
        answers_of(app, &ann).await > 0,
        "what she was answered has not expired"
    );
    assert!(jobs::round(&app.state, Every::Hour).await && jobs::round(&app.state, Every::HalfMinute).await);
    assert_eq!(answers_of(app, &ann).await, 0);
    app.clock.advance_millis(DAY_MS - HOUR_MS);
    assert!(jobs::round(&app.state, Every::Hour).await && jobs::round(&app.state, Every::HalfMinute).await);
    mailer
        .purge(kernel::Timestamp(i64::MAX / 2))
        .await
        .expect("an outbox");
    let left = remains(&[engine_files(app).await, data.path().to_owned()]);
    assert!(
        left.iter().all(|found| found.starts_with(&word("guest"))),
        "{left:?}"
    );
    app.clock.advance_millis(LIFE_MS + KEEP_ENDED_MS);
    // Other rows exist: PostgreSQL takes no new samples of an empty table.
    leave_guest_story(app, "other").await;
    assert!(jobs::round(&app.state, Every::Hour).await && jobs::round(&app.state, Every::HalfMinute).await);
    assert_eq!(
        remains(&[engine_files(app).await, data.path().to_owned()]),
        Vec::<String>::new()
    );
    bob.renew();
    assert_eq!(bob.get("/users/me").await.ok()["userBio"], "stays");
});

/// Counts the stored answers to her requests, whatever stands before her id.
async fn answers_of(app: &TestApp, ann: &Actor<'_>) -> i64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    let count = "select count(*) from idempotency_keys where principal like '%' || $1";
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(count)
        .bind(ann.user_id.as_str())
        .fetch_one(x)
        .await)
    .expect("a count")
}

async fn plant_once_more(app: &TestApp, ann: &Actor<'_>) {
    let others = app.scenario(NewScenario::named("Doors")).await;
    begin_story(app, ann, &others, "twice").await;
    did(ann.patch("/users/me", &json!({ "userBio": word("bio") })).await);
}
