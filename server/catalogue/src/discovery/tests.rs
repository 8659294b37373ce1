//! Posters repeat the fields of the full answers, and add none.

use std::collections::BTreeSet;

use platform::both_engines;
use platform::db::query_on;
use platform::testing::Answer;
use serde_json::{Value, json};

use crate::cards::{CardModel, CardModelV2, NewCard, put_card};
use crate::scenarios::ScenarioImages;
use crate::testing::{NewScenario, TEST_NOW};

/// The poster that a summary should give.
fn poster_of(summary: &Value) -> Value {
    json!({
        "id": summary["id"],
        "displayName": summary["displayName"],
        "tagline": summary["tagline"],
        "picture": summary["avatar_urls"]["avatar"],
        "author": summary["author"],
        "authorname": summary["authorname"],
        "explicit": summary["explicit"],
        "messagesSent": summary["scenarioStats"]["messagesSent"],
    })
}

fn rows(answer: Answer) -> Vec<Value> {
    answer.ok()["results"].as_array().expect("rows").clone()
}

both_engines!(posters_are_the_summaries_of_their_lists, async |app| {
    let id = app
        .scenario(NewScenario::named("Lamp").tagged(&["sea", "noir"]).loved(3))
        .await;
    app.scenario(NewScenario::named("Mill").tagged(&["sea"])).await;
    for (posters, summaries) in [
        ("/posters/newest", "/discovery/newest".to_owned()),
        ("/posters/likes", "/discovery/likes".to_owned()),
        ("/posters/trending", "/discovery/trending".to_owned()),
        ("/posters/search?q=lamp", "/scenarios/search?q=lamp".to_owned()),
        (
            "/posters/search?wlTags=noir",
            "/scenarios/search?wlTags=noir".to_owned(),
        ),
        (
            &format!("/posters/similar/{id}"),
            format!("/scenarios/similar/{id}"),
        ),
    ] {
        let expected: Vec<Value> = rows(app.get(&summaries).await).iter().map(poster_of).collect();
        assert!(!expected.is_empty(), "{summaries}");
        assert_eq!(rows(app.get(posters).await), expected, "{posters}");
    }
});

both_engines!(a_page_of_posters_goes_on_where_it_ended, async |app| {
    for name in ["One", "Two", "Three"] {
        app.scenario(NewScenario::named(name)).await;
    }
    let (mut address, mut names) = ("/posters/newest?limit=2".to_owned(), BTreeSet::new());
    for _ in 0..2 {
        let page = app.get(&address).await.ok();
        let found = page["results"].as_array().expect("rows");
        names.extend(
            found
                .iter()
                .filter_map(|row| row["displayName"].as_str().map(str::to_owned)),
        );
        let cursor = page["nextCursor"].as_str().unwrap_or_default();
        address = format!("/posters/newest?limit=2&cursor={cursor}");
    }
    assert_eq!(names.len(), 3);
});

both_engines!(a_list_names_the_tags_it_was_narrowed_by, async |app| {
    app.scenario(NewScenario::named("Lamp").tagged(&["sea", "noir"]))
        .await;
    for address in [
        "/posters/search?wlTags=sea&blTags=noir",
        "/posters/newest?wlTags=sea&blTags=noir",
        "/posters/cards?wlTags=sea&blTags=noir",
    ] {
        let page = app.get(address).await.ok();
        let slugs: Vec<&str> = page["tags"]
            .as_array()
            .expect("tags")
            .iter()
            .filter_map(|tag| tag["properties"]["slug"].as_str())
            .collect();
        assert_eq!(slugs, ["sea", "noir"], "{address}");
    }
});

both_engines!(too_many_tags_are_refused, async |app| {
    let tags: Vec<String> = (0..21).map(|at| format!("wlTags=t{at}")).collect();
    for list in ["search", "newest", "cards"] {
        let answer = app.get(&format!("/posters/{list}?{}", tags.join("&"))).await;
        answer.assert_problem(400, "BAD_REQUEST");
    }
});

both_engines!(what_is_loved_and_deleted_keeps_its_place, async |app| {
    let ann = app.person("ann").await;
    let id = app.scenario(NewScenario::named("Lamp")).await;
    ann.post("/scenarios/love", &json!({ "scenarioId": id }))
        .await
        .ok();
    assert_eq!(rows(ann.get("/posters/loved").await)[0]["displayName"], "Lamp");
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>(
        "update scenarios set removed_at = 1, listed = $2 where id = $1"
    )
    .bind(&id)
    .bind(false)
    .execute(x)
    .await
    .map(drop))
    .expect("a removal");
    tx.commit().await.expect("a commit");
    let gone = &rows(ann.get("/posters/loved").await)[0];
    assert_eq!(
        (&gone["displayName"], &gone["deleted"]),
        (&json!("Deleted Card"), &json!(true))
    );
});

both_engines!(a_card_without_a_promise_is_described, async |app| {
    let author = app.person("writer").await;
    let mut tx = app.state.db.begin().await.expect("a transaction");
    for (at, tagline) in ["", "Once."].into_iter().enumerate() {
        let model = CardModelV2 {
            format: 0,
            name: "Ada".to_owned(),
            description: "x".repeat(1_000),
            personality: String::new(),
            scenario: String::new(),
            messages: vec!["Hello.".to_owned()],
            mes_example: String::new(),
        };
        let new = NewCard {
            id: &format!("00000000-0000-7000-8000-00000000ca4{at}"),
            author_id: author.user_id.as_str(),
            authorname: "writer",
            name: "",
            tagline,
            description: "",
            author_notes: "",
            model: CardModel::V2(model),
            pictures: ScenarioImages::default(),
            rating: kernel::Rating::Everyone,
            tags: Vec::new(),
            popularity: 0,
            created_at: TEST_NOW,
        };
        put_card(&mut tx, &new).await.expect("a card");
    }
    tx.commit().await.expect("a commit");
    let mut found: Vec<(String, usize)> = rows(app.get("/posters/cards").await)
        .iter()
        .map(|card| {
            assert_eq!(card["displayName"], "Ada");
            let text = |field: &str| card[field].as_str().expect("a text").to_owned();
            (text("tagline"), text("description").len())
        })
        .collect();
    found.sort();
    assert_eq!(found, [(String::new(), 400), ("Once.".to_owned(), 0)]);
});
