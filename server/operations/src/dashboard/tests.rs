//! The dashboard tells of one's own deeds, and of nobody else's.

use platform::both_engines;
use serde_json::json;

use crate::testing::NewScenario;

both_engines!(the_dashboard_tells_of_ones_own_deeds, async |app| {
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
        .expect("deeds")
        .iter()
        .filter_map(|deed| deed["kind"].as_str())
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
