//! The effect of signing up, suspension and roles on a person's record.

use accounts::identity::{Authority, Decision, find_account, reinstate, suspend};
use axum::http::StatusCode;
use futures::future::join_all;
use kernel::ids::IdentityId;
use platform::both_engines;
use platform::db::query_on;
use serde_json::{Value, json};

use crate::testing::{TEST_ADMIN, TestApp};

const PASSWORD: &str = "correct horse battery";

fn credentials(email: &str, password: &str) -> Value {
    json!({"email": email, "password": password})
}

async fn count(app: &TestApp, sql: &'static str) -> i64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(sql).fetch_one(x).await).expect("a count")
}

// a suspended person stays suspended, through every way of signing in, and no client takes the record
// for missing.
both_engines!(a_suspended_account_is_answered_423_everywhere, async |app| {
    let ann = app.signed_up("ann@example.org", PASSWORD).await;
    assert_eq!(ann.post("/users/", &json!({})).await.status, StatusCode::CREATED);
    let id = IdentityId::trusted(
        ann.get("/auth/identity").await.ok()["id"]
            .as_str()
            .expect("an id")
            .to_owned(),
    );
    let decision = Decision {
        actor: None,
        reason: "spam",
        request_id: None,
        address: None,
        at: crate::testing::TEST_NOW,
    };
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let account = find_account(&mut tx, "Ann@Example.org")
        .await
        .expect("an answer")
        .expect("an account");
    assert_eq!(account.identity_id, id.as_str());
    assert_eq!(
        find_account(&mut tx, account.user_id.as_deref().expect("a record"))
            .await
            .expect("an answer"),
        Some(account.clone())
    );
    assert_eq!(find_account(&mut tx, "nobody").await.expect("an answer"), None);
    assert!(
        suspend(&mut tx, &account, &decision)
            .await
            .expect("it is suspended")
    );
    assert!(
        !suspend(&mut tx, &account, &decision)
            .await
            .expect("it is suspended already")
    );
    tx.commit().await.expect("a commit");
    for (answer, what) in [
        (ann.get("/users/me").await, "own record"),
        (ann.post("/users/", &json!({})).await, "creation"),
        (ann.get("/auth/identity").await, "identity"),
        (ann.post("/auth/refresh", &json!({})).await, "refresh"),
        (
            app.browser()
                .post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
                .await,
            "sign-in",
        ),
    ] {
        answer.assert_problem(423, "ACCOUNT_SUSPENDED");
        let words = answer.json.to_string().to_lowercase();
        assert!(
            !words.contains("inactive") && !words.contains("not found"),
            "{what}: {words}"
        );
    }
    app.browser()
        .post("/auth/sign-in", &credentials("ann@example.org", "not it"))
        .await
        .assert_problem(401, "SIGN_IN_FAILED");
    let cookie = ann.cookie("session").expect("a cookie");
    assert!(
        Authority::of_cookie(&app.state, &cookie)
            .await
            .expect("an answer")
            .is_none()
    );
    assert_eq!(count(app, "select count(*) from accounts").await, 1);
    let mut tx = app.state.db.begin().await.expect("a transaction");
    assert!(
        reinstate(&mut tx, &account, &decision)
            .await
            .expect("it is let in again")
    );
    assert!(
        !reinstate(&mut tx, &account, &decision)
            .await
            .expect("it is in already")
    );
    tx.commit().await.expect("a commit");
    ann.get("/users/me").await.assert_unauthenticated("invalid_token");
    assert_eq!(
        app.browser()
            .post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
            .await
            .status,
        StatusCode::OK,
        "they sign in anew"
    );
    assert_eq!(count(app, "select count(*) from audit_log where action in ('identity.suspend', 'identity.reinstate') and reason = 'spam'").await, 2);
});

both_engines!(
    an_admin_suspends_and_lets_in_again_and_never_themselves,
    async |app| {
        let (ann, root, moderator) = (
            app.person("ann").await,
            app.admin("root").await,
            app.moderator("mod").await,
        );
        let path = |what: &str, who: &str| format!("/admin/users/{who}/{what}");
        let why = json!({ "reason": " Spam in every story. " });
        for other in [&ann, &moderator] {
            other
                .post(&path("suspend", root.user_id.as_str()), &why)
                .await
                .assert_problem(403, "FORBIDDEN");
        }
        app.post(&path("suspend", ann.user_id.as_str()), &why)
            .await
            .assert_unauthenticated("missing_token");
        root.post(&path("suspend", "nobody"), &why)
            .await
            .assert_problem(404, "NOT_FOUND");
        root.post(&path("suspend", ann.identity_id.as_str()), &why)
            .await
            .assert_problem(404, "NOT_FOUND");
        root.post(&path("suspend", "a.b"), &why)
            .await
            .assert_problem(404, "NOT_FOUND");
        root.post(&path("suspend", root.user_id.as_str()), &why)
            .await
            .assert_problem(409, "CONFLICT");
        for bad in [
            json!({}),
            json!({ "reason": " " }),
            json!({ "reason": "x".repeat(501) }),
            json!({ "reason": "a\u{0}" }),
            json!({ "reason": 7 }),
        ] {
            root.post(&path("suspend", ann.user_id.as_str()), &bad)
                .await
                .assert_problem(422, "VALIDATION_FAILED");
        }
        ann.get("/users/me").await.ok();

        let to = path("suspend", ann.user_id.as_str());
        let (one, two) = tokio::join!(root.post(&to, &why), root.post(&to, &why));
        let changed = [one.ok(), two.ok()]
            .iter()
            .filter(|answer| answer["changed"] == json!(true))
            .count();
        assert_eq!(changed, 1, "two at once suspend once");
        ann.get("/users/me")
            .await
            .assert_problem(423, "ACCOUNT_SUSPENDED");
        assert_eq!(
            count(
                app,
                "select count(*) from identity_sessions where ended_at is null"
            )
            .await,
            2,
            "her session is over"
        );
        assert_eq!(
        count(app, "select count(*) from audit_log where action = 'identity.suspend' and reason = 'Spam in every story.' and actor is not null").await,
        1
    );

        let answer = root
            .post(
                &path("reinstate", ann.user_id.as_str()),
                &json!({ "reason": "It was a mistake." }),
            )
            .await
            .ok();
        assert_eq!(
            answer,
            json!({ "userID": ann.user_id, "suspended": false, "changed": true })
        );
        ann.get("/users/me").await.assert_unauthenticated("invalid_token");
        assert_eq!(
            root.post(&path("reinstate", ann.user_id.as_str()), &why)
                .await
                .ok()["changed"],
            json!(false)
        );
    }
);

// The admin role comes from the server's own table, and only the owner of the configured address gets it
//
both_engines!(
    the_owner_of_the_configured_address_becomes_the_admin,
    async |app| {
        // A sign-up with that address by somebody who cannot read its email.
        app.browser()
            .post(
                "/auth/sign-up",
                &credentials(TEST_ADMIN, "somebody else's password"),
            )
            .await;
        let impostor = app
            .browser()
            .post(
                "/auth/sign-in",
                &credentials(TEST_ADMIN, "somebody else's password"),
            )
            .await;
        impostor.assert_problem(403, "EMAIL_NOT_VERIFIED");
        app.emails().await;
        let director = app.signed_up(TEST_ADMIN, PASSWORD).await;
        assert_eq!(
            director.post("/users/", &json!({})).await.status,
            StatusCode::CREATED
        );
        assert_eq!(director.get("/users/me").await.ok()["role"], 0);
        let ann = app.signed_up("ann@example.org", PASSWORD).await;
        ann.post("/users/", &json!({"role": 0, "roles": ["ADMIN"]})).await;
        assert_ne!(ann.get("/users/me").await.json["role"], 0);
        assert_eq!(
            count(
                app,
                "select count(*) from audit_log where action = 'identity.admin_appointed'"
            )
            .await,
            1
        );
        // Signing in again appoints nobody else.
        app.browser()
            .post("/auth/sign-in", &credentials(TEST_ADMIN, PASSWORD))
            .await
            .ok();
        assert_eq!(
            count(
                app,
                "select count(*) from audit_log where action = 'identity.admin_appointed'"
            )
            .await,
            1
        );
    }
);

both_engines!(a_name_goes_to_one_of_those_who_want_it, async |app| {
    let mut people = Vec::new();
    for name in ["ann", "bob", "cleo", "dan", "eve", "finn", "gus", "hal"] {
        people.push(app.person(name).await);
    }
    let wanted = json!({"authorname": "lamplighter"});
    let answers = join_all(people.iter().map(|person| person.patch("/users/me", &wanted))).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
});
