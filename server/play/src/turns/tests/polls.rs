//! Nothing that people store or send blocks a thread that answers requests.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::*;
use crate::testing::{Actor, Engine, TestApp, Watched, run_on_one_thread};
use crate::turns::TurnSettings;

fn on(engine: Engine, test: impl AsyncFnOnce(&TestApp)) {
    run_on_one_thread(async {
        if let Some(app) = TestApp::create(engine).await {
            test(&app).await;
        }
    });
}

/// A site whose model writes much, and a story on it.
async fn play<'a>(app: &TestApp, person: &Actor<'a>) -> (TestApp, String) {
    let story = story(app, person, "Tried").await;
    let double = Double::always(vec![text(&"Aa aa. ".repeat(500)), done()]);
    (
        with(
            app,
            &double.models(info("m", 0)),
            TurnSettings::default(),
            quick(),
        ),
        story,
    )
}

/// Entries of the hostile book: enough to spend the budget of a scan, and few enough for unoptimised code.
const ENTRIES: usize = 150;

/// A book of plain keys, patterns, macros, and texts that activate others.
fn hostile_book() -> Value {
    let entry = |number: usize| {
        let keys: Vec<String> = match number % 3 {
            0 => (0..50).map(|key| format!("aa{number} {key}")).collect(),
            1 => (0..10)
                .map(|key| format!("/(a{{1,{}}}){{1,40}}b{number}x{key}/i", 20 + key))
                .collect(),
            _ => vec![
                "{{description}}{{persona}}".repeat(20),
                "{{random::a::b}}".repeat(30),
                "a".repeat(900),
            ],
        };
        json!({ "keys": keys, "content": "a{{description}}<user> ".repeat(15), "sticky": 9, "cooldown": 2, "scanDepth": 200, "group": "a,b,c,d" })
    };
    json!({ "name": "Hostile", "entries": (0..ENTRIES).map(entry).collect::<Vec<_>>(), "recursive": true })
}

async fn books(app: &TestApp) {
    let person = app.person("ann").await;
    let (site, story) = play(app, &person).await;
    let mut watched = Watched::new(&site, &person.token);
    let book = hostile_book();
    let made = watched.send("a book", "POST", "/lorebooks", Some(&book)).await;
    let id = made["id"]
        .as_str()
        .unwrap_or_else(|| panic!("a book: {made}"))
        .to_owned();
    watched
        .send("a book again", "PUT", &format!("/lorebooks/{id}"), Some(&book))
        .await;
    watched
        .upload(
            "a book of a file",
            "/lorebooks/import",
            book.to_string().as_bytes(),
        )
        .await;
    watched
        .send("a book read", "GET", &format!("/lorebooks/{id}"), None)
        .await;
    watched
        .send(
            "a book as a file",
            "GET",
            &format!("/lorebooks/{id}/export?format=st"),
            None,
        )
        .await;
    let places = json!({ "attachments": [{ "kind": "story", "id": story }] });
    watched
        .send(
            "a book attached",
            "PUT",
            &format!("/lorebooks/{id}/attachments"),
            Some(&places),
        )
        .await;
    let tried = json!({ "text": "aa0 1 ".repeat(2_500) });
    let tried = watched
        .send(
            "a book tried",
            "POST",
            &format!("/stories/{story}/lorebooks/test"),
            Some(&tried),
        )
        .await;
    assert_eq!(
        tried["fired"].as_array().map(Vec::len),
        Some(ENTRIES),
        "every entry has its reason"
    );
    let said = json!({ "chatID": story, "message": format!("aa0 {}", "aaaa ".repeat(3_000)) });
    let turn = watched
        .send("a message", "POST", "/message/create", Some(&said))
        .await;
    assert_eq!(turn["state"], "complete", "{turn}");
    let prompt = watched
        .send(
            "its prompt",
            "GET",
            &format!("/turns/{}/prompt", turn["id"].as_str().expect("an id")),
            None,
        )
        .await;
    let lore = prompt["replies"][0]["lore"].as_array().expect("a list");
    assert!(
        lore.iter().any(|one| one["skipped"] == true),
        "what was too much is told"
    );
    watched.check();
}

async fn texts(app: &TestApp) {
    let person = app.person("ann").await;
    let (site, story) = play(app, &person).await;
    let mut watched = Watched::new(&site, &person.token);
    let macros = "{{description}}{{persona}}{{random::{{a}}::{{b}}}}".repeat(150);
    let instructions: String = macros.chars().take(8_000).collect();
    let settings = json!({ "chatID": story, "systemPrompt": instructions, "postHistory": instructions });
    watched
        .send("macros", "POST", "/chat/edit-settings", Some(&settings))
        .await;
    let messages = [
        "a ".repeat(8_000),
        "(".repeat(16_000),
        "die. ".repeat(3_000),
        "I am 15 and you are 16. ".repeat(600),
        "kiss her. she is a child. ".repeat(600),
        "**_`[a](".repeat(2_000),
        "{{random::a,b}}".repeat(1_000),
        "\u{1f468}\u{200d}".repeat(2_000),
    ];
    for message in &messages {
        let what = format!("“{}…”", message.chars().take(12).collect::<String>());
        watched
            .send(
                &what,
                "POST",
                "/message/create",
                Some(&json!({ "chatID": story, "message": message })),
            )
            .await;
    }
    for words in ["a", "%25%25%25%25", &"a+".repeat(1_000), &"%E2%80%8D".repeat(500)] {
        watched
            .send(
                "a search in the story",
                "GET",
                &format!("/stories/{story}/search?q={words}"),
                None,
            )
            .await;
        watched
            .send(
                "a search for scenarios",
                "GET",
                &format!("/scenarios/search?q={words}"),
                None,
            )
            .await;
    }
    watched.check();
}

async fn files(app: &TestApp) {
    let person = app.person("ann").await;
    let (site, _) = play(app, &person).await;
    let mut watched = Watched::new(&site, &person.token);
    let line = |number: usize| json!({ "name": "Ada", "is_user": number.is_multiple_of(2), "mes": format!("{number} {}", "a ".repeat(20)), "send_date": "June 19, 2023 4:13pm" });
    let chat: String = std::iter::once(json!({ "user_name": "Sam", "character_name": "Ada" }))
        .chain((0..2_000).map(line))
        .map(|line| format!("{line}\n"))
        .collect();
    let (status, made) = watched
        .upload("a long chat", "/stories/import", chat.as_bytes())
        .await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let story = made["story"]["id"].as_str().expect("an id").to_owned();
    for (what, file) in [
        ("brackets", "[".repeat(4 << 20)),
        ("objects", "{\"a\":".repeat(1 << 20)),
        ("numbers", format!("[{}1]", "1,".repeat(2 << 20))),
        ("lines", "\n".repeat(4 << 20)),
        ("escapes", format!("\"{}\"", "\\u0041".repeat(1 << 20))),
    ] {
        watched.upload(what, "/stories/import", file.as_bytes()).await;
        watched
            .upload(
                &format!("{what} as a book"),
                "/lorebooks/import",
                &file.as_bytes()[..1 << 20],
            )
            .await;
    }
    for format in ["json", "jsonl", "text"] {
        watched
            .send(
                &format!("the chat as {format}"),
                "GET",
                &format!("/stories/{story}/export?format={format}"),
                None,
            )
            .await;
    }
    watched
        .send("its tree", "GET", &format!("/stories/{story}/tree"), None)
        .await;
    watched
        .send(
            "its newest page",
            "GET",
            &format!("/stories/{story}/slice/up/head?limit=200"),
            None,
        )
        .await;
    watched
        .send(
            "a message after it",
            "POST",
            "/message/create",
            Some(&json!({ "chatID": story, "message": "Go on." })),
        )
        .await;
    watched.check();
}

#[test]
fn no_book_holds_a_thread() {
    on(Engine::Sqlite, books);
}

#[test]
fn no_book_holds_a_thread_on_postgres() {
    on(Engine::Postgres, books);
}

#[test]
fn no_text_holds_a_thread() {
    on(Engine::Sqlite, texts);
}

#[test]
fn no_file_holds_a_thread() {
    on(Engine::Sqlite, files);
}
