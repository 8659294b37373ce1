//! Admins and authors who decide about one scenario at the same time.

use platform::both_engines;
use serde_json::{Value, json};

use super::sixteen::adult;
use super::{create, publish, save};
use crate::testing::{Actor, Answer, TestApp};

/// Submits what an admin has to look at; returns its id.
async fn submit(app: &TestApp, author: &Actor<'_>) -> String {
    let mut doubted = adult("The Salt Lamp");
    doubted["setting"] = json!("Ida is an elf of 300 years with a childlike laugh.");
    let id = create(app, author, &doubted).await;
    assert_eq!(publish(author, &id, "public").await.ok()["state"], "inReview");
    id
}

async fn decide(admin: &Actor<'_>, id: &str, publishes: bool) -> Answer {
    let decision = json!({ "publish": publishes, "reason": "looked at" });
    admin
        .post(&format!("/admin/scenario-reviews/{id}"), &decision)
        .await
}

async fn withdraw(author: &Actor<'_>, id: &str) -> Answer {
    author
        .post(&format!("/scenarios/scenario/{id}/withdraw"), &json!({}))
        .await
}

async fn state(author: &Actor<'_>, id: &str) -> Value {
    author
        .get(&format!("/scenarios/scenario/{id}/publishing"))
        .await
        .ok()["state"]
        .clone()
}

both_engines!(of_two_admins_at_once_one_decides, async |app| {
    let ann = app.person("ann").await;
    let (root, other) = (app.admin("root").await, app.admin("other").await);
    for (first, second) in [(true, true), (true, false), (false, false)] {
        let id = submit(app, &ann).await;
        let (one, two) = tokio::join!(decide(&root, &id, first), decide(&other, &id, second));
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 404], "{} {}", one.json, two.json);
        let published = if one.status == 204 { first } else { second };
        let expected = if published { "public" } else { "draft" };
        assert_eq!(state(&ann, &id).await, expected);
    }
});

both_engines!(what_was_withdrawn_is_published_by_no_admin, async |app| {
    let ann = app.person("ann").await;
    let root = app.admin("root").await;
    for _ in 0..4 {
        let id = submit(app, &ann).await;
        let (decided, withdrawn) = tokio::join!(decide(&root, &id, true), withdraw(&ann, &id));
        withdrawn.ok();
        // Published before and withdrawn then, or not published at all.
        let expected = if decided.status == 204 { "private" } else { "draft" };
        assert!([204, 404].contains(&decided.status.as_u16()), "{}", decided.json);
        assert_eq!(state(&ann, &id).await, expected);
        assert_eq!(decide(&root, &id, true).await.status, 404, "it waits no more");
        assert_eq!(state(&ann, &id).await, expected);
    }
});

both_engines!(an_edit_at_the_same_time_is_not_published, async |app| {
    let ann = app.person("ann").await;
    let root = app.admin("root").await;
    let id = submit(app, &ann).await;
    let edited = adult("Something else");
    let (decided, ()) = tokio::join!(decide(&root, &id, true), save(&ann, &id, &edited));
    assert_eq!(decided.status, 204, "{}", decided.json);
    let read = ann.get(&format!("/scenarios/scenario/{id}")).await.ok();
    assert_eq!(read["displayData"]["displayName"], "The Salt Lamp");
});

both_engines!(withdrawing_what_nobody_else_sees_changes_nothing, async |app| {
    let ann = app.person("ann").await;
    let never = create(app, &ann, &adult("Never published")).await;
    let private = create(app, &ann, &adult("Private")).await;
    publish(&ann, &private, "private").await.ok();
    let waiting = submit(app, &ann).await;
    for (id, expected) in [(never, "draft"), (private, "private"), (waiting, "draft")] {
        let first = withdraw(&ann, &id).await.ok();
        assert_eq!(
            (&first["state"], &first["inReview"]),
            (&json!(expected), &Value::Null)
        );
        assert_eq!(withdraw(&ann, &id).await.ok(), first, "the same again");
    }
});
