//! Resetting, changing, suspending, and the first admin.

use axum::http::{Request, StatusCode, header};
use kernel::ids::{IdentityId, UserId};
use platform::both_engines;
use platform::db::query_on;
use platform::slice::{self, DeletedAccount};
use serde_json::json;

use super::{PASSWORD, access_token, count, credentials};
use crate::identity::{self, find_account, rekey_addresses};
use crate::testing::{TestApp, token_of};

const OTHER: &str = "another horse entirely";
const MINUTE: i64 = 60_000;

async fn reset_link(app: &TestApp, email: &str) -> String {
    assert_eq!(
        app.browser()
            .post("/auth/reset-password/request", &json!({"email": email}))
            .await
            .status,
        StatusCode::ACCEPTED
    );
    let emails = app.emails().await;
    token_of(
        emails
            .iter()
            .find(|email| email.text.contains("mode=resetPassword"))
            .expect("a email"),
    )
}

// A-7, but for the page's referrer policy, which the edge tests.
both_engines!(a_reset_link_is_good_once_and_for_half_an_hour, async |app| {
    let ann = app.signed_up("ann@example.org", PASSWORD).await;
    // The link always leads to this site, also if a request names another host.
    let evil =
        Request::post("/api/v1/auth/reset-password/request").header(header::CONTENT_TYPE, "application/json");
    let evil = evil
        .header(header::HOST, "evil.example")
        .header("x-forwarded-host", "evil.example")
        .header("forwarded", "host=evil.example");
    let body = json!({"email": "ann@example.org"}).to_string();
    assert_eq!(
        app.send(evil.body(axum::body::Body::from(body)).expect("a request"))
            .await
            .status,
        StatusCode::ACCEPTED
    );
    let emails = app.emails().await;
    assert!(!format!("{emails:?}").contains("evil"));
    assert!(
        emails[0]
            .text
            .contains("http://localhost:8080/__/auth/handler?mode=resetPassword&oobCode=")
    );
    let older = token_of(&emails[0]);
    let newer = reset_link(app, "Ann@example.org").await;
    let reset = async |token: &str, password: &str| {
        app.browser()
            .post(
                "/auth/reset-password",
                &json!({"token": token, "password": password}),
            )
            .await
    };
    reset(&older, OTHER).await.assert_problem(400, "INVALID_GRANT");
    reset(&newer, "password123")
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    let answer = reset(&newer, OTHER).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert!(
        answer.headers.get(header::SET_COOKIE).is_none(),
        "nobody is signed in by it"
    );
    reset(&newer, OTHER).await.assert_problem(400, "INVALID_GRANT");
    // All sessions have ended, and the old password with them.
    ann.get("/auth/identity")
        .await
        .assert_unauthenticated("invalid_token");
    ann.post("/auth/refresh", &json!({}))
        .await
        .assert_unauthenticated("invalid_token");
    app.browser()
        .post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
        .await
        .assert_problem(401, "SIGN_IN_FAILED");
    app.browser()
        .post("/auth/sign-in", &credentials("ann@example.org", OTHER))
        .await
        .ok();
    assert!(
        app.emails()
            .await
            .iter()
            .any(|email| email.subject == "Your password was changed")
    );
    let late = reset_link(app, "ann@example.org").await;
    app.clock.advance_millis(31 * MINUTE);
    reset(&late, PASSWORD).await.assert_problem(400, "INVALID_GRANT");
    // The link of one purpose is of no use for another.
    let link = reset_link(app, "ann@example.org").await;
    app.browser()
        .post("/auth/verify-email", &json!({"token": link, "password": OTHER}))
        .await
        .assert_problem(400, "INVALID_GRANT");
    assert_eq!(
        count(
            app,
            "select count(*) from identity_mail_tokens where length(token_hash) <> 64"
        )
        .await,
        0
    );
});

// Addresses that differ only by compatibility folding belong to two people: no e-mail, link or key of one
// ever belongs to the other.
both_engines!(
    a_lookalike_of_an_address_reaches_nothing_of_its_owner,
    async |app| {
        let ann = app.signed_up("mike.office@example.org", PASSWORD).await;
        for other in [
            "ｍike.office@example.org",
            "mike.oﬃce@example.org",
            "mi\u{212a}e.office@example.org",
        ] {
            app.browser()
                .post("/auth/reset-password/request", &json!({"email": other}))
                .await;
            app.browser()
                .post("/auth/verify-email/resend", &json!({"email": other}))
                .await;
            assert!(app.emails().await.is_empty(), "{other}");
            app.browser()
                .post("/auth/sign-in", &credentials(other, PASSWORD))
                .await
                .assert_problem(401, "SIGN_IN_FAILED");
            app.browser()
                .post("/auth/sign-up", &credentials(other, OTHER))
                .await
                .assert_problem(422, "VALIDATION_FAILED");
            ann.post("/auth/email", &json!({"password": PASSWORD, "newEmail": other}))
                .await
                .assert_problem(422, "VALIDATION_FAILED");
            let mut conn = app.state.db.read().await.expect("a connection");
            assert_eq!(
                find_account(&mut conn, other).await.expect("a lookup"),
                None,
                "{other}"
            );
        }
        // However it is typed, the e-mail goes to the address that was confirmed.
        app.browser()
            .post(
                "/auth/reset-password/request",
                &json!({"email": "Mike.Office@EXAMPLE.org"}),
            )
            .await;
        assert_eq!(app.emails().await[0].to, "mike.office@example.org");
    }
);

// Keys of a release that folded addresses differently are rewritten at start.
both_engines!(addresses_of_an_older_release_are_found_again, async |app| {
    app.signed_up("Jörg@müller.example", PASSWORD).await;
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let old = "update identities set email_key = 'jörg@müller.example'";
    query_on!(tx, |x: D| sqlx::query::<D>(old).execute(x).await.map(drop)).expect("an older key");
    tx.commit().await.expect("a commit");
    let sign_in = async || {
        app.browser()
            .post("/auth/sign-in", &credentials("Jörg@müller.example", PASSWORD))
            .await
    };
    sign_in().await.assert_problem(401, "SIGN_IN_FAILED");
    let mut tx = app.state.db.begin().await.expect("a transaction");
    rekey_addresses(&mut tx).await.expect("new keys");
    tx.commit().await.expect("a commit");
    sign_in().await.ok();
});

// every change of the credentials ends the sessions that were opened with them.
both_engines!(a_new_password_ends_all_other_sessions, async |app| {
    let mut ann = app.signed_up("ann@example.org", PASSWORD).await;
    let old = ann.token.clone();
    let mut phone = app.browser();
    phone.token = Some(access_token(
        &phone
            .post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
            .await,
    ));
    let change = |current: &str, new: &str| json!({"currentPassword": current, "newPassword": new});
    let wrong = ann.post("/auth/password", &change("not it", OTHER)).await;
    wrong.assert_problem(422, "VALIDATION_FAILED");
    assert_eq!(wrong.json["errors"][0]["pointer"], "/currentPassword");
    let weak = ann
        .post("/auth/password", &change(PASSWORD, "ann@example.org"))
        .await;
    assert_eq!(weak.json["errors"][0]["pointer"], "/newPassword");
    ann.token = Some(access_token(
        &ann.post("/auth/password", &change(PASSWORD, OTHER)).await,
    ));
    ann.get("/auth/identity").await.ok();
    ann.post("/auth/refresh", &json!({})).await.ok();
    phone
        .get("/auth/identity")
        .await
        .assert_unauthenticated("invalid_token");
    phone
        .post("/auth/refresh", &json!({}))
        .await
        .assert_unauthenticated("invalid_token");
    phone.token = old;
    phone
        .get("/auth/identity")
        .await
        .assert_unauthenticated("invalid_token");
});

both_engines!(a_new_address_is_proved_before_it_counts, async |app| {
    let mut ann = app.signed_up("ann@example.org", PASSWORD).await;
    app.signed_up("bob@example.org", PASSWORD).await;
    let ask = |password: &str, email: &str| json!({"password": password, "newEmail": email});
    ann.post("/auth/email", &ask("not it", "new@example.org"))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    // Somebody else's address: the answer is the same, and its owner gets an e-mail.
    assert_eq!(
        ann.post("/auth/email", &ask(PASSWORD, "bob@example.org"))
            .await
            .status,
        StatusCode::ACCEPTED
    );
    let emails = app.emails().await;
    assert_eq!(
        (emails[0].to.as_str(), emails[0].subject.as_str()),
        ("bob@example.org", "You already have an account")
    );
    assert_eq!(
        ann.post("/auth/email", &ask(PASSWORD, "new@example.org"))
            .await
            .status,
        StatusCode::ACCEPTED
    );
    assert_eq!(
        ann.get("/auth/identity").await.ok()["email"],
        "ann@example.org",
        "nothing has changed yet"
    );
    let token = app.mailed_token().await;
    let old_token = ann.token.take();
    let answer = ann
        .post("/auth/verify-email", &json!({"token": token}))
        .await
        .ok();
    assert_eq!(answer["session"]["identity"]["email"], "new@example.org");
    ann.token = old_token;
    ann.get("/auth/identity")
        .await
        .assert_unauthenticated("invalid_token");
    let notice = app.emails().await;
    assert_eq!(
        (notice[0].to.as_str(), notice[0].subject.as_str()),
        ("ann@example.org", "Your email address was changed")
    );
    app.browser()
        .post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
        .await
        .assert_problem(401, "SIGN_IN_FAILED");
    app.browser()
        .post("/auth/sign-in", &credentials("new@example.org", PASSWORD))
        .await
        .ok();
    ann.post("/auth/verify-email", &json!({"token": token}))
        .await
        .assert_problem(400, "INVALID_GRANT");
});

both_engines!(
    a_browser_that_is_not_signed_in_gets_no_session_by_a_change_of_address,
    async |app| {
        let ann = app.signed_up("ann@example.org", PASSWORD).await;
        ann.post(
            "/auth/email",
            &json!({"password": PASSWORD, "newEmail": "new@example.org"}),
        )
        .await;
        let token = app.mailed_token().await;
        let other = app.signed_up("bob@example.org", PASSWORD).await;
        let answer = other
            .post("/auth/verify-email", &json!({"token": token}))
            .await
            .ok();
        assert_eq!(answer["session"], serde_json::Value::Null);
        ann.get("/auth/identity")
            .await
            .assert_unauthenticated("invalid_token");
    }
);

both_engines!(devices_are_listed_and_removed, async |app| {
    let ann = app.signed_up("ann@example.org", PASSWORD).await;
    app.clock.advance_millis(MINUTE);
    let mut phone = app.browser();
    phone.token = Some(access_token(
        &phone
            .post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
            .await,
    ));
    let devices = ann.get("/auth/devices").await.ok();
    let list = devices["results"].as_array().expect("a list");
    assert_eq!(list.len(), 2);
    assert_eq!(
        (&list[0]["current"], &list[1]["current"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(list[0]["address"], phone.address.to_string());
    assert_eq!(list[0]["label"], "An unknown device");
    let id = list[0]["id"].as_str().expect("an id");
    // Nobody else's business.
    let bob = app.signed_up("bob@example.org", PASSWORD).await;
    bob.delete(&format!("/auth/devices/{id}"))
        .await
        .assert_problem(404, "NOT_FOUND");
    assert_eq!(
        ann.delete(&format!("/auth/devices/{id}")).await.status,
        StatusCode::NO_CONTENT
    );
    phone
        .get("/auth/identity")
        .await
        .assert_unauthenticated("invalid_token");
    ann.delete(&format!("/auth/devices/{id}"))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.get("/auth/identity").await.ok();
});

both_engines!(account_events_are_in_the_audit_log_without_secrets, async |app| {
    let ann = app.signed_up("ann@example.org", PASSWORD).await;
    ann.post(
        "/auth/password",
        &json!({"currentPassword": PASSWORD, "newPassword": OTHER}),
    )
    .await
    .ok();
    for action in [
        "identity.created",
        "identity.sign_in",
        "identity.password_changed",
    ] {
        let rows = platform::db::query_on!(app.state.db.read().await.expect("a connection"), |x: D| sqlx::query_scalar::<D, i64>(
            "select count(*) from audit_log where action = $1 and actor is not null and address like '198.18.%'"
        )
        .bind(action)
        .fetch_one(x)
        .await)
        .expect("a count");
        assert_eq!(rows, 1, "{action}");
    }
    assert_eq!(count(app, "select count(*) from audit_log where coalesce(before_json, '') || coalesce(after_json, '') like '%horse%'").await, 0);
});

both_engines!(
    an_erased_identity_leaves_nothing_and_frees_its_address,
    async |app| {
        let ann = app.signed_up("ann@example.org", PASSWORD).await;
        ann.post(
            "/auth/reset-password/request",
            &json!({"email": "ann@example.org"}),
        )
        .await;
        let id = IdentityId::trusted(
            ann.get("/auth/identity").await.ok()["id"]
                .as_str()
                .expect("an id")
                .to_owned(),
        );
        let mut tx = app.state.db.begin().await.expect("a transaction");
        let account = DeletedAccount {
            user: UserId::trusted("nobody".to_owned()),
            identity: Some(id),
        };
        slice::erase(&[identity::FACTS], &mut tx, &account)
            .await
            .expect("it is erased");
        tx.commit().await.expect("a commit");
        ann.get("/auth/identity")
            .await
            .assert_unauthenticated("invalid_token");
        app.browser()
            .post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
            .await
            .assert_problem(401, "SIGN_IN_FAILED");
        assert!(app.emails().await.is_empty(), "there is nobody to write to");
        app.signed_up("ann@example.org", OTHER).await;
    }
);
