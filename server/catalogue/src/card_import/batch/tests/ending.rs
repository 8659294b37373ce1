//! Batches that are deleted, grow old, or lose their owner.

use platform::both_engines;
use platform::slice::{self, DeletedAccount};
use serde_json::json;

use super::{JOBS, add_all, blobs, card, create, drafts, no_workers, resume, send, settled};
use crate::card_import::FACTS;
use crate::card_import::batch::import_file::import_file;
use crate::card_import::batch::queue::take;
use crate::card_import::rules::KEEP_MS;

both_engines!(
    deleting_a_batch_drops_what_waits_and_keeps_the_drafts,
    async |app| {
        let ann = app.person("ann").await;
        let batch = create(&ann).await;
        add_all(app, &ann, &batch, &[card("Ida").as_bytes()]).await;
        settled(app, &ann, &batch).await;
        let _held = no_workers().await;
        let path = format!("/scenarios/imports/{batch}");
        for (position, name) in [(1, "Per"), (2, "Ada")] {
            send(app, &ann, &batch, position, "a", card(name).as_bytes()).await;
        }
        let running = take(&app.state).await.expect("an answer").expect("a file");
        assert_eq!(blobs(app).await, 2);
        assert_eq!(ann.delete(&path).await.status, 204);
        ann.get(&path).await.assert_problem(404, "NOT_FOUND");
        ann.delete(&path).await.assert_problem(404, "NOT_FOUND");
        import_file(&app.state, &running)
            .await
            .expect_err("it was taken back");
        assert_eq!(drafts(app, &ann).await, 1, "what was imported stays");
        assert_eq!((resume(app).await, blobs(app).await), (2, 0));
        assert_eq!(resume(app).await, 0, "safe to do twice");
    }
);

both_engines!(a_batch_is_kept_for_thirty_days, async |app| {
    let mut ann = app.person("ann").await;
    let _held = no_workers().await;
    let batch = create(&ann).await;
    add_all(app, &ann, &batch, &[card("Ida").as_bytes()]).await;
    app.clock.advance_millis(KEEP_MS - 1);
    (JOBS[1].run)(&app.state).await.expect("a round");
    ann.renew();
    assert_eq!(ann.get("/scenarios/imports").await.each("id"), [batch]);
    app.clock.advance_millis(1);
    assert_eq!((JOBS[1].run)(&app.state).await.expect("a round"), 1);
    assert!(ann.get("/scenarios/imports").await.each("id").is_empty());
    assert_eq!((resume(app).await, blobs(app).await), (1, 0));
});

both_engines!(with_an_account_go_its_batches_and_what_waits, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let _held = no_workers().await;
    let (mine, other) = (create(&ann).await, create(&ben).await);
    add_all(
        app,
        &ann,
        &mine,
        &[card("Ida").as_bytes(), card("Per").as_bytes()],
    )
    .await;
    add_all(app, &ben, &other, &[card("Ida").as_bytes()]).await;
    let account = DeletedAccount {
        user: ann.user_id.clone(),
        identity: None,
    };
    let mut tx = app.state.db.begin().await.expect("a transaction");
    slice::erase(&[FACTS], &mut tx, &account).await.expect("an end");
    tx.commit().await.expect("a commit");
    assert_eq!((resume(app).await, blobs(app).await), (2, 1));
    assert_eq!(ann.get("/scenarios/imports").await.ok()["results"], json!([]));
    assert_eq!(ben.get("/scenarios/imports").await.each("id"), [other]);
});
