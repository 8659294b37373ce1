//! What follows from a verdict: the audit log, copies, progress.

use serde_json::{Value, json};

use crate::audit::Event;
use crate::both_engines;
use crate::db::{Isolation, query_on};
use crate::image_judge::{
    JudgingProgress, VerdictState, decide, forget_folder, list_unapplied, read_progress, register,
    take_unapplied, verdicts_of,
};
use crate::testing::{TEST_NOW, TestApp, judge_as};

async fn register_image(app: &TestApp, key: &str) {
    let use_case = app.state.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { register(tx, key, TEST_NOW).await })
    });
    use_case.await.expect("a row");
}

async fn decide_as_root(app: &TestApp, key: &str, explicit: Option<bool>) -> bool {
    let event = Event {
        actor: Some("root"),
        action: "test.decide",
        subject: key,
        at: TEST_NOW,
        ..Event::default()
    };
    decide(&app.state, key, explicit, &event)
        .await
        .expect("an answer")
}

async fn unapplied(app: &TestApp) -> Vec<String> {
    let mut conn = app.state.db.read().await.expect("a connection");
    list_unapplied(&mut conn, 10).await.expect("keys")
}

async fn take(app: &TestApp, key: &str) -> Option<VerdictState> {
    let use_case = app.state.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { take_unapplied(tx, key).await })
    });
    use_case.await.expect("an answer").map(|verdict| verdict.state)
}

both_engines!(a_decision_is_in_the_audit_log_with_what_was_before, async |app| {
    register_image(app, "up/a.webp").await;
    judge_as(&app.state, "up/a.webp", "Porn").await;
    for explicit in [Some(false), None] {
        assert!(decide_as_root(app, "up/a.webp", explicit).await);
    }
    assert!(!decide_as_root(app, "up/none.webp", Some(true)).await);
    let mut conn = app.state.db.read().await.expect("a connection");
    let read = "select actor, subject, before_json, after_json from audit_log order by seq";
    let rows: Vec<(String, String, String, String)> =
        query_on!(conn, |x: D| sqlx::query_as::<D, _>(read).fetch_all(x).await).expect("rows");
    let json = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let found: Vec<Value> = rows
        .iter()
        .map(|(actor, image, before, after)| json!([actor, image, json(before), json(after)]))
        .collect();
    let row = |before: Option<bool>, after: Option<bool>| {
        let stands = |decided: Option<bool>| json!({ "judged": true, "decided": decided });
        json!(["root", "up/a.webp", stands(before), stands(after)])
    };
    assert_eq!(found, [row(None, Some(false)), row(Some(false), None)]);
});

both_engines!(a_changed_verdict_is_taken_once, async |app| {
    register_image(app, "up/a.webp").await;
    assert_eq!(unapplied(app).await, Vec::<String>::new(), "nothing is known yet");
    assert!(judge_as(&app.state, "up/a.webp", "Porn").await);
    assert_eq!(unapplied(app).await, ["up/a.webp"]);
    assert_eq!(take(app, "up/a.webp").await, Some(VerdictState::Explicit));
    assert_eq!(take(app, "up/a.webp").await, None);
    decide_as_root(app, "up/a.webp", Some(false)).await;
    assert_eq!(unapplied(app).await, ["up/a.webp"]);
    assert_eq!(take(app, "up/a.webp").await, Some(VerdictState::Ok));
    assert_eq!(unapplied(app).await, Vec::<String>::new());
});

both_engines!(progress_counts_every_image_once, async |app| {
    for name in ["a", "b", "c", "d"] {
        register_image(app, &format!("up/{name}.webp")).await;
    }
    judge_as(&app.state, "up/a.webp", "Porn").await;
    judge_as(&app.state, "up/b.webp", "Neutral").await;
    decide_as_root(app, "up/b.webp", Some(true)).await;
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let give_up = "update image_verdicts set attempts = 5 where key = 'up/c.webp'";
    query_on!(tx, |x: D| sqlx::query::<D>(give_up).execute(x).await.map(drop)).expect("a row");
    tx.commit().await.expect("a commit");
    let expected = JudgingProgress {
        registered: 4,
        judged: 2,
        pending: 1,
        unreadable: 1,
        explicit: 2,
        decided: 1,
        model: false,
        oldest_pending_on: Some(TEST_NOW),
    };
    assert_eq!(read_progress(&app.state).await.expect("counts"), expected);
});

both_engines!(
    a_folder_is_forgotten_with_all_in_it_and_nothing_else,
    async |app| {
        let (within, beside) = ("up/ann/x/a.webp", "up/anna/a.webp");
        for key in [within, beside] {
            register_image(app, key).await;
        }
        let use_case = app.state.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move { forget_folder(tx, "up/ann/").await })
        });
        use_case.await.expect("rows");
        let mut conn = app.state.db.read().await.expect("a connection");
        let known = verdicts_of(&mut conn, &[within, beside]).await.expect("verdicts");
        assert_eq!(known.keys().collect::<Vec<_>>(), [beside]);
    }
);
