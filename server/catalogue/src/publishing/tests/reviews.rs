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
        (&status["state"], &status["inReview"], &status["versionInReview"]),
        (&json!("inReview"), &json!("public"), &json!(1)),
        "{status}"
    );
    assert_eq!(read(&ben, &id).await.status, 404);
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

both_engines!(the_queue_says_in_short_what_waits, async |app| {
    let (ann, root) = (app.person("ann").await, app.admin("root").await);
    let id = create(app, &ann, &doubtful()).await;
    publish(&ann, &id, 1, "unlisted").await.ok();
    let queue = root.get("/admin/scenario-reviews").await.ok();
    let submitted_on = queue["results"][0]["submittedOn"].clone();
    assert!(submitted_on.is_string(), "{queue}");
    let row = json!({
        "id": id,
        "title": "The Salt Lamp",
        "author": ann.user_id.as_str(),
        "authorname": "ann",
        "access": "unlisted",
        "doubtCount": 1,
        "submittedOn": submitted_on,
    });
    assert_eq!(queue, json!({ "results": [row], "nextCursor": null }));
});

both_engines!(the_longest_waiting_come_first_and_page_by_page, async |app| {
    let (ann, root) = (app.person("ann").await, app.admin("root").await);
    let mut submitted = Vec::new();
    for _ in 0..3 {
        let id = create(app, &ann, &doubtful()).await;
        publish(&ann, &id, 1, "public").await.ok();
        submitted.push(id);
        app.clock.advance_millis(1_000);
    }
    let first = root.get("/admin/scenario-reviews?limit=2").await;
    let cursor = first.json["nextCursor"].as_str().expect("a cursor");
    let second = root
        .get(&format!("/admin/scenario-reviews?limit=2&cursor={cursor}"))
        .await;
    assert_eq!([first.each("id"), second.each("id")].concat(), submitted);
    assert_eq!(second.json["nextCursor"], Value::Null);
});

both_engines!(
    an_admin_reads_what_was_submitted_and_what_is_doubted,
    async |app| {
        let (ann, root) = (app.person("ann").await, app.admin("root").await);
        let id = create(app, &ann, &doubtful()).await;
        let path = format!("/admin/scenario-reviews/{id}");
        root.get(&path).await.assert_problem(404, "NOT_FOUND");
        publish(&ann, &id, 1, "public").await.ok();
        let mut edited = doubtful();
        edited["title"] = json!("Something else");
        save(&ann, &id, 1, &edited).await;
        let review = root.get(&path).await.ok();
        assert_eq!(
            (&review["title"], &review["draft"]["title"]),
            (&json!("The Salt Lamp"), &json!("The Salt Lamp"))
        );
        assert_eq!(review["draft"]["setting"], doubtful()["setting"]);
        assert_eq!(review["doubts"][0]["field"], "/setting");
    }
);

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
