//! Each part fails separately, and the report names it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use platform::blobs::Blobs;
use platform::both_engines;
use platform::db::query_on;
use platform::llm::{ModelError, ModelInfo, Models, Reply, Request, Script};
use platform::mail::{EmailMessage, Mailer, QueuedEmail, deliver_due, queue};
use platform::vitals::Renders;
use serde_json::{Value, json};

use crate::AppState;
use crate::testing::TestApp;

async fn checks(app: &TestApp) -> Vec<(String, String, String)> {
    // Recent results are reused, so the clock advances.
    app.clock.advance_millis(61_000);
    let health = app.get("/system/health").await.ok();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    health["checks"]
        .as_array()
        .expect("checks")
        .iter()
        .map(|one| (text(&one["name"]), text(&one["status"]), text(&one["detail"])))
        .collect()
}

async fn status(app: &TestApp, name: &str) -> Option<String> {
    checks(app)
        .await
        .into_iter()
        .find(|check| check.0 == name)
        .map(|check| check.1)
}

async fn group(app: &TestApp, name: &str) -> (Value, Value) {
    let state = app.get("/api/endpointstate").await.ok();
    let one = state["endpoints"]
        .as_array()
        .expect("groups")
        .iter()
        .find(|one| one["name"] == name)
        .expect("the group")
        .clone();
    (one["state"].clone(), one["message"].clone())
}

both_engines!(
    everything_works_and_only_what_is_done_here_is_judged,
    async |app| {
        let names: Vec<String> = checks(app)
            .await
            .into_iter()
            .map(|check| format!("{} {}", check.0, check.1))
            .collect();
        assert_eq!(names, ["database ok", "pictures ok", "models ok"]);
        assert_eq!(app.get("/system/health").await.ok()["status"], "ok");
        assert_eq!(group(app, "scenarios").await.0, "up");
        let (one, two) = tokio::join!(app.get("/system/health"), app.get("/system/health"));
        assert_eq!(one.ok(), two.ok());
    }
);

both_engines!(
    a_database_that_takes_no_writes_is_down_although_it_answers,
    async |app| {
        let mut tx = app.state.db.begin().await.expect("a transaction");
        query_on!(tx, |x: D| sqlx::query::<D>(
            "alter table heartbeats rename to gone"
        )
        .execute(x)
        .await
        .map(drop))
        .expect("renamed");
        tx.commit().await.expect("a commit");
        let found = checks(app).await;
        assert_eq!((found[0].0.as_str(), found[0].1.as_str()), ("database", "down"));
        assert_eq!(app.get("/system/health").await.ok()["status"], "down");
        assert_eq!(group(app, "scenarios").await.0, "down");
        let all = app.get("/system/health").await.json.to_string();
        assert!(
            !all.contains("heartbeats") && !all.contains("gone"),
            "no words of the engine: {all}"
        );
    }
);

both_engines!(a_store_that_keeps_nothing_is_down, async |app| {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("blobs");
    let blobs = Blobs::local(&place).expect("a store");
    let app = app.with_state(|state| state.blobs = blobs);
    assert_eq!(status(&app, "pictures").await.as_deref(), Some("ok"));
    std::fs::remove_dir_all(&place).expect("removed");
    std::fs::write(&place, "in the way").expect("a file");
    assert_eq!(status(&app, "pictures").await.as_deref(), Some("down"));
    assert_eq!(
        group(&app, "media").await,
        (json!("down"), json!("Pictures can’t be stored."))
    );
    assert_eq!(
        group(&app, "scenarios").await.0,
        "degraded",
        "the texts are there"
    );
});

both_engines!(
    a_model_that_does_not_answer_is_named_and_the_rest_goes_on,
    async |app| {
        let fails = Arc::new(AtomicBool::new(true));
        let switch = fails.clone();
        let script: Script = Arc::new(move |_| {
            let fails = switch.load(Ordering::Relaxed);
            Box::pin(async move {
                match fails {
                    true => Err(ModelError::Refused {
                        status: 401,
                        why: platform::llm::Refusal::Key,
                        message: "bad key sk-canary".to_owned(),
                    }),
                    false => Ok(Reply::scripted(futures::stream::empty())),
                }
            })
        });
        let info = ModelInfo {
            name: "m".to_owned(),
            label: "Lantern".to_owned(),
            is_demo: false,
            ..app.state.models.list()[0].clone()
        };
        let app = app.with_state(|state| state.models = Models::scripted(vec![(info, script)]));
        assert_eq!(
            status(&app, "models").await.as_deref(),
            Some("ok"),
            "nobody has asked yet"
        );
        let ask = async || {
            let models = &app.state.models;
            let _ = models.stream(models.get(None), Request::default()).await;
        };
        ask().await;
        assert_eq!(status(&app, "models").await.as_deref(), Some("degraded"));
        ask().await;
        ask().await;
        let found = checks(&app).await;
        let check = found.iter().find(|check| check.0 == "models").expect("a check");
        assert_eq!(
            (check.1.as_str(), check.2.as_str()),
            ("down", "Lantern isn’t responding.")
        );
        assert_eq!(group(&app, "chat").await.0, "down");
        assert_eq!(group(&app, "scenarios").await.0, "up");
        assert!(
            !app.get("/system/health")
                .await
                .json
                .to_string()
                .contains("canary")
        );
        fails.store(false, Ordering::Relaxed);
        ask().await;
        assert_eq!(status(&app, "models").await.as_deref(), Some("ok"));
    }
);

both_engines!(undeliverable_emails_are_reported, async |app| {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("outbox");
    let mailer = Mailer::outbox(&place, "Dramatis <no-reply@example.org>").expect("an outbox");
    assert!(mailer.is_writable().await);
    app.state
        .vitals
        .begin_rounds("mail", Duration::from_secs(5), kernel::Clock::now(&app.clock));
    let works = || {
        app.state
            .vitals
            .end_round("mail", kernel::Clock::now(&app.clock).plus_millis(61_000), true)
    };
    works();
    assert_eq!(status(app, "mail").await.as_deref(), Some("ok"));
    std::fs::remove_dir_all(&place).expect("removed");
    assert!(!mailer.is_writable().await);
    let mut tx = app.state.db.begin().await.expect("a transaction");
    queue(
        &mut tx,
        "m1",
        "ann@example.org",
        "test",
        None,
        kernel::Clock::now(&app.clock),
    )
    .await
    .expect("a letter");
    tx.commit().await.expect("a commit");
    assert_eq!(
        deliver_due(&app.state, &mailer, compose).await.expect("a round"),
        1
    );
    works();
    let found = checks(app).await;
    let mail = found.iter().find(|check| check.0 == "mail").expect("a check");
    assert_eq!(mail.1, "degraded", "{}", mail.2);
    assert!(!app.get("/system/health").await.json.to_string().contains("ann@"));
    assert_eq!(group(app, "identity").await.0, "degraded");
    app.clock.advance_millis(40 * kernel::MINUTE_MS);
    works();
    assert_eq!(status(app, "mail").await.as_deref(), Some("down"));
    app.clock.advance_millis(10 * kernel::MINUTE_MS);
    assert_eq!(
        status(app, "mail").await.as_deref(),
        Some("down"),
        "its job stands still"
    );
});

fn compose<'a>(
    _: &'a AppState,
    order: &'a QueuedEmail,
) -> futures::future::BoxFuture<'a, sqlx::Result<Option<platform::mail::EmailMessage>>> {
    let letter = EmailMessage {
        to: order.recipient.clone(),
        subject: "A test".to_owned(),
        text: "Hello.".to_owned(),
        html: "<p>Hello.</p>".to_owned(),
    };
    Box::pin(async move { Ok(Some(letter)) })
}

both_engines!(jobs_and_pages_report_for_themselves, async |app| {
    app.state
        .vitals
        .begin_rounds("soon", Duration::from_secs(30), kernel::Clock::now(&app.clock));
    assert_eq!(status(app, "jobs").await.as_deref(), Some("ok"));
    app.state
        .vitals
        .end_round("soon", kernel::Clock::now(&app.clock), false);
    assert_eq!(status(app, "jobs").await.as_deref(), Some("degraded"));
    app.clock.advance_millis(600_000);
    assert_eq!(status(app, "jobs").await.as_deref(), Some("down"));
    assert_eq!(group(app, "ledger").await.0, "degraded");

    let now = Arc::new(std::sync::Mutex::new(Renders {
        alive: 2,
        started: 0,
        failed: 0,
    }));
    let told = now.clone();
    app.state
        .vitals
        .watch_renderer(move || *told.lock().expect("a lock"));
    let set = |alive, started, failed| {
        *now.lock().expect("a lock") = Renders {
            alive,
            started,
            failed,
        }
    };
    assert_eq!(status(app, "renderer").await.as_deref(), Some("ok"));
    set(2, 10, 10);
    assert_eq!(status(app, "renderer").await.as_deref(), Some("down"));
    assert_eq!(
        status(app, "renderer").await.as_deref(),
        Some("down"),
        "nothing has been rendered since"
    );
    set(2, 20, 11);
    assert_eq!(status(app, "renderer").await.as_deref(), Some("degraded"));
    set(2, 30, 11);
    assert_eq!(status(app, "renderer").await.as_deref(), Some("ok"));
    set(0, 30, 11);
    assert_eq!(group(app, "pages").await.0, "up", "a moment ago it was");
    assert_eq!(status(app, "renderer").await.as_deref(), Some("down"));
    assert_eq!(group(app, "pages").await.0, "down");
});
