//! Signing up, in and out; refreshing.

use axum::http::StatusCode;
use axum::http::header::{COOKIE, SET_COOKIE};
use platform::both_engines;
use serde_json::json;

use super::{PASSWORD, access_token, count, credentials};
use crate::testing::token_of;

both_engines!(from_sign_up_to_sign_out, async |app| {
    let mut ann = app.browser();
    let ticket = ann
        .post("/auth/sign-up", &credentials("Ann@Example.org", PASSWORD))
        .await;
    assert_eq!(ticket.status, StatusCode::ACCEPTED);
    // Until the address is confirmed there is no account, and only the right password reveals that a sign-up waits.
    ann.post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
        .await
        .assert_problem(403, "EMAIL_NOT_VERIFIED");
    ann.post("/auth/sign-in", &credentials("ann@example.org", "wrong"))
        .await
        .assert_problem(401, "SIGN_IN_FAILED");

    let emails = app.emails().await;
    assert_eq!(emails.len(), 1);
    assert_eq!(emails[0].to, "Ann@Example.org");
    assert!(
        emails[0]
            .text
            .contains("http://localhost:8080/__/auth/handler?mode=verifyEmail&oobCode="),
        "{}",
        emails[0].text
    );
    let token = token_of(&emails[0]);
    let verified = ann
        .post(
            "/auth/verify-email",
            &json!({"token": token, "ticket": ticket.json["ticket"]}),
        )
        .await;
    let cookies: Vec<_> = verified
        .headers
        .get_all(SET_COOKIE)
        .iter()
        .map(|value| value.to_str().expect("text").to_owned())
        .collect();
    assert!(
        cookies.iter().any(|line| line.starts_with("session=")
            && line.contains("HttpOnly")
            && line.contains("SameSite=Lax")
            && line.contains("Path=/;")),
        "{cookies:?}"
    );
    assert!(
        cookies.iter().any(|line| line.starts_with("refresh=")
            && line.contains("HttpOnly")
            && line.contains("Path=/api/v1/auth;")),
        "{cookies:?}"
    );
    let session = verified.ok()["session"].clone();
    assert_eq!(session["expiresIn"], 3600);
    assert_eq!(session["identity"]["email"], "Ann@Example.org");
    assert_eq!(session["identity"]["emailVerified"], true);
    assert_eq!(session["identity"]["hasPassword"], true);
    // The link is used up, for everybody.
    ann.post(
        "/auth/verify-email",
        &json!({"token": token, "password": PASSWORD}),
    )
    .await
    .assert_problem(400, "INVALID_GRANT");

    ann.token = session["accessToken"].as_str().map(str::to_owned);
    assert_eq!(ann.get("/auth/identity").await.ok()["email"], "Ann@Example.org");
    assert_eq!(
        ann.post("/auth/sign-out", &json!({})).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!((ann.cookie("session"), ann.cookie("refresh")), (None, None));
    ann.get("/auth/identity")
        .await
        .assert_unauthenticated("invalid_token");

    ann.token = None;
    let again = ann
        .post("/auth/sign-in", &credentials(" ANN@example.org ", PASSWORD))
        .await;
    ann.token = Some(access_token(&again));
    let everywhere = app.browser();
    let second = everywhere
        .post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
        .await;
    assert_eq!(
        ann.post("/auth/sign-out-everywhere", &json!({})).await.status,
        StatusCode::NO_CONTENT
    );
    let mut other = everywhere;
    other.token = Some(access_token(&second));
    other
        .get("/auth/identity")
        .await
        .assert_unauthenticated("invalid_token");
    other
        .post("/auth/refresh", &json!({}))
        .await
        .assert_unauthenticated("invalid_token");
    assert_eq!(other.cookie("refresh"), None, "a cookie of no use is taken away");
});

// Somebody signs up with another person's address before they do. Their password must never open the owner's
// account.
both_engines!(a_sign_up_by_somebody_else_leads_to_nothing, async |app| {
    let (mallory, ann) = (app.browser(), app.browser());
    mallory
        .post(
            "/auth/sign-up",
            &credentials("ann@example.org", "mallory's password"),
        )
        .await;
    let mallorys_link = app.mailed_token().await;
    // Ann opens the link, in a browser without a ticket: she is asked for a password, and does not know it.
    ann.post("/auth/verify-email", &json!({"token": mallorys_link}))
        .await
        .assert_problem(422, "VERIFICATION_NEEDS_PASSWORD");
    ann.post(
        "/auth/verify-email",
        &json!({"token": mallorys_link, "ticket": "made up"}),
    )
    .await
    .assert_problem(422, "VERIFICATION_NEEDS_PASSWORD");
    ann.post(
        "/auth/verify-email",
        &json!({"token": mallorys_link, "password": PASSWORD}),
    )
    .await
    .assert_problem(401, "SIGN_IN_FAILED");
    // She signs up herself; her own password counts, whichever link she opens.
    let ticket = ann
        .post("/auth/sign-up", &credentials("ann@example.org", PASSWORD))
        .await
        .json["ticket"]
        .clone();
    ann.post(
        "/auth/verify-email",
        &json!({"token": mallorys_link, "ticket": ticket}),
    )
    .await
    .ok();
    mallory
        .post(
            "/auth/sign-in",
            &credentials("ann@example.org", "mallory's password"),
        )
        .await
        .assert_problem(401, "SIGN_IN_FAILED");
    ann.post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
        .await
        .ok();
    assert_eq!(count(app, "select count(*) from identity_sign_ups").await, 0);
});

// The owner of a known address learns of a sign-up by e-mail, and nobody else learns anything.
both_engines!(known_and_unknown_addresses_answer_alike, async |app| {
    app.signed_up("ann@example.org", PASSWORD).await;
    for path in [
        "/auth/sign-in",
        "/auth/reset-password/request",
        "/auth/verify-email/resend",
        "/auth/sign-up",
    ] {
        let bytes = async |email: &str| {
            let mut answer = app
                .browser()
                .post(path, &credentials(email, "not the password"))
                .await;
            if let Some(ticket) = answer.json.get_mut("ticket") {
                *ticket = json!("random");
            }
            (answer.status, answer.headers, answer.json.to_string())
        };
        assert_eq!(
            bytes("ann@example.org").await,
            bytes("nobody@example.org").await,
            "{path}"
        );
    }
    let mut emails: Vec<String> = app
        .emails()
        .await
        .into_iter()
        .map(|email| format!("{} {}", email.to, email.subject))
        .collect();
    emails.sort();
    let expected = [
        "ann@example.org Choose a new password",
        "ann@example.org You already have an account",
        "ann@example.org You already have an account",
        "nobody@example.org Confirm your email address",
        "nobody@example.org Confirm your email address",
    ];
    assert_eq!(emails, expected);
});

// 20 tabs refresh at once: all stay signed in, with one successor.
both_engines!(parallel_refreshes_have_one_successor, async |app| {
    let browser = app.signed_up("ann@example.org", PASSWORD).await;
    let first = browser.cookie("refresh").expect("a cookie");
    let tabs = (0..20).map(|_| {
        let tab = app.browser();
        tab.set_cookie("refresh", Some(&first));
        async move {
            let answer = tab.post("/auth/refresh", &json!({})).await;
            (answer.status, tab.cookie("refresh"))
        }
    });
    let answers = futures::future::join_all(tabs).await;
    let successor = answers[0].1.clone().expect("a cookie");
    assert_ne!(successor, first);
    assert!(
        answers
            .iter()
            .all(|answer| *answer == (StatusCode::OK, Some(successor.clone()))),
        "{answers:?}"
    );
    assert_eq!(
        count(app, "select count(*) from identity_refresh_tokens").await,
        2
    );
});

// A token used before the newest: somebody has stolen it, and the whole session ends.
both_engines!(an_older_refresh_token_ends_the_family, async |app| {
    let mut browser = app.signed_up("ann@example.org", PASSWORD).await;
    let first = browser.cookie("refresh").expect("a cookie");
    app.clock.advance_millis(60_000);
    browser.token = Some(access_token(&browser.post("/auth/refresh", &json!({})).await));
    let second = browser.cookie("refresh").expect("a cookie");
    // Within ten seconds the one before still gives the same successor …
    let late = app.browser();
    late.set_cookie("refresh", Some(&first));
    app.clock.advance_millis(9_000);
    late.post("/auth/refresh", &json!({})).await.ok();
    assert_eq!(late.cookie("refresh"), Some(second));
    // … and not a moment longer.
    app.clock.advance_millis(2_000);
    browser.get("/auth/identity").await.ok();
    let thief = app.browser();
    thief.set_cookie("refresh", Some(&first));
    thief
        .post("/auth/refresh", &json!({}))
        .await
        .assert_unauthenticated("invalid_token");
    browser
        .get("/auth/identity")
        .await
        .assert_unauthenticated("invalid_token");
    browser
        .post("/auth/refresh", &json!({}))
        .await
        .assert_unauthenticated("invalid_token");
    assert_eq!(
        count(
            app,
            "select count(*) from audit_log where action = 'identity.refresh_reused'"
        )
        .await,
        1
    );
});

// The two before the newest, within the ten seconds: only the one immediately before is forgiven.
both_engines!(only_the_token_just_before_is_forgiven, async |app| {
    let browser = app.signed_up("ann@example.org", PASSWORD).await;
    let first = browser.cookie("refresh").expect("a cookie");
    browser.post("/auth/refresh", &json!({})).await.ok();
    browser.post("/auth/refresh", &json!({})).await.ok();
    let old = app.browser();
    old.set_cookie("refresh", Some(&first));
    old.post("/auth/refresh", &json!({}))
        .await
        .assert_unauthenticated("invalid_token");
});

// A session ends after 90 days even if it is refreshed; and a tab that idles for two hours refreshes
// at most three times.
both_engines!(a_session_ends_after_ninety_days, async |app| {
    let browser = app.signed_up("ann@example.org", PASSWORD).await;
    const DAY: i64 = kernel::DAY_MS;
    for _ in 0..8 {
        app.clock.advance_millis(11 * DAY);
        browser.post("/auth/refresh", &json!({})).await.ok();
    }
    app.clock.advance_millis(2 * DAY);
    browser
        .post("/auth/refresh", &json!({}))
        .await
        .assert_unauthenticated("invalid_token");
    let lifetime = crate::identity::ACCESS_TOKEN_SECS;
    // The client's rules (spec section 9): a look every two minutes, a refresh when less than five remain.
    let refreshes = |lifetime: i64| {
        let (mut left, mut refreshes) = (lifetime, 0);
        for _ in 0..60 {
            left -= 120;
            if left < 300 {
                refreshes += 1;
                left = lifetime;
            }
        }
        refreshes
    };
    assert!(refreshes(lifetime) <= 3);
    assert!(refreshes(6 * 60) > 3, "the rule can fail");
});

// A cookie gives no authority: it renders pages and refreshes, and nothing else.
both_engines!(cookies_alone_may_do_nothing, async |app| {
    let mut browser = app.signed_up("ann@example.org", PASSWORD).await;
    browser.token = None;
    for path in ["/auth/sign-out-everywhere", "/auth/password", "/auth/email"] {
        let body = json!({"currentPassword": PASSWORD, "newPassword": PASSWORD, "password": PASSWORD, "newEmail": "b@example.org"});
        browser
            .post(path, &body)
            .await
            .assert_unauthenticated("missing_token");
    }
    browser
        .get("/auth/identity")
        .await
        .assert_unauthenticated("missing_token");
    let text = axum::http::Request::post("/api/v1/auth/sign-in")
        .header("content-type", "text/plain")
        .header(COOKIE, "session=x");
    let body = credentials("ann@example.org", PASSWORD).to_string();
    app.send(text.body(axum::body::Body::from(body)).expect("a request"))
        .await
        .assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
    let cookie = browser.cookie("session").expect("a cookie");
    let authority = crate::identity::Authority::of_cookie(&app.state, &cookie)
        .await
        .expect("an answer");
    assert!(authority.is_none(), "there is no record to render pages for yet");
});

both_engines!(what_cannot_be_an_address_or_a_password_is_refused, async |app| {
    let browser = app.browser();
    for (email, password, pointer) in [
        ("ann", PASSWORD, "/email"),
        ("ann@example.org\r\nBcc: eve@example.org", PASSWORD, "/email"),
        ("ann@example.org", "short", "/password"),
        ("ann@example.org", "password123", "/password"),
        ("ann@example.org", "Dramatis2026", "/password"),
    ] {
        let answer = browser.post("/auth/sign-up", &credentials(email, password)).await;
        answer.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(answer.json["errors"][0]["pointer"], pointer);
    }
    let long = "long ".repeat(1_000);
    browser
        .post("/auth/sign-up", &credentials("ann@example.org", &long))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    assert!(app.emails().await.is_empty());
});
