//! Series: keeping them, and what readers see.

use std::sync::{Arc, Mutex};

use platform::both_engines;
use platform::db::query_on;
use platform::slice::{self, DeletedAccount};
use platform::web::Stale;
use serde_json::{Value, json};

use super::{create, publish, release, titled};
use crate::shelf::rules::{MAX_SERIES, MAX_SERIES_SCENARIOS};
use crate::testing::{Actor, TestApp};

/// Creates a series; returns it.
async fn put(author: &Actor<'_>, title: &str, scenarios: &[&str]) -> Value {
    let made = author
        .post("/series", &json!({ "title": title, "scenarios": scenarios }))
        .await;
    assert_eq!(made.status, 201, "{}", made.json);
    made.json
}

fn path_of(series: &Value) -> String {
    format!("/series/{}", series["id"].as_str().expect("an id"))
}

/// The names of the scenarios of a series.
fn names(series: &Value) -> Vec<&str> {
    let scenarios = series["scenarios"].as_array().expect("a list").iter();
    scenarios.filter_map(|one| one["displayName"].as_str()).collect()
}

/// The line of a series on the page of a scenario: position, total, the one before, the one after; empty if
/// there is no such line.
async fn line(reader: &Actor<'_>, id: &str) -> String {
    let scenario = reader.get(&format!("/scenarios/scenario/{id}")).await.ok();
    let series = &scenario["series"];
    if series.is_null() {
        return String::new();
    }
    let name = |field: &str| series[field]["displayName"].as_str().unwrap_or("-").to_owned();
    format!(
        "{} {}/{} {} {}",
        series["title"].as_str().expect("a title"),
        series["position"],
        series["total"],
        name("previous"),
        name("next")
    )
}

both_engines!(a_series_is_kept_changed_and_deleted, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (one, two) = (
        create(app, &ann, &titled("One")).await,
        create(app, &ann, &titled("")).await,
    );
    let made = put(&ann, "  Salt and light ", &[&two, &one]).await;
    assert_eq!(
        (&made["title"], &made["version"]),
        (&json!("Salt and light"), &json!(1))
    );
    assert_eq!(names(&made), ["Untitled", "One"]);
    assert_eq!(ann.get("/series/my").await.ok(), json!({ "results": [made] }));
    assert_eq!(ben.get("/series/my").await.ok(), json!({ "results": [] }));

    let path = path_of(&made);
    let change = |title: &str, ids: &[&str], version: i64| json!({ "title": title, "scenarios": ids, "version": version });
    let changed = ann.put(&path, &change("Salt", &[&one, &two], 1)).await.ok();
    assert_eq!(
        (&changed["title"], &changed["version"]),
        (&json!("Salt"), &json!(2))
    );
    assert_eq!(names(&changed), ["One", "Untitled"]);
    let again = ann.put(&path, &change("Salt", &[&one, &two], 1)).await.ok();
    assert_eq!(again, changed, "the answer may be lost on the way");
    let stale = ann.put(&path, &change("Old", &[], 1)).await;
    stale.assert_problem(412, "SERIES_CHANGED");
    assert_eq!(stale.json["current"], changed);
    for refused in [
        ben.put(&path, &change("Mine", &[], 2)).await,
        ben.delete(&path).await,
    ] {
        refused.assert_problem(404, "NOT_FOUND");
    }
    assert_eq!(ann.delete(&path).await.status, 204);
    ann.delete(&path).await.assert_problem(404, "NOT_FOUND");
    assert_eq!(ann.get("/series/my").await.ok(), json!({ "results": [] }));
    assert_eq!(
        ann.get("/scenarios/my").await.each("id").len(),
        2,
        "its scenarios stay"
    );
});

both_engines!(what_cannot_be_in_a_series_is_named, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let ids = [
        create(app, &ann, &titled("One")).await,
        create(app, &ann, &titled("Taken")).await,
        create(app, &ann, &titled("Gone")).await,
        create(app, &ben, &titled("Ben’s")).await,
    ];
    let [one, taken, gone, other] = &ids;
    put(&ann, "First", &[taken]).await;
    assert_eq!(
        ann.delete(&format!("/scenarios/scenario/{gone}")).await.status,
        204
    );
    let too_many = vec![one.as_str(); MAX_SERIES_SCENARIOS + 1];
    for (title, scenarios, pointer) in [
        (" ".to_owned(), json!([]), "/title"),
        ("x".repeat(121), json!([]), "/title"),
        ("a\u{0}".to_owned(), json!([]), "/title"),
        ("My 15-year-old lover".to_owned(), json!([]), "/title"),
        ("Salt".to_owned(), json!([one, other]), "/scenarios/1"),
        ("Salt".to_owned(), json!([gone]), "/scenarios/0"),
        ("Salt".to_owned(), json!([one, one]), "/scenarios/1"),
        ("Salt".to_owned(), json!([one, taken]), "/scenarios/1"),
        ("Salt".to_owned(), json!(too_many), "/scenarios"),
        ("Salt".to_owned(), json!(["no id"]), "/scenarios/0"),
    ] {
        let refused = ann
            .post("/series", &json!({ "title": title, "scenarios": scenarios }))
            .await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(
            refused.json["errors"][0]["pointer"], pointer,
            "{title}: {}",
            refused.json
        );
    }
    let free = put(&ann, "Second", &[one]).await;
    let refused = ann
        .put(
            &path_of(&free),
            &json!({ "title": "Second", "scenarios": [taken], "version": 1 }),
        )
        .await;
    refused.assert_problem(422, "VALIDATION_FAILED");
    assert!(
        refused.json["detail"].to_string().contains("First"),
        "{}",
        refused.json
    );
});

both_engines!(nobody_keeps_more_series_than_there_may_be, async |app| {
    let ann = app.person("ann").await;
    for number in 0..MAX_SERIES {
        put(&ann, &format!("Series {number}"), &[]).await;
    }
    let refused = ann
        .post("/series", &json!({ "title": "More", "scenarios": [] }))
        .await;
    refused.assert_problem(409, "SERIES_QUOTA_REACHED");
    put(&app.person("ben").await, "Other", &[]).await;
});

both_engines!(readers_see_the_public_part_of_a_series_alone, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let one = publish(app, &ann, &titled("One"), "public").await;
    let draft = create(app, &ann, &titled("Secret draft")).await;
    let hidden = publish(app, &ann, &titled("Secret address"), "unlisted").await;
    let two = publish(app, &ann, &titled("Two"), "public").await;
    let mut adult = titled("Adult");
    adult["rating"] = json!("explicit");
    let adult = publish(app, &ann, &adult, "public").await;
    let three = publish(app, &ann, &titled("Three"), "public").await;
    assert_eq!(line(&ben, &one).await, "");
    put(&ann, "Salt", &[&one, &draft, &hidden, &two, &adult, &three]).await;
    assert_eq!(line(&ben, &one).await, "Salt 1/3 - Two");
    assert_eq!(line(&ben, &two).await, "Salt 2/3 One Three");
    assert_eq!(line(&ben, &three).await, "Salt 3/3 Two -");
    for reader in [&ben, &ann] {
        assert_eq!(line(reader, &hidden).await, "", "an address leads nowhere");
    }
    assert_eq!(
        line(&ann, &adult).await,
        "Salt 3/4 Two Three",
        "its author sees it"
    );
    let series = ben.get(&format!("/scenarios/scenario/{two}")).await.ok()["series"].clone();
    assert_eq!(
        series,
        json!({
            "title": "Salt", "position": 2, "total": 3,
            "previous": { "id": one, "displayName": "One" },
            "next": { "id": three, "displayName": "Three" },
        })
    );

    let withdraw = format!("/scenarios/scenario/{two}/withdraw");
    ann.post(&withdraw, &json!({})).await.ok();
    assert_eq!(line(&ben, &one).await, "Salt 1/2 - Three");
    release(&ann, &hidden, 1, "public").await;
    assert_eq!(line(&ben, &one).await, "Salt 1/3 - Secret address");
    let gone = format!("/scenarios/scenario/{hidden}?permanent=true");
    assert_eq!(ann.delete(&gone).await.status, 204);
    assert_eq!(line(&ben, &one).await, "Salt 1/2 - Three");
});

both_engines!(a_scenario_in_the_trash_keeps_its_place, async |app| {
    let ann = app.person("ann").await;
    let mut ids = Vec::new();
    for title in ["One", "Two", "Three"] {
        ids.push(create(app, &ann, &titled(title)).await);
    }
    let made = put(&ann, "Salt", &[&ids[0], &ids[1], &ids[2]]).await;
    assert_eq!(
        ann.delete(&format!("/scenarios/scenario/{}", ids[1]))
            .await
            .status,
        204
    );
    let list = ann.get("/series/my").await.ok();
    assert_eq!(names(&list["results"][0]), ["One", "Three"]);
    let change = json!({ "title": "Salt", "scenarios": [ids[2], ids[0]], "version": 1 });
    let changed = ann.put(&path_of(&made), &change).await.ok();
    assert_eq!(names(&changed), ["Three", "One"]);
    let restore = format!("/scenarios/scenario/{}/restore", ids[1]);
    assert_eq!(ann.post(&restore, &json!({})).await.status, 204);
    let list = ann.get("/series/my").await.ok();
    assert_eq!(names(&list["results"][0]), ["Three", "Two", "One"]);
});

/// Everything that copies are told to end with from now on.
fn told(app: &TestApp) -> Arc<Mutex<Vec<String>>> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = told.clone();
    app.state.changes.listen(move |stale| {
        if let Stale::Tag(tag) = stale {
            heard.lock().expect("a lock").push(tag.to_owned());
        }
    });
    told
}

both_engines!(kept_answers_of_a_series_end_with_every_change, async |app| {
    let ann = app.person("ann").await;
    let one = publish(app, &ann, &titled("One"), "public").await;
    let two = publish(app, &ann, &titled("Two"), "public").await;
    let author = format!("user:{}", ann.user_id);
    let told = told(app);
    let ended = || std::mem::take(&mut *told.lock().expect("a lock")).contains(&author);
    let made = put(&ann, "Salt", &[&one, &two]).await;
    assert!(ended(), "created");
    let path = path_of(&made);
    ann.put(
        &path,
        &json!({ "title": "Light", "scenarios": [two, one], "version": 1 }),
    )
    .await
    .ok();
    assert!(ended(), "changed");
    for change in [json!({ "access": "private" }), json!({ "trash": true })] {
        ann.post("/scenarios/my/bulk", &json!({ "ids": [two], "change": change }))
            .await
            .ok();
        assert!(ended(), "{change}");
    }
    assert_eq!(ann.delete(&path).await.status, 204);
    assert!(ended(), "deleted");
});

/// How many words of change other processes were left about what shows this person.
async fn news_of(app: &TestApp, person: &Actor<'_>) -> i64 {
    app.count(
        "select count(*) from news where topic = 'kept' and subject = 'user:' || $1",
        person.user_id.as_str(),
    )
    .await
}

both_engines!(other_processes_hear_of_series, async |app| {
    let conn = app.state.db.read().await.expect("a connection");
    if !conn.is_postgres() {
        // On SQLite there is one process.
        return;
    }
    drop(conn);
    let ann = app.person("ann").await;
    let one = publish(app, &ann, &titled("One"), "public").await;
    let two = publish(app, &ann, &titled("Two"), "public").await;
    let before = news_of(app, &ann).await;
    let made = put(&ann, "Salt", &[&one, &two]).await;
    let created = news_of(app, &ann).await;
    assert!(created > before);
    ann.post(&format!("/scenarios/scenario/{two}/withdraw"), &json!({}))
        .await
        .ok();
    let withdrawn = news_of(app, &ann).await;
    assert!(withdrawn > created, "a scenario of it is public no more");
    assert_eq!(ann.delete(&path_of(&made)).await.status, 204);
    let deleted = news_of(app, &ann).await;
    assert!(deleted > withdrawn);
    release(&ann, &two, 1, "public").await;
    assert_eq!(news_of(app, &ann).await, deleted, "it is in no series any more");
});

both_engines!(with_an_account_go_its_series, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let one = publish(app, &ann, &titled("One"), "public").await;
    put(&ann, "Salt", &[&one]).await;
    put(&ben, "Other", &[]).await;
    let account = DeletedAccount {
        user: ann.user_id.clone(),
        identity: None,
    };
    let mut tx = app.state.db.begin().await.expect("a transaction");
    slice::erase(crate::SLICES, &mut tx, &account)
        .await
        .expect("an end");
    let left = query_on!(tx, |x: D| sqlx::query_as::<D, (i64, i64)>(
        "select (select count(*) from scenario_series), (select count(*) from scenario_series_members)"
    )
    .fetch_one(x)
    .await)
    .expect("counts");
    assert_eq!(left, (1, 0));
});

both_engines!(
    a_title_beside_scenarios_of_every_rating_names_nobody_under_18,
    async |app| {
        let ann = app.person("ann").await;
        let title = |title: &str| json!({ "title": title, "scenarios": [] });
        for minor in [
            "Mira is 16 years old",
            "Mira ist 16 Jahre alt",
            "Mira a 16 ans",
            "Mira tiene 16 años",
        ] {
            let refused = ann.post("/series", &title(minor)).await;
            refused.assert_problem(422, "VALIDATION_FAILED");
            assert_eq!(refused.json["errors"][0]["pointer"], "/title", "{minor}");
            let kept = put(&ann, "Salt", &[]).await;
            let renamed = json!({ "title": minor, "scenarios": [], "version": 1 });
            ann.put(&path_of(&kept), &renamed)
                .await
                .assert_problem(422, "VALIDATION_FAILED");
        }
        put(&ann, "Sixteen candles", &[]).await;
    }
);
