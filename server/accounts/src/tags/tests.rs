//! Tests of the calls, on both engines.

use kernel::Rating;
use platform::both_engines;
use serde_json::{Value, json};

use super::{TagCounts, TagKind, add_counts, put_tag};
use crate::testing::TestApp;

/// Stores a tag that this many scenarios of this rating carry.
async fn add_tag(app: &TestApp, slug: &str, name: &str, count: i64, rating: Rating) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    put_tag(&mut tx, slug, slug, name, TagKind::Other, false)
        .await
        .expect("a tag");
    let of = |is_counted: bool| if is_counted { count } else { 0 };
    let counts = TagCounts {
        everyone: of(!rating.is_adult()),
        explicit: of(rating == Rating::Explicit),
        extreme: of(rating == Rating::Extreme),
    };
    add_counts(&mut tx, slug, counts).await.expect("counts");
    tx.commit().await.expect("a commit");
}

both_engines!(a_new_tag_first_meets_those_it_may_mean, async |app| {
    for (slug, name, count) in [
        ("dragon", "Dragon", 5),
        ("dragoon", "Dragoon", 9),
        ("science-fiction", "Science fiction", 2),
        ("slow-burn", "Slow burn", 1),
        ("dragoons", "Dragoons", 0),
        ("cafe", "Café", 1),
    ] {
        add_tag(app, slug, name, count, Rating::Everyone).await;
    }
    add_tag(app, "drago", "Drago", 3, Rating::Explicit).await;
    for (typed, expected) in [
        ("DRAGONS", json!([["Dragon", "plural"]])),
        ("sci-fi", json!([["Science fiction", "alias"]])),
        ("Slowburn", json!([["Slow burn", "spelling"]])),
        // There is such a tag.
        ("dragon", json!([])),
        ("cafe", json!([])),
        ("Slow-Burn", json!([])),
        ("marmalade", json!([])),
        ("", json!([])),
        ("%_'", json!([])),
    ] {
        let typed_in_address: String = typed.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let answer = app.get(&format!("/tags/near?name={typed_in_address}")).await.ok();
        let rows = answer["results"].as_array().expect("a list");
        let found: Vec<Value> = rows
            .iter()
            .map(|row| json!([row["displayName"], row["reason"]]))
            .collect();
        assert_eq!(json!(found), expected, "{typed}");
    }
    let nearest = app.get("/tags/near?name=dragons").await.ok();
    assert_eq!(nearest["results"][0]["properties"]["slug"], "dragon");
    assert_eq!(nearest["results"][0]["scenarioCount"], 5);
    let missing = app.get("/tags/near").await;
    missing.assert_problem(400, "BAD_REQUEST");
});

both_engines!(at_most_five_tags_are_offered_the_most_used_first, async |app| {
    for (count, slug) in (1..).zip(["lantera", "lanterb", "lanterc", "lanterd", "lantere", "lanterf"]) {
        add_tag(app, slug, slug, count, Rating::Everyone).await;
    }
    let answer = app.get("/tags/near?name=lanter").await;
    assert_eq!(
        answer.each("displayName"),
        ["lanterf", "lantere", "lanterd", "lanterc", "lanterb"]
    );
});

both_engines!(
    tags_that_nobody_would_find_anything_by_are_not_listed,
    async |app| {
        add_tag(app, "lamp", "Lamp", 2, Rating::Everyone).await;
        add_tag(app, "lampshade", "Lampshade", 0, Rating::Everyone).await;
        add_tag(app, "lamprey", "Lamprey", 3, Rating::Explicit).await;
        for list in ["/tags/search", "/tags/search?q=lamp", "/tags/search?q=am"] {
            assert_eq!(app.get(list).await.each("displayName"), ["Lamp"], "{list}");
        }
        // By its address it is still there.
        assert_eq!(app.get("/tags/by-id/lampshade").await.ok()["scenarioCount"], 0);
    }
);
