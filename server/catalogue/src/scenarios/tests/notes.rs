//! Content notes: what lists leave out for readers who hide them, and what the page of a scenario says.

use accounts::tags;
use platform::both_engines;
use platform::db::query_on;
use serde_json::json;

use super::names;
use crate::scenarios::ContentNote::{Gore, Illness, War};
use crate::testing::{Actor, NewScenario, TestApp};

async fn hide(app: &TestApp, person: &Actor<'_>, notes: &[&str]) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    tags::block_notes(&mut tx, &person.user_id, notes)
        .await
        .expect("blocked");
    tx.commit().await.expect("a commit");
}

/// A campaign that shows these scenarios, chosen by hand, and all with this tag.
async fn add_campaign(app: &TestApp, scenarios: &[&str]) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    for text in [
        "insert into campaigns (id, blurb_header, blurb_body, hero_links) values ('notes', '', '', '[]')",
        "insert into campaign_sections (campaign_id, position, display_term) values ('notes', 0, 'Chosen')",
    ] {
        query_on!(tx, |x: D| sqlx::query::<D>(text).execute(x).await.map(drop)).expect("a campaign");
    }
    let text = "
        insert into campaign_section_scenarios (campaign_id, section_position, scenario_id, position)
        values ('notes', 0, $1, $2)";
    for (position, id) in (0_i64..).zip(scenarios) {
        query_on!(tx, |x: D| sqlx::query::<D>(text)
            .bind(id)
            .bind(position)
            .execute(x)
            .await
            .map(drop))
        .expect("a scenario of it");
    }
    tx.commit().await.expect("a commit");
}

both_engines!(lists_leave_out_what_has_a_hidden_note, async |app| {
    let fen = |name: &str| NewScenario::named(name).tagged(&["fen"]);
    let bloody = app.scenario(fen("Fen of knives").noted(&[Gore, War])).await;
    let plain = app.scenario(fen("Fen of foxes").noted(&[])).await;
    let silent = app.scenario(fen("Fen of silence")).await;
    add_campaign(app, &[&bloody, &plain, &silent]).await;
    let ann = app.person("ann").await;
    hide(app, &ann, &["gore"]).await;
    let similar = format!("/scenarios/similar/{plain}");
    let posters = format!("/posters/similar/{plain}");
    for (list, of_all) in [
        ("/scenarios/newest", 3),
        ("/scenarios/newest?wlTags=fen", 3),
        ("/scenarios/search?q=fen", 3),
        ("/scenarios/search", 3),
        ("/scenarios/search?wlTags=fen", 3),
        ("/discovery/newest", 3),
        ("/discovery/likes", 3),
        ("/discovery/trending", 3),
        ("/posters/newest", 3),
        ("/posters/likes", 3),
        ("/posters/trending", 3),
        ("/posters/search?q=fen", 3),
        (similar.as_str(), 2),
        (posters.as_str(), 2),
    ] {
        let theirs = names(&ann.get(list).await);
        assert!(
            !theirs.contains(&"Fen of knives".to_owned()),
            "{list}: {theirs:?}"
        );
        assert_eq!(theirs.len(), of_all - 1, "{list}");
        assert_eq!(names(&app.get(list).await).len(), of_all, "{list}");
        let joined = if list.contains('?') { '&' } else { '?' };
        let filtered = names(
            &app.get(&format!("{list}{joined}blNotes=war&blNotes=illness"))
                .await,
        );
        assert_eq!(filtered, theirs, "{list}");
    }
    for call in [
        "/campaigns/campaign/notes/info",
        "/misc/fetch-campaign-data?campaign=notes",
        "/posters/campaign?campaign=notes",
    ] {
        let count = |answer: &serde_json::Value| answer["sections"][0]["scenarios"].as_array().map(Vec::len);
        assert_eq!(count(&ann.get(call).await.ok()), Some(2), "{call}");
        assert_eq!(count(&app.get(call).await.ok()), Some(3), "{call}");
    }
    hide(app, &ann, &[]).await;
    assert_eq!(names(&ann.get("/scenarios/search?q=fen").await).len(), 3);
});

both_engines!(a_note_that_does_not_exist_is_refused, async |app| {
    for list in ["/scenarios/search", "/scenarios/newest", "/posters/search"] {
        let refused = app.get(&format!("{list}?blNotes=gore&blNotes=Gore")).await;
        refused.assert_problem(400, "BAD_REQUEST");
        assert_eq!(refused.json["errors"][0]["pointer"], "blNotes");
        app.get(&format!("{list}?blNotes=")).await.ok();
    }
});

both_engines!(
    a_scenario_says_what_it_contains_or_that_it_does_not_say,
    async |app| {
        for (name, notes, shown) in [
            (
                "Noted",
                Some(vec![War, Gore, Illness]),
                json!(["gore", "war", "illness"]),
            ),
            ("Harmless", Some(Vec::new()), json!([])),
            ("Silent", None, json!(null)),
        ] {
            let new = NewScenario {
                content_notes: notes,
                ..NewScenario::named(name)
            };
            let id = app.scenario(new).await;
            let scenario = app.get(&format!("/scenarios/scenario/{id}")).await.ok();
            assert_eq!(scenario["contentNotes"], shown, "{name}");
            assert_eq!(
                scenario["credits"],
                json!({ "creator": null, "source": [] }),
                "{name}"
            );
        }
        let catalogue = app.get("/content-notes").await.ok();
        assert_eq!(
            catalogue["results"][0],
            json!({ "id": "violence", "label": "Violence" })
        );
        assert_eq!(catalogue["results"].as_array().map(Vec::len), Some(26));
    }
);
