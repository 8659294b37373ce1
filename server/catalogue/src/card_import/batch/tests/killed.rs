//! Processes that end in the middle of an import, and workers that are taken for dead.

use std::path::Path;

use platform::blobs::Blobs;
use platform::both_engines;
use platform::web::Problem;
use serde_json::{Value, json};

use super::{add_all, blobs, card, create, drafts, files, no_workers, resume, send, settled, states};
use crate::authoring::NewDraft;
use crate::card_import::batch::import_file::import_file;
use crate::card_import::batch::queue::{Task, take};
use crate::card_import::batch::work::settle;
use crate::card_import::read::{open_file, store_for};
use crate::card_import::rules::{LEASE_MS, MAX_ATTEMPTS, RETRY_MS};
use crate::card_import::tests::{asset, card_with, charx_of, png};
use crate::testing::TestApp;

/// A card with three pictures.
fn charx() -> Vec<u8> {
    let names = ["a", "b", "c"];
    let path = |name: &str| format!("assets/emotion/images/{name}.png");
    let assets: Vec<Value> = names
        .iter()
        .map(|name| asset("emotion", name, &format!("embeded://{}", path(name))))
        .collect();
    let (first, second, third) = (png(61), png(62), png(63));
    charx_of(
        &card_with(json!(assets)),
        &[(&path("a"), &first), (&path("b"), &second), (&path("c"), &third)],
    )
}

fn count_files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.path() {
            path if path.is_dir() => count_files(&path),
            _ => 1,
        })
        .sum()
}

async fn take_one(app: &TestApp) -> Task {
    take(&app.state).await.expect("an answer").expect("a file")
}

both_engines!(a_file_whose_process_was_killed_is_imported_once, async |app| {
    let ann = app.person("ann").await;
    let held = no_workers().await;
    let batch = create(&ann).await;
    let cards: Vec<String> = (0..4).map(|number| card(&format!("Ida {number}"))).collect();
    let all: Vec<&[u8]> = cards.iter().map(String::as_bytes).collect();
    add_all(app, &ann, &batch, &all).await;
    // Taken, and never heard of again.
    drop(take_one(app).await);
    drop(held);
    while drafts(app, &ann).await < 3 {
        resume(app).await;
        tokio::task::yield_now().await;
    }
    assert_eq!(
        states(&ann, &batch).await,
        ["importing", "imported", "imported", "imported"]
    );
    app.clock.advance_millis(LEASE_MS - 1);
    resume(app).await;
    assert_eq!(
        states(&ann, &batch).await[0],
        "importing",
        "its worker may still live"
    );
    app.clock.advance_millis(1);
    settled(app, &ann, &batch).await;
    assert_eq!(states(&ann, &batch).await[0], "imported");
    assert_eq!((drafts(app, &ann).await, blobs(app).await), (4, 0));
});

both_engines!(a_kill_after_the_pictures_leaves_none_behind, async |app| {
    let folder = tempfile::tempdir().expect("a folder");
    let app = &app.with_state(|state| state.blobs = Blobs::local(folder.path()).expect("a store"));
    let ann = app.person("ann").await;
    let held = no_workers().await;
    let batch = create(&ann).await;
    add_all(app, &ann, &batch, &[&charx()]).await;
    let task = take_one(app).await;
    let file = tempfile::tempfile().expect("a file");
    std::io::Write::write_all(&mut &file, &charx()).expect("its content");
    let opened = open_file(file, None).await.expect("a card");
    let mut new = NewDraft::with_id(&app.state, &task.owner, task.draft.clone());
    store_for(&mut new, opened).await.expect("its pictures");
    drop(new);
    assert_eq!(
        count_files(folder.path()),
        4,
        "the file, and its pictures without a draft"
    );
    drop(held);
    app.clock.advance_millis(LEASE_MS);
    settled(app, &ann, &batch).await;
    assert_eq!(states(&ann, &batch).await, ["imported"]);
    assert_eq!(drafts(app, &ann).await, 1);
    assert_eq!(count_files(folder.path()), 3, "the same pictures, once");
    assert_eq!(
        files(&ann, &batch).await[0]["scenario"]["id"],
        task.draft.as_str()
    );
});

both_engines!(a_kill_after_the_commit_leaves_only_a_blob, async |app| {
    let ann = app.person("ann").await;
    let held = no_workers().await;
    let batch = create(&ann).await;
    add_all(app, &ann, &batch, &[&charx()]).await;
    import_file(&app.state, &take_one(app).await)
        .await
        .expect("an import");
    assert_eq!(
        (states(&ann, &batch).await, blobs(app).await),
        (vec!["imported".to_owned()], 1)
    );
    drop(held);
    app.clock.advance_millis(LEASE_MS);
    assert_eq!(resume(app).await, 1);
    assert_eq!((drafts(app, &ann).await, blobs(app).await), (1, 0));
});

both_engines!(of_two_workers_with_one_file_the_first_counts, async |app| {
    let folder = tempfile::tempdir().expect("a folder");
    let app = &app.with_state(|state| state.blobs = Blobs::local(folder.path()).expect("a store"));
    let ann = app.person("ann").await;
    let _held = no_workers().await;
    let batch = create(&ann).await;
    add_all(app, &ann, &batch, &[&charx()]).await;
    let slow = take_one(app).await;
    assert!(
        take(&app.state).await.expect("an answer").is_none(),
        "it is taken"
    );
    app.clock.advance_millis(LEASE_MS);
    let quick = take_one(app).await;
    // The first one is no longer allowed to, and leaves the other's pictures alone.
    import_file(&app.state, &slow)
        .await
        .expect_err("not its own any more");
    assert_eq!(drafts(app, &ann).await, 0);
    assert_eq!(count_files(folder.path()), 4);
    import_file(&app.state, &quick).await.expect("an import");
    assert!(import_file(&app.state, &slow).await.is_err(), "late");
    assert_eq!((drafts(app, &ann).await, count_files(folder.path())), (1, 4));
    assert_eq!(states(&ann, &batch).await, ["imported"]);
});

both_engines!(
    a_file_that_ends_the_process_each_time_fails_at_last,
    async |app| {
        let ann = app.person("ann").await;
        let held = no_workers().await;
        let batch = create(&ann).await;
        add_all(
            app,
            &ann,
            &batch,
            &[card("Ida").as_bytes(), card("Per").as_bytes()],
        )
        .await;
        for _ in 0..MAX_ATTEMPTS {
            let task = take_one(app).await;
            assert_eq!(task.position, 0);
            app.clock.advance_millis(LEASE_MS);
        }
        drop(held);
        settled(app, &ann, &batch).await;
        assert_eq!(states(&ann, &batch).await, ["failed", "imported"]);
        let problem = files(&ann, &batch).await[0]["problem"].clone();
        assert!(
            problem.as_str().expect("a sentence").contains("broke off"),
            "{problem}"
        );
        assert_eq!(blobs(app).await, 0);
    }
);

both_engines!(
    a_full_disk_says_nothing_against_a_file_and_other_faults_do,
    async |app| {
        let ann = app.person("ann").await;
        let held = no_workers().await;
        let batch = create(&ann).await;
        add_all(app, &ann, &batch, &[card("Ida").as_bytes()]).await;
        let fail_with = async |problem: Problem| {
            let task = take_one(app).await;
            settle(&app.state, &task, &problem).await;
            app.clock.advance_millis(RETRY_MS << (task.attempt - 1));
            states(&ann, &batch).await
        };
        for _ in 0..MAX_ATTEMPTS + 1 {
            assert_eq!(fail_with(Problem::storage_full()).await, ["waiting"]);
        }
        for _ in 0..MAX_ATTEMPTS - 1 {
            assert_eq!(fail_with(Problem::internal("a test")).await, ["waiting"]);
        }
        drop(held);
        settled(app, &ann, &batch).await;
        assert_eq!(states(&ann, &batch).await, ["imported"], "the last attempt");
        let _held = no_workers().await;
        send(app, &ann, &batch, 1, "b", card("Per").as_bytes()).await;
        for attempt in 1..=MAX_ATTEMPTS {
            let states = fail_with(Problem::internal("a test")).await;
            assert_eq!(
                states[1],
                if attempt < MAX_ATTEMPTS {
                    "waiting"
                } else {
                    "failed"
                }
            );
        }
        let problem = files(&ann, &batch).await[1]["problem"].clone();
        assert!(
            problem
                .as_str()
                .expect("a sentence")
                .contains("fault on our side"),
            "{problem}"
        );
    }
);
