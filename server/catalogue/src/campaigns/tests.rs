//! Experiments and the home page, on both engines.

use platform::both_engines;
use platform::db::query_on;
use serde_json::{Value, json};

use super::purge;
use super::rules::{KEEP_VISITS_MS, MAX_GROUPS};
use crate::testing::{Answer, TestApp};

async fn visit(app: &TestApp, agent: &str, experiment: &str, group: &str) -> Answer {
    let request = axum::http::Request::post("/api/v1/misc/log-experiment")
        .header("content-type", "application/json")
        .header("user-agent", agent);
    let body = json!({ "experimentID": experiment, "groupID": group }).to_string();
    app.send(request.body(axum::body::Body::from(body)).expect("a request"))
        .await
}

async fn counts(app: &TestApp) -> Vec<(String, String, i64)> {
    let mut conn = app.state.db.read().await.expect("a connection");
    let text = "select experiment_id, group_id, visitors from experiment_groups order by 1, 2";
    query_on!(conn, |x: D| sqlx::query_as::<D, _>(text).fetch_all(x).await).expect("rows")
}

fn row(experiment: &str, group: &str, visitors: i64) -> (String, String, i64) {
    (experiment.to_owned(), group.to_owned(), visitors)
}

both_engines!(a_visitor_is_counted_once_for_each_experiment, async |app| {
    let (one, two) = tokio::join!(visit(app, "a", "blurb", "red"), visit(app, "a", "blurb", "red"));
    assert_eq!((one.status.as_u16(), two.status.as_u16()), (204, 204));
    assert_eq!(counts(app).await, [row("blurb", "red", 1)], "two at once are one");
    visit(app, "a", "blurb", "blue").await;
    assert_eq!(
        counts(app).await,
        [row("blurb", "red", 1)],
        "whoever is in one group is in no other"
    );
    visit(app, "b", "blurb", "red").await;
    visit(app, "c", "blurb", "blue").await;
    visit(app, "a", "hero", "red").await;
    let all = [
        row("blurb", "blue", 1),
        row("blurb", "red", 2),
        row("hero", "red", 1),
    ];
    assert_eq!(counts(app).await, all);
    app.clock.advance_millis(KEEP_VISITS_MS + 1);
    purge(&app.state).await.expect("a round");
    assert_eq!(
        counts(app).await,
        all,
        "the counts stay when their visitors are forgotten"
    );
    visit(app, "a", "hero", "red").await;
    assert_eq!(counts(app).await[2].2, 2);
});

both_engines!(
    what_is_no_experiment_is_refused_and_there_is_an_end_to_them,
    async |app| {
        for (name, body) in [
            ("experimentID", json!({ "experimentID": "", "groupID": "a" })),
            ("experimentID", json!({ "experimentID": "a b", "groupID": "a" })),
            (
                "groupID",
                json!({ "experimentID": "a", "groupID": "x".repeat(65) }),
            ),
            ("groupID", json!({ "experimentID": "a", "groupID": "a\u{0}" })),
        ] {
            let refused = app.post("/misc/log-experiment", &body).await;
            refused.assert_problem(422, "VALIDATION_FAILED");
            assert_eq!(refused.json["errors"][0]["pointer"], name);
        }
        app.post("/misc/log-experiment", &json!({ "experimentID": "a" }))
            .await
            .assert_problem(422, "VALIDATION_FAILED");
        let mut tx = app.state.db.begin().await.expect("a transaction");
        for number in 0..MAX_GROUPS {
            let fill = "insert into experiment_groups (experiment_id, group_id, visitors, first_at, last_at) values ('full', $1, 1, 0, 0)";
            query_on!(tx, |x: D| sqlx::query::<D>(fill)
                .bind(number.to_string())
                .execute(x)
                .await
                .map(drop))
            .expect("a row");
        }
        tx.commit().await.expect("a commit");
        assert_eq!(visit(app, "a", "one-more", "a").await.status, 204);
        assert_eq!(visit(app, "a", "full", "7").await.status, 204);
        let counts = counts(app).await;
        assert_eq!(counts.len() as i64, MAX_GROUPS);
        assert!(counts.contains(&row("full", "7", 2)));
    }
);

both_engines!(home_says_about_billing_what_the_operator_has_set, async |app| {
    let campaign = "insert into campaigns (id, blurb_header, blurb_body, hero_links) values ('default', 'h', 'b', '[\"/a\", \"/b\", \"/c\"]')";
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>(campaign).execute(x).await.map(drop)).expect("a campaign");
    tx.commit().await.expect("a commit");
    assert_eq!(
        app.get("/misc/fetch-campaign-data").await.ok()["billingNotice"],
        Value::Null,
        "nothing is said unless it is set"
    );
    let told =
        app.with_state(|state| state.billing_notice = Some("Payments by card fail at the moment.".into()));
    assert_eq!(
        told.get("/misc/fetch-campaign-data").await.ok()["billingNotice"],
        "Payments by card fail at the moment."
    );
});
