//! Memory for large files, and exports for reading.

use accounts::guests::Owner;
use kernel::ErrorCode;
use platform::both_engines;
use serde_json::{Value, json};

use super::{export, id_of, import, lines, tavern};
use crate::import_export::export::{Format, export as write};
use crate::import_export::rules::MAX_MESSAGES;
use crate::stories::{Story, load_story};
use crate::testing::{Actor, TestApp};

both_engines!(a_story_to_read_shows_its_branch_only, async |app| {
    let ann = app.person("ann").await;
    let made = import(app, &ann, &lines(&tavern())).await;
    let read = export(app, &ann, id_of(&made), "format=text").await;
    assert!(
        read.starts_with("# Ada\n")
            && read.contains("**Robin**\n\nHi, Ada.")
            && read.contains("\nNight falls.\n")
            && !read.contains("Third.")
    );
});

both_engines!(others_get_no_file_and_unknown_formats_are_refused, async |app| {
    let ann = app.person("ann").await;
    let made = import(app, &ann, &lines(&tavern())).await;
    let id = id_of(&made);
    let bob = app.person("bob").await;
    bob.get(&format!("/stories/{id}/export"))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.get(&format!("/stories/{id}/export?format=pdf"))
        .await
        .assert_problem(400, "BAD_REQUEST");
});

both_engines!(twenty_thousand_messages_come_in_at_once, async |app| {
    let ann = app.person("ann").await;
    let mut rows = vec![json!({"user_name": "Robin", "character_name": "Ada", "chat_metadata": {}})];
    rows.extend((0..MAX_MESSAGES).map(|n| json!({"name": if n % 2 == 0 { "Ada" } else { "Robin" }, "is_user": n % 2 == 1, "send_date": 1_687_191_232_000_i64 + n as i64, "mes": format!("Line {n} of a very long story."), "extra": {"n": n}})));
    let began = std::time::Instant::now();
    app.state.db.inject_serialization_failures(0.0);
    let made = import(app, &ann, &lines(&rows)).await;
    let took = began.elapsed();
    eprintln!("20,000 messages took {took:?}");
    assert!(took < std::time::Duration::from_secs(30), "{took:?}");
    let id = id_of(&made);
    assert_eq!(made["story"]["messageCount"], 20_000);
    let slice = ann
        .get(&format!("/stories/{id}/slice/up/head?limit=2"))
        .await
        .ok();
    assert_eq!(slice["results"][1]["content"], "Line 19999 of a very long story.");
    assert_eq!(slice["results"][1]["depth"], 19_999);
    assert_eq!(
        export(app, &ann, id, "format=jsonl").await.lines().count(),
        20_001
    );
});

/// Counts the bytes that are written, and drops them.
#[derive(Default)]
struct Pieces {
    all: usize,
    largest: usize,
}

impl std::io::Write for Pieces {
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        self.all += piece.len();
        self.largest = self.largest.max(piece.len());
        Ok(piece.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The text of each message of a long story, after its number.
fn long_text() -> String {
    "A long line of a long story. ".repeat(100)
}

/// A story of 400 long messages.
async fn long_story(app: &TestApp, ann: &Actor<'_>) -> Story {
    let text = long_text();
    let said = |n: usize| json!({ "name": if n.is_multiple_of(2) { "Ada" } else { "Robin" }, "is_user": !n.is_multiple_of(2), "mes": format!("{n} {text}"), "swipes": [format!("{n} {text}"), "Or not."], "swipe_id": 0 });
    let rows: Vec<Value> = std::iter::once(json!({ "user_name": "Robin", "character_name": "Ada" }))
        .chain((0..400).map(said))
        .collect();
    let made = import(app, ann, &lines(&rows)).await;
    let owner = Owner::Person(ann.user_id.clone());
    let mut conn = app.state.db.read().await.expect("a connection");
    load_story(&mut conn, &owner, &id_of(&made).parse().expect("an id"))
        .await
        .expect("a story")
}

const FORMATS: [Format; 3] = [Format::Json, Format::Jsonl, Format::Text];

both_engines!(files_are_written_message_by_message, async |app| {
    let ann = app.person("ann").await;
    let (story, long) = (long_story(app, &ann).await, long_text().len());
    for format in FORMATS {
        let mut conn = app.state.db.read().await.expect("a connection");
        let mut pieces = Pieces::default();
        let now = app.state.clock.now();
        write(&mut conn, &story, format, false, now, &mut pieces)
            .await
            .expect("a file");
        assert!(pieces.all > 400 * long, "{format:?}: {}", pieces.all);
        assert!(
            pieces.largest < 4 * long,
            "{format:?}: {} at once",
            pieces.largest
        );
    }
});

both_engines!(a_full_disk_ends_an_export, async |app| {
    let ann = app.person("ann").await;
    let story = long_story(app, &ann).await;
    for format in FORMATS {
        let mut conn = app.state.db.read().await.expect("a connection");
        let mut full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("the device");
        let now = app.state.clock.now();
        let failed = write(&mut conn, &story, format, false, now, &mut full).await;
        assert_eq!(
            failed.expect_err("no room").code(),
            ErrorCode::STORAGE_FULL,
            "{format:?}"
        );
    }
});

#[cfg(target_os = "linux")]
#[test]
fn a_large_export_takes_little_memory() {
    use platform::db::query_on;

    use crate::testing::{Engine, growth_by_download, run_test};
    const MESSAGES: usize = 1_000;
    const BYTES: usize = 64 << 10;
    run_test(async {
        let app = TestApp::create(Engine::Sqlite).await.expect("SQLite");
        let ann = app.person("ann").await;
        let head = json!({"user_name": "Robin", "character_name": "Ada"});
        let message = |number: usize| json!({"name": "Ada", "is_user": number % 2 == 1, "mes": "Hello."});
        let made = import(
            &app,
            &ann,
            &lines(
                &std::iter::once(head)
                    .chain((0..MESSAGES).map(message))
                    .collect::<Vec<_>>(),
            ),
        )
        .await;
        let mut tx = app.state.db.begin().await.expect("a transaction");
        let content = "Line. ".repeat(BYTES / 6);
        query_on!(tx, |x: D| sqlx::query::<D>("update messages set content = $1")
            .bind(&content)
            .execute(x)
            .await
            .map(drop))
        .expect("long messages");
        tx.commit().await.expect("a commit");
        let id = id_of(&made).to_owned();
        let path = format!("stories/{id}/export");
        let grown = growth_by_download(crate::router(app.state.clone()), &path, &ann.token).await;
        // A page of messages, several times over while it is written.
        assert!(
            grown < MESSAGES * BYTES / 2,
            "{grown} bytes for a story of {}",
            MESSAGES * BYTES
        );
    });
}
