//! The slice through its HTTP face, on both engines.

use kernel::Rating;
use platform::both_engines;
use platform::db::query_on;
use serde_json::Value;

use crate::testing::{Answer, Change, NewScenario, TestApp};

fn names(answer: &Answer) -> Vec<String> {
    answer.each("displayName")
}

both_engines!(a_scenario_is_shown_whole, async |app| {
    let id = app
        .scenario(
            NewScenario::named("The Lamp")
                .tagged(&["mystery", "cozy"])
                .loved(3),
        )
        .await;
    let shown = app.get(&format!("/scenarios/scenario/{id}")).await.ok();
    assert_eq!(shown["id"], id);
    assert_eq!(shown["displayData"]["displayName"], "The Lamp");
    assert_eq!(
        shown["displayData"]["createdOn"],
        crate::testing::TEST_NOW.to_string()
    );
    assert_eq!(shown["scenarioStats"]["loveCount"], 3);
    assert_eq!(shown["scenarioEngram"]["openings"][0]["text"], "It begins.");
    assert_eq!(shown["actors"][0]["name"], "Ada");
    assert_eq!(
        shown["actors"][0].get("persona"),
        None,
        "how an actor is played is not shown"
    );
    assert_eq!(shown["tagData"][0]["properties"]["slug"], "mystery");
    assert_eq!(shown["tagData"][0]["scenarioCount"], 1);
});

both_engines!(what_is_not_for_all_is_seen_by_none, async |app| {
    let private = app
        .scenario(NewScenario {
            public: false,
            ..NewScenario::named("Private")
        })
        .await;
    let hidden = app
        .scenario(NewScenario {
            hidden: true,
            ..NewScenario::named("Hidden")
        })
        .await;
    let removed = app
        .scenario(NewScenario {
            removed: true,
            ..NewScenario::named("Removed")
        })
        .await;
    let never_open = app
        .scenario(NewScenario {
            removed: true,
            public: false,
            ..NewScenario::named("Never open")
        })
        .await;
    app.scenario(NewScenario::named("Open")).await;
    for id in [&private, &hidden, &never_open] {
        app.get(&format!("/scenarios/scenario/{id}"))
            .await
            .assert_problem(404, "NOT_FOUND");
        app.get(&format!("/scenarios/similar/{id}"))
            .await
            .assert_problem(404, "NOT_FOUND");
        app.get(&format!("/scenarios/{id}/loves"))
            .await
            .assert_problem(404, "NOT_FOUND");
    }
    app.get(&format!("/scenarios/scenario/{removed}"))
        .await
        .assert_problem(410, "GONE");
    for list in [
        "/scenarios/newest",
        "/discovery/likes",
        "/discovery/trending",
        "/discovery/newest",
        "/scenarios/search",
        "/scenarios/search?q=private",
    ] {
        let answer = app.get(list).await;
        let expected: &[&str] = if list.ends_with("private") { &[] } else { &["Open"] };
        assert_eq!(names(&answer), expected, "{list}");
    }
    let author = app.get("/users/user/by-authorname/SOMEONE").await.ok();
    assert_eq!(author["stats"]["scenarios"], 1);
});

both_engines!(ids_that_cannot_be_are_not_found, async |app| {
    for id in ["nope", "..", "a%20b", "%F0%9F%90%89", "a%27b", &"x".repeat(65)] {
        app.get(&format!("/scenarios/scenario/{id}"))
            .await
            .assert_problem(404, "NOT_FOUND");
    }
    app.get("/scenarios/scenario/a%00b")
        .await
        .assert_problem(400, "BAD_REQUEST");
});

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

/// Reads a list to its end, `limit` rows at a time; `between` runs after the first page.
async fn read_all(app: &TestApp, path: &str, limit: usize, between: impl AsyncFnOnce()) -> Vec<String> {
    let mut between = Some(between);
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let joined = if path.contains('?') { '&' } else { '?' };
        let page = app
            .get(&format!("{path}{joined}limit={limit}&cursor={cursor}"))
            .await;
        let rows = names(&page);
        assert!(rows.len() <= limit);
        all.extend(rows);
        match &page.json["nextCursor"] {
            Value::String(next) => cursor.clone_from(next),
            _ => return all,
        }
        if let Some(between) = between.take() {
            between().await;
        }
    }
}

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

both_engines!(
    search_ranks_exact_names_then_names_then_labels_then_text,
    async |app| {
        let body = |name: &str, description: &str| NewScenario {
            description: description.to_owned(),
            ..NewScenario::named(name)
        };
        app.scenario(body("Somewhere else", "There is a dragon in it.").loved(900))
            .await;
        app.scenario(NewScenario::named("Tagged").tagged(&["dragon"]).loved(500))
            .await;
        app.scenario(NewScenario::named("Dragonfly Summer").loved(100))
            .await;
        app.scenario(NewScenario::named("A Dragon at Tea").loved(1)).await;
        app.scenario(NewScenario::named("The Last Dragon").loved(50))
            .await;
        app.scenario(NewScenario::named("Dragon")).await;
        app.scenario(NewScenario::named("Nothing to do with it").loved(5_000))
            .await;
        let found = names(&app.get("/scenarios/search?q=DRAGON").await);
        assert_eq!(
            found,
            [
                "Dragon",
                "The Last Dragon",
                "A Dragon at Tea",
                "Dragonfly Summer",
                "Tagged",
                "Somewhere else"
            ]
        );
        assert_eq!(
            read_all(app, "/scenarios/search?q=dragon", 2, async || {}).await,
            found,
            "the same in pages"
        );
    }
);

both_engines!(search_finds_beginnings_typos_and_other_scripts, async |app| {
    app.scenario(NewScenario::named("The Lighthouse Keeper's Übung"))
        .await;
    app.scenario(NewScenario::named("東京の夜")).await;
    app.scenario(NewScenario::named("Дракон и рыцарь")).await;
    app.scenario(NewScenario::named("हिन्दी कहानी")).await;
    app.scenario(NewScenario::named("قصر القمر")).await;
    for (typed, expected, corrected) in [
        ("lig", "The Lighthouse Keeper's Übung", None),
        ("light kee", "The Lighthouse Keeper's Übung", None),
        ("ubung", "The Lighthouse Keeper's Übung", None),
        ("keepers", "The Lighthouse Keeper's Übung", None),
        ("lihgthouse", "The Lighthouse Keeper's Übung", Some("lighthouse")),
        (
            "the lighthose",
            "The Lighthouse Keeper's Übung",
            Some("the lighthouse"),
        ),
        ("東京", "東京の夜", None),
        ("京の", "東京の夜", None),
        ("夜", "東京の夜", None),
        ("рыцарь", "Дракон и рыцарь", None),
        ("ДРАК", "Дракон и рыцарь", None),
        ("कहानी", "हिन्दी कहानी", None),
        ("القمر", "قصر القمر", None),
    ] {
        let answer = app.get(&format!("/scenarios/search?q={}", encode(typed))).await;
        assert_eq!(names(&answer), [expected], "{typed}");
        assert_eq!(answer.json["correctedQuery"].as_str(), corrected, "{typed}");
    }
    let nothing = app.get("/scenarios/search?q=xyzzyqwv").await;
    assert_eq!(names(&nothing), Vec::<String>::new());
    assert_eq!(nothing.json["correctedQuery"], Value::Null);
});

fn encode(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

both_engines!(typing_errors_are_forgiven_in_the_body_of_texts, async |app| {
    let body = "Under the cathedral, brass sparrows keep the hours of a drowned city.";
    app.scenario(NewScenario {
        description: body.to_owned(),
        ..NewScenario::named("Low water")
    })
    .await;
    app.scenario(NewScenario {
        tagline: "Somebody salted the marmalade".to_owned(),
        ..NewScenario::named("Breakfast")
    })
    .await;
    for (typed, expected, corrected) in [
        ("cathedrla", "Low water", "cathedral"),
        ("brass sparows", "Low water", "brass sparrows"),
        ("drowend", "Low water", "drowned"),
        ("marmelade", "Breakfast", "marmalade"),
    ] {
        let answer = app.get(&format!("/scenarios/search?q={}", encode(typed))).await;
        assert_eq!(names(&answer), [expected], "{typed}");
        assert_eq!(answer.json["correctedQuery"], corrected, "{typed}");
    }
});

both_engines!(half_a_memory_finds_what_holds_most_of_it, async |app| {
    for (name, tagline) in [
        ("The Pier", "Something in the water remembers a romance."),
        ("Tide house", "An old house, and the sea under its floor."),
        (
            "Allotments",
            "A slow quarrel in the rain, and something for the pot.",
        ),
        ("Signals", "Somebody in a tower counts the ships."),
    ] {
        app.scenario(NewScenario {
            tagline: tagline.to_owned(),
            ..NewScenario::named(name)
        })
        .await;
    }
    for (typed, expected, corrected) in [
        (
            "something scary in an old house",
            Some("Tide house"),
            Some("old house"),
        ),
        (
            "A haunted pier, a slow romance",
            Some("The Pier"),
            Some("pier romance"),
        ),
        ("haunted piers", Some("The Pier"), Some("pier")),
        ("haunted swamp", None, None),
    ] {
        let path = format!("/scenarios/search?q={}", encode(typed));
        let answer = app.get(&path).await;
        assert_eq!(names(&answer), Vec::from_iter(expected), "{typed}");
        assert_eq!(answer.json["correctedQuery"].as_str(), corrected, "{typed}");
        // What is blocked is not found by less of it, either.
        let filtered = app.get(&format!("{path}&author=nobody")).await;
        assert_eq!(names(&filtered), Vec::<String>::new(), "{typed}");
    }
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

both_engines!(operators_are_only_words, async |app| {
    app.scenario(NewScenario::named("Black and white or grey")).await;
    for typed in [
        "\"",
        "\"black",
        "black OR",
        "NOT",
        "AND",
        "NEAR(black white)",
        "name:black",
        "black*",
        "(black",
        "^black",
        "-black",
        "black'",
        "'; drop table users; --",
        "black & white",
        "black | !white",
        "black:*",
        "<->",
        "\\",
        "%",
        "_",
        "{}",
        "🐉",
        "\u{202e}",
        "a b c d e f g h i j k l m n o p",
    ] {
        app.get(&format!("/scenarios/search?q={}", encode(typed)))
            .await
            .ok();
        app.get(&format!("/cards/search?q={}", encode(typed))).await.ok();
        app.get(&format!("/tags/search?q={}", encode(typed))).await.ok();
    }
    assert_eq!(
        names(&app.get("/scenarios/search?q=black%20AND%20white").await).len(),
        1
    );
    app.get(&format!("/scenarios/search?q={}", "x".repeat(5_000)))
        .await
        .ok();
});

both_engines!(search_narrows_to_an_author, async |app| {
    app.scenario(NewScenario {
        author: "Ada-L".to_owned(),
        ..NewScenario::named("By Ada")
    })
    .await;
    app.scenario(NewScenario {
        author: "bob".to_owned(),
        ..NewScenario::named("By Bob")
    })
    .await;
    assert_eq!(
        names(&app.get("/scenarios/search?author=ada-l").await),
        ["By Ada"]
    );
    let id = app.get("/users/user/by-authorname/bob").await.ok()["userID"]
        .as_str()
        .expect("an id")
        .to_owned();
    assert_eq!(
        names(&app.get(&format!("/scenarios/search?q=by&author={id}")).await),
        ["By Bob"]
    );
    assert_eq!(
        names(&app.get("/scenarios/search?author=nobody").await),
        Vec::<String>::new()
    );
    app.get("/users/user/by-authorname/nobody")
        .await
        .assert_problem(404, "NOT_FOUND");
});

both_engines!(renamed_scenarios_are_found_by_the_new_name_only, async |app| {
    let id = app.scenario(NewScenario::named("Marigold")).await;
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let doc = platform::search::Doc {
        item_id: &id,
        name: "Periwinkle",
        popularity: 10_000,
        ..platform::search::Doc::default()
    };
    platform::search::index_doc(&mut tx, platform::search::Kind::Scenario, &doc)
        .await
        .expect("indexed again");
    tx.commit().await.expect("a commit");
    assert_eq!(names(&app.get("/scenarios/search?q=periwinkle").await).len(), 1);
    assert_eq!(names(&app.get("/scenarios/search?q=marigold").await).len(), 0);
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

both_engines!(explicit_pictures_are_marked, async |app| {
    app.scenario(NewScenario {
        judged: vec![("Porn".to_owned(), 0.7), ("Neutral".to_owned(), 0.3)],
        ..NewScenario::named("Marked")
    })
    .await;
    let page = app.get("/scenarios/newest").await.ok();
    assert_eq!(page["results"][0]["explicit"], true);
    assert_eq!(page["results"][0]["avatarMetrics"][0]["className"], "Porn");
});

/// One scenario of each rating, all with the tag "lamps" and the word "lantern"; and a campaign that shows
/// them.
async fn one_of_each(app: &TestApp) -> Vec<String> {
    let mut ids = Vec::new();
    for (place, rating) in (0..).zip([
        Rating::Everyone,
        Rating::Mature,
        Rating::Explicit,
        Rating::Extreme,
    ]) {
        let name = format!("Lantern {}", rating.as_str());
        ids.push(
            app.scenario(
                NewScenario::named(&name)
                    .tagged(&["lamps"])
                    .rated(rating)
                    .at(-place),
            )
            .await,
        );
    }
    let tag: Value = app.get("/tags/by-id/lamps").await.ok();
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let statements = [
        "insert into campaigns (id, blurb_header, blurb_body, hero_links) values ('default', 'h', 'b', '[\"/a\", \"/b\", \"/c\"]')".to_owned(),
        "insert into campaign_sections (campaign_id, position, display_term, tag_id) values ('default', 0, 'Picked', null)".to_owned(),
        format!("insert into campaign_sections (campaign_id, position, display_term, tag_id) values ('default', 1, 'Tagged', '{}')", tag["id"].as_str().expect("an id")),
        "insert into campaign_section_scenarios (campaign_id, section_position, position, scenario_id) select 'default', 0, row_number() over (order by created_at desc), id from scenarios".to_owned(),
    ];
    for statement in statements {
        query_on!(tx, |x: D| sqlx::query::<D>(sqlx::AssertSqlSafe(statement))
            .execute(x)
            .await
            .map(drop))
        .expect("a campaign");
    }
    tx.commit().await.expect("a commit");
    ids
}

/// The lists that show scenarios, whoever asks.
const LISTS: [&str; 10] = [
    "/scenarios/newest",
    "/scenarios/newest?wlTags=lamps",
    "/scenarios/search",
    "/scenarios/search?q=lantern",
    "/scenarios/search?author=someone",
    "/scenarios/search?wlTags=lamps",
    "/discovery/newest",
    "/discovery/likes",
    "/discovery/trending",
    "/scenarios/search?q=lantren",
];

/// Asks everything that shows scenarios, and compares.
async fn assert_shown(ask: impl AsyncFn(&str) -> Answer, ids: &[String], shown: usize, whom: &str) {
    let all = [
        "Lantern everyone",
        "Lantern mature",
        "Lantern explicit",
        "Lantern extreme",
    ];
    let expected: Vec<String> = {
        let mut names: Vec<String> = all[..shown].iter().map(|name| (*name).to_owned()).collect();
        names.sort();
        names
    };
    for list in LISTS {
        let mut found = names(&ask(list).await);
        found.sort();
        assert_eq!(found, expected, "{whom}: {list}");
    }
    let similar = names(&ask(&format!("/scenarios/similar/{}?exploreFraction=0.5", ids[0])).await);
    assert_eq!(similar.len(), shown - 1, "{whom}: {similar:?}");
    for call in ["/misc/fetch-campaign-data", "/campaigns/campaign/default/info"] {
        let campaign = ask(call).await.ok();
        for section in campaign["sections"].as_array().expect("sections") {
            assert_eq!(
                section["scenarios"].as_array().map(Vec::len),
                Some(shown),
                "{whom}: {call}: {section}"
            );
        }
    }
    let tag = ask("/tags/search?q=lamps").await.ok();
    assert_eq!(
        tag["results"][0]["scenarioCount"], shown,
        "{whom}: a tag counts what would be found"
    );
    assert_eq!(
        ask("/tags/by-id/lamps").await.ok()["scenarioCount"],
        shown,
        "{whom}"
    );
    let newest = ask("/scenarios/newest").await.ok();
    assert_eq!(
        newest["results"][0]["tagData"][0]["scenarioCount"], shown,
        "{whom}"
    );
    assert_eq!(
        ask("/users/user/by-authorname/someone").await.ok()["stats"]["scenarios"],
        shown,
        "{whom}"
    );
    for (place, id) in ids.iter().enumerate() {
        let answer = ask(&format!("/scenarios/scenario/{id}")).await;
        if place < shown {
            answer.ok();
        } else {
            answer.assert_problem(403, "ADULT_ONLY");
            assert_eq!(answer.json["rating"], ["explicit", "extreme"][place - 2]);
            assert!(
                !answer.json.to_string().contains("Lantern"),
                "nothing of it is told"
            );
            ask(&format!("/scenarios/similar/{id}"))
                .await
                .assert_problem(403, "ADULT_ONLY");
            ask(&format!("/scenarios/{id}/loves"))
                .await
                .assert_problem(403, "ADULT_ONLY");
        }
    }
}

both_engines!(
    visitors_find_what_is_for_adults_only_after_their_own_answer,
    async |app| {
        let ids = one_of_each(app).await;
        let browser = app.browser();
        let ask = async |path: &str| browser.get(path).await;
        assert_shown(ask, &ids, 2, "a visitor").await;
        browser.set_cookie("showNSFW", Some("true"));
        assert_shown(ask, &ids, 2, "a visitor whom a campaign brought").await;
        browser.set_cookie("adultConfirmed", Some("true"));
        assert_shown(ask, &ids, 3, "a visitor who said so").await;
        browser.set_cookie("showNSFL", Some("true"));
        assert_shown(ask, &ids, 3, "a visitor has no way to the rest").await;
        browser.set_cookie("showNSFW", Some("false"));
        assert_shown(ask, &ids, 2, "a visitor who thought better of it").await;
    }
);

both_engines!(a_persons_own_settings_decide_what_they_find, async |app| {
    let ids = one_of_each(app).await;
    let ann = app.person("ann").await;
    let ask = async |path: &str| ann.get(path).await;
    assert_shown(ask, &ids, 2, "somebody").await;
    for id in &ids {
        ann.post(
            "/scenarios/love",
            &serde_json::json!({ "scenarioId": id, "loved": true }),
        )
        .await
        .ok();
    }
    for (settings, shown) in [((true, false), 3), ((true, true), 4), ((false, false), 2)] {
        ann.change(Change {
            show_nsfw: settings.0,
            show_nsfl: settings.1,
            ..Change::default()
        })
        .await;
        assert_shown(ask, &ids, shown, &format!("{settings:?}")).await;
        assert_eq!(
            ann.get("/scenarios/love/loved").await.each("id").len(),
            shown,
            "{settings:?}: of what they love, too"
        );
    }
});

both_engines!(the_sitemap_leaves_out_what_is_for_adults, async |app| {
    let ids = one_of_each(app).await;
    app.scenario(
        NewScenario {
            author: "bluebeard".to_owned(),
            ..NewScenario::named("Locked")
        }
        .rated(Rating::Explicit),
    )
    .await;
    let mut conn = app.state.db.read().await.expect("a connection");
    let mut listed: Vec<String> = crate::scenarios::list_after(&mut conn, "", 100)
        .await
        .expect("rows")
        .into_iter()
        .map(|row| row.id)
        .collect();
    let mut open = ids[..2].to_vec();
    listed.sort();
    open.sort();
    assert_eq!(listed, open);
    assert_eq!(
        crate::profiles::list_after(&mut conn, "", 100)
            .await
            .expect("rows")
            .len(),
        1,
        "nor authors who have nothing else"
    );
});

both_engines!(
    authors_and_admins_need_not_ask_for_what_is_theirs_to_see,
    async |app| {
        let ids = one_of_each(app).await;
        let ann = app.person("ann").await;
        let mut tx = app.state.db.begin().await.expect("a transaction");
        let give = "update scenarios set author_id = $1 where id = $2";
        query_on!(tx, |x: D| sqlx::query::<D>(give)
            .bind(ann.user_id.as_str())
            .bind(&ids[3])
            .execute(x)
            .await
            .map(drop))
        .expect("a row");
        tx.commit().await.expect("a commit");
        ann.get(&format!("/scenarios/scenario/{}", ids[3])).await.ok();
        ann.get(&format!("/scenarios/scenario/{}", ids[2]))
            .await
            .assert_problem(403, "ADULT_ONLY");
        app.admin("director")
            .await
            .get(&format!("/scenarios/scenario/{}", ids[2]))
            .await
            .ok();
    }
);
