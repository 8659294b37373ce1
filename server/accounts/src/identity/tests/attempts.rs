//! Guessing is slow, and answers reveal nothing.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use platform::both_engines;
use serde_json::json;

use super::{PASSWORD, credentials};
use crate::testing::{Answer, Browser, Engine, TestApp, run_test};

const MINUTE: i64 = 60_000;

async fn guess_from(app: &TestApp, address: [u8; 4], email: &str) -> Answer {
    let mut browser = app.browser();
    browser.address = IpAddr::from(address);
    browser
        .post("/auth/sign-in", &credentials(email, "not the password"))
        .await
}

both_engines!(
    guesses_at_one_account_are_counted_wherever_they_come_from,
    async |app| {
        app.signed_up("ann@example.org", PASSWORD).await;
        let mut refused = Vec::new();
        for email in ["ann@example.org", "nobody@example.org"] {
            for n in 0..10 {
                guess_from(app, [203, 0, 113, n], email)
                    .await
                    .assert_problem(401, "SIGN_IN_FAILED");
            }
            let eleventh = guess_from(app, [203, 0, 113, 10], email).await;
            eleventh.assert_problem(429, "RATE_LIMITED");
            assert_eq!(
                eleventh.headers.get("retry-after").map(|value| value.as_bytes()),
                Some(&b"60"[..])
            );
            refused.push(eleventh.json.to_string());
        }
        assert_eq!(
            refused[0], refused[1],
            "the same bytes whether or not the account exists"
        );
        // The right password has to wait as well, otherwise the answer would reveal it.
        let sign_in = async |password: &str| {
            app.browser()
                .post("/auth/sign-in", &credentials("ann@example.org", password))
                .await
        };
        sign_in(PASSWORD).await.assert_problem(429, "RATE_LIMITED");
        // The owner resets it, and can sign in at once.
        app.browser()
            .post(
                "/auth/reset-password/request",
                &json!({"email": "ann@example.org"}),
            )
            .await;
        let token = app.mailed_token().await;
        let reset = app
            .browser()
            .post(
                "/auth/reset-password",
                &json!({"token": token, "password": "a horse of my own"}),
            )
            .await;
        assert_eq!(reset.status, StatusCode::NO_CONTENT);
        sign_in("a horse of my own").await.ok();
    }
);

both_engines!(
    guesses_from_one_address_are_counted_whomever_they_are_at,
    async |app| {
        app.signed_up("ann@example.org", PASSWORD).await;
        for n in 0..50 {
            guess_from(app, [203, 0, 113, 1], &format!("nobody{n}@example.org"))
                .await
                .assert_problem(401, "SIGN_IN_FAILED");
        }
        guess_from(app, [203, 0, 113, 1], "another@example.org")
            .await
            .assert_problem(429, "RATE_LIMITED");
        guess_from(app, [203, 0, 113, 2], "another@example.org")
            .await
            .assert_problem(401, "SIGN_IN_FAILED");
        // It ends by itself.
        app.clock.advance_millis(MINUTE);
        let mut browser = app.browser();
        browser.address = IpAddr::from([203, 0, 113, 1]);
        browser
            .post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
            .await
            .ok();
    }
);

// The counts are in the database: concurrent guesses get no more than guesses one after the other.
both_engines!(guesses_at_once_get_no_more, async |app| {
    let guesses = (0..20).map(|n| guess_from(app, [203, 0, 113, n], "ann@example.org"));
    let answers = futures::future::join_all(guesses).await;
    let tried = answers
        .iter()
        .filter(|answer| answer.status == StatusCode::UNAUTHORIZED)
        .count();
    let refused = answers
        .iter()
        .filter(|answer| answer.status == StatusCode::TOO_MANY_REQUESTS)
        .count();
    assert_eq!((tried, refused), (10, 10));
});

// The right password is not counted, and does not allow endless guesses at something else.
both_engines!(right_passwords_cost_nothing, async |app| {
    app.signed_up("ann@example.org", PASSWORD).await;
    for _ in 0..60 {
        let mut browser = app.browser();
        browser.address = IpAddr::from([203, 0, 113, 1]);
        browser
            .post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
            .await
            .ok();
    }
});

both_engines!(nobody_can_fill_a_mailbox, async |app| {
    app.signed_up("ann@example.org", PASSWORD).await;
    for _ in 0..12 {
        let answer = app
            .browser()
            .post(
                "/auth/reset-password/request",
                &json!({"email": "ann@example.org"}),
            )
            .await;
        assert_eq!(
            answer.status,
            StatusCode::ACCEPTED,
            "the answer is always the same"
        );
    }
    assert_eq!(app.emails().await.len(), 5);
    app.clock.advance_millis(6 * MINUTE);
    app.browser()
        .post(
            "/auth/reset-password/request",
            &json!({"email": "ann@example.org"}),
        )
        .await;
    assert_eq!(
        app.emails().await.len(),
        1,
        "the owner is not shut out by others' requests"
    );
});

// A change of address sends e-mail to somebody who did not request it.
both_engines!(nobody_can_be_written_to_by_changes_of_address, async |app| {
    let mut ann = app.signed_up("ann@example.org", PASSWORD).await;
    let ask = async |ann: &Browser<'_>, email: String| {
        let answer = ann
            .post("/auth/email", &json!({"password": PASSWORD, "newEmail": email}))
            .await;
        assert_eq!(
            answer.status,
            StatusCode::ACCEPTED,
            "the answer is always the same"
        );
    };
    for n in 0..25 {
        // Spellings of one mailbox are one target.
        ask(
            &ann,
            if n % 2 == 0 {
                "victim@example.com".to_owned()
            } else {
                "Victim@EXAMPLE.com".to_owned()
            },
        )
        .await;
    }
    assert_eq!(app.emails().await.len(), 5, "to one target");
    app.clock.advance_millis(12 * 60 * MINUTE);
    let refreshed = ann.post("/auth/refresh", &json!({})).await.ok();
    ann.token = refreshed["accessToken"].as_str().map(str::to_owned);
    for n in 0..25 {
        ask(&ann, format!("victim{n}@example.com")).await;
    }
    assert_eq!(app.emails().await.len(), 10, "from one account");
    // The e-mails to her own address are counted separately.
    app.browser()
        .post(
            "/auth/reset-password/request",
            &json!({"email": "ann@example.org"}),
        )
        .await;
    assert_eq!(app.emails().await.len(), 1);
});

// Every kind of e-mail has its limits, also those that nobody requests.
both_engines!(notices_have_an_end, async |app| {
    let mut ann = app.signed_up("ann@example.org", PASSWORD).await;
    for n in 0..8 {
        let (old, new) = if n % 2 == 0 {
            (PASSWORD, "another horse entirely")
        } else {
            ("another horse entirely", PASSWORD)
        };
        let session = ann
            .post(
                "/auth/password",
                &json!({"currentPassword": old, "newPassword": new}),
            )
            .await
            .ok();
        ann.token = session["accessToken"].as_str().map(str::to_owned);
    }
    assert_eq!(app.emails().await.len(), 5);
});

// Somebody who signs up with an address and a password of their own and then signs in gets the same answers
// whether or not the address has an account.
both_engines!(signing_up_and_in_tells_nothing, async |app| {
    app.signed_up("ann@example.org", PASSWORD).await;
    for password in ["mallory's own", "not mallory's own"] {
        let bytes = async |email: &str| {
            let browser = app.browser();
            browser
                .post("/auth/sign-up", &credentials(email, "mallory's own"))
                .await;
            let answer = browser.post("/auth/sign-in", &credentials(email, password)).await;
            (answer.status, answer.headers, answer.json.to_string())
        };
        assert_eq!(
            bytes("ann@example.org").await,
            bytes("nobody@example.org").await,
            "{password}"
        );
    }
    // The limits reveal nothing either: both have used one attempt, at the wrong password.
    for email in ["ann@example.org", "nobody@example.org"] {
        for n in 0..9 {
            guess_from(app, [203, 0, 113, n], email)
                .await
                .assert_problem(401, "SIGN_IN_FAILED");
        }
        guess_from(app, [203, 0, 113, 10], email)
            .await
            .assert_problem(429, "RATE_LIMITED");
    }
    app.clock.advance_millis(15 * MINUTE);
    app.browser()
        .post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
        .await
        .ok();
});

/// The time of an answer reveals nothing either: 200 interleaved samples each, medians within 3 ms or 5
/// %.
#[test]
fn known_and_unknown_addresses_answer_in_the_same_time() {
    run_test(async {
        let Some(app) = TestApp::create(Engine::Sqlite).await else {
            return;
        };
        app.signed_up("ann@example.org", PASSWORD).await;
        for path in ["/auth/sign-in", "/auth/reset-password/request"] {
            let mut times: [Vec<Duration>; 2] = Default::default();
            for n in 0..200 {
                for (times, email) in times.iter_mut().zip(["ann@example.org", "nobody@example.org"]) {
                    // Past the waits, so that every sample takes the same way.
                    app.clock.advance_millis(13 * 60 * MINUTE);
                    let browser = app.browser();
                    let began = Instant::now();
                    let answer = browser.post(path, &credentials(email, "not the password")).await;
                    times.push(began.elapsed());
                    assert!(
                        answer.status == StatusCode::UNAUTHORIZED || answer.status == StatusCode::ACCEPTED,
                        "{n}: {}",
                        answer.json
                    );
                }
            }
            let [known, unknown] = times.map(|mut times| {
                times.sort();
                times[times.len() / 2]
            });
            let difference = known.abs_diff(unknown);
            assert!(
                difference <= Duration::from_millis(3).max(known / 20),
                "{path}: {known:?} and {unknown:?}"
            );
        }
    });
}

/// More sign-ins than can be hashed are refused at once, and the others are served (reliability 3.1).
#[test]
fn a_flood_of_sign_ins_is_refused_quickly() {
    run_test(async {
        let Some(app) = TestApp::create(Engine::Sqlite).await else {
            return;
        };
        let app = app.with_identity(|settings| settings.cost = crate::identity::HashCost::default());
        let began = Instant::now();
        let sign_ins = (0..60).map(|n| {
            let browser = app.browser();
            async move {
                let answer = browser
                    .post(
                        "/auth/sign-in",
                        &credentials(&format!("nobody{n}@example.org"), "not the password"),
                    )
                    .await;
                (
                    answer.status,
                    answer.headers.contains_key("retry-after"),
                    began.elapsed(),
                )
            }
        });
        let answers = futures::future::join_all(sign_ins).await;
        let (refused, served): (Vec<_>, Vec<_>) = answers
            .into_iter()
            .partition(|(status, ..)| *status == StatusCode::SERVICE_UNAVAILABLE);
        assert!(
            served
                .iter()
                .all(|(status, ..)| *status == StatusCode::UNAUTHORIZED)
        );
        assert!(
            served.len() >= 21 && refused.len() >= 20,
            "{} and {}",
            served.len(),
            refused.len()
        );
        let slowest_refusal = refused.iter().map(|(.., time)| *time).max().unwrap_or_default();
        let slowest_served = served.iter().map(|(.., time)| *time).max().unwrap_or_default();
        assert!(refused.iter().all(|(_, retry_after, _)| *retry_after));
        assert!(
            slowest_refusal < slowest_served / 2,
            "refused within {slowest_refusal:?}, served within {slowest_served:?}"
        );
    });
}
