//! What the judge doubts waits for an admin.

use platform::both_engines;
use serde_json::{Value, json};

use super::{complete, create, found, publish, read, save};

/// Rated for adults, with a phrase that may be a disguise.
fn doubtful() -> Value {
    let mut draft = complete();
    draft["rating"] = json!("explicit");
    draft["setting"] = json!("Ida is an elf of 300 years with a childlike laugh.");
    draft
}

both_engines!(an_admin_decides_what_is_doubted, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let root = app.admin("root").await;
    let id = create(app, &ann, &doubtful()).await;
    let status = publish(&ann, &id, 1, "public").await.ok();
    assert_eq!(
        (&status["state"], &status["inReview"]),
        (&json!("inReview"), &json!("public")),
        "{status}"
    );
    assert_eq!(read(&ben, &id).await.status, 404);
    let queue = root.get("/admin/scenario-reviews").await.ok();
    assert_eq!(queue["results"][0]["id"], id.as_str());
    assert!(
        queue["results"][0]["doubts"]
            .as_array()
            .is_some_and(|doubts| !doubts.is_empty())
    );
    let decide = format!("/admin/scenario-reviews/{id}");
    let publishes = json!({ "publish": true, "reason": "she is a teacher of adults" });
    assert_eq!(root.post(&decide, &publishes).await.status, 204);
    assert_eq!(read(&ann, &id).await.ok()["displayData"]["public"], true);
    assert_eq!(
        ann.get("/scenarios/my").await.json["results"][0]["state"],
        "public"
    );
    assert_eq!(
        root.post(&decide, &publishes).await.status,
        404,
        "it waits no more"
    );
    let entries = root.get("/admin/scenario-reviews").await.ok();
    assert_eq!(entries["results"], json!([]));
});

both_engines!(what_an_admin_gives_back_is_a_draft_again, async |app| {
    let ann = app.person("ann").await;
    let root = app.admin("root").await;
    let id = create(app, &ann, &doubtful()).await;
    publish(&ann, &id, 1, "unlisted").await.ok();
    let decision = json!({ "publish": false, "reason": "seventeen is too young" });
    let decide = format!("/admin/scenario-reviews/{id}");
    assert_eq!(root.post(&decide, &decision).await.status, 204);
    assert_eq!(
        ann.get("/scenarios/my").await.json["results"][0]["state"],
        "draft"
    );
});

both_engines!(
    what_was_submitted_is_published_and_nothing_typed_since,
    async |app| {
        let ann = app.person("ann").await;
        let root = app.admin("root").await;
        let id = create(app, &ann, &doubtful()).await;
        publish(&ann, &id, 1, "public").await.ok();
        let mut edited = doubtful();
        edited["title"] = json!("Something else");
        save(&ann, &id, 1, &edited).await;
        let decision = json!({ "publish": true, "reason": "fine" });
        let decide = format!("/admin/scenario-reviews/{id}");
        assert_eq!(root.post(&decide, &decision).await.status, 204);
        assert_eq!(
            read(&ann, &id).await.ok()["displayData"]["displayName"],
            "The Salt Lamp"
        );
        assert_eq!(
            ann.get(&format!("/scenarios/scenario/{id}/publishing"))
                .await
                .json["hasChanges"],
            true
        );
    }
);

both_engines!(withdrawing_takes_it_out_of_the_queue, async |app| {
    let ann = app.person("ann").await;
    let root = app.admin("root").await;
    let id = create(app, &ann, &doubtful()).await;
    publish(&ann, &id, 1, "public").await.ok();
    let withdrawn = ann
        .post(&format!("/scenarios/scenario/{id}/withdraw"), &json!({}))
        .await;
    assert_eq!(withdrawn.ok()["state"], "draft");
    assert_eq!(
        root.get("/admin/scenario-reviews").await.json["results"],
        json!([])
    );
    assert_eq!(found(&ann, "Salt Lamp").await, 0);
});
