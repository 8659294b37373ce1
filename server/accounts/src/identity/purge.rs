//! Purging what has ended: sign-ups that were not confirmed, links, sessions, counts of attempts.

use kernel::DAY_MS;

use super::store;
use crate::AppState;

/// How long it is kept after its end, in milliseconds: a stolen refresh token is recognised as such for that
/// time.
const KEPT_MILLIS: i64 = 7 * DAY_MS;

/// Deletes what ended long enough ago.
///
/// # Errors
/// Database errors.
pub(super) async fn purge(app: &AppState) -> sqlx::Result<()> {
    let mut tx = app.db.begin().await?;
    store::purge::delete_ended(&mut tx, app.clock.now().plus_millis(-KEPT_MILLIS)).await?;
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use platform::both_engines;
    use serde_json::json;

    use super::*;

    both_engines!(what_has_ended_is_purged_and_nothing_else, async |app| {
        let ann = app.signed_up("ann@example.org", "correct horse battery").await;
        let count = async || {
            ann.get("/auth/devices").await.json["results"]
                .as_array()
                .map(Vec::len)
        };
        app.browser()
            .post(
                "/auth/sign-in",
                &json!({"email": "ann@example.org", "password": "correct horse battery"}),
            )
            .await
            .ok();
        purge(&app.state).await.expect("it is purged");
        assert_eq!(count().await, Some(2));
        app.clock.advance_millis(89 * DAY_MS);
        purge(&app.state).await.expect("it is purged");
        ann.post("/auth/refresh", &json!({})).await.ok();
        app.clock.advance_millis(9 * DAY_MS);
        purge(&app.state).await.expect("it is purged");
        ann.post("/auth/refresh", &json!({}))
            .await
            .assert_unauthenticated("invalid_token");
    });
}
