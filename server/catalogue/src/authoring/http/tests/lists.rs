//! The list of one's own works.

use std::collections::BTreeSet;

use platform::both_engines;
use platform::db::query_on;
use serde_json::{Value, json};

use super::{complete, create, save};
use crate::authoring::JOBS;
use crate::authoring::rules::MAX_DRAFTS;
use crate::testing::{Actor, TestApp, add_drafts};

/// Creates scenarios of these titles and taglines, a second apart.
async fn write(app: &TestApp, actor: &Actor<'_>, works: &[(&str, &str)]) -> Vec<String> {
    let mut ids = Vec::new();
    for (title, tagline) in works {
        app.clock.advance_millis(1_000);
        ids.push(create(app, actor, &json!({ "title": title, "tagline": tagline })).await);
    }
    ids
}

both_engines!(a_row_is_the_summary_of_a_scenario_and_more, async |app| {
    let ann = app.person("ann").await;
    create(app, &ann, &json!({ "title": "  " })).await;
    let rows = ann.get("/scenarios/my").await.ok();
    let row = &rows["results"][0];
    for (field, value) in [
        ("displayName", json!("Untitled")),
        ("tagline", json!("")),
        ("public", json!(false)),
        ("state", json!("draft")),
        ("version", json!(1)),
        ("missingCount", json!(7)),
        ("rating", json!(null)),
        ("tags", json!([])),
        ("tagData", json!([])),
        ("avatarMetrics", json!([])),
        ("author", json!(ann.user_id.as_str())),
        ("authorname", json!("ann")),
        ("fromCard", json!(false)),
        ("deletedOn", json!(null)),
    ] {
        assert_eq!(row[field], value, "{field}");
    }
    assert_eq!(row["scenarioStats"]["loveCount"], 0);
    assert_eq!(row["avatar_urls"]["avatar"], json!(null));

    let id = create(app, &ann, &complete()).await;
    let rows = ann.get("/scenarios/my?q=keeper").await.ok();
    let row = &rows["results"][0];
    assert_eq!(
        (&row["id"], &row["rating"], &row["missingCount"], &row["tags"]),
        (&json!(id), &json!("mature"), &json!(0), &json!(["sea", "slow"]))
    );
});

both_engines!(works_are_listed_in_every_order, async |app| {
    let ann = app.person("ann").await;
    let works = [("beta", ""), ("Álpha", ""), ("", ""), ("gamma", "")];
    let ids = write(app, &ann, &works).await;
    app.clock.advance_millis(1_000);
    save(
        &ann,
        &ids[1],
        1,
        &json!({ "title": "Álpha", "tagline": "changed" }),
    )
    .await
    .ok();
    let names = async |query: &str| {
        ann.get(&format!("/scenarios/my{query}"))
            .await
            .each("displayName")
    };
    let newest_change = ["Álpha", "gamma", "Untitled", "beta"];
    assert_eq!(names("").await, newest_change, "by default");
    assert_eq!(names("?sort=updatedOnDesc&cursor=%20").await, newest_change);
    assert_eq!(
        names("?sort=updatedOnAsc").await,
        ["beta", "Untitled", "gamma", "Álpha"]
    );
    assert_eq!(
        names("?sort=createdOnDesc").await,
        ["gamma", "Untitled", "Álpha", "beta"]
    );
    assert_eq!(
        names("?sort=createdOnAsc").await,
        ["beta", "Álpha", "Untitled", "gamma"]
    );
    assert_eq!(
        names("?sort=displayNameAsc").await,
        ["Álpha", "beta", "gamma", "Untitled"]
    );
    ann.get("/scenarios/my?sort=tagline")
        .await
        .assert_problem(400, "BAD_REQUEST");
});

both_engines!(words_and_states_narrow_the_list, async |app| {
    let ann = app.person("ann").await;
    let works = [
        ("Éclair", "A sweet start"),
        ("Salt 50%", "Below the sea"),
        ("灯台の夜", "Sea and light"),
    ];
    write(app, &ann, &works).await;
    let names = async |query: &str| {
        ann.get(&format!("/scenarios/my?{query}"))
            .await
            .each("displayName")
    };
    assert_eq!(names("q=eclair").await, ["Éclair"]);
    assert_eq!(names("q=SEA").await, ["灯台の夜", "Salt 50%"]);
    assert_eq!(names("q=sea%20salt").await, ["Salt 50%"], "all words");
    assert_eq!(names("q=%E7%81%AF%E5%8F%B0").await, ["灯台の夜"]);
    assert_eq!(names("q=5%25_").await, ["Salt 50%"], "signs are no patterns");
    assert!(names("q=nothing").await.is_empty());
    assert_eq!(names("state=draft").await.len(), 3);
    for state in ["private", "unlisted", "public", "inReview"] {
        assert!(names(&format!("state={state}")).await.is_empty());
    }
    assert!(names("trash=true").await.is_empty());
    ann.get("/scenarios/my?state=secret")
        .await
        .assert_problem(400, "BAD_REQUEST");
});

both_engines!(every_order_pages_through_everything_once, async |app| {
    let ann = app.person("ann").await;
    // Equal titles and times: the id decides.
    let works: Vec<(String, &str)> = (0..25)
        .map(|number| (format!("Lamp {}", number % 3), ""))
        .collect();
    let mut ids = BTreeSet::new();
    for (title, _) in &works {
        ids.insert(create(app, &ann, &json!({ "title": title })).await);
    }
    let other = app.person("ben").await;
    create(app, &other, &complete()).await;
    for sort in [
        "updatedOnDesc",
        "updatedOnAsc",
        "createdOnDesc",
        "createdOnAsc",
        "displayNameAsc",
    ] {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let path = format!("/scenarios/my?limit=7&sort={sort}&q=lamp&cursor={cursor}");
            let page = ann.get(&path).await;
            seen.extend(page.each("id"));
            match page.json["nextCursor"].as_str() {
                Some(next) => cursor = next.to_owned(),
                None => break,
            }
        }
        assert_eq!(seen.len(), 25, "{sort}");
        assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), ids, "{sort}");
    }
    let first: Value = ann.get("/scenarios/my?limit=0").await.ok();
    assert_eq!(first["results"].as_array().map(Vec::len), Some(1), "clamped");
    let cursor = first["nextCursor"].as_str().expect("a cursor");
    for query in ["sort=createdOnDesc", "q=lamp", "trash=true", "state=draft"] {
        let refused = ann.get(&format!("/scenarios/my?{query}&cursor={cursor}")).await;
        refused.assert_problem(400, "BAD_REQUEST");
    }
    let refused = other.get(&format!("/scenarios/my?cursor={cursor}")).await;
    refused.assert_problem(400, "BAD_REQUEST");
});

/// Runs a statement about one scenario.
async fn change(app: &TestApp, text: &'static str, id: &str) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>(text)
        .bind(id)
        .execute(x)
        .await
        .map(drop))
    .expect("a change");
    tx.commit().await.expect("a commit");
}

async fn names(actor: &Actor<'_>, query: &str) -> Vec<String> {
    let list = actor.get(&format!("/scenarios/my?{query}")).await;
    list.each("displayName")
}

both_engines!(every_text_is_searched_also_after_an_edit, async |app| {
    let ann = app.person("ann").await;
    let mut draft = complete();
    draft["setting"] = json!("A harbour in Reykjavík.");
    draft["actors"][0]["systemPrompt"] = json!("Whisper about zeppelins.");
    draft["actors"][0]["lorebooks"] = json!([{ "id": "b", "book": {
        "name": "Tides",
        "entries": [{ "id": "1", "name": "Moon", "keys": ["perigee"], "content": "The quagmire glows." }],
    } }]);
    let id = create(app, &ann, &draft).await;
    create(app, &ann, &json!({ "title": "Another" })).await;
    for word in [
        "ida",
        "keeper",
        "begins",
        "reykjavik",
        "zeppelin",
        "tides",
        "perigee",
        "QUAGMIRE",
        "slow",
        "lamp%20quagmire%20ida",
    ] {
        assert_eq!(
            names(&ann, &format!("q={word}")).await,
            ["The Salt Lamp"],
            "{word}"
        );
    }
    assert!(
        names(&ann, "q=quagmire%20another").await.is_empty(),
        "all words of one"
    );
    draft["setting"] = json!("A desert.");
    save(&ann, &id, 1, &draft).await.ok();
    assert!(names(&ann, "q=harbour").await.is_empty());
    assert_eq!(names(&ann, "q=desert").await, ["The Salt Lamp"]);
});

both_engines!(ratings_tags_and_origins_narrow_the_list, async |app| {
    let ann = app.person("ann").await;
    for (title, rating, tags) in [
        ("One", json!("mature"), json!(["Slow Burn", "sea"])),
        ("Two", json!("explicit"), json!(["sea", "🐉"])),
        ("Three", json!(null), json!(["Seaside"])),
    ] {
        app.clock.advance_millis(1_000);
        let id = create(
            app,
            &ann,
            &json!({ "title": title, "rating": rating, "tags": tags }),
        )
        .await;
        if title == "Three" {
            change(
                app,
                "update scenario_drafts set card_hash = 'abc' where id = $1",
                &id,
            )
            .await;
        }
    }
    for (query, found) in [
        ("rating=mature", vec!["One"]),
        ("rating=explicit", vec!["Two"]),
        ("rating=extreme", vec![]),
        ("rating=notRated", vec!["Three"]),
        ("tag=SEA", vec!["Two", "One"]),
        ("tag=sea&tag=slow-burn", vec!["One"]),
        ("tag=%F0%9F%90%89", vec!["Two"]),
        ("tag=side", vec![]),
        ("tag=%25", vec![]),
        ("tag=", vec!["Three", "Two", "One"]),
        ("origin=card", vec!["Three"]),
        ("origin=written", vec!["Two", "One"]),
        (
            "origin=written&tag=sea&rating=explicit&state=draft&q=two",
            vec!["Two"],
        ),
    ] {
        assert_eq!(names(&ann, query).await, found, "{query}");
    }
    for query in ["rating=adult", "origin=stolen", &"tag=a&".repeat(21)] {
        let refused = ann.get(&format!("/scenarios/my?{query}")).await;
        refused.assert_problem(400, "BAD_REQUEST");
    }
    let first = ann.get("/scenarios/my?limit=1&tag=sea").await.ok();
    let cursor = first["nextCursor"].as_str().expect("a cursor");
    for query in [
        "",
        "tag=slow-burn",
        "tag=sea&rating=mature",
        "tag=sea&origin=written",
    ] {
        let refused = ann.get(&format!("/scenarios/my?{query}&cursor={cursor}")).await;
        refused.assert_problem(400, "BAD_REQUEST");
    }
    assert_eq!(names(&ann, &format!("tag=sea&cursor={cursor}")).await, ["One"]);
});

both_engines!(the_tags_of_ones_own_shelf_are_counted, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    assert_eq!(ann.get("/scenarios/my/tags").await.ok(), json!({ "results": [] }));
    for tags in [json!(["sea", "Noir"]), json!(["Sea"]), json!(["lost"])] {
        app.clock.advance_millis(1_000);
        let id = create(app, &ann, &json!({ "tags": tags })).await;
        if tags == json!(["lost"]) {
            assert_eq!(ann.delete(&format!("/scenarios/scenario/{id}")).await.status, 204);
        }
    }
    create(app, &ben, &json!({ "tags": ["sea"] })).await;
    assert_eq!(
        ann.get("/scenarios/my/tags").await.ok(),
        json!({ "results": [{ "name": "Sea", "count": 2 }, { "name": "Noir", "count": 1 }] })
    );
});

both_engines!(what_was_stored_before_is_indexed_by_the_job, async |app| {
    let ann = app.person("ann").await;
    let id = create(app, &ann, &complete()).await;
    let as_migrated = "
        update scenario_draft_index set complete = false, tags = '|', words = ' the salt lamp'
        where draft_id = $1";
    change(app, as_migrated, &id).await;
    assert_eq!(names(&ann, "q=salt").await.len(), 1, "by its title at once");
    assert!(names(&ann, "q=begins").await.is_empty());
    let job = JOBS
        .iter()
        .find(|job| job.name == "authoring.index")
        .expect("the job");
    assert_eq!((job.run)(&app.state).await.expect("a run"), 1);
    assert_eq!(names(&ann, "q=begins&tag=slow").await.len(), 1);
    assert_eq!((job.run)(&app.state).await.expect("a run"), 0, "safe to do twice");

    // More than one run completes; all but one cannot be read.
    add_drafts(app, &ann.user_id, 100).await;
    let unreadable = "update scenario_drafts set document = '{\"openings\": 1}' where id <> $1";
    change(app, unreadable, &id).await;
    change(
        app,
        "update scenario_draft_index set complete = false where draft_id <> $1",
        &id,
    )
    .await;
    let last = create(app, &ann, &complete()).await;
    change(app, as_migrated, &last).await;
    let mut runs = 0;
    while (job.run)(&app.state).await.expect("a run") > 0 {
        runs += 1;
    }
    assert_eq!(runs, 2);
    assert_eq!(names(&ann, "q=begins&tag=slow").await.len(), 2);
});

both_engines!(a_shelf_of_two_thousand_is_searched_and_paged, async |app| {
    let ann = app.person("ann").await;
    add_drafts(app, &ann.user_id, MAX_DRAFTS - 1).await;
    create(app, &ann, &complete()).await;
    let many = "
        update scenario_draft_index set words = $1, tags = '|sea|'
        where draft_id in (select id from scenario_drafts where title = '')";
    let mut words: Vec<String> = (0..1_500).map(|number| format!(" word{number}")).collect();
    words.push(" needle".to_owned());
    words.sort();
    let text = words.concat();
    change(app, many, &text).await;
    assert_eq!(names(&ann, "q=keeper").await, ["The Salt Lamp"]);
    assert_eq!(
        names(&ann, "q=needle&tag=sea&limit=100&sort=displayNameAsc")
            .await
            .len(),
        100
    );
    assert!(names(&ann, "q=needle%20keeper").await.is_empty());
    assert_eq!(ann.get("/scenarios/my/tags").await.ok()["results"][0]["count"], 1);
});
