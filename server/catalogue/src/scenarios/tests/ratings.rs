//! Content for adults only, in every list and for every audience.

use kernel::Rating;
use platform::both_engines;
use platform::db::query_on;
use serde_json::Value;

use super::names;
use crate::testing::{Answer, NewScenario, ProfileChange, TestApp};

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

/// The lists that show scenarios, for any caller.
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

/// Calls everything that shows scenarios, and compares the results.
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
        ann.change(ProfileChange {
            show_nsfw: settings.0,
            show_nsfl: settings.1,
            ..ProfileChange::default()
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
