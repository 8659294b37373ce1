//! Finding scenarios by text.

use platform::both_engines;
use serde_json::Value;

use super::{encode, names, read_all};
use crate::testing::NewScenario;

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
        ("Signals", "Somebody in a tower who counts the ships."),
        (
            "Night train",
            "A station in the snow, and the cat who lives there.",
        ),
        ("Spikes", "The railway, and those who own it."),
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
        // More words that one row holds come before a rarer one alone; words of every row say nothing.
        (
            "the railway station with the cat who talks",
            Some("Night train"),
            Some("station cat"),
        ),
        ("haunted swamp", None, None),
    ] {
        let path = format!("/scenarios/search?q={}", encode(typed));
        let answer = app.get(&path).await;
        assert_eq!(names(&answer), Vec::from_iter(expected), "{typed}");
        assert_eq!(answer.json["correctedQuery"].as_str(), corrected, "{typed}");
        // A search with fewer words does not find what is blocked, either.
        let filtered = app.get(&format!("{path}&author=nobody")).await;
        assert_eq!(names(&filtered), Vec::<String>::new(), "{typed}");
    }
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
