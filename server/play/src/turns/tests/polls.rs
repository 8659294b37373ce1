//! That nothing anybody stores or sends holds a thread that answers requests.
//!
//! All tasks of the site run on one thread here, among them one that only looks how much processor time went
//! by since its last look. Processor time and not the clock: a busy machine does not make it longer.

use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};

use super::support::*;
use crate::testing::{Actor, Engine, TestApp};
use crate::turns::TurnSettings;

/// Longest that a thread may be held.
const LONGEST: Duration = Duration::from_millis(50);
/// So many times as long takes code that is not optimised, at least: what compares byte by byte takes ten
/// times as long and more, what calls the optimised dependencies or copies little longer.
const UNOPTIMISED: u32 = 6;

fn longest() -> Duration {
    if cfg!(debug_assertions) {
        LONGEST * UNOPTIMISED
    } else {
        LONGEST
    }
}

/// Processor time that this thread has used.
fn used() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).expect("no negative time"),
        u32::try_from(time.tv_nsec).expect("less than a second"),
    )
}

/// What is known of the time between two looks.
#[derive(Debug, Default)]
struct Looks {
    /// When it was looked last; none: nobody wants to know.
    last: Option<Duration>,
    longest: Duration,
}

#[derive(Clone, Default)]
struct Watch(Arc<Mutex<Looks>>);

impl Watch {
    /// Looks whenever all other tasks had their turn.
    fn start() -> Self {
        let watch = Self::default();
        let looking = watch.clone();
        tokio::spawn(async move {
            loop {
                looking.look();
                tokio::task::yield_now().await;
            }
        });
        watch
    }

    fn look(&self) {
        let mut looks = self.0.lock().expect("no panic");
        if let Some(last) = looks.last {
            let now = used();
            looks.longest = looks.longest.max(now.saturating_sub(last));
            looks.last = Some(now);
        }
    }

    /// Does this, and says for how long nobody else had a turn meanwhile.
    async fn during<T>(&self, work: impl Future<Output = T>) -> (T, Duration) {
        *self.0.lock().expect("no panic") = Looks {
            last: Some(used()),
            longest: Duration::ZERO,
        };
        let done = work.await;
        self.look();
        let looks = std::mem::take(&mut *self.0.lock().expect("no panic"));
        (done, looks.longest)
    }
}

/// Somebody whose every request is watched.
struct Watched<'a> {
    app: &'a TestApp,
    caller: Caller<'a>,
    token: String,
    watch: Watch,
    late: Vec<String>,
}

impl<'a> Watched<'a> {
    fn new(app: &'a TestApp, person: &Actor<'_>) -> Self {
        Self {
            app,
            caller: Caller::person(app, person),
            token: person.token.clone(),
            watch: Watch::start(),
            late: Vec::new(),
        }
    }

    /// The answer to a request, down to the last byte of its body.
    async fn answer(&mut self, what: &str, request: Request<Body>) -> (StatusCode, Value) {
        let work = async {
            let response = self.app.open(request).await;
            let (parts, body) = response.into_parts();
            (
                parts.status,
                axum::body::to_bytes(body, 256 << 20).await.expect("a body"),
            )
        };
        let ((status, body), held) = self.watch.during(work).await;
        eprintln!("{what}: {status}, {held:?}");
        assert!(!status.is_server_error(), "{what}: {status}");
        if held > longest() {
            self.late.push(format!("{what}: {held:?}"));
        }
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    async fn send(&mut self, what: &str, method: &str, path: &str, body: Option<&Value>) -> Value {
        let request = self.caller.request(method, path, body);
        self.answer(what, request).await.1
    }

    async fn upload(&mut self, what: &str, path: &str, file: &[u8]) -> (StatusCode, Value) {
        let mut body = b"--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a\"\r\ncontent-type: application/octet-stream\r\n\r\n".to_vec();
        body.extend_from_slice(file);
        body.extend_from_slice(b"\r\n--edge--\r\n");
        let request = Request::post(format!("/api/v1{path}"))
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge");
        let request = request
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .body(Body::from(body))
            .expect("a request");
        self.answer(what, request).await
    }

    fn check(self) {
        assert!(
            self.late.is_empty(),
            "held longer than {:?}: {:#?}",
            longest(),
            self.late
        );
    }
}

fn on(engine: Engine, test: impl AsyncFnOnce(&TestApp)) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        if let Some(app) = TestApp::create(engine).await {
            test(&app).await;
        }
    });
}

/// A site whose model says much, and a story on it.
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

/// Entries of the hostile book: enough to use up what a search may cost, and few enough for code that is not
/// optimised.
const ENTRIES: usize = 150;

/// A book of plain keys, patterns, macros, and texts that bring up others.
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
    let mut watched = Watched::new(&site, &person);
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
    let mut watched = Watched::new(&site, &person);
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
    let mut watched = Watched::new(&site, &person);
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
    watched.send("everything", "GET", "/users/me/export", None).await;
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

async fn pictures(app: &TestApp) {
    let person = app.person("ann").await;
    let mut watched = Watched::new(app, &person);
    let png = |width: u32, height: u32| {
        let mut file = Vec::new();
        let picture = image::RgbImage::from_fn(width, height, |x, y| {
            image::Rgb([(x * y) as u8, x as u8, y as u8])
        });
        picture
            .write_to(&mut std::io::Cursor::new(&mut file), image::ImageFormat::Png)
            .expect("a picture");
        file
    };
    let large = png(1_600, 1_600);
    let mut cut = large.clone();
    cut.truncate(large.len() / 2);
    let mut wrong = png(64, 64);
    wrong[16..24].copy_from_slice(&[0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]);
    for (what, file) in [
        ("a large picture", large),
        ("half of it", cut),
        ("one that says it is larger than it is", wrong),
        ("none", vec![0xff; 1 << 20]),
    ] {
        watched.upload(what, "/users/me/avatar", &file).await;
    }
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

#[test]
fn no_picture_holds_a_thread() {
    on(Engine::Sqlite, pictures);
}
