//! The list of one's own works.

use std::collections::BTreeSet;

use platform::both_engines;
use serde_json::{Value, json};

use super::{complete, create, save};
use crate::testing::{Actor, TestApp};

/// Creates scenarios of these titles and taglines, a second apart.
async fn write(app: &TestApp, actor: &Actor<'_>, works: &[(&str, &str)]) -> Vec<String> {
    let mut ids = Vec::new();
    for (title, tagline) in works {
        app.clock.advance_millis(1_000);
        ids.push(create(app, actor, &json!({ "title": title, "tagline": tagline })).await);
    }
    ids
}

both_engines!(a_row_is_the_summary_of_a_scenario_and_more, async |app| {
    let ann = app.person("ann").await;
    create(app, &ann, &json!({ "title": "  " })).await;
    let rows = ann.get("/scenarios/my").await.ok();
    let row = &rows["results"][0];
    for (field, value) in [
        ("displayName", json!("Untitled")),
        ("tagline", json!("")),
        ("public", json!(false)),
        ("state", json!("draft")),
        ("version", json!(1)),
        ("missingCount", json!(7)),
        ("rating", json!(null)),
        ("tags", json!([])),
        ("tagData", json!([])),
        ("avatarMetrics", json!([])),
        ("author", json!(ann.user_id.as_str())),
        ("authorname", json!("ann")),
        ("fromCard", json!(false)),
        ("deletedOn", json!(null)),
    ] {
        assert_eq!(row[field], value, "{field}");
    }
    assert_eq!(row["scenarioStats"]["loveCount"], 0);
    assert_eq!(row["avatar_urls"]["avatar"], json!(null));

    let id = create(app, &ann, &complete()).await;
    let rows = ann.get("/scenarios/my?q=keeper").await.ok();
    let row = &rows["results"][0];
    assert_eq!(
        (&row["id"], &row["rating"], &row["missingCount"], &row["tags"]),
        (&json!(id), &json!("mature"), &json!(0), &json!(["sea", "slow"]))
    );
});

both_engines!(works_are_listed_in_every_order, async |app| {
    let ann = app.person("ann").await;
    let works = [("beta", ""), ("Álpha", ""), ("", ""), ("gamma", "")];
    let ids = write(app, &ann, &works).await;
    app.clock.advance_millis(1_000);
    save(
        &ann,
        &ids[1],
        1,
        &json!({ "title": "Álpha", "tagline": "changed" }),
    )
    .await
    .ok();
    let names = async |query: &str| {
        ann.get(&format!("/scenarios/my{query}"))
            .await
            .each("displayName")
    };
    let newest_change = ["Álpha", "gamma", "Untitled", "beta"];
    assert_eq!(names("").await, newest_change, "by default");
    assert_eq!(names("?sort=updatedOnDesc&cursor=%20").await, newest_change);
    assert_eq!(
        names("?sort=updatedOnAsc").await,
        ["beta", "Untitled", "gamma", "Álpha"]
    );
    assert_eq!(
        names("?sort=createdOnDesc").await,
        ["gamma", "Untitled", "Álpha", "beta"]
    );
    assert_eq!(
        names("?sort=createdOnAsc").await,
        ["beta", "Álpha", "Untitled", "gamma"]
    );
    assert_eq!(
        names("?sort=displayNameAsc").await,
        ["Álpha", "beta", "gamma", "Untitled"]
    );
    ann.get("/scenarios/my?sort=tagline")
        .await
        .assert_problem(400, "BAD_REQUEST");
});

both_engines!(words_and_states_narrow_the_list, async |app| {
    let ann = app.person("ann").await;
    let works = [
        ("Éclair", "A sweet start"),
        ("Salt 50%", "Below the sea"),
        ("灯台の夜", "Sea and light"),
    ];
    write(app, &ann, &works).await;
    let names = async |query: &str| {
        ann.get(&format!("/scenarios/my?{query}"))
            .await
            .each("displayName")
    };
    assert_eq!(names("q=eclair").await, ["Éclair"]);
    assert_eq!(names("q=SEA").await, ["灯台の夜", "Salt 50%"]);
    assert_eq!(names("q=sea%20salt").await, ["Salt 50%"], "all words");
    assert_eq!(names("q=%E7%81%AF%E5%8F%B0").await, ["灯台の夜"]);
    assert_eq!(names("q=5%25_").await, ["Salt 50%"], "signs are no patterns");
    assert!(names("q=nothing").await.is_empty());
    assert_eq!(names("state=draft").await.len(), 3);
    for state in ["private", "unlisted", "public", "inReview"] {
        assert!(names(&format!("state={state}")).await.is_empty());
    }
    assert!(names("trash=true").await.is_empty());
    ann.get("/scenarios/my?state=secret")
        .await
        .assert_problem(400, "BAD_REQUEST");
});

both_engines!(every_order_pages_through_everything_once, async |app| {
    let ann = app.person("ann").await;
    // Equal titles and times: the id decides.
    let works: Vec<(String, &str)> = (0..25)
        .map(|number| (format!("Lamp {}", number % 3), ""))
        .collect();
    let mut ids = BTreeSet::new();
    for (title, _) in &works {
        ids.insert(create(app, &ann, &json!({ "title": title })).await);
    }
    let other = app.person("ben").await;
    create(app, &other, &complete()).await;
    for sort in [
        "updatedOnDesc",
        "updatedOnAsc",
        "createdOnDesc",
        "createdOnAsc",
        "displayNameAsc",
    ] {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let path = format!("/scenarios/my?limit=7&sort={sort}&q=lamp&cursor={cursor}");
            let page = ann.get(&path).await;
            seen.extend(page.each("id"));
            match page.json["nextCursor"].as_str() {
                Some(next) => cursor = next.to_owned(),
                None => break,
            }
        }
        assert_eq!(seen.len(), 25, "{sort}");
        assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), ids, "{sort}");
    }
    let first: Value = ann.get("/scenarios/my?limit=0").await.ok();
    assert_eq!(first["results"].as_array().map(Vec::len), Some(1), "clamped");
    let cursor = first["nextCursor"].as_str().expect("a cursor");
    for query in ["sort=createdOnDesc", "q=lamp", "trash=true", "state=draft"] {
        let refused = ann.get(&format!("/scenarios/my?{query}&cursor={cursor}")).await;
        refused.assert_problem(400, "BAD_REQUEST");
    }
    let refused = other.get(&format!("/scenarios/my?cursor={cursor}")).await;
    refused.assert_problem(400, "BAD_REQUEST");
});
