//! A wallet and its history over HTTP.

use kernel::{Clock, Timestamp};
use platform::both_engines;
use platform::db::Isolation;
use serde_json::Value;

use super::{assert_sound, post, spend};
use crate::ledger;
use crate::ledger::LedgerError;
use crate::testing::{TEST_NOW, TEST_WELCOME};

both_engines!(a_wallet_is_shown_with_its_history, async |app| {
    app.person("bob").await;
    let ann = app.person("ann").await;
    assert_eq!(ann.get("/user/fetch-shekels").await.ok()["shekels"], 0);
    assert_eq!(
        ann.get("/users/me/shekels").await.ok(),
        serde_json::json!({"balance": 0, "results": [], "nextCursor": null})
    );
    let (state, id) = (&app.state, &ann.user_id);
    for _ in 0..2 {
        let granted: Result<(), LedgerError> = state
            .db
            .transact(Isolation::Money, |tx| {
                Box::pin(async move { ledger::grant_welcome(tx, state, id).await })
            })
            .await;
        granted.expect("a welcome gift");
    }
    for n in 1..=5 {
        post(&state.db, spend(id.as_str(), &format!("{n}"), n))
            .await
            .expect("a thing");
    }
    assert_eq!(
        ann.get("/user/fetch-shekels").await.ok()["shekels"],
        TEST_WELCOME.0 - 15
    );
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = ann.get(&format!("/users/me/shekels?limit=2{cursor}")).await.ok();
        assert_eq!(page["balance"], TEST_WELCOME.0 - 15);
        seen.extend(page["results"].as_array().expect("a list").clone());
        match &page["nextCursor"] {
            Value::String(next) => cursor = format!("&cursor={next}"),
            _ => break,
        }
    }
    let amounts: Vec<_> = seen
        .iter()
        .map(|row| {
            (
                row["amount"].as_i64().expect("a number"),
                row["balance"].as_i64().expect("a number"),
            )
        })
        .collect();
    assert_eq!(
        amounts,
        [(-5, 35), (-4, 40), (-3, 44), (-2, 47), (-1, 49), (50, 50)]
    );
    assert_eq!(
        (&seen[5]["kind"], &seen[5]["title"]),
        (&Value::from("welcome"), &Value::from("Welcome gift"))
    );
    assert_eq!(seen[0]["createdOn"], Timestamp(TEST_NOW.0).to_string());
    // A wallet shows only its owner's movements.
    let bob = app.newcomer("carl").await;
    bob.get("/user/fetch-shekels")
        .await
        .assert_problem(404, "USER_NOT_FOUND");
    app.get("/user/fetch-shekels")
        .await
        .assert_unauthenticated("missing_token");
    ann.get(&format!("/users/me/shekels?cursor={}", "x".repeat(30)))
        .await
        .assert_problem(400, "BAD_REQUEST");
    assert_eq!(app.clock.now(), TEST_NOW);
    assert_sound(&state.db).await;
});
