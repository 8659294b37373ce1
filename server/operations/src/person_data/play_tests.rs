//! Reports and stories of a leaving person: what is erased, and what they export.

use accounts::guests::Owner;
use accounts::reports::Reporter;
use accounts::users::rules::DELETION_GRACE_DAYS;
use axum::body::Body;
use axum::http::{Request, header};
use platform::both_engines;
use platform::db::{Isolation, query_on};
use platform::web::Problem;
use play::stories::{self, Author, NewMessage, Origin, StoryId};
use serde_json::{Value, json};

use super::{Archive, purge};
use crate::testing::{
    Actor, Engine, NewScenario, TestApp, TestReport, chat_of, growth_by_download, run_test, upload,
};

/// Creates a story of the scenario; returns the answer.
async fn begin(person: &Actor<'_>, scenario: &str) -> Value {
    let answer = person.post("/stories/", &json!({ "scenarioId": scenario })).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.json
}

/// A field of an answer, as a text.
fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field]
        .as_str()
        .unwrap_or_else(|| panic!("no {field}: {value}"))
}

/// Writes a message at the end of a story.
async fn say(app: &TestApp, person: &Actor<'_>, story: &str, content: &str) {
    let (state, id) = (&app.state, &StoryId::trusted(story.to_owned()));
    let owner = &Owner::Person(person.user_id.clone());
    let use_case = state.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let mut story = stories::lock_story(state, tx, owner, id).await?;
            let parent = story.head_id.clone();
            let new = NewMessage::new(parent.as_ref(), Author::User, "Ann", content, Origin::Said);
            stories::append_message(state, tx, &mut story, &new).await?;
            Ok::<_, Problem>(())
        })
    });
    use_case.await.expect("a message");
}

/// Counts rows.
async fn count(app: &TestApp, query: &'static str) -> i64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(query)
        .fetch_one(x)
        .await)
    .expect("a count")
}

both_engines!(reports_follow_those_who_leave, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let of = |person: &Actor<'_>| Owner::Person(person.user_id.clone());
    let by = |person: &Actor<'_>| Reporter::Person(person.user_id.clone());
    for report in [
        TestReport {
            kind: "scenario",
            reporter: by(&ann),
            subject: Some(of(&bob)),
            note: "canary-by-ann",
        },
        TestReport {
            kind: "reply",
            reporter: by(&ann),
            subject: Some(of(&ann)),
            note: "canary-reply",
        },
        TestReport {
            kind: "person",
            reporter: by(&bob),
            subject: Some(of(&ann)),
            note: "canary-of-ann",
        },
        TestReport {
            kind: "story",
            reporter: Reporter::House,
            subject: Some(of(&ann)),
            note: "canary-house",
        },
        TestReport {
            kind: "card",
            reporter: by(&bob),
            subject: None,
            note: "canary-by-bob",
        },
    ] {
        report.file(app).await;
    }
    let mut conn = app.state.db.read().await.expect("a connection");
    let archive = Archive::of(
        &app.state,
        &mut conn,
        &ann.user_id,
        std::io::Cursor::new(Vec::new()),
    )
    .await;
    let archive = archive.expect("an archive").finish().expect("bytes").into_inner();
    drop(conn);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).expect("an archive");
    let own: Vec<Value> =
        serde_json::from_reader(archive.by_name("reports.json").expect("a file")).expect("a list");
    let mut notes: Vec<&str> = own.iter().filter_map(|row| row["note"].as_str()).collect();
    notes.sort_unstable();
    assert_eq!(
        notes,
        ["canary-by-ann", "canary-house", "canary-reply"],
        "what others reported of her would tell who did"
    );
    assert_eq!(own[0]["copy"]["name"], "Lamp");
    assert!(
        own.iter()
            .all(|row| row.get("sender_hash").is_none() && row.get("same_hash").is_none())
    );

    ann.post("/users/me/deletion", &json!({})).await.ok();
    app.clock.advance_millis(DELETION_GRACE_DAYS * kernel::DAY_MS + 1);
    assert_eq!(purge(&app.state).await.expect("a round"), 1);
    let bob = bob.user_id.to_string();
    assert_eq!(
        app.reports().await,
        [
            ("card".to_owned(), Some(bob), "canary-by-bob".to_owned()),
            ("scenario".to_owned(), None, String::new())
        ]
    );
});

both_engines!(
    stories_go_with_people_who_leave_and_are_theirs_to_take_away,
    async |app| {
        let (mut ann, bob) = (app.newcomer("ann").await, app.person("bob").await);
        ann.user_id = ann.post("/users/", &json!({})).await.json["userID"]
            .as_str()
            .expect("an id")
            .parse()
            .expect("an id");
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let story = begin(&ann, &scenario).await;
        let outer = ann
            .post("/library/folders", &json!({ "name": "Outer" }))
            .await
            .json;
        let inner = ann
            .post(
                "/library/folders",
                &json!({ "name": "Inner", "parentId": outer["id"] }),
            )
            .await
            .json;
        ann.put(
            &format!("/stories/{}", text(&story, "id")),
            &json!({ "directoryId": inner["id"] }),
        )
        .await
        .ok();
        say(app, &ann, text(&story, "id"), "canary of ann").await;
        let theirs = begin(&bob, &scenario).await;
        say(app, &bob, text(&theirs, "id"), "canary of bob").await;

        let request = Request::get("/api/v1/users/me/export")
            .header("authorization", format!("Bearer {}", ann.token))
            .body(Body::empty());
        let Ok(response) =
            tower::ServiceExt::oneshot(crate::api_router(&app.state), request.expect("a request")).await;
        let bytes = axum::body::to_bytes(response.into_body(), 16 << 20)
            .await
            .expect("a body");
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
        let mut all = String::new();
        for name in [
            "stories.json",
            "messages.json",
            "story_characters.json",
            "library_folders.json",
        ] {
            std::io::Read::read_to_string(&mut archive.by_name(name).expect("a file"), &mut all)
                .expect("text");
        }
        assert!(all.contains("canary of ann") && all.contains("Outer") && !all.contains("canary of bob"));

        ann.post("/users/me/deletion", &json!({})).await.ok();
        app.clock.advance_millis(DELETION_GRACE_DAYS * kernel::DAY_MS + 1);
        let swept = stories::purge(&app.state).await.expect("a round");
        assert_eq!(swept, 1, "story by story, before the rest");
        assert_eq!(purge(&app.state).await.expect("a round"), 1);
        assert_eq!(count(app, "select count(*) from stories").await, 1);
        assert_eq!(count(app, "select count(*) from library_folders").await, 0);
        let mut conn = app.state.db.read().await.expect("a connection");
        let left = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(
            "select content from messages where author = 'user'"
        )
        .fetch_all(x)
        .await)
        .expect("texts");
        assert_eq!(left, ["canary of bob"]);
    }
);

async fn import(app: &TestApp, actor: &Actor<'_>, file: &[u8]) -> Value {
    let answer = upload(app, actor, "/stories/import", "file", file).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.json
}

both_engines!(what_a_person_takes_away_holds_their_stories, async |app| {
    use std::io::Read;
    use tower::ServiceExt;
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let made = import(app, &ann, &chat_of(2)).await;
    import(app, &bob, &chat_of(2)).await;
    let id = made["story"]["id"].as_str().expect("an id").to_owned();
    ann.post(&format!("/stories/{id}/facts"), &json!({ "text": "canary-fact" }))
        .await;
    ann.delete(&format!("/stories/{id}")).await;
    let request = Request::get("/api/v1/users/me/export")
        .header(header::AUTHORIZATION, format!("Bearer {}", ann.token))
        .body(Body::empty());
    let Ok(response) = crate::router(app.state.clone())
        .oneshot(request.expect("a request"))
        .await;
    let bytes = axum::body::to_bytes(response.into_body(), 16 << 20)
        .await
        .expect("a body");
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
    let stories: Vec<String> = archive
        .file_names()
        .map(|name| name.expect("a name").into_owned())
        .filter(|name| name.starts_with("stories/"))
        .collect();
    assert_eq!(stories, [format!("stories/{id}.json")]);
    let mut file = String::new();
    archive
        .by_name(&stories[0])
        .expect("a file")
        .read_to_string(&mut file)
        .expect("its content");
    assert!(file.contains("canary-fact"));
    let again = import(app, &ann, file.as_bytes()).await;
    assert_eq!(again["story"]["messageCount"], made["story"]["messageCount"]);
});

#[cfg(target_os = "linux")]
#[test]
fn a_large_person_takes_little_memory_along() {
    const MESSAGES: usize = 1_000;
    const BYTES: usize = 64 << 10;
    run_test(async {
        let app = TestApp::create(Engine::Sqlite).await.expect("SQLite");
        let ann = app.person("ann").await;
        import(&app, &ann, &chat_of(MESSAGES)).await;
        let mut tx = app.state.db.begin().await.expect("a transaction");
        let content = "Line. ".repeat(BYTES / 6);
        query_on!(tx, |x: D| sqlx::query::<D>("update messages set content = $1")
            .bind(&content)
            .execute(x)
            .await
            .map(drop))
        .expect("long messages");
        tx.commit().await.expect("a commit");
        let grown = growth_by_download(crate::router(app.state.clone()), "users/me/export", &ann.token).await;
        // A page of messages, several times over while it is written.
        assert!(
            grown < MESSAGES * BYTES / 2,
            "{grown} bytes for a story of {}",
            MESSAGES * BYTES
        );
    });
}
