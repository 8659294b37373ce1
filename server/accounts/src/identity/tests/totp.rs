//! The second factor.

use axum::http::StatusCode;
use kernel::Role;
use kernel::ids::IdentityId;
use platform::both_engines;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

use super::{PASSWORD, access_token, count, credentials};
use crate::testing::{Browser, TestApp};

const STEP: i64 = 30_000;

fn authenticator(secret: &Value) -> Totp {
    let secret = Secret::try_from_base32(secret.as_str().expect("a secret")).expect("base32");
    Builder::new()
        .with_secret(secret)
        .with_account_name("x")
        .build()
        .expect("an authenticator")
}

fn code(app: &TestApp, totp: &Totp) -> String {
    let now = kernel::Clock::now(&app.clock).0 / 1_000;
    totp.generate(u64::try_from(now).expect("after 1970")).to_string()
}

/// Sets up an authenticator, and returns the recovery codes.
async fn enrol(app: &TestApp, browser: &Browser<'_>) -> (Totp, Vec<String>) {
    let begun = browser
        .post("/auth/totp/enrol", &json!({"password": PASSWORD}))
        .await
        .ok();
    assert!(
        begun["otpauthUri"]
            .as_str()
            .expect("an address")
            .starts_with("otpauth://totp/Dramatis:"),
        "{begun}"
    );
    let totp = authenticator(&begun["secret"]);
    let codes = browser
        .post("/auth/totp/confirm", &json!({"code": code(app, &totp)}))
        .await
        .ok();
    let codes = codes["recoveryCodes"]
        .as_array()
        .expect("codes")
        .iter()
        .map(|code| code.as_str().expect("a code").to_owned());
    (totp, codes.collect())
}

both_engines!(signing_in_asks_for_a_code_that_is_good_once, async |app| {
    let ann = app.signed_up("ann@example.org", PASSWORD).await;
    ann.post("/auth/totp/enrol", &json!({"password": "not it"}))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    ann.post("/auth/totp/confirm", &json!({"code": "000000"}))
        .await
        .assert_problem(409, "CONFLICT");
    // Until a code is confirmed, no code is asked for.
    ann.post("/auth/totp/enrol", &json!({"password": PASSWORD}))
        .await
        .ok();
    ann.post("/auth/totp/confirm", &json!({"code": "not a code"}))
        .await
        .assert_problem(403, "TOTP_WRONG");
    app.browser()
        .post("/auth/sign-in", &credentials("ann@example.org", PASSWORD))
        .await
        .ok();
    let (totp, recovery) = enrol(app, &ann).await;
    assert_eq!(recovery.len(), 10);
    assert_eq!(ann.get("/auth/identity").await.ok()["totpEnabled"], true);
    ann.post("/auth/totp/enrol", &json!({"password": PASSWORD}))
        .await
        .assert_problem(409, "CONFLICT");
    assert_eq!(
        count(
            app,
            "select count(*) from identities where totp_secret like '%otpauth%'"
        )
        .await,
        0
    );

    let sign_in = async |code: Option<&str>| {
        app.browser()
            .post(
                "/auth/sign-in",
                &json!({"email": "ann@example.org", "password": PASSWORD, "code": code}),
            )
            .await
    };
    sign_in(None).await.assert_problem(403, "TOTP_REQUIRED");
    // The code of the confirmation is used up.
    sign_in(Some(&code(app, &totp)))
        .await
        .assert_problem(403, "TOTP_WRONG");
    app.clock.advance_millis(STEP);
    let fresh = code(app, &totp);
    let both = futures::future::join_all([sign_in(Some(&fresh)), sign_in(Some(&fresh))]).await;
    let in_now = both
        .iter()
        .filter(|answer| answer.status == StatusCode::OK)
        .count();
    assert_eq!(in_now, 1, "two at once with one code");
    // A wrong password never learns that a code is asked for.
    app.browser()
        .post(
            "/auth/sign-in",
            &json!({"email": "ann@example.org", "password": "not it", "code": "000000"}),
        )
        .await
        .assert_problem(401, "SIGN_IN_FAILED");
    // Recovery codes, however typed, each once.
    let typed = recovery[0].to_uppercase().replace('-', " ");
    sign_in(Some(&typed)).await.ok();
    sign_in(Some(&recovery[0]))
        .await
        .assert_problem(403, "TOTP_WRONG");

    ann.post(
        "/auth/totp/remove",
        &json!({"password": PASSWORD, "code": "000000"}),
    )
    .await
    .assert_problem(403, "TOTP_WRONG");
    assert_eq!(
        ann.post(
            "/auth/totp/remove",
            &json!({"password": PASSWORD, "code": recovery[1]})
        )
        .await
        .status,
        StatusCode::NO_CONTENT
    );
    sign_in(None).await.ok();
    assert_eq!(
        count(app, "select count(*) from identity_recovery_codes").await,
        0
    );
});

// Somebody who knows the password cannot guess codes without end: right passwords without a code refund no
// earlier attempts.
both_engines!(codes_are_guessed_as_slowly_as_passwords, async |app| {
    let ann = app.signed_up("ann@example.org", PASSWORD).await;
    enrol(app, &ann).await;
    let sign_in = async |code: Option<&str>| {
        app.browser()
            .post(
                "/auth/sign-in",
                &json!({"email": "ann@example.org", "password": PASSWORD, "code": code}),
            )
            .await
            .status
    };
    let mut wrong = 0;
    for _ in 0..30 {
        sign_in(None).await;
        if sign_in(Some("000000")).await == StatusCode::FORBIDDEN {
            wrong += 1;
        }
    }
    assert_eq!(wrong, 10);
});

// The operator may require it of admins: then the role allows nothing without it.
both_engines!(admins_need_a_code_where_the_operator_says_so, async |app| {
    let app = app.with_identity(|settings| settings.admin_totp = true);
    let mut root = app.signed_up("root@example.org", PASSWORD).await;
    let id = root.get("/auth/identity").await.ok()["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    app.add_record(&IdentityId::trusted(id), "root", Some(Role::Admin))
        .await;
    let is_let_in = async |browser: &Browser<'_>| {
        let request = axum::http::Request::get("/").header(
            "authorization",
            format!("Bearer {}", browser.token.as_deref().unwrap_or_default()),
        );
        let (mut parts, ()) = request.body(()).expect("a request").into_parts();
        let admin = <crate::identity::Admin as axum::extract::FromRequestParts<_>>::from_request_parts(
            &mut parts, &app.state,
        )
        .await;
        admin.map(drop).map_err(|problem| problem.code().as_str())
    };
    assert_eq!(is_let_in(&root).await, Err("TOTP_REQUIRED"));
    assert_eq!(root.get("/auth/identity").await.ok()["totpRequired"], true);
    let (totp, _) = enrol(&app, &root).await;
    assert_eq!(
        is_let_in(&root).await,
        Ok(()),
        "the session in which it was set up has seen a code"
    );
    app.clock.advance_millis(STEP);
    let signed_in = root
        .post(
            "/auth/sign-in",
            &json!({"email": "root@example.org", "password": PASSWORD, "code": code(&app, &totp)}),
        )
        .await;
    root.token = Some(access_token(&signed_in));
    assert_eq!(is_let_in(&root).await, Ok(()));
});
