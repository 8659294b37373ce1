//! What is stored of verdicts.

use image::ImageFormat;

use crate::audit::Event;
use crate::blobs::BlobKey;
use crate::both_engines;
use crate::db::Isolation;
use crate::image_judge::actions::{decide, judge_pending, judge_soon};
use crate::image_judge::{
    AvatarMetric, ImageJudge, Verdict, VerdictState, forget, is_blurred, register, store, verdicts_of,
};
use crate::testing::{TEST_NOW, TestApp, image_judge};
use crate::{AppState, testing};

use super::pictures;

/// Who decides.
const BY: Event<'_> = Event {
    actor: Some("root"),
    action: "test.decide",
    subject: "up/a.webp",
    reason: Some("a statue"),
    before: None,
    after: None,
    request_id: None,
    address: None,
    at: TEST_NOW,
};

async fn register_image(app: &AppState, key: &str) {
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { register(tx, key, TEST_NOW).await })
    });
    use_case.await.expect("a row");
}

/// Stores a picture and registers it; returns its key.
async fn upload(app: &AppState, number: usize) -> String {
    let mut file = std::io::Cursor::new(Vec::new());
    pictures::all()[number]
        .write_to(&mut file, ImageFormat::Png)
        .expect("a file");
    let stored = app.blobs.put_content("up", file.into_inner().into(), "png").await;
    let key = stored.expect("a key").to_string();
    register_image(app, &key).await;
    key
}

async fn verdict(app: &AppState, key: &str) -> Option<Verdict> {
    let mut conn = app.db.read().await.expect("a connection");
    verdicts_of(&mut conn, &[key])
        .await
        .expect("verdicts")
        .remove(key)
}

async fn is_blurred_now(app: &AppState, key: &str) -> bool {
    let mut conn = app.db.read().await.expect("a connection");
    let key = BlobKey::parse(key).expect("a key");
    is_blurred(&mut conn, &key).await.expect("an answer")
}

/// The state of this application with the real model.
fn judging(app: &TestApp) -> AppState {
    AppState {
        image_judge: image_judge(),
        ..app.state.clone()
    }
}

both_engines!(an_image_is_blurred_until_it_was_judged, async |app| {
    let app = judging(app);
    let key = upload(&app, 3).await;
    let pending = Verdict {
        state: VerdictState::Pending,
        metrics: Vec::new(),
        is_decided: false,
    };
    assert_eq!(verdict(&app, &key).await, Some(pending));
    assert!(is_blurred_now(&app, &key).await);
    assert!(
        !is_blurred_now(&app, "starter/orchard/cover.webp").await,
        "not registered"
    );
    assert_eq!(verdict(&app, "starter/orchard/cover.webp").await, None);

    assert_eq!(judge_pending(&app).await.expect("a round"), 1);
    let judged = verdict(&app, &key).await.expect("a verdict");
    assert_eq!(judged.state, VerdictState::Ok);
    let expected = include_str!("reference.tsv").lines().nth(4).expect("a line");
    let most = expected
        .split('\t')
        .map(|number| number.parse::<f64>().expect("a number"))
        .fold(0.0, f64::max);
    assert_eq!(judged.metrics.len(), 5);
    assert!((judged.metrics[0].probability - most).abs() < 0.001, "{judged:?}");
    assert!(!is_blurred_now(&app, &key).await);

    // The same image again keeps its verdict, and there is nothing more to do.
    register_image(&app, &key).await;
    assert_eq!(verdict(&app, &key).await, Some(judged));
    assert_eq!(judge_pending(&app).await.expect("a round"), 0);
});

both_engines!(an_upload_is_judged_at_once, async |app| {
    let app = judging(app);
    let keys = [upload(&app, 5).await, upload(&app, 6).await];
    let task = judge_soon(&app, keys.to_vec()).expect("a place");
    task.await.expect("the end");
    for key in &keys {
        assert!(!is_blurred_now(&app, key).await, "{key}");
    }
});

both_engines!(
    explicit_images_are_blurred_and_a_moderators_decision_counts,
    async |app| {
        let app = &app.state;
        register_image(app, "up/a.webp").await;
        let metric = AvatarMetric {
            class_name: "Porn".to_owned(),
            probability: 0.9,
        };
        let found = std::slice::from_ref(&metric);
        let recording = |explicit| {
            app.db.transact(Isolation::Ordinary, move |tx| {
                Box::pin(async move { store::record(tx, "up/a.webp", found, explicit, TEST_NOW).await })
            })
        };
        assert!(recording(true).await.expect("a row"));
        assert!(
            !recording(false).await.expect("no row"),
            "the first verdict stays"
        );
        assert!(is_blurred_now(app, "up/a.webp").await);
        for (decision, state) in [
            (Some(false), VerdictState::Ok),
            (Some(true), VerdictState::Explicit),
            (None, VerdictState::Explicit),
        ] {
            assert!(decide(app, "up/a.webp", decision, &BY).await.expect("a decision"));
            let now = verdict(app, "up/a.webp").await.expect("a verdict");
            assert_eq!(
                (now.state, now.metrics.as_slice()),
                (state, found),
                "{decision:?}"
            );
            assert_eq!(is_blurred_now(app, "up/a.webp").await, state != VerdictState::Ok);
        }
        assert!(
            !decide(app, "up/other.webp", Some(true), &BY)
                .await
                .expect("no decision")
        );
        let deletion = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move { forget(tx, "up/a.webp").await })
        });
        deletion.await.expect("a row");
        assert_eq!(verdict(app, "up/a.webp").await, None);
    }
);

both_engines!(what_cannot_be_read_stays_pending_and_stops_nothing, async |app| {
    let app = judging(app);
    register_image(&app, "up/gone.webp").await;
    let broken = BlobKey::parse("up/broken.webp").expect("a key");
    app.blobs
        .put(&broken, bytes::Bytes::from_static(b"no image"))
        .await
        .expect("a blob");
    register_image(&app, broken.as_str()).await;
    assert_eq!(judge_pending(&app).await.expect("a round"), 0);
    let key = upload(&app, 8).await;
    assert_eq!(judge_pending(&app).await.expect("a round"), 1, "the new one");
    assert!(!is_blurred_now(&app, &key).await);
    for _ in 0..5 {
        assert_eq!(judge_pending(&app).await.expect("a round"), 0);
    }
    let mut conn = app.db.read().await.expect("a connection");
    let again = store::list_pending(&mut conn, 10).await.expect("keys");
    assert_eq!(again, Vec::<String>::new(), "given up");
    drop(conn);
    assert!(is_blurred_now(&app, "up/gone.webp").await);
    assert!(is_blurred_now(&app, broken.as_str()).await);
});

both_engines!(without_a_model_images_wait, async |app| {
    let app = AppState {
        image_judge: ImageJudge::none(),
        ..app.state.clone()
    };
    let key = upload(&app, 1).await;
    for _ in 0..6 {
        assert!(judge_soon(&app, vec![key.clone()]).is_none());
        assert_eq!(judge_pending(&app).await.expect("a round"), 0);
    }
    let app = AppState {
        image_judge: testing::image_judge(),
        ..app
    };
    assert_eq!(
        judge_pending(&app).await.expect("a round"),
        1,
        "no attempt was counted"
    );
});
