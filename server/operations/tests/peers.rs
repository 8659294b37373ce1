//! Identity, mail and models against real servers from public packages: an OpenID Connect provider and an
//! SMTP server (`tests/peers`, started by these tests), and LiteLLM's proxy. Without node, or before `make
//! peers`, they report that they were skipped; in CI they fail.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use accounts::identity::{self, Decision, ProviderSettings, compose};
use accounts::testing::{Browser, Engine, TEST_ORIGIN, TestApp, run_test};
use futures::StreamExt;
use kernel::{Clock, Random, Shekels, SystemClock};
use platform::llm::{ChatMessage, Finish, ModelConfig, ModelError, Models, Piece, Request, Role};
use platform::mail::{Mailer, deliver_due};
use reqwest::header::{COOKIE, LOCATION, SET_COOKIE};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};
use url::Url;

const PASSWORD: &str = "correct horse battery";

/// A server that is killed when its test ends.
struct Peer {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Peer {
    /// Starts one of the scripts and reads its first line.
    fn start(script: &str, argument: &str) -> Option<(Self, String)> {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers");
        if !folder.join("node_modules").exists() {
            assert!(
                std::env::var("CI").is_err(),
                "CI must run these tests: `make peers` was not run"
            );
            eprintln!("left out: no {script} (run `make peers`)");
            return None;
        }
        let mut command = Command::new("node");
        command
            .arg(script)
            .arg(argument)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("node runs");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let first = lines.next().expect("a first line").expect("text");
        Some((Self { child, lines }, first))
    }

    fn line(&mut self) -> Value {
        serde_json::from_str(&self.lines.next().expect("a line").expect("text")).expect("JSON")
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn with_provider(app: &TestApp, issuer: &str) -> TestApp {
    let provider = ProviderSettings {
        id: "oidc".to_owned(),
        name: "The Provider".to_owned(),
        issuer: issuer.to_owned(),
        client_id: "dramatis".to_owned(),
        client_secret: Some("a shared secret".to_owned()),
    };
    app.with_identity(|settings| settings.providers = vec![provider])
}

async fn begin(browser: &Browser<'_>) -> Url {
    let begun = browser
        .post("/auth/oidc/oidc/start", &json!({"returnTo": "/profile"}))
        .await
        .ok();
    begun["authorizationUrl"]
        .as_str()
        .expect("an address")
        .parse()
        .expect("an address")
}

/// Acts as the user's browser at the provider until it is redirected back to us with `state`, `code` and
/// `iss`.
async fn visit(mut address: Url, hint: &str) -> Result<BTreeMap<String, String>, String> {
    address.query_pairs_mut().append_pair("login_hint", hint);
    #[expect(clippy::disallowed_methods, reason = "a browser in a test")]
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("a client");
    let mut cookies = BTreeMap::new();
    for _ in 0..8 {
        if address.as_str().starts_with(TEST_ORIGIN) {
            return Ok(address.query_pairs().into_owned().collect());
        }
        let line: Vec<String> = cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let answer = http
            .get(address.clone())
            .header(COOKIE, line.join("; "))
            .send()
            .await
            .expect("an answer");
        for cookie in answer.headers().get_all(SET_COOKIE) {
            let (name, rest) = cookie.to_str().expect("text").split_once('=').expect("a cookie");
            cookies.insert(
                name.to_owned(),
                rest.split(';').next().unwrap_or_default().to_owned(),
            );
        }
        let Some(next) = answer.headers().get(LOCATION) else {
            return Err(format!(
                "{} {}",
                answer.status(),
                answer.text().await.unwrap_or_default()
            ));
        };
        address = address.join(next.to_str().expect("text")).expect("an address");
    }
    Err("no end of redirects".to_owned())
}

#[test]
fn somebody_signs_in_through_a_real_provider() {
    let Some((_peer, issuer)) = Peer::start("oidc.mjs", &format!("{TEST_ORIGIN}/__/auth/handler")) else {
        return;
    };
    run_test(async {
        let Some(app) = TestApp::create(Engine::from_env()).await else {
            return;
        };
        let app = with_provider(&app, &issuer);
        let listed = app.browser().get("/auth/providers").await.ok();
        assert_eq!(
            listed["providers"],
            json!([{"id": "oidc", "displayName": "The Provider"}])
        );
        app.browser()
            .post("/auth/oidc/other/start", &json!({}))
            .await
            .assert_problem(404, "NOT_FOUND");
        app.browser()
            .post("/auth/oidc/oidc/start", &json!({"returnTo": "//evil.example"}))
            .await
            .assert_problem(422, "VALIDATION_FAILED");

        // A new person gets an account.
        let mut browser = app.browser();
        let back = visit(begin(&browser).await, "new").await.expect("sent back");
        let signed_in = browser.post("/auth/oidc/callback", &json!(back)).await.ok();
        assert_eq!(signed_in["returnTo"], "/profile");
        assert_eq!(signed_in["identity"]["email"], "new@example.org");
        assert_eq!(signed_in["identity"]["hasPassword"], false);
        assert_eq!(
            signed_in["identity"]["providers"],
            json!([{"id": "oidc", "displayName": "The Provider"}])
        );
        browser.token = signed_in["accessToken"].as_str().map(str::to_owned);
        browser.get("/auth/identity").await.ok();
        // The returned code works once.
        browser
            .post("/auth/oidc/callback", &json!(back))
            .await
            .assert_problem(400, "INVALID_GRANT");
        // The next time it is the same person.
        let again = app.browser();
        let back = visit(begin(&again).await, "new").await.expect("sent back");
        assert_eq!(
            again.post("/auth/oidc/callback", &json!(back)).await.ok()["identity"]["id"],
            signed_in["identity"]["id"]
        );

        // If both sides have verified the address of an account here, its owner signs in to that account and
        // is notified.
        let ann = app.signed_up("ann@example.org", PASSWORD).await;
        let mut tab = app.browser();
        let back = visit(begin(&tab).await, "ann").await.expect("sent back");
        let linked = tab.post("/auth/oidc/callback", &json!(back)).await.ok();
        assert_eq!(linked["identity"]["email"], "ann@example.org");
        assert_eq!(app.emails().await[0].subject, "A new sign-in method was added");
        tab.token = linked["accessToken"].as_str().map(str::to_owned);
        assert_eq!(
            tab.get("/auth/identity").await.ok()["id"],
            linked["identity"]["id"]
        );
        ann.get("/auth/identity").await.ok();
        // An address that only looks like hers, or becomes hers by folding, does not sign in.
        for lookalike in ["ａnn", "aｎn"] {
            let other = app.browser();
            let back = visit(begin(&other).await, lookalike).await.expect("sent back");
            other
                .post("/auth/oidc/callback", &json!(back))
                .await
                .assert_problem(403, "EMAIL_NOT_VERIFIED");
        }
        // Nor does an address that the provider has not verified.
        let mallory = app.browser();
        let back = visit(begin(&mallory).await, "ann!").await.expect("sent back");
        mallory
            .post("/auth/oidc/callback", &json!(back))
            .await
            .assert_problem(403, "EMAIL_NOT_VERIFIED");
    });
}

/// A-13: mix-up, replay, and other people's browsers.
#[test]
fn what_was_begun_elsewhere_ends_nowhere() {
    let Some((_peer, issuer)) = Peer::start("oidc.mjs", &format!("{TEST_ORIGIN}/__/auth/handler")) else {
        return;
    };
    run_test(async {
        let Some(app) = TestApp::create(Engine::from_env()).await else {
            return;
        };
        let app = with_provider(&app, &issuer);
        let (ann, mallory) = (app.browser(), app.browser());
        let address = begin(&ann).await;
        let query: BTreeMap<String, String> = address.query_pairs().into_owned().collect();
        assert_eq!(query["code_challenge_method"], "S256");
        assert_eq!(query["redirect_uri"], format!("{TEST_ORIGIN}/__/auth/handler"));
        assert!(query.contains_key("nonce") && query["state"].len() >= 43);
        let back = visit(address.clone(), "ann").await.expect("sent back");
        // Another browser, with or without a sign-in of its own, cannot complete this one and does not use it
        // up.
        mallory
            .post("/auth/oidc/callback", &json!(back))
            .await
            .assert_problem(400, "INVALID_GRANT");
        begin(&mallory).await;
        mallory
            .post("/auth/oidc/callback", &json!(back))
            .await
            .assert_problem(400, "INVALID_GRANT");
        // A code from another sign-in: the provider refuses its verifier.
        let other = visit(begin(&mallory).await, "mallory").await.expect("sent back");
        let mixed = json!({"state": back["state"], "code": other["code"], "iss": back["iss"]});
        ann.post("/auth/oidc/callback", &mixed)
            .await
            .assert_problem(400, "INVALID_GRANT");
        ann.post("/auth/oidc/callback", &json!(back))
            .await
            .assert_problem(400, "INVALID_GRANT");
        // Another issuer's answer.
        let back = visit(begin(&ann).await, "ann").await.expect("sent back");
        let foreign = json!({"state": back["state"], "code": back["code"], "iss": "https://evil.example"});
        ann.post("/auth/oidc/callback", &foreign)
            .await
            .assert_problem(400, "INVALID_GRANT");
        // Too late.
        let back = visit(begin(&ann).await, "ann").await.expect("sent back");
        app.clock.advance_millis(11 * kernel::MINUTE_MS);
        ann.post("/auth/oidc/callback", &json!(back))
            .await
            .assert_problem(400, "INVALID_GRANT");
        // The provider itself refuses redirect addresses that only look like ours, and requests without S256.
        for trick in [
            "http://localhost:8080/__/auth/handler/x",
            "http://localhost:8080/__/AUTH/handler",
            "http://evil@localhost:8080/__/auth/handler",
        ] {
            let mut tricked = address.clone();
            let pairs: Vec<_> = query
                .iter()
                .map(|(key, value)| (key.as_str(), if key == "redirect_uri" { trick } else { value }))
                .collect();
            tricked.query_pairs_mut().clear().extend_pairs(pairs);
            assert!(
                visit(tricked, "ann")
                    .await
                    .is_err_and(|refusal| refusal.starts_with("400")),
                "{trick}"
            );
        }
        let suspended = begin(&ann).await;
        let back = visit(suspended, "ann").await.expect("sent back");
        let id = ann.post("/auth/oidc/callback", &json!(back)).await.ok()["identity"]["id"]
            .as_str()
            .expect("an id")
            .to_owned();
        let mut tx = app.state.db.begin().await.expect("a transaction");
        let account = identity::find_account(&mut tx, &id)
            .await
            .expect("a lookup")
            .expect("an account");
        let decision = Decision {
            actor: None,
            reason: "spam",
            request_id: None,
            address: None,
            at: app.clock.now(),
        };
        assert!(
            identity::suspend(&mut tx, &account, &decision)
                .await
                .expect("suspended")
        );
        tx.commit().await.expect("a commit");
        // A-4: the same subject stays suspended.
        let back = visit(begin(&ann).await, "ann").await.expect("sent back");
        ann.post("/auth/oidc/callback", &json!(back))
            .await
            .assert_problem(423, "ACCOUNT_SUSPENDED");
    });
}

fn code_of(app: &TestApp, authenticator: &Totp) -> String {
    let seconds = u64::try_from(app.clock.now().0 / 1_000).expect("after 1970");
    authenticator.generate(seconds).to_string()
}

/// A person with an authenticator is asked for its code, whichever way they sign in.
#[test]
fn a_provider_does_not_stand_in_for_the_authenticator() {
    let Some((_peer, issuer)) = Peer::start("oidc.mjs", &format!("{TEST_ORIGIN}/__/auth/handler")) else {
        return;
    };
    run_test(async {
        let Some(app) = TestApp::create(Engine::from_env()).await else {
            return;
        };
        let app = with_provider(&app, &issuer);
        let ann = app.signed_up("ann@example.org", PASSWORD).await;
        let begun = ann
            .post("/auth/totp/enrol", &json!({"password": PASSWORD}))
            .await
            .ok();
        let secret = Secret::try_from_base32(begun["secret"].as_str().expect("a secret")).expect("base32");
        let authenticator = Builder::new()
            .with_secret(secret)
            .with_account_name("x")
            .build()
            .expect("an authenticator");
        let enrolled = ann
            .post(
                "/auth/totp/confirm",
                &json!({"code": code_of(&app, &authenticator)}),
            )
            .await
            .ok();
        app.clock.advance_millis(30_000);

        let (mut tab, mallory) = (app.browser(), app.browser());
        let back = visit(begin(&tab).await, "ann").await.expect("sent back");
        let asked = tab.post("/auth/oidc/callback", &json!(back)).await;
        asked.assert_problem(403, "TOTP_REQUIRED");
        assert!(asked.headers.get(SET_COOKIE).is_none(), "nothing is opened yet");
        tab.post("/auth/refresh", &json!({}))
            .await
            .assert_unauthenticated("missing_token");
        // The provider's code is used up, and sending it again signs nobody in.
        tab.post("/auth/oidc/callback", &json!(back))
            .await
            .assert_problem(400, "INVALID_GRANT");
        let confirm = |code: &str| json!({"state": back["state"], "code": code});
        tab.post("/auth/oidc/confirm", &confirm("000000"))
            .await
            .assert_problem(403, "TOTP_WRONG");
        // Another browser cannot use it, whatever code it knows.
        let code = code_of(&app, &authenticator);
        mallory
            .post("/auth/oidc/confirm", &confirm(&code))
            .await
            .assert_problem(400, "INVALID_GRANT");
        begin(&mallory).await;
        mallory
            .post("/auth/oidc/confirm", &confirm(&code))
            .await
            .assert_problem(400, "INVALID_GRANT");
        let signed_in = tab.post("/auth/oidc/confirm", &confirm(&code)).await.ok();
        assert_eq!(
            (&signed_in["returnTo"], &signed_in["identity"]["email"]),
            (&json!("/profile"), &json!("ann@example.org"))
        );
        tab.token = signed_in["accessToken"].as_str().map(str::to_owned);
        tab.get("/auth/identity").await.ok();
        tab.post("/auth/oidc/confirm", &confirm(&code))
            .await
            .assert_problem(400, "INVALID_GRANT");

        // A sign-in that was not completed at the provider does not wait for a code.
        let unfinished = begin(&tab).await;
        let state = unfinished
            .query_pairs()
            .find(|(name, _)| name == "state")
            .expect("a state")
            .1
            .into_owned();
        app.clock.advance_millis(30_000);
        let early = json!({"state": state, "code": code_of(&app, &authenticator)});
        tab.post("/auth/oidc/confirm", &early)
            .await
            .assert_problem(400, "INVALID_GRANT");
        // It waits ten minutes; a recovery code works, too.
        let back = visit(begin(&tab).await, "ann").await.expect("sent back");
        tab.post("/auth/oidc/callback", &json!(back))
            .await
            .assert_problem(403, "TOTP_REQUIRED");
        let recovery = json!({"state": back["state"], "code": enrolled["recoveryCodes"][0]});
        app.clock.advance_millis(11 * kernel::MINUTE_MS);
        tab.post("/auth/oidc/confirm", &recovery)
            .await
            .assert_problem(400, "INVALID_GRANT");
        let back = visit(begin(&tab).await, "ann").await.expect("sent back");
        tab.post("/auth/oidc/callback", &json!(back))
            .await
            .assert_problem(403, "TOTP_REQUIRED");
        tab.post(
            "/auth/oidc/confirm",
            &json!({"state": back["state"], "code": enrolled["recoveryCodes"][0]}),
        )
        .await
        .ok();
        // Wrong codes are counted like those after a password.
        let back = visit(begin(&tab).await, "ann").await.expect("sent back");
        tab.post("/auth/oidc/callback", &json!(back))
            .await
            .assert_problem(403, "TOTP_REQUIRED");
        let guess = json!({"state": back["state"], "code": "000000"});
        for _ in 0..10 {
            tab.post("/auth/oidc/confirm", &guess)
                .await
                .assert_problem(403, "TOTP_WRONG");
        }
        tab.post("/auth/oidc/confirm", &guess)
            .await
            .assert_problem(429, "RATE_LIMITED");
    });
}

#[test]
fn emails_reach_a_real_server() {
    let Some((mut peer, port)) = Peer::start("smtp.mjs", "") else {
        return;
    };
    run_test(async {
        let Some(app) = TestApp::create(Engine::from_env()).await else {
            return;
        };
        let mailer = Mailer::smtp(
            &format!("smtp://dramatis:p%40ss%20word@127.0.0.1:{port}"),
            "Dramatis <no-reply@play.example>",
        )
        .expect("a mailer");
        for email in ["ann@example.org", "later@example.org", "never@example.org"] {
            app.browser()
                .post("/auth/sign-up", &json!({"email": email, "password": PASSWORD}))
                .await;
        }
        assert_eq!(
            deliver_due::<accounts::AppState>(&app.state, &mailer, compose)
                .await
                .expect("a look"),
            3
        );
        let letter = peer.line();
        assert_eq!(
            (&letter["from"], &letter["to"], &letter["user"]),
            (
                &json!("no-reply@play.example"),
                &json!(["ann@example.org"]),
                &json!("dramatis")
            )
        );
        let data = letter["data"].as_str().expect("a letter");
        for part in [
            "Subject: Confirm your email address",
            "multipart/alternative",
            "text/plain; charset=utf-8",
            "text/html; charset=utf-8",
            "mode=3DverifyEmail",
        ] {
            assert!(data.contains(part), "{part} is missing in {data}");
        }
        // Refused temporarily: tried again. Refused permanently: never.
        app.clock.advance_millis(60_000);
        assert_eq!(
            deliver_due::<accounts::AppState>(&app.state, &mailer, compose)
                .await
                .expect("a look"),
            1
        );
        // A server that rejects our credentials: the email waits.
        let stranger = Mailer::smtp(
            &format!("smtp://dramatis:wrong@127.0.0.1:{port}"),
            "no-reply@play.example",
        )
        .expect("a mailer");
        app.browser()
            .post(
                "/auth/sign-up",
                &json!({"email": "bob@example.org", "password": PASSWORD}),
            )
            .await;
        assert_eq!(
            deliver_due::<accounts::AppState>(&app.state, &stranger, compose)
                .await
                .expect("a look"),
            1
        );
        app.clock.advance_millis(60_000);
        deliver_due::<accounts::AppState>(&app.state, &mailer, compose)
            .await
            .expect("a look");
        assert_eq!(peer.line()["to"], json!(["bob@example.org"]));
    });
}

/// The answers that LiteLLM's proxy is configured with, and for whom.
const MODELS: &str = r#"
model_list:
  - model_name: mocked
    litellm_params:
      model: openai/mocked
      api_key: none
      mock_response: "*The proxy bows.* \"I say what I was told, Robin. Grüße, 世界.\""
  - model_name: limited
    litellm_params:
      model: openai/limited
      api_key: none
      mock_response: "litellm.RateLimitError"
general_settings:
  master_key: sk-peer
"#;

/// LiteLLM's proxy, and its address.
async fn proxy(folder: &std::path::Path) -> Option<(Stopped, String)> {
    let program = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/litellm/bin/litellm");
    if !program.exists() {
        assert!(
            std::env::var("CI").is_err(),
            "CI must run this test: `make peers` was not run"
        );
        eprintln!("left out: no LiteLLM (run `make peers`)");
        return None;
    }
    let config = folder.join("models.yaml");
    std::fs::write(&config, MODELS).expect("a file");
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .expect("a free port")
        .local_addr()
        .expect("an address")
        .port();
    let log = std::fs::File::create(folder.join("log")).expect("a file");
    let mut command = Command::new(program);
    command
        .args(["--host", "127.0.0.1", "--telemetry", "False", "--port"])
        .arg(port.to_string())
        .arg("--config")
        .arg(config);
    // It loads no price list from the network.
    command
        .env("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        .current_dir(folder)
        .stdout(log.try_clone().expect("a file"))
        .stderr(log);
    let child = Stopped(command.spawn().expect("it runs"));
    for _ in 0..600 {
        if tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
            return Some((child, format!("http://127.0.0.1:{port}")));
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!(
        "it does not start: {}",
        std::fs::read_to_string(folder.join("log")).unwrap_or_default()
    );
}

/// A program that is killed when its test ends.
struct Stopped(Child);

impl Drop for Stopped {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_proxy_by_others_serves_models() {
    run_test(async {
        let folder = tempfile::tempdir().expect("a folder");
        let Some((_child, url)) = proxy(folder.path()).await else {
            return;
        };
        let (clock, random): (Arc<dyn Clock>, _) = (Arc::new(SystemClock), Random::seeded(1));
        let ask = async |key: &str, name: &str| -> Result<Vec<Piece>, ModelError> {
            let config =
                ModelConfig::single(&url, Some(key.to_owned()), name, Shekels(1)).expect("good settings");
            let models = Models::new(vec![config], &clock, &random).expect("a client");
            let messages = vec![
                ChatMessage::new(Role::System, "Be Ann."),
                ChatMessage::new(Role::User, "Hello"),
            ];
            let request = Request {
                messages,
                max_tokens: 100,
                stops: vec!["\nRobin:".to_owned()],
                user_tag: "u1".to_owned(),
                ..Request::default()
            };
            models
                .stream(models.get(None), request)
                .await?
                .collect::<Vec<_>>()
                .await
                .into_iter()
                .collect()
        };
        let pieces = ask("sk-peer", "mocked").await.expect("a reply");
        let text: String = pieces
            .iter()
            .filter_map(|piece| {
                if let Piece::Text(text) = piece {
                    Some(text.as_str())
                } else {
                    None
                }
            })
            .collect();
        assert_eq!(
            text,
            "*The proxy bows.* \"I say what I was told, Robin. Grüße, 世界.\""
        );
        assert!(pieces.len() > 5, "in pieces");
        let Some(Piece::Finished {
            reason: Finish::Stop,
            usage: Some(usage),
        }) = pieces.last()
        else {
            panic!("{pieces:?}")
        };
        assert!(usage.prompt_tokens > 0 && usage.reply_tokens > 0);
        assert!(matches!(
            ask("sk-peer", "limited").await,
            Err(ModelError::RateLimited { .. })
        ));
        assert!(matches!(
            ask("sk-peer", "unheard-of").await,
            Err(ModelError::Refused { status: 400, .. })
        ));
        assert!(matches!(
            ask("sk-wrong", "mocked").await,
            Err(ModelError::Refused { .. })
        ));
    });
}
