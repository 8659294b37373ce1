//! Guests: who is admitted as one, and who claims a session.

use axum::body::Body;
use axum::extract::{FromRequestParts, State};
use axum::http::{Request, StatusCode};
use platform::both_engines;
use platform::web::Problem;
use serde_json::json;

use super::rules::{DEVICE_WINDOW_MS, LIFE_MS, RENEW_EVERY_MS, SESSIONS_PER_NETWORK};
use super::{Player, purge};
use crate::testing::{Answer, TestApp};

fn device(number: u32) -> String {
    format!("{number:032x}")
}

async fn begin(app: &TestApp, device_hash: &str) -> Answer {
    app.send(
        Request::post("/api/v1/guest/sessions")
            .header("device-hash", device_hash)
            .body(Body::empty())
            .expect("a request"),
    )
    .await
}

/// The player of a request with these headers.
async fn play(app: &TestApp, headers: &[(&str, &str)]) -> Result<Player, Problem> {
    let request = headers.iter().fold(Request::get("/"), |request, (name, value)| {
        request.header(*name, *value)
    });
    let (mut parts, ()) = request.body(()).expect("a request").into_parts();
    let State(state) = State(app.state.clone());
    Player::from_request_parts(&mut parts, &state).await
}

async fn status(app: &TestApp, token: &str, device_hash: &str) -> u16 {
    match play(app, &[("guest-token", token), ("device-hash", device_hash)]).await {
        Ok(Player::Guest(_)) => 200,
        Ok(Player::Person(_)) => 0,
        Err(problem) => problem.status().as_u16(),
    }
}

both_engines!(a_guest_is_who_holds_the_token, async |app| {
    let made = begin(app, &device(1)).await;
    assert_eq!(made.status, StatusCode::CREATED);
    assert_eq!(made.json["expiresInSeconds"], LIFE_MS / 1000);
    let token = made.json["guestSessionId"].as_str().expect("a token").to_owned();
    assert_eq!(token.len(), 43, "256 bits");
    for bad in ["", "x", &"A".repeat(32), &"a".repeat(33), &"g".repeat(32)] {
        begin(app, bad).await.assert_problem(400, "BAD_REQUEST");
        assert_eq!(status(app, &token, bad).await, 400);
    }
    app.post("/guest/sessions", &json!({}))
        .await
        .assert_problem(400, "BAD_REQUEST");

    assert_eq!(status(app, &token, &device(1)).await, 200);
    assert_eq!(
        status(app, &token, &device(2)).await,
        200,
        "a browser was updated"
    );
    assert_eq!(
        status(app, &token, &device(3)).await,
        401,
        "the third within a day may be a thief"
    );
    assert_eq!(
        status(app, &token, &device(1)).await,
        200,
        "and does not lock out the guest"
    );
    assert_eq!(
        status(app, &format!("{token}x"), &device(1)).await,
        401,
        "the right device is not enough"
    );
    assert_eq!(status(app, &"x".repeat(500), &device(1)).await, 401);
    app.clock.advance_millis(DEVICE_WINDOW_MS + 1);
    assert_eq!(
        status(app, &token, &device(3)).await,
        200,
        "a day later it may be another browser"
    );
    assert!(
        play(app, &[])
            .await
            .is_err_and(|problem| problem.status() == StatusCode::UNAUTHORIZED)
    );

    app.clock.advance_millis(LIFE_MS - RENEW_EVERY_MS);
    assert_eq!(status(app, &token, &device(3)).await, 200, "use makes it longer");
    app.clock.advance_millis(LIFE_MS);
    assert_eq!(status(app, &token, &device(3)).await, 401, "disuse ends it");
    assert_eq!(purge(&app.state).await.expect("a purge"), 0, "kept for a while");
    app.clock.advance_millis(LIFE_MS);
    assert_eq!(purge(&app.state).await.expect("a purge"), 1);
});

both_engines!(a_person_is_a_person_whatever_else_they_send, async |app| {
    let token = begin(app, &device(1)).await.json["guestSessionId"]
        .as_str()
        .expect("a token")
        .to_owned();
    let ann = app.person("ann").await;
    let bearer = format!("Bearer {}", ann.token);
    let both = play(
        app,
        &[
            ("authorization", &bearer),
            ("guest-token", &token),
            ("device-hash", &device(1)),
        ],
    )
    .await;
    assert!(matches!(both, Ok(Player::Person(person)) if person.user_id == ann.user_id));
    let bad = play(
        app,
        &[
            ("authorization", "Bearer x"),
            ("guest-token", &token),
            ("device-hash", &device(1)),
        ],
    )
    .await;
    assert!(bad.is_err(), "a bad token never silently becomes a guest");
});

both_engines!(a_network_begins_a_limited_number_of_sessions, async |app| {
    let answers = futures::future::join_all(
        (0..SESSIONS_PER_NETWORK).map(async |_| begin(app, &device(1)).await.status),
    )
    .await;
    assert!(answers.iter().all(|status| *status == StatusCode::CREATED));
    let refused = begin(app, &device(1)).await;
    refused.assert_problem(429, "RATE_LIMITED");
    assert!(refused.headers.contains_key("retry-after"));
});
