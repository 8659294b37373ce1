//! Feeds with pages and filters, tags, and similar scenarios.

use platform::both_engines;
use serde_json::Value;

use super::{names, read_all};
use crate::testing::NewScenario;

both_engines!(feeds_have_their_orders, async |app| {
    app.scenario(NewScenario::named("Old favourite").loved(90).at(-9_000_000_000))
        .await;
    app.scenario(NewScenario::named("Middle").loved(5).at(-1_000))
        .await;
    app.scenario(NewScenario::named("Brand new").loved(1)).await;
    let mut stale = NewScenario::named("Yesterday's hit").loved(60).at(-2_000);
    stale.active = crate::testing::TEST_NOW.plus_millis(-40 * kernel::DAY_MS);
    app.scenario(stale).await;
    let order = async |path: &str| names(&app.get(path).await);
    assert_eq!(
        order("/scenarios/newest").await,
        ["Brand new", "Middle", "Yesterday's hit", "Old favourite"]
    );
    assert_eq!(order("/discovery/newest").await, order("/scenarios/newest").await);
    assert_eq!(
        order("/discovery/likes").await,
        ["Old favourite", "Yesterday's hit", "Middle", "Brand new"]
    );
    assert_eq!(
        order("/discovery/trending").await,
        ["Old favourite", "Middle", "Brand new", "Yesterday's hit"]
    );
});

both_engines!(pages_stay_stable_while_rows_are_added, async |app| {
    for number in 0..11 {
        app.scenario(
            NewScenario::named(&format!("Lamp number {number}"))
                .tagged(&["lamps"])
                .loved(number % 3)
                .at(-number * 1_000),
        )
        .await;
    }
    let lists = [
        "/scenarios/newest",
        "/discovery/likes",
        "/discovery/trending",
        "/scenarios/search?q=lamp",
        "/scenarios/newest?wlTags=lamps",
        "/scenarios/search",
    ];
    for (round, list) in (0..).zip(lists) {
        let before = read_all(app, list, 100, async || {}).await;
        let add = async || {
            app.scenario(
                NewScenario::named(&format!("Added lamp {round}"))
                    .tagged(&["lamps"])
                    .loved(99)
                    .at(1_000 + round),
            )
            .await;
        };
        let paged = read_all(app, list, 3, add).await;
        assert_eq!(
            paged, before,
            "{list}: each row once, in order, whatever is added meanwhile"
        );
    }
});

both_engines!(limits_are_clamped_and_nonsense_refused, async |app| {
    for number in 0..3 {
        app.scenario(NewScenario::named(&format!("One of {number}")))
            .await;
    }
    for list in [
        "/scenarios/newest",
        "/scenarios/search",
        "/discovery/likes",
        "/discovery/trending",
        "/cards/cards",
        "/tags/search",
    ] {
        for limit in ["0", "-1", "101", "2147483648"] {
            app.get(&format!("{list}?limit={limit}")).await.ok();
        }
        for limit in ["abc", "1.5", "NaN", "99999999999999999999", "5&limit=6"] {
            let refused = app.get(&format!("{list}?limit={limit}")).await;
            refused.assert_problem(400, "BAD_REQUEST");
            assert_eq!(refused.json["errors"][0]["pointer"], "limit", "{}", refused.json);
        }
    }
    assert_eq!(names(&app.get("/scenarios/newest?limit=0").await).len(), 1);
    for list in [
        "/scenarios/newest",
        "/scenarios/search",
        "/discovery/likes",
        "/cards/cards",
        "/cards/search",
    ] {
        app.get(&format!("{list}?cursor=AAAA"))
            .await
            .assert_problem(400, "BAD_REQUEST");
        app.get(&format!("{list}?cursor=%20")).await.ok();
    }
});

both_engines!(a_cursor_is_good_for_its_own_list_only, async |app| {
    for number in 0..3 {
        app.scenario(NewScenario::named(&format!("Row {number}"))).await;
    }
    let page = app.get("/scenarios/newest?limit=1").await.ok();
    let cursor = page["nextCursor"].as_str().expect("more rows");
    app.get(&format!("/discovery/likes?cursor={cursor}"))
        .await
        .assert_problem(400, "BAD_REQUEST");
    app.get(&format!("/scenarios/search?cursor={cursor}"))
        .await
        .assert_problem(400, "BAD_REQUEST");
});

both_engines!(tags_include_and_exclude, async |app| {
    app.scenario(NewScenario::named("Both").tagged(&["noir", "cozy"]))
        .await;
    app.scenario(NewScenario::named("Noir").tagged(&["noir"]).at(-1))
        .await;
    app.scenario(NewScenario::named("Plain").at(-2)).await;
    for (query, expected) in [
        ("wlTags=noir", vec!["Both", "Noir"]),
        ("wlTags=noir&wlTags=cozy", vec!["Both"]),
        ("blTags=cozy", vec!["Noir", "Plain"]),
        ("wlTags=noir&blTags=cozy", vec!["Noir"]),
        ("wlTags=unheard-of", vec![]),
        ("blTags=unheard-of", vec!["Both", "Noir", "Plain"]),
    ] {
        for list in ["/scenarios/newest", "/scenarios/search"] {
            let mut found = names(&app.get(&format!("{list}?{query}")).await);
            found.sort();
            assert_eq!(found, expected, "{list}?{query}");
        }
    }
    let many: String = (0..21).map(|number| format!("&wlTags=t{number}")).collect();
    app.get(&format!("/scenarios/search?q=x{many}"))
        .await
        .assert_problem(400, "BAD_REQUEST");
});

both_engines!(all_tags_are_reached_page_by_page, async |app| {
    let slugs: Vec<String> = (0..122).map(|number| format!("tag-{number:03}")).collect();
    for (place, some) in (0..).zip(slugs.chunks(7)) {
        let tags: Vec<&str> = some.iter().map(String::as_str).collect();
        app.scenario(
            NewScenario::named(&format!("Row {place}"))
                .tagged(&tags)
                .at(place),
        )
        .await;
    }
    app.scenario(NewScenario::named("Twice").tagged(&["tag-077"]))
        .await;
    for (query, expected) in [("", 122), ("q=tag", 122), ("q=07", 12)] {
        for limit in [7, 60, 100] {
            let (mut found, mut cursor) = (Vec::new(), String::new());
            loop {
                let page = app
                    .get(&format!("/tags/search?limit={limit}&cursor={cursor}&{query}"))
                    .await;
                found.extend(page.each("displayName"));
                match &page.json["nextCursor"] {
                    Value::String(next) => cursor.clone_from(next),
                    _ => break,
                }
            }
            assert_eq!(found.len(), expected, "{query} by {limit}");
            assert_eq!(found[0], "tag-077", "{query}: the most used first");
            found.sort();
            found.dedup();
            assert_eq!(found.len(), expected, "{query} by {limit}: each once");
        }
    }
    let page = app.get("/tags/search?limit=1").await.ok();
    let cursor = page["nextCursor"].as_str().expect("more");
    app.get(&format!("/tags/search?q=other&cursor={cursor}"))
        .await
        .assert_problem(400, "BAD_REQUEST");
});

both_engines!(similar_scenarios_share_tags_or_words, async |app| {
    let id = app
        .scenario(NewScenario::named("Foxes of the fen").tagged(&["animals", "common"]))
        .await;
    app.scenario(NewScenario::named("Badger parliament").tagged(&["animals"]))
        .await;
    app.scenario(NewScenario::named("The fen ferry")).await;
    for number in 0..6 {
        app.scenario(
            NewScenario::named(&format!("Unlike {number}"))
                .tagged(&["common"])
                .loved(50),
        )
        .await;
    }
    let similar = async |query: &str| names(&app.get(&format!("/scenarios/similar/{id}?{query}")).await);
    let exact = similar("exploreFraction=0&limit=2").await;
    assert_eq!(exact[0], "Badger parliament", "a rare shared tag says most");
    assert!(
        !similar("limit=50").await.contains(&"Foxes of the fen".to_owned()),
        "never itself"
    );
    assert!(
        similar("exploreFraction=0&limit=50")
            .await
            .contains(&"The fen ferry".to_owned())
    );
    assert_eq!(
        similar("limit=7").await,
        similar("limit=7").await,
        "surprises do not change from read to read"
    );
    assert!(
        !similar("blTags=animals&limit=50")
            .await
            .contains(&"Badger parliament".to_owned())
    );
    for fraction in ["NaN", "inf", "-1", "2"] {
        assert!(!similar(&format!("exploreFraction={fraction}")).await.is_empty());
    }
    app.get(&format!("/scenarios/similar/{id}?exploreFraction=x"))
        .await
        .assert_problem(400, "BAD_REQUEST");
});
