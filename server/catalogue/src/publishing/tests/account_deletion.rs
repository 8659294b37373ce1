//! What stays when an author deletes their account.

use accounts::identity;
use accounts::users::{self, FORMER_AUTHOR, PublishedWork};
use image::ImageFormat;
use kernel::ids::UserId;
use platform::both_engines;
use platform::db::{Tx, query_on};
use platform::slice::{self, DeletedAccount};
use serde_json::json;

use super::{complete, create, found, publish, read};
use crate::publishing::{hand_over, model_texts, playable_version};
use crate::scenarios::{ScenarioId, briefs};
use crate::testing::{Actor, NewScenario, TestApp, test_image, upload};
use crate::{profiles, reindex};

const DRAFTS: &str = "select count(*) from scenario_drafts where id = $1";
const VERSIONS: &str = "select count(*) from scenario_versions where scenario_id = $1";
const KEPT_IMAGES: &str = "select count(*) from scenario_kept_images where author_id = $1";
const DISCARDED_IMAGES: &str = "select count(*) from scenario_discarded_images where key <> $1";
const DOCUMENTS: &str = "
    select count(*)
    from scenario_versions
    where scenario_id = $1 and cast(document as text) <> '{}'";

/// Runs a statement on this.
async fn execute(app: &TestApp, text: &'static str, on: &str) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>(text)
        .bind(on)
        .execute(x)
        .await
        .map(drop))
    .expect("a change");
    tx.commit().await.expect("a commit");
}

/// Deletes the account of this person, whose choices were these, and of whose scenarios others play these.
async fn leave(app: &TestApp, person: &Actor<'_>, choices: &[PublishedWork], played: &[&String]) {
    let slices = [accounts::SLICES, crate::SLICES].concat();
    let mut tx = app.state.db.begin().await.expect("a transaction");
    for choice in choices {
        users::ask_deletion(&mut tx, &person.user_id, Some(*choice), app.state.clock.now())
            .await
            .expect("a date");
    }
    let account = DeletedAccount {
        user: person.user_id.clone(),
        identity: identity::detach(&mut tx, &person.user_id)
            .await
            .expect("detached"),
    };
    let played = played.iter().map(|id| ScenarioId::trusted((*id).clone()));
    hand_over(&mut tx, &person.user_id, &played.collect())
        .await
        .expect("a former author");
    slice::erase(&slices, &mut tx, &account).await.expect("an end");
    tx.commit().await.expect("a commit");
}

/// Publishes a scenario of this title with a cover; returns its id.
async fn publish_titled(app: &TestApp, author: &Actor<'_>, title: &str, access: &str) -> String {
    let mut draft = complete();
    draft["title"] = json!(title);
    draft["actors"][0]["kept"] = json!({ "creator": "ANN", "source": ["card:1"] });
    draft["actors"][1]["kept"] = json!({ "creator": "Annabel, Cole & co." });
    let id = create(app, author, &draft).await;
    publish_with_cover(app, author, &id, 16, access).await;
    id
}

/// Publishes a scenario with a new square cover of this side, in pixels.
async fn publish_with_cover(app: &TestApp, author: &Actor<'_>, id: &str, side: u32, access: &str) {
    let path = format!("/scenarios/scenario/{id}");
    let image = test_image(side, side, ImageFormat::Png);
    upload(app, author, &format!("{path}/avatar"), "file", &image)
        .await
        .ok();
    let draft = author.get(&format!("{path}/draft")).await.ok();
    let version = draft["version"].as_i64().expect("a version");
    publish(author, id, version, access).await.ok();
}

both_engines!(work_that_is_left_belongs_to_a_former_author, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = publish_titled(app, &ann, "The Salt Lamp", "public").await;
    let unlisted = publish_titled(app, &ann, "By address", "unlisted").await;
    let private = publish_titled(app, &ann, "Mine alone", "private").await;
    assert_eq!(found(&ben, "ann").await, 1, "by the name of its author");
    leave(app, &ann, &[PublishedWork::Withdraw, PublishedWork::Leave], &[]).await;
    let scenario = read(&ben, &id).await.ok();
    for shown in [&scenario["displayData"], &scenario["authorship"]] {
        assert_eq!(
            (&shown["author"], &shown["authorname"]),
            (&json!(""), &json!("a former author"))
        );
    }
    assert_eq!(scenario["authorship"]["bio"], json!(null));
    assert_eq!(
        scenario["credits"],
        json!({ "creator": "Annabel, Cole & co.", "source": ["card:1"] })
    );
    assert_eq!(scenario["tagData"][0]["scenarioCount"], 1);
    assert!(!scenario.to_string().contains(ann.user_id.as_str()));
    assert_eq!(found(&ben, "Salt Lamp").await, 1);
    assert_eq!(found(&ben, "ann").await, 0, "nobody finds it by the former name");
    assert_eq!(read(&ben, &unlisted).await.status, 200);
    assert_eq!(read(&ben, &private).await.status, 404);

    for gone in [&id, &unlisted, &private] {
        assert_eq!(app.count(DRAFTS, gone).await, 0);
        assert_eq!(app.count(DOCUMENTS, gone).await, 0);
    }
    assert_eq!(app.count(VERSIONS, &id).await, 1);
    assert_eq!(app.count(VERSIONS, &private).await, 0);
    assert_eq!(app.count(KEPT_IMAGES, FORMER_AUTHOR).await, 2);
    assert_eq!(app.count(DISCARDED_IMAGES, "").await, 1);

    // The former author has no page.
    for path in [
        format!("/users/user/{FORMER_AUTHOR}"),
        "/users/user/by-authorname/a%20former%20author".to_owned(),
    ] {
        ben.get(&path).await.assert_problem(404, "NOT_FOUND");
    }
    ben.post(&format!("/users/me/follow/{FORMER_AUTHOR}"), &json!({}))
        .await
        .assert_problem(404, "NOT_FOUND");
    let mut conn = app.state.db.read().await.expect("a connection");
    let authors = profiles::list_after(&mut conn, "", 10).await.expect("authors");
    assert!(authors.is_empty());
    drop(conn);
    // Names like these are reserved since then, but somebody may have taken one before.
    let namesake = app.person(FORMER_AUTHOR).await;
    let found = ben
        .get(&format!("/users/user/by-authorname/{FORMER_AUTHOR}"))
        .await;
    assert_eq!(found.ok()["userID"], namesake.user_id.as_str());
});

both_engines!(search_forgets_a_name_at_once_however_much_stays, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for number in 0..=reindex::WORKS_AT_ONCE {
        let mut work = NewScenario::named(&format!("Lamp {number}"));
        work.author = "Quill".to_owned();
        app.scenario(work).await;
    }
    execute(app, "update scenarios set author_id = $1", ann.user_id.as_str()).await;
    assert!(found(&ben, "Quill").await > 0);
    leave(app, &ann, &[PublishedWork::Leave], &[]).await;
    assert_eq!(found(&ben, "Quill").await, 0);
    assert!(found(&ben, "Lamp").await > 0);
    assert!(found(&ben, "former").await > 0);
});

both_engines!(stories_go_on_of_what_is_withdrawn_with_an_account, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let played = publish_titled(app, &ann, "Played", "public").await;
    let hidden = publish_titled(app, &ann, "Played and withdrawn", "public").await;
    let unplayed = publish_titled(app, &ann, "Unplayed", "public").await;
    let alone = publish_titled(app, &ann, "Played by its author alone", "public").await;
    let private = publish_titled(app, &ann, "Never open", "private").await;
    execute(
        app,
        "update scenarios set chats_created = 1 where id = $1",
        &alone,
    )
    .await;
    ann.post(&format!("/scenarios/scenario/{hidden}/withdraw"), &json!({}))
        .await
        .ok();
    leave(
        app,
        &ann,
        &[PublishedWork::default()],
        &[&played, &hidden, &private],
    )
    .await;

    for id in [&played, &hidden] {
        let gone = read(&ben, id).await;
        gone.assert_problem(410, "GONE");
        assert!(gone.json["detail"].to_string().contains("withdrawn"));
        let id = ScenarioId::trusted(id.clone());
        let mut conn = app.state.db.read().await.expect("a connection");
        let version = playable_version(&mut conn, &id, Some(&ben.user_id), Some(1))
            .await
            .expect("an answer");
        assert_eq!(version, Some(1));
        let texts = model_texts(&mut conn, &id, 1)
            .await
            .expect("texts")
            .expect("a version");
        assert_eq!(texts.setting, "The secret of the sea.");
        let brief = briefs(&mut conn, &[id.as_str()], Some(&ben.user_id))
            .await
            .expect("briefs")
            .remove(id.as_str())
            .expect("a brief");
        assert!(brief.withdrawn);
        assert_eq!(
            (brief.author, brief.authorname.as_str()),
            (UserId::trusted(String::new()), "a former author")
        );
    }
    for id in [&unplayed, &alone, &private] {
        read(&ben, id).await.assert_problem(404, "NOT_FOUND");
        assert_eq!(app.count(VERSIONS, id).await, 0);
    }
    assert_eq!(ben.get("/scenarios/newest").await.json["results"], json!([]));
    assert_eq!(ben.get("/tags/search").await.json["results"], json!([]));
    assert_eq!(app.count(KEPT_IMAGES, FORMER_AUTHOR).await, 2);
});

both_engines!(images_of_a_deleted_draft_stay_with_its_stories, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = publish_titled(app, &ann, "Played", "public").await;
    // Stories may go on with the version before this one.
    publish_with_cover(app, &ann, &id, 24, "public").await;
    let path = format!("/scenarios/scenario/{id}");
    assert_eq!(ann.delete(&path).await.status, 204);
    assert_eq!(ann.delete(&format!("{path}?permanent=true")).await.status, 204);
    assert_eq!(app.count(KEPT_IMAGES, ann.user_id.as_str()).await, 2);
    leave(app, &ann, &[PublishedWork::Leave], &[&id]).await;
    read(&ben, &id).await.assert_problem(410, "GONE");
    assert_eq!(app.count(VERSIONS, &id).await, 2);
    assert_eq!(app.count(KEPT_IMAGES, FORMER_AUTHOR).await, 2);
    assert_eq!(app.count(DISCARDED_IMAGES, "").await, 0);
});

both_engines!(the_last_choice_holds_until_a_deletion_is_cancelled, async |app| {
    let ann = app.person("ann").await;
    let mut tx = app.state.db.begin().await.expect("a transaction");
    for (choice, leaves) in [
        (None, false),
        (Some(PublishedWork::Leave), true),
        (None, true),
        (Some(PublishedWork::Withdraw), false),
        (Some(PublishedWork::Leave), true),
    ] {
        users::ask_deletion(&mut tx, &ann.user_id, choice, app.state.clock.now())
            .await
            .expect("a date");
        assert_eq!(leaves_work(&mut tx, &ann.user_id).await, leaves, "{choice:?}");
    }
    users::cancel_deletion(&mut tx, &ann.user_id)
        .await
        .expect("cancelled");
    assert!(!leaves_work(&mut tx, &ann.user_id).await);
});

async fn leaves_work(tx: &mut Tx, user: &UserId) -> bool {
    let author = users::find_departing_author(tx, user).await.expect("an answer");
    author.expect("a record").leaves_work
}
