//! Reading one scenario.

use platform::both_engines;

use super::names;
use crate::testing::NewScenario;

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

both_engines!(explicit_images_are_marked, async |app| {
    app.scenario(NewScenario {
        judged: vec![("Porn".to_owned(), 0.7), ("Neutral".to_owned(), 0.3)],
        ..NewScenario::named("Marked")
    })
    .await;
    let page = app.get("/scenarios/newest").await.ok();
    assert_eq!(page["results"][0]["explicit"], true);
    assert_eq!(page["results"][0]["avatarMetrics"][0]["className"], "Porn");
});
