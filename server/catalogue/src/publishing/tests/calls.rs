//! Publishing through the calls.

use platform::both_engines;
use serde_json::json;

use super::{complete, create, found, publish, read, save};
use crate::publishing::{books_of, model_texts, playable_version};
use crate::scenarios::ScenarioId;

both_engines!(what_is_public_can_be_read_and_found, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = create(app, &ann, &complete()).await;
    assert_eq!(read(&ben, &id).await.status, 404);
    let status = publish(&ann, &id, 1, "public").await.ok();
    assert_eq!(
        (
            &status["state"],
            &status["publishedVersion"],
            &status["hasChanges"]
        ),
        (&json!("public"), &json!(1), &json!(false))
    );
    let scenario = read(&ben, &id).await.ok();
    assert_eq!(scenario["displayData"]["displayName"], "The Salt Lamp");
    assert_eq!(scenario["displayData"]["public"], true);
    assert_eq!(scenario["displayData"]["rating"], "mature");
    assert_eq!(scenario["scenarioEngram"]["openings"][1]["title"], "Opening 2");
    assert_eq!(scenario["tagData"][0]["displayName"], "Salt Water");
    assert_eq!(scenario["tagData"][0]["scenarioCount"], 1);
    assert_eq!(found(&ben, "Salt Lamp").await, 1);
    assert_eq!(
        ann.get("/scenarios/my").await.json["results"][0]["state"],
        "public"
    );
});

both_engines!(
    nothing_typed_later_reaches_readers_before_it_is_published,
    async |app| {
        let (ann, ben) = (app.person("ann").await, app.person("ben").await);
        let id = create(app, &ann, &complete()).await;
        publish(&ann, &id, 1, "public").await.ok();
        let mut edited = complete();
        edited["title"] = json!("Vermilion");
        edited["setting"] = json!("Another sea.");
        save(&ann, &id, 1, &edited).await;
        let title = |scenario: &serde_json::Value| scenario["displayData"]["displayName"].clone();
        assert_eq!(title(&read(&ben, &id).await.ok()), "The Salt Lamp");
        let path = format!("/scenarios/scenario/{id}/publishing");
        assert_eq!(ann.get(&path).await.json["hasChanges"], true);
        let listed = || async { ann.get("/scenarios/my").await.json["results"][0]["hasChanges"].clone() };
        assert_eq!(listed().await, true);
        publish(&ann, &id, 2, "public").await.ok();
        assert_eq!(listed().await, false);
        assert_eq!(title(&read(&ben, &id).await.ok()), "Vermilion");
        assert_eq!(
            (found(&ben, "Salt Lamp").await, found(&ben, "Vermilion").await),
            (0, 1)
        );

        let id = ScenarioId::trusted(id);
        let mut conn = app.state.db.read().await.expect("a connection");
        assert_eq!(
            playable_version(&mut conn, &id, None, None)
                .await
                .expect("an answer"),
            Some(2)
        );
        let first = model_texts(&mut conn, &id, 1)
            .await
            .expect("texts")
            .expect("version 1");
        assert_eq!(
            first.setting, "The secret of the sea.",
            "the first version is as it was"
        );
    }
);

both_engines!(
    a_closed_scenario_tells_readers_nothing_of_its_making,
    async |app| {
        let (ann, ben) = (app.person("ann").await, app.person("ben").await);
        let mut draft = complete();
        draft["actors"][0]["lorebooks"] = json!([{ "id": "b", "book": {
        "name": "The secret book",
        "entries": [{ "id": "1", "name": "The secret entry", "keys": ["lamp"], "content": "The secret lamp." }],
    } }]);
        let id = create(app, &ann, &draft).await;
        publish(&ann, &id, 1, "public").await.ok();
        let text = read(&ben, &id).await.json.to_string();
        for hidden in ["secret", "hides the key", "looks for it"] {
            assert!(!text.contains(hidden), "{hidden} in {text}");
        }
        assert!(text.contains("Keeper"), "roles are for readers");

        draft["making"] = json!("open");
        save(&ann, &id, 1, &draft).await;
        publish(&ann, &id, 2, "public").await.ok();
        let shown = read(&ben, &id).await;
        assert_eq!(shown.json["scenarioEngram"]["open"], json!(true));
        for hidden in ["hides the key", "The secret of the sea."] {
            let text = shown.json.to_string();
            assert!(
                !text.contains(hidden),
                "it is read where readers ask for it: {hidden} in {text}"
            );
        }

        let id = ScenarioId::trusted(id);
        let mut conn = app.state.db.read().await.expect("a connection");
        let closed = books_of(&mut conn, &id, 1).await.expect("books");
        assert_eq!(closed[0].book.entries[0].content, "The secret lamp.");
        assert_eq!(
            (
                closed[0].book.name.as_str(),
                closed[0].book.entries[0].name.as_str()
            ),
            ("Lorebook", "Entry 1")
        );
        let open = books_of(&mut conn, &id, 2).await.expect("books");
        assert_eq!(open[0].book.name, "The secret book");
    }
);

both_engines!(unlisted_and_private_scenarios_are_in_no_list, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = create(app, &ann, &complete()).await;
    publish(&ann, &id, 1, "unlisted").await.ok();
    let scenario = read(&ben, &id).await.ok();
    assert_eq!(scenario["displayData"]["public"], false);
    assert_eq!(
        scenario["tagData"],
        json!([]),
        "everybody would be offered its tags"
    );
    assert_eq!(found(&ben, "Salt Lamp").await, 0);
    publish(&ann, &id, 1, "private").await.ok();
    read(&ben, &id).await.assert_problem(410, "GONE");
    assert_eq!(read(&ann, &id).await.status, 200);
    publish(&ann, &id, 1, "public").await.ok();
    assert_eq!(found(&ben, "Salt Lamp").await, 1);
    publish(&ann, &id, 1, "unlisted").await.ok();
    assert_eq!(found(&ben, "Salt Lamp").await, 0, "it is taken out of search");
});

both_engines!(what_is_missing_is_named_with_its_field, async |app| {
    let ann = app.person("ann").await;
    let mut draft = complete();
    draft["rating"] = json!(null);
    draft["openings"] = json!([]);
    let id = create(app, &ann, &draft).await;
    let refused = publish(&ann, &id, 1, "unlisted").await;
    refused.assert_problem(422, "VALIDATION_FAILED");
    let text = refused.json["errors"].to_string();
    assert!(text.contains("/rating") && text.contains("/openings"), "{text}");
    let path = format!("/scenarios/scenario/{id}/publishing");
    let missing = &ann.get(&path).await.ok()["missing"];
    assert_eq!(missing.as_array().map(Vec::len), Some(2), "{missing}");
});

both_engines!(its_author_alone_needs_no_rating_notes_or_origin, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut draft = complete();
    for field in ["rating", "contentNotes", "origin"] {
        draft[field] = json!(null);
    }
    let openings = std::mem::take(&mut draft["openings"]);
    draft["openings"] = json!([]);
    let id = create(app, &ann, &draft).await;
    let refused = publish(&ann, &id, 1, "private").await;
    refused.assert_problem(422, "VALIDATION_FAILED");
    assert_eq!(refused.json["errors"].as_array().map(Vec::len), Some(1));

    draft["openings"] = openings;
    save(&ann, &id, 1, &draft).await;
    let status = ann
        .get(&format!("/scenarios/scenario/{id}/publishing"))
        .await
        .ok();
    assert_eq!(
        (
            &status["missingForAuthor"],
            status["missing"].as_array().map(Vec::len)
        ),
        (&json!([]), Some(3))
    );
    assert_eq!(publish(&ann, &id, 2, "private").await.ok()["state"], "private");
    assert_eq!(read(&ann, &id).await.status, 200);
    assert_eq!(read(&ben, &id).await.status, 404);
    publish(&ann, &id, 2, "public")
        .await
        .assert_problem(422, "VALIDATION_FAILED");
});

both_engines!(
    an_older_version_than_the_stored_one_is_not_published,
    async |app| {
        let ann = app.person("ann").await;
        let id = create(app, &ann, &complete()).await;
        let mut edited = complete();
        edited["tagline"] = json!("Changed in another window");
        save(&ann, &id, 1, &edited).await;
        publish(&ann, &id, 1, "public")
            .await
            .assert_problem(412, "DRAFT_CHANGED");
    }
);

both_engines!(withdrawing_leaves_the_author_and_says_why, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = create(app, &ann, &complete()).await;
    publish(&ann, &id, 1, "public").await.ok();
    let path = format!("/scenarios/scenario/{id}/withdraw");
    for _ in 0..2 {
        assert_eq!(ann.post(&path, &json!({})).await.ok()["state"], "private");
    }
    let gone = read(&ben, &id).await;
    gone.assert_problem(410, "GONE");
    assert!(
        gone.json["detail"].to_string().contains("withdrawn"),
        "{}",
        gone.json
    );
    assert_eq!(found(&ben, "Salt Lamp").await, 0);
    assert_eq!(read(&ann, &id).await.status, 200);
    publish(&ann, &id, 1, "public").await.ok();
    assert_eq!(found(&ben, "Salt Lamp").await, 1);
});

both_engines!(the_trash_takes_a_scenario_out_of_every_list, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = create(app, &ann, &complete()).await;
    publish(&ann, &id, 1, "public").await.ok();
    let path = format!("/scenarios/scenario/{id}");
    assert_eq!(ann.delete(&path).await.status, 204);
    read(&ben, &id).await.assert_problem(410, "GONE");
    assert_eq!(found(&ben, "Salt Lamp").await, 0);
    publish(&ann, &id, 1, "public")
        .await
        .assert_problem(409, "DRAFT_IN_TRASH");
});

both_engines!(what_comes_back_from_the_trash_is_seen_as_before, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for (access, status, count) in [("public", 200, 1), ("unlisted", 200, 0), ("private", 404, 0)] {
        let id = create(app, &ann, &complete()).await;
        publish(&ann, &id, 1, access).await.ok();
        let path = format!("/scenarios/scenario/{id}");
        let before = ann.get(&format!("{path}/publishing")).await.ok();
        assert_eq!(ann.delete(&path).await.status, 204);
        for _ in 0..2 {
            assert_eq!(ann.post(&format!("{path}/restore"), &json!({})).await.status, 204);
        }
        assert_eq!(
            ann.get(&format!("{path}/publishing")).await.ok(),
            before,
            "{access}"
        );
        assert_eq!(read(&ben, &id).await.status, status, "{access}");
        assert_eq!(found(&ben, "Salt Lamp").await, count, "{access}");
        assert_eq!(ann.delete(&path).await.status, 204);
    }
});

both_engines!(
    an_edit_before_the_trash_is_not_published_by_coming_back,
    async |app| {
        let (ann, ben) = (app.person("ann").await, app.person("ben").await);
        let id = create(app, &ann, &complete()).await;
        publish(&ann, &id, 1, "public").await.ok();
        let mut edited = complete();
        edited["title"] = json!("Pepper Mill");
        save(&ann, &id, 1, &edited).await;
        let path = format!("/scenarios/scenario/{id}");
        assert_eq!(ann.delete(&path).await.status, 204);
        assert_eq!(ann.post(&format!("{path}/restore"), &json!({})).await.status, 204);
        assert_eq!(
            (found(&ben, "Salt Lamp").await, found(&ben, "Pepper Mill").await),
            (1, 0)
        );
        assert_eq!(
            ann.get(&format!("{path}/publishing")).await.ok()["hasChanges"],
            true
        );
    }
);

both_engines!(
    what_was_withdrawn_comes_back_from_the_trash_withdrawn,
    async |app| {
        let (ann, ben) = (app.person("ann").await, app.person("ben").await);
        let id = create(app, &ann, &complete()).await;
        publish(&ann, &id, 1, "public").await.ok();
        let path = format!("/scenarios/scenario/{id}");
        ann.post(&format!("{path}/withdraw"), &json!({})).await.ok();
        assert_eq!(ann.delete(&path).await.status, 204);
        assert_eq!(ann.post(&format!("{path}/restore"), &json!({})).await.status, 204);
        read(&ben, &id).await.assert_problem(410, "GONE");
        assert_eq!(found(&ben, "Salt Lamp").await, 0);
    }
);

both_engines!(nobody_publishes_what_belongs_to_others, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = create(app, &ann, &complete()).await;
    publish(&ben, &id, 1, "public")
        .await
        .assert_problem(404, "NOT_FOUND");
    let path = format!("/scenarios/scenario/{id}/withdraw");
    assert_eq!(ben.post(&path, &json!({})).await.status, 404);
    assert_eq!(
        ben.get(&format!("/scenarios/scenario/{id}/publishing"))
            .await
            .status,
        404
    );
});

both_engines!(readers_see_content_notes_and_who_made_the_cards, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut draft = complete();
    draft["contentNotes"] = json!({ "kind": "listed", "notes": ["war", "gore"] });
    for (actor, creator, source) in [(0, " Cole ", "https://cards.example/1"), (1, "Cole", "card:2")] {
        draft["actors"][actor]["kept"] = json!({ "creator": creator, "source": [source] });
    }
    let id = create(app, &ann, &draft).await;
    publish(&ann, &id, 1, "public").await.ok();
    let scenario = read(&ben, &id).await.ok();
    assert_eq!(scenario["contentNotes"], json!(["gore", "war"]));
    assert_eq!(
        scenario["credits"],
        json!({ "creator": "Cole", "source": ["https://cards.example/1", "card:2"] })
    );
    let hidden = "/scenarios/search?q=Salt%20Lamp&blNotes=war";
    assert_eq!(ben.get(hidden).await.json["results"], json!([]));

    draft["contentNotes"] = json!({ "kind": "undisclosed" });
    save(&ann, &id, 1, &draft).await;
    assert_eq!(
        read(&ben, &id).await.json["contentNotes"],
        json!(["gore", "war"]),
        "until it is published"
    );
    publish(&ann, &id, 2, "public").await.ok();
    assert_eq!(read(&ben, &id).await.json["contentNotes"], json!(null));
    assert_eq!(ben.get(hidden).await.each("displayName"), ["The Salt Lamp"]);
});
