//! A row is committed or rolled back with its action.

use serde_json::json;

use super::{Event, record};
use crate::both_engines;
use crate::db::query_on;
use crate::testing::TEST_NOW;

both_engines!(a_row_is_there_exactly_if_the_deed_is, async |app| {
    let after = json!({"role": "ADMIN"});
    let event = |subject| Event {
        actor: Some("root"),
        action: "test.deed",
        subject,
        after: Some(&after),
        at: TEST_NOW,
        ..Event::default()
    };
    let mut tx = app.state.db.begin().await.expect("a transaction");
    record(&mut tx, &event("kept")).await.expect("a row");
    tx.commit().await.expect("a commit");
    let mut tx = app.state.db.begin().await.expect("a transaction");
    record(&mut tx, &event("dropped")).await.expect("a row");
    drop(tx);
    let mut conn = app.state.db.read().await.expect("a connection");
    let read = "select action, subject, after_json from audit_log order by seq";
    let rows: Vec<(String, String, Option<String>)> =
        query_on!(conn, |x: D| sqlx::query_as::<D, _>(read).fetch_all(x).await).expect("rows");
    assert_eq!(
        rows,
        [("test.deed".to_owned(), "kept".to_owned(), Some(after.to_string()))]
    );
});
