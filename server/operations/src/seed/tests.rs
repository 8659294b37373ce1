//! Seeding, up to what visitors then see.

use std::path::Path;

use kernel::Shekels;
use platform::blobs::Blobs;
use platform::both_engines;
use platform::db::query_on;
use serde_json::json;

use super::{StarterPaths, is_empty, seed_starter, seed_synthetic};

fn paths() -> StarterPaths {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    StarterPaths {
        catalogue: root.join("catalogue"),
        pictures: root.join("bundles/starter"),
    }
}

both_engines!(
    the_starter_catalogue_is_there_once_however_often_it_is_seeded,
    async |app| {
        assert!(is_empty(&app.state.db).await.expect("an answer"));
        let first = seed_starter(&app.state.db, &Blobs::memory(), &paths())
            .await
            .unwrap_or_else(|error| panic!("{error}"));
        let again = seed_starter(&app.state.db, &Blobs::memory(), &paths())
            .await
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(first, again);
        assert!(!is_empty(&app.state.db).await.expect("an answer"));

        let home = app.get("/misc/fetch-campaign-data").await.ok();
        assert_eq!(home["id"], "default");
        assert_eq!(home["heroLinks"].as_array().map(Vec::len), Some(3));
        let sections = home["sections"].as_array().expect("sections");
        assert!(sections.len() >= 3);
        for variant in catalogue::campaigns::rules::FUNNEL_VARIANTS {
            let info = app.get(&format!("/campaigns/campaign/{variant}")).await.ok();
            assert_ne!(info["displayBlurb"]["header"], "");
            assert!(
                app.get(&format!("/campaigns/campaign/{variant}/info")).await.ok()["sections"]
                    .as_array()
                    .is_some_and(|sections| !sections.is_empty())
            );
        }
        app.get("/campaigns/campaign/unheard-of")
            .await
            .assert_problem(404, "NOT_FOUND");
        app.get("/misc/fetch-campaign-data?campaign=unheard-of")
            .await
            .assert_problem(404, "NOT_FOUND");

        let mut count = 0;
        let mut cursor = String::new();
        loop {
            let page = app
                .get(&format!("/scenarios/newest?limit=100&cursor={cursor}"))
                .await
                .ok();
            count += page["results"].as_array().map_or(0, Vec::len);
            match page["nextCursor"].as_str() {
                Some(next) => next.clone_into(&mut cursor),
                None => break,
            }
        }
        assert_eq!(count, first.scenarios);

        let cards = app.get("/cards/cards?limit=100").await;
        assert_eq!(cards.json["results"].as_array().map(Vec::len), Some(first.cards));
        for card in cards.json["results"].as_array().expect("cards") {
            let id = card["id"].as_str().expect("an id");
            assert_eq!(app.get(&format!("/cards/card?id={id}")).await.ok()["id"], id);
            let scenario = app.get(&format!("/scenarios/scenario/{id}")).await.ok();
            assert_eq!(
                scenario["displayData"]["displayName"], card["displayData"]["displayName"],
                "links to cards lead to scenarios"
            );
            match card["cardModel"]["format"].as_i64() {
                Some(0) => assert!(card["cardModel"]["messages"][0].is_string()),
                _ => assert!(card["cardModel"]["scenarios"][0]["rootMessage"].is_string()),
            }
        }
        let name = cards.json["results"][0]["displayData"]["displayName"]
            .as_str()
            .expect("a name")
            .to_owned();
        let typed =
            percent_encoding::utf8_percent_encode(&name, percent_encoding::NON_ALPHANUMERIC).to_string();
        assert_eq!(
            app.get(&format!("/cards/search?q={typed}")).await.ok()["results"][0]["displayData"]["displayName"],
            name
        );
        let top = app
            .post("/card/topsearch", &serde_json::json!({ "q": name, "limit": 1 }))
            .await
            .ok();
        assert_eq!(top["results"][0]["displayData"]["displayName"], name);

        let used = app.get("/tags/search?limit=1").await.ok();
        let tag = &used["results"][0];
        assert!(tag["scenarioCount"].as_i64() > Some(1));
        let by_slug = app
            .get(&format!(
                "/tags/by-id/{}",
                tag["properties"]["slug"].as_str().expect("a slug")
            ))
            .await
            .ok();
        assert_eq!(&by_slug, tag);
        assert_eq!(
            &app.get(&format!("/tags/by-id/{}", tag["id"].as_str().expect("an id")))
                .await
                .ok(),
            tag
        );
        for chip in [
            "Furry",
            "Futanari",
            "Gay",
            "Lesbian",
            "Dominant",
            "Romance",
            "Submissive",
        ] {
            assert_eq!(
                app.get(&format!("/tags/search?q={chip}&limit=1")).await.ok()["results"][0]["displayName"],
                chip
            );
            assert!(
                app.get(&format!("/scenarios/search?q={chip}"))
                    .await
                    .each("id")
                    .len()
                    >= 2,
                "{chip} leads nowhere"
            );
        }
    }
);

both_engines!(a_synthetic_catalogue_is_completed_not_doubled, async |app| {
    let mut told = Vec::new();
    let some = seed_synthetic(&app.state.db, 60, |count| told.push(count))
        .await
        .expect("written");
    assert_eq!((some.scenarios, told), (60, vec![60]));
    assert_eq!(
        seed_synthetic(&app.state.db, 90, |_| {})
            .await
            .expect("completed")
            .scenarios,
        30
    );
    assert_eq!(
        seed_synthetic(&app.state.db, 90, |_| {})
            .await
            .expect("nothing to do")
            .scenarios,
        0
    );
    // Some are rated for adults.
    let ann = app.person("ann").await;
    ann.patch("/users/me", &serde_json::json!({ "showNSFL": true }))
        .await
        .ok();
    assert_eq!(ann.get("/scenarios/search?limit=100").await.each("id").len(), 90);
    assert_eq!(
        ann.get("/discovery/trending?limit=100").await.each("id").len(),
        90
    );
});

both_engines!(the_site_reports_its_health, async |app| {
    let health = app.get("/system/health").await.ok();
    assert_eq!(health["status"], "ok");
    assert_eq!(health["checks"][0]["name"], "database");
    let state = app.get("/api/endpointstate").await.ok();
    assert_eq!(state["endpoints"][0]["state"], "up");
});

both_engines!(
    no_story_of_the_starter_catalogue_is_refused_for_its_own_texts,
    async |app| {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        // Without images, which play no part here.
        let paths = StarterPaths {
            catalogue: root.join("catalogue"),
            pictures: root.join("none"),
        };
        seed_starter(&app.state.db, &platform::blobs::Blobs::memory(), &paths)
            .await
            .unwrap_or_else(|error| panic!("{error}"));
        let app = app.with_state(|state| {
            state.models = understudy::models(
                Shekels::ZERO,
                understudy::Pace::none(),
                understudy::DemoAssets::none(),
            );
        });
        let mut conn = app.state.db.read().await.expect("a connection");
        let ids = "select 'scenarioId', id from scenarios union all select 'cardId', id from cards";
        let sources: Vec<(String, String)> =
            query_on!(conn, |x: D| sqlx::query_as::<D, _>(ids).fetch_all(x).await).expect("ids");
        drop(conn);
        let (mut judged, mut refused) = (0, Vec::new());
        for (name, source) in sources {
            // Nobody may run two turns at once.
            let person = app.person(&format!("reader{judged}")).await;
            let made = person.post("/stories", &json!({ name: source })).await;
            let Some(own) = made.json["id"].as_str() else {
                continue;
            };
            let said = json!({ "chatID": own, "message": "Hello." });
            let answer = person.post("/chat/message/create", &said).await;
            judged += 1;
            if answer.json["code"] == "NEVER_PLAYED" {
                refused.push(format!("{}: {}", made.json["title"], answer.json));
            }
        }
        assert!(judged >= 30, "{judged}");
        assert!(refused.is_empty(), "{}", refused.join("\n"));
    }
);
