//! Works are found by the names that their authors have now.

use catalogue::cards::{CardModel, CardModelV2, NewCard, put_card};
use catalogue::reindex;
use catalogue::scenarios::ScenarioImages;
use platform::both_engines;
use platform::db::query_on;
use serde_json::{Value, json};

use crate::testing::{Actor, NewScenario, TEST_NOW, TestApp};

/// Makes a person the author of a scenario. Until then the index holds it under its old author.
async fn give(app: &TestApp, scenario: &str, author: &Actor<'_>) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let text = "update scenarios set author_id = $1 where id = $2";
    query_on!(tx, |x: D| sqlx::query::<D>(text)
        .bind(author.user_id.as_str())
        .bind(scenario)
        .execute(x)
        .await
        .map(drop))
    .expect("an author");
    tx.commit().await.expect("a commit");
}

both_engines!(
    works_are_found_by_the_new_name_of_their_author_and_not_by_the_old_one,
    async |app| {
        let ann = app.person("ann").await;
        let own = app
            .scenario(NewScenario::named("Lamp").tagged(&["spiders"]))
            .await;
        give(app, &own, &ann).await;
        app.scenario(NewScenario::named("Lantern").tagged(&["spiders"]))
            .await;
        let private = app
            .scenario(NewScenario {
                public: false,
                ..NewScenario::named("Drawer")
            })
            .await;
        give(app, &private, &ann).await;
        let mut tx = app.state.db.begin().await.expect("a transaction");
        let model = CardModelV2 {
            format: 0,
            name: "Vex".to_owned(),
            description: String::new(),
            personality: String::new(),
            scenario: String::new(),
            messages: vec!["Hello.".to_owned()],
            mes_example: String::new(),
        };
        let card_id = "00000000-0000-7000-8000-00000000ca4d";
        let card = NewCard {
            id: card_id,
            author_id: ann.user_id.as_str(),
            authorname: "ann",
            name: "Vex",
            tagline: "",
            description: "A patient negotiator.",
            author_notes: "",
            model: CardModel::V2(model),
            pictures: ScenarioImages::default(),
            rating: kernel::Rating::Everyone,
            tags: Vec::new(),
            popularity: 1,
            created_at: TEST_NOW,
        };
        put_card(&mut tx, &card).await.expect("a card");
        tx.commit().await.expect("a commit");
        let found = async |query: &str| app.get(&format!("/scenarios/search?{query}")).await.each("id");
        let cards = async |query: &str| app.get(&format!("/cards/search?{query}")).await.each("id");
        let rename = async |name: &str| ann.patch("/users/me", &json!({ "authorname": name })).await.ok();

        rename("Quillfeather").await;
        assert_eq!(found("q=quillfeather").await, std::slice::from_ref(&own));
        assert_eq!(found("author=quillfeather").await, std::slice::from_ref(&own));
        assert_eq!(cards("q=quillfeather").await, [card_id]);
        rename("Moonpetal").await;
        assert_eq!(found("q=quillfeather").await, Vec::<String>::new());
        assert_eq!(found("author=quillfeather").await, Vec::<String>::new());
        assert_eq!(cards("q=quillfeather").await, Vec::<String>::new());
        // By the whole name, by its beginning, with a typing error, and as a filter; and by everything that
        // found it before.
        for query in [
            "q=moonpetal",
            "q=moonp",
            "q=moonpetl",
            "author=moonpetal",
            "q=spiders%20moonpetal",
            "q=lamp",
            "q=ada%20moonpetal",
            "q=somewhere%20moonpetal",
        ] {
            assert_eq!(found(query).await, std::slice::from_ref(&own), "{query}");
        }
        assert_eq!(
            found("wlTags=spiders&author=moonpetal").await,
            std::slice::from_ref(&own)
        );
        assert_eq!(cards("q=moonpetal").await, [card_id]);
        assert_eq!(cards("q=negotiator").await, [card_id]);
        assert_eq!(
            app.count(
                "select count(*) from renamed_authors where author_id = $1",
                ann.user_id.as_str()
            )
            .await,
            0
        );
    }
);

both_engines!(many_works_are_indexed_anew_some_at_a_time, async |app| {
    let ann = app.person("ann").await;
    let mut ids = Vec::new();
    for number in 0..reindex::WORKS_AT_ONCE + 5 {
        let id = app.scenario(NewScenario::named(&format!("Work {number}"))).await;
        give(app, &id, &ann).await;
        ids.push(id);
    }
    let last = ids.iter().max().expect("some").clone();
    let found = async |name: &str| {
        let page = app
            .get(&format!("/scenarios/search?q={name}&limit=100"))
            .await
            .ok();
        let cursor = page["nextCursor"].as_str().map(str::to_owned);
        let mut ids: Vec<Value> = page["results"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one["id"].clone())
            .collect();
        if let Some(cursor) = cursor {
            let rest = app
                .get(&format!("/scenarios/search?q={name}&limit=100&cursor={cursor}"))
                .await
                .ok();
            ids.extend(
                rest["results"]
                    .as_array()
                    .expect("a list")
                    .iter()
                    .map(|one| one["id"].clone()),
            );
        }
        ids
    };
    let waiting = async || {
        app.count(
            "select count(*) from renamed_authors where author_id = $1",
            ann.user_id.as_str(),
        )
        .await
    };
    ann.patch("/users/me", &json!({ "authorname": "Quillfeather" }))
        .await
        .ok();
    assert_eq!(
        (found("quillfeather").await.len(), waiting().await),
        (reindex::WORKS_AT_ONCE, 1)
    );
    // Renamed again before the job finished: the rest is indexed under the newest name.
    ann.patch("/users/me", &json!({ "authorname": "Moonpetal" }))
        .await
        .ok();
    assert!(!found("moonpetal").await.contains(&json!(last)));
    assert_eq!(reindex::finish(&app.state).await.expect("a round"), 1);
    assert_eq!((found("moonpetal").await.len(), waiting().await), (ids.len(), 0));
    assert!(found("moonpetal").await.contains(&json!(last)));
    assert_eq!(found("quillfeather").await.len(), 0);
    assert_eq!(reindex::finish(&app.state).await.expect("a round"), 0);
});
