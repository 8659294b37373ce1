//! The dashboard shows a person's own actions and nobody else's.

use catalogue::cards::{CardModel, CardModelV2, NewCard, put_card};
use catalogue::scenarios::ScenarioImages;
use platform::both_engines;
use serde_json::{Value, json};

use crate::testing::{NewScenario, TEST_NOW};

both_engines!(the_dashboard_shows_ones_own_actions, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let id = app.scenario(NewScenario::named("Lamp")).await;
    ann.post("/scenarios/love", &json!({ "scenarioId": id }))
        .await
        .ok();
    app.clock.advance_millis(1000);
    ann.post("/scenarios/rate", &json!({ "scenarioId": id, "rating": -1 }))
        .await
        .ok();
    app.clock.advance_millis(1000);
    ann.post(&format!("/users/me/follow/{}", bob.user_id), &json!({}))
        .await
        .ok();
    let board = ann.get("/dashboard").await.ok();
    let stats = ann.get("/user/fetch-stats").await.ok();
    assert_eq!(board["totals"], stats);
    assert_eq!(
        (
            &stats["lovesGiven"],
            &stats["ratingsGiven"],
            &stats["following"],
            &stats["followers"]
        ),
        (&json!(1), &json!(1), &json!(1), &json!(0))
    );
    let days = board["days"].as_array().expect("days");
    assert_eq!(
        (
            days.len(),
            &days[29]["loves"],
            &days[29]["ratings"],
            &days[29]["follows"],
            &days[28]["loves"]
        ),
        (30, &json!(1), &json!(1), &json!(1), &json!(0))
    );
    let kinds: Vec<&str> = board["recent"]
        .as_array()
        .expect("actions")
        .iter()
        .filter_map(|action| action["kind"].as_str())
        .collect();
    assert_eq!(kinds, ["follow", "dislike", "love"]);
    assert_eq!(board["recent"][2]["href"], format!("/scenario/{id}"));
    assert_eq!(
        bob.get("/dashboard").await.ok()["recent"],
        json!([]),
        "nobody else's"
    );
    for path in ["/dashboard", "/user/fetch-stats", "/users/me/export"] {
        app.get(path).await.assert_unauthenticated("missing_token");
    }
});

fn text(json: &Value, field: &str) -> String {
    json[field].as_str().unwrap_or_default().to_owned()
}

both_engines!(
    what_was_deleted_stays_a_deleted_card_for_who_loves_or_plays_it,
    async |app| {
        let ann = app.person("ann").await;
        let mut ids = Vec::new();
        for name in ["Lamp", "Well", "Mill"] {
            let id = app.scenario(NewScenario::named(name)).await;
            ann.post("/scenarios/love", &json!({ "scenarioId": id }))
                .await
                .ok();
            app.clock.advance_millis(1_000);
            ids.push(id);
        }
        let story = text(
            &ann.post("/stories/", &json!({ "scenarioId": ids[0] })).await.json,
            "id",
        );
        let author = text(
            &app.get(&format!("/scenarios/scenario/{}", ids[0])).await.ok()["authorship"],
            "author",
        );
        let model = CardModelV2 {
            format: 0,
            name: "Ada".to_owned(),
            description: "Who she is.".to_owned(),
            personality: "Soft.".to_owned(),
            scenario: "A mill.".to_owned(),
            messages: vec!["Come in.".to_owned()],
            mes_example: String::new(),
        };
        let card = NewCard {
            id: "a-card",
            author_id: &author,
            authorname: "someone",
            name: "Ada",
            tagline: "Of the mill",
            description: "A patient miller.",
            author_notes: "",
            model: CardModel::V2(model),
            pictures: ScenarioImages::default(),
            rating: kernel::Rating::Everyone,
            tags: Vec::new(),
            popularity: 1,
            created_at: TEST_NOW,
        };
        let mut tx = app.state.db.begin().await.expect("a transaction");
        put_card(&mut tx, &card).await.expect("a card");
        tx.commit().await.expect("a commit");
        ann.post("/cards/card/rate", &json!({ "cardId": "a-card", "rating": 1 }))
            .await
            .ok();
        let of_card = ann.post("/stories/", &json!({ "cardId": "a-card" })).await.json;
        assert_eq!(of_card["scenario"], Value::Null);

        let mut tx = app.state.db.begin().await.expect("a transaction");
        for (change, id) in [
            (
                "update scenarios set removed_at = 1, listed = false where id = $1",
                ids[0].as_str(),
            ),
            (
                "update scenarios set hidden = true, listed = false where id = $1",
                ids[1].as_str(),
            ),
            (
                "update cards set removed_at = 1, listed = false where id = $1",
                "a-card",
            ),
        ] {
            platform::db::query_on!(tx, |x: D| sqlx::query::<D>(change)
                .bind(id)
                .execute(x)
                .await
                .map(drop))
            .expect("a change");
        }
        tx.commit().await.expect("a commit");

        // Hidden is not deleted: nothing is reported of it.
        let loved = ann.get("/scenarios/love/loved").await;
        assert_eq!(loved.each("displayName"), ["Mill", "Deleted Card"]);
        let gone = &loved.json["results"][1];
        assert_eq!(
            (
                &gone["id"],
                &gone["deleted"],
                &gone["tagline"],
                &gone["authorname"]
            ),
            (&json!(ids[0]), &json!(true), &json!(""), &json!(""))
        );
        assert_eq!(
            (
                &gone["avatar_urls"]["avatar"],
                &gone["tags"],
                &gone["scenarioStats"]["loveCount"]
            ),
            (&Value::Null, &json!([]), &json!(0))
        );
        assert_eq!(loved.json["results"][0]["deleted"], Value::Null);
        let liked = ann.get("/card/get-liked-cards").await.ok();
        let gone = &liked["results"][0];
        assert_eq!(
            (
                &gone["displayData"]["displayName"],
                &gone["deleted"],
                &gone["liked"]
            ),
            (&json!("Deleted Card"), &json!(true), &json!(true))
        );
        assert_eq!(
            (&gone["cardModel"]["description"], &gone["displayData"]["tagline"]),
            (&json!(""), &json!(""))
        );
        for played in [story, text(&of_card, "id")] {
            let shown = ann.get(&format!("/stories/{played}")).await.ok()["scenario"].clone();
            assert_eq!(
                (&shown["displayName"], &shown["deleted"], &shown["authorname"]),
                (&json!("Deleted Card"), &json!(true), &json!(""))
            );
        }
        let shelf = ann.get("/stories/").await.ok();
        assert!(
            shelf["results"].as_array().is_some_and(
                |rows| rows.len() == 2 && rows.iter().all(|row| row["scenario"]["deleted"] == true)
            ),
            "{shelf}"
        );
        let recent = ann.get("/dashboard").await.ok()["recent"].clone();
        let of_gone: Vec<&Value> = recent
            .as_array()
            .expect("actions")
            .iter()
            .filter(|action| action["title"] == "Deleted Card")
            .collect();
        assert!(
            of_gone.len() == 1 && of_gone[0]["href"] == Value::Null,
            "{recent}"
        );
        // For everybody else it does not exist.
        assert_eq!(app.get("/scenarios/newest").await.each("displayName"), ["Mill"]);
    }
);
