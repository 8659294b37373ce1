//! Deleting drafts: the trash, the purge, and the end of an account.

use image::ImageFormat;
use platform::both_engines;
use platform::slice::{self, DeletedAccount};
use serde_json::json;

use super::{complete, create, has_blob, read, save};
use crate::authoring::rules::TRASH_MS;
use crate::authoring::{FACTS, JOBS, list_images_of};
use crate::testing::{Actor, TestApp, test_image, upload};

/// Creates a scenario with a cover; returns its id and the key of the cover.
async fn create_with_cover(app: &TestApp, actor: &Actor<'_>) -> (String, String) {
    let id = create(app, actor, &complete()).await;
    let image = test_image(16, 16, ImageFormat::Png);
    let path = format!("/scenarios/scenario/{id}/avatar");
    let answer = upload(app, actor, &path, "file", &image).await.ok();
    let key = answer["key"].as_str().expect("a key").to_owned();
    assert!(has_blob(app, &key).await);
    (id, key)
}

async fn run_job(app: &TestApp) -> u64 {
    (JOBS[0].run)(&app.state).await.expect("a run")
}

const COUNT: &str = "select count(*) from scenario_drafts where id = $1";

both_engines!(a_deleted_draft_waits_in_the_trash_and_comes_back, async |app| {
    let ann = app.person("ann").await;
    let (id, kept) = (
        create(app, &ann, &complete()).await,
        create(app, &ann, &complete()).await,
    );
    let path = format!("/scenarios/scenario/{id}");
    for _ in 0..2 {
        assert_eq!(ann.delete(&path).await.status, 204, "also if it is there already");
    }
    assert_eq!(ann.get("/scenarios/my").await.each("id"), [kept.as_str()]);
    assert_eq!(
        ann.get("/scenarios/my?trash=true").await.each("id"),
        [id.as_str()]
    );
    let in_trash = read(&ann, &id).await;
    assert_eq!(in_trash["version"], 1);
    assert!(in_trash["deletedOn"].is_string());
    let mut edited = complete();
    edited["title"] = json!("Other");
    save(&ann, &id, 1, &edited)
        .await
        .assert_problem(409, "DRAFT_IN_TRASH");
    let image = test_image(8, 8, ImageFormat::Png);
    for call in ["avatar", "images"] {
        let refused = upload(app, &ann, &format!("{path}/{call}"), "file", &image).await;
        refused.assert_problem(409, "DRAFT_IN_TRASH");
    }
    for _ in 0..2 {
        assert_eq!(ann.post(&format!("{path}/restore"), &json!({})).await.status, 204);
    }
    let back = read(&ann, &id).await;
    assert_eq!((&back["version"], &back["deletedOn"]), (&json!(1), &json!(null)));
    assert_eq!(back["draft"], in_trash["draft"]);
    assert_eq!(ann.get("/scenarios/my").await.each("id").len(), 2);
    save(&ann, &id, 1, &edited).await.ok();
});

both_engines!(
    the_trash_is_emptied_after_thirty_days_with_its_images,
    async |app| {
        let ann = app.person("ann").await;
        let (gone, gone_key) = create_with_cover(app, &ann).await;
        let (restored, restored_key) = create_with_cover(app, &ann).await;
        let (kept, kept_key) = create_with_cover(app, &ann).await;
        for id in [&gone, &restored] {
            assert_eq!(ann.delete(&format!("/scenarios/scenario/{id}")).await.status, 204);
        }
        app.clock.advance_millis(TRASH_MS - 1);
        assert_eq!(run_job(app).await, 0);
        assert_eq!(app.count(COUNT, &gone).await, 1, "not yet");
        let mut ann = ann;
        ann.renew();
        let restore = format!("/scenarios/scenario/{restored}/restore");
        assert_eq!(ann.post(&restore, &json!({})).await.status, 204);
        app.clock.advance_millis(1);
        assert_eq!(run_job(app).await, 2, "the draft and its image");
        assert_eq!(app.count(COUNT, &gone).await, 0);
        assert!(!has_blob(app, &gone_key).await);
        for (id, key) in [(&restored, &restored_key), (&kept, &kept_key)] {
            assert_eq!(app.count(COUNT, id).await, 1);
            assert!(has_blob(app, key).await);
        }
        assert_eq!(run_job(app).await, 0, "safe to do twice");
    }
);

both_engines!(a_draft_deleted_permanently_is_gone_at_once, async |app| {
    let ann = app.person("ann").await;
    let (id, key) = create_with_cover(app, &ann).await;
    let path = format!("/scenarios/scenario/{id}");
    assert_eq!(ann.delete(&format!("{path}?permanent=true")).await.status, 204);
    ann.get(&format!("{path}/draft"))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.delete(&path).await.assert_problem(404, "NOT_FOUND");
    ann.post(&format!("{path}/restore"), &json!({}))
        .await
        .assert_problem(404, "NOT_FOUND");
    assert!(ann.get("/scenarios/my?trash=true").await.each("id").is_empty());
    assert_eq!(run_job(app).await, 1);
    assert!(!has_blob(app, &key).await);
});

both_engines!(with_an_account_go_its_drafts_and_their_images, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (mine, my_key) = create_with_cover(app, &ann).await;
    let (other, other_key) = create_with_cover(app, &ben).await;
    let mut conn = app.state.db.read().await.expect("a connection");
    assert_eq!(
        list_images_of(&mut conn, &ann.user_id).await.expect("keys"),
        [my_key.as_str()]
    );
    drop(conn);
    let account = DeletedAccount {
        user: ann.user_id.clone(),
        identity: None,
    };
    let mut tx = app.state.db.begin().await.expect("a transaction");
    slice::erase(&[FACTS], &mut tx, &account).await.expect("an end");
    tx.commit().await.expect("a commit");
    assert_eq!(app.count(COUNT, &mine).await, 0);
    assert_eq!(run_job(app).await, 1);
    assert!(!has_blob(app, &my_key).await);
    assert_eq!(app.count(COUNT, &other).await, 1);
    assert!(has_blob(app, &other_key).await);
});
