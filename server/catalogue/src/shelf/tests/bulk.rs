//! Changing many scenarios.

use platform::both_engines;
use serde_json::{Value, json};

use super::{create, publish, read, titled};
use crate::shelf::rules::MAX_AT_ONCE;
use crate::testing::{Actor, Answer};

async fn send(actor: &Actor<'_>, ids: &Value, change: Value) -> Answer {
    actor
        .post("/scenarios/my/bulk", &json!({ "ids": ids, "change": change }))
        .await
}

/// The ids that were changed, and those that were refused with the reason.
async fn change(actor: &Actor<'_>, ids: &[&str], change: Value) -> (Vec<String>, Vec<(String, String)>) {
    let answer = send(actor, &json!(ids), change).await.ok();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let changed = answer["changed"].as_array().expect("a list").iter().map(text);
    let refused = answer["refused"].as_array().expect("a list").iter();
    (
        changed.collect(),
        refused
            .map(|one| (text(&one["id"]), text(&one["problem"])))
            .collect(),
    )
}

both_engines!(tags_are_added_and_removed_in_any_spelling, async |app| {
    let ann = app.person("ann").await;
    let one = create(app, &ann, &titled("One")).await;
    let mut full = titled("Full");
    full["tags"] = json!((0..15).map(|number| format!("tag {number}")).collect::<Vec<_>>());
    let full = create(app, &ann, &full).await;
    let asked = json!({ "addTags": ["SLOW", " Noir "], "removeTags": ["sea"] });
    let (changed, refused) = change(&ann, &[&full, &one, &one], asked.clone()).await;
    assert_eq!(changed, [one.as_str()]);
    assert_eq!(
        refused,
        [(
            full.clone(),
            "There can be up to 15 tags; these are 17.".to_owned()
        )]
    );
    let now = read(&ann, &one).await;
    assert_eq!(
        (&now["draft"]["tags"], &now["version"]),
        (&json!(["slow", "Noir"]), &json!(2))
    );
    assert_eq!(now["draft"]["actors"][0]["name"], "Ida", "the rest is as it was");

    // The same again changes nothing.
    assert_eq!(change(&ann, &[&one], asked).await.0, [one.as_str()]);
    assert_eq!(read(&ann, &one).await["version"], 2);
    assert_eq!(ann.get("/scenarios/my?tag=noir").await.each("id"), [one]);
});

both_engines!(changes_at_once_all_arrive, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &titled("One")).await;
    let ids = [id.as_str()];
    let changes = (0..4).map(|number| change(&ann, &ids, json!({ "addTags": [format!("tag {number}")] })));
    for (changed, _) in futures::future::join_all(changes).await {
        assert_eq!(changed, ids);
    }
    let now = read(&ann, &id).await;
    assert_eq!(
        (now["draft"]["tags"].as_array().map(Vec::len), &now["version"]),
        (Some(6), &json!(5))
    );
});

both_engines!(one_that_is_refused_stops_nothing, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (one, two) = (
        create(app, &ann, &titled("One")).await,
        create(app, &ann, &titled("Two")).await,
    );
    let (gone, other) = (
        create(app, &ann, &titled("Gone")).await,
        create(app, &ben, &titled("Ben’s")).await,
    );
    assert_eq!(
        ann.delete(&format!("/scenarios/scenario/{gone}")).await.status,
        204
    );
    let ids = [gone.as_str(), &one, &other, "none", &two];
    let (changed, refused) = change(&ann, &ids, json!({ "rating": "mature" })).await;
    assert_eq!(changed, [one.as_str(), &two]);
    assert_eq!(
        refused,
        [
            (
                gone,
                "This scenario is in the trash. Restore it to change it.".to_owned()
            ),
            (other.clone(), "There is no such scenario.".to_owned()),
            ("none".to_owned(), "There is no such scenario.".to_owned()),
        ]
    );
    assert_eq!(read(&ann, &one).await["draft"]["rating"], "mature");
    assert_eq!(read(&ben, &other).await["draft"]["rating"], "everyone");
    change(&ann, &[&one], json!({ "rating": null })).await;
    let now = read(&ann, &one).await;
    assert_eq!(now["draft"]["rating"], json!(null));
    assert_eq!(now["missing"][0]["field"], "/rating");
});

both_engines!(
    what_is_public_is_withdrawn_and_nothing_is_published,
    async |app| {
        let (ann, ben) = (app.person("ann").await, app.person("ben").await);
        let open = publish(app, &ann, &titled("Open"), "public").await;
        let draft = create(app, &ann, &titled("Draft")).await;
        let (changed, refused) = change(&ann, &[&open, &draft], json!({ "access": "private" })).await;
        assert_eq!((changed.len(), refused.len()), (2, 0));
        let path = format!("/scenarios/scenario/{open}");
        ben.get(&path).await.assert_problem(410, "GONE");
        assert_eq!(read(&ann, &open).await["state"], "private");
        assert_eq!(read(&ann, &draft).await["state"], "draft");
        for access in ["public", "unlisted", "draft"] {
            let refused = send(&ann, &json!([open]), json!({ "access": access })).await;
            refused.assert_problem(422, "VALIDATION_FAILED");
            assert_eq!(refused.json["errors"][0]["pointer"], "/change/access");
        }
        ben.get(&path).await.assert_problem(410, "GONE");
    }
);

both_engines!(many_go_to_the_trash_come_back_and_go_for_good, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let open = publish(app, &ann, &titled("Open"), "public").await;
    let draft = create(app, &ann, &titled("Draft")).await;
    let both = [open.as_str(), &draft];
    assert_eq!(change(&ann, &both, json!({ "trash": true })).await.0, both);
    assert!(ann.get("/scenarios/my").await.each("id").is_empty());
    assert_eq!(ann.get("/scenarios/my?trash=true").await.each("id").len(), 2);
    let path = format!("/scenarios/scenario/{open}");
    ben.get(&path).await.assert_problem(410, "GONE");
    assert_eq!(change(&ann, &both, json!({ "trash": false })).await.0, both);
    assert_eq!(ann.get("/scenarios/my").await.each("id").len(), 2);
    ben.get(&path).await.ok();
    assert_eq!(change(&ann, &both, json!({ "permanent": true })).await.0, both);
    assert!(ann.get("/scenarios/my?trash=true").await.each("id").is_empty());
    let (changed, refused) = change(&ann, &both, json!({ "permanent": true })).await;
    assert_eq!((changed.len(), refused.len()), (0, 2));
});

both_engines!(a_call_makes_one_change_within_limits, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &titled("One")).await;
    let many: Vec<String> = (0..=MAX_AT_ONCE).map(|number| number.to_string()).collect();
    let tags: Vec<String> = (0..16).map(|number| number.to_string()).collect();
    for (ids, change, pointer) in [
        (json!([id]), json!({}), "/change"),
        (json!([id]), json!({ "permanent": false }), "/change"),
        (
            json!([id]),
            json!({ "rating": "mature", "trash": true }),
            "/change",
        ),
        (
            json!([id]),
            json!({ "rating": null, "addTags": ["a"] }),
            "/change",
        ),
        (json!([id]), json!({ "rating": "adult" }), "/change/rating"),
        (json!([id]), json!({ "title": "x" }), "/change/title"),
        (json!([id]), json!({ "addTags": tags }), "/change/addTags"),
        (json!([id]), json!({ "addTags": ["a", " "] }), "/change/addTags/1"),
        (
            json!([id]),
            json!({ "removeTags": ["a\u{0}"] }),
            "/change/removeTags/0",
        ),
        (
            json!([id]),
            json!({ "addTags": ["x".repeat(51)] }),
            "/change/addTags/0",
        ),
        (json!([]), json!({ "trash": true }), "/ids"),
        (json!(many), json!({ "trash": true }), "/ids"),
        (json!(["no id"]), json!({ "trash": true }), "/ids/0"),
    ] {
        let refused = send(&ann, &ids, change.clone()).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], pointer, "{change}");
    }
    assert_eq!(read(&ann, &id).await["version"], 1);
});
