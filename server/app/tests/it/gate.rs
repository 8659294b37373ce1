//! The checks of the edge: who may call, from where, how often, and to change what (reliability A-16, O-2,
//! O-3, O-11, S-12).

use std::sync::Arc;
use std::time::Duration;

use accounts::blocklist::{self, Block};
use axum::Router;
use axum::body::Body;
use axum::routing::get;
use dramatis_app::edge::hosts::Hosts;
use dramatis_app::edge::low_priority::LowPriorityRuntime;
use dramatis_app::edge::rate_limit::default_limits;
use dramatis_app::edge::{Edge, Guards, Parts, health, security};
use dramatis_app::load_shedding::{self, LoadShedder};
use dramatis_app::request_class::Class;
use http::{Method, Request, StatusCode};
use kernel::{Clock, Timestamp};
use operations::testing::NewScenario;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::fixture::{Fixture, Reply};

const NEWEST: &str = "/api/v1/scenarios/newest";
const SEARCH: &str = "/api/v1/scenarios/search";

fn problem(reply: &Reply) -> Value {
    assert_eq!(
        reply.header("content-type"),
        "application/problem+json; charset=utf-8"
    );
    serde_json::from_slice(&reply.body).expect("JSON")
}

async fn post(fixture: &Fixture, address: &str, headers: &[(&str, &str)], body: impl Into<Body>) -> Reply {
    let mut request = Request::post(address).header("host", "localhost");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    fixture.send(request.body(body.into()).expect("a request")).await
}

#[tokio::test]
async fn other_sites_change_nothing() {
    let fixture = Fixture::new().await;
    let search = "/api/v1/card/topsearch";
    let json = ("content-type", "application/json");
    assert_eq!(
        post(&fixture, search, &[json, ("sec-fetch-site", "same-origin")], "{}")
            .await
            .status,
        StatusCode::OK
    );
    assert_eq!(
        post(
            &fixture,
            search,
            &[json, ("origin", "http://localhost:8080")],
            "{}"
        )
        .await
        .status,
        StatusCode::OK
    );
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "https://evil.example"),
        ("origin", "null"),
    ] {
        let refused = post(&fixture, search, &[json, (name, value)], "{}").await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{name}: {value}");
        assert_eq!(problem(&refused)["authErrorType"], Value::Null);
    }
    for kind in [
        "text/plain",
        "text/plain;charset=UTF-8",
        "application/x-www-form-urlencoded",
    ] {
        assert_eq!(
            post(&fixture, search, &[("content-type", kind)], "{}")
                .await
                .status,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "{kind}"
        );
    }
    // Links from other sites only read.
    assert_eq!(
        fixture
            .ask("/guide", &[("sec-fetch-site", "cross-site")])
            .await
            .status,
        StatusCode::OK
    );
}

/// Calls that change something and need no authority, or prove it in their own way.
const OPEN_WRITES: [&str; 12] = [
    "/auth/sign-up",
    "/auth/sign-in",
    // Signing out and refreshing the access token are the two calls that a cookie may make; neither harms the
    // cookie's owner.
    "/auth/sign-out",
    "/auth/refresh",
    "/auth/verify-email",
    "/auth/verify-email/resend",
    "/auth/reset-password",
    "/auth/reset-password/request",
    "/guest/sessions",
    "/card/topsearch",
    // Counts a visitor once for each experiment; it needs no authority and uses none.
    "/misc/log-experiment",
    // Everybody can report what they see, also without an account.
    "/reports",
];

#[tokio::test]
async fn a_cookie_alone_changes_nothing() {
    let fixture = Fixture::new().await;
    let ann = fixture.app.person("ann").await;
    let document = serde_json::to_value(operations::api_document()).expect("a document");
    let mut tried = 0;
    for (path, methods) in document["paths"].as_object().expect("paths") {
        let call = path.strip_prefix("/api/v1").unwrap_or(path);
        let is_open = OPEN_WRITES.contains(&call) || call.starts_with("/auth/oidc/");
        for method in methods.as_object().expect("methods").keys().filter(|_| !is_open) {
            let method: Method = method.to_uppercase().parse().expect("a method");
            if method == Method::GET {
                continue;
            }
            let address: String = path
                .split('/')
                .map(|part| if part.starts_with('{') { "x" } else { part })
                .collect::<Vec<_>>()
                .join("/");
            let request = Request::builder()
                .method(method.clone())
                .uri(&address)
                .header("host", "localhost")
                .header("sec-fetch-site", "same-origin");
            let request = request
                .header("cookie", format!("session={0}; refresh={0}", ann.cookie))
                .header("content-type", "application/json");
            let reply = fixture
                .send(request.body(Body::from("{}")).expect("a request"))
                .await;
            assert_eq!(
                reply.status,
                StatusCode::UNAUTHORIZED,
                "{method} {path}: {}",
                reply.text()
            );
            assert_eq!(
                problem(&reply)["authErrorType"],
                "missing_token",
                "{method} {path}"
            );
            tried += 1;
        }
    }
    assert!(tried > 0);
}

#[tokio::test]
async fn a_caller_who_asks_too_often_waits() {
    let fixture = Fixture::configured(&["--rate-limits", "search=5,reads=10"]).await;
    let burst = (5 * default_limits(Class::Search).address.burst)
        .div_ceil(default_limits(Class::Search).address.per_minute);
    let search = async |peer: &str| {
        fixture
            .from(peer, Method::GET, SEARCH, &[("accept", "application/json")])
            .await
    };
    for _ in 0..burst {
        assert_eq!(search("203.0.113.9").await.status, StatusCode::OK);
    }
    let refused = search("203.0.113.9").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=12).contains(&wait), "{wait}");
    let said = problem(&refused);
    assert_eq!(
        (&said["code"], &said["authErrorType"], &said["retryAfter"]),
        (&json!("RATE_LIMITED"), &Value::Null, &json!(wait))
    );
    // Other work and other callers have their own limits.
    assert_eq!(
        fixture.from("203.0.113.9", Method::GET, NEWEST, &[]).await.status,
        StatusCode::OK
    );
    assert_eq!(search("203.0.113.10").await.status, StatusCode::OK);
    // A header that no trusted proxy sent does not change the caller.
    let spoofed = fixture
        .from(
            "203.0.113.9",
            Method::GET,
            SEARCH,
            &[("x-forwarded-for", "198.51.100.7")],
        )
        .await;
    assert_eq!(spoofed.status, StatusCode::TOO_MANY_REQUESTS);
    // An IPv6 caller has a whole network.
    for at in 0..burst {
        assert_eq!(
            search(&format!("2001:db8:1:2::{at:x}")).await.status,
            StatusCode::OK
        );
    }
    assert_eq!(
        search("2001:db8:1:2:ffff::1").await.status,
        StatusCode::TOO_MANY_REQUESTS
    );
    assert_eq!(search("2001:db8:1:3::1").await.status, StatusCode::OK);
    // This machine is limited only if the setting says so.
    for _ in 0..burst * 3 {
        assert_eq!(search("127.0.0.1").await.status, StatusCode::OK);
    }
    // People get a page, not a problem document.
    let fixture = Fixture::configured(&["--rate-limits", "pages=1"]).await;
    assert_eq!(
        fixture
            .from("203.0.113.9", Method::GET, "/live", &[("accept", "text/html")])
            .await
            .status,
        StatusCode::OK
    );
    let page = fixture
        .from("203.0.113.9", Method::GET, "/live", &[("accept", "text/html")])
        .await;
    assert_eq!(
        (page.status, page.header("content-type")),
        (StatusCode::TOO_MANY_REQUESTS, "text/html; charset=utf-8")
    );
    assert!(!page.header("retry-after").is_empty());
    // Cached pages cost nothing, so they are not counted.
    fixture.get("/guide").await;
    for _ in 0..5 {
        assert_eq!(
            fixture
                .from("203.0.113.9", Method::GET, "/guide", &[])
                .await
                .status,
            StatusCode::OK
        );
    }
}

#[tokio::test]
async fn an_account_has_one_budget_wherever_it_calls_from() {
    let fixture = Fixture::configured(&["--rate-limits", "search=10"]).await;
    let (ann, bob) = (fixture.app.person("ann").await, fixture.app.person("bob").await);
    let burst =
        10 * default_limits(Class::Search).account.burst / default_limits(Class::Search).address.per_minute;
    let search = async |host: u32, token: &str| {
        let bearer = format!("Bearer {token}");
        fixture
            .from(
                &format!("203.0.113.{host}"),
                Method::GET,
                SEARCH,
                &[("authorization", &bearer)],
            )
            .await
            .status
    };
    for host in 0..burst {
        assert_eq!(search(host, &ann.token).await, StatusCode::OK);
    }
    assert_eq!(search(100, &ann.token).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(search(101, &bob.token).await, StatusCode::OK);
    for host in 0..=burst {
        assert_ne!(
            search(102 + host, "made.up.token").await,
            StatusCode::TOO_MANY_REQUESTS,
            "a token that is no good is nobody's budget"
        );
    }
}

#[tokio::test]
async fn limits_of_this_machine_when_asked_for_and_none_when_off() {
    let fixture = Fixture::configured(&["--rate-limits", "search=1", "--limit-loopback"]).await;
    fixture.get(SEARCH).await;
    assert_eq!(fixture.get(SEARCH).await.status, StatusCode::TOO_MANY_REQUESTS);
    let fixture = Fixture::configured(&["--rate-limits", "off", "--limit-loopback"]).await;
    for _ in 0..300 {
        assert_eq!(
            fixture.from("203.0.113.9", Method::GET, SEARCH, &[]).await.status,
            StatusCode::OK
        );
    }
}

async fn list(fixture: &Fixture, network: &str, ends_at: Option<Timestamp>) {
    let mut tx = fixture.app.state.db.begin().await.expect("a transaction");
    blocklist::block(
        &mut tx,
        Block {
            network,
            reason: "a test",
            ends_at,
        },
        fixture.app.clock.now(),
    )
    .await
    .expect("a row");
    tx.commit().await.expect("a commit");
}

#[tokio::test]
async fn blocked_addresses_see_the_page_that_says_so_and_the_legal_texts() {
    let fixture = Fixture::configured(&[
        "--blocked-addresses",
        "203.0.113.0/24,2001:db8::/32",
        "--trusted-proxies",
        "10.0.0.0/8",
    ])
    .await;
    let html = ("accept", "text/html");
    fixture.get("/guide").await;
    for peer in ["203.0.113.9", "::ffff:203.0.113.9", "2001:db8:1::1"] {
        for address in [
            "/", "/guide", "/profile", "/blocked", "/nothing", "/card/x", "/signup",
        ] {
            let page = fixture.from(peer, Method::GET, address, &[html]).await;
            assert_eq!(
                (page.status, page.header("cache-control")),
                (StatusCode::FORBIDDEN, "no-store"),
                "{peer} {address}"
            );
            assert!(
                page.text().contains("<main")
                    && page.text().contains("/blocked")
                    && !page.text().contains("dramatis-data")
                    && !page.text().contains("type=\"module\""),
                "{address}"
            );
            assert!(!page.headers.contains_key("location"));
        }
        for address in ["/legal", "/privacy-policy"] {
            let page = fixture.from(peer, Method::GET, address, &[html]).await;
            assert_eq!(page.status, StatusCode::OK, "{address}");
            assert!(
                page.text().contains(address)
                    && !page.text().contains("dramatis-data")
                    && !page.text().contains("type=\"module\""),
                "{address} needs nothing that is refused"
            );
        }
        for (method, address) in [
            (Method::GET, NEWEST),
            (Method::POST, "/api/v1/auth/sign-in"),
            (Method::GET, "/media/x"),
            (Method::GET, "/_image"),
        ] {
            let refused = fixture.from(peer, method, address, &[]).await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{address}");
            assert_eq!(
                (&problem(&refused)["code"], &problem(&refused)["authErrorType"]),
                (&json!("IP_BLOCKED"), &Value::Null)
            );
        }
        assert_eq!(
            fixture.from(peer, Method::GET, "/livez", &[]).await.status,
            StatusCode::OK
        );
        assert_eq!(
            fixture
                .from(peer, Method::GET, "/assets/entry-1.js", &[])
                .await
                .status,
            StatusCode::OK
        );
    }
    // A header neither blocks nor unblocks, unless a trusted proxy reports its own peer in it.
    let cases = [
        ("203.0.113.9", "198.51.100.7", 403),
        ("198.51.100.7", "203.0.113.9", 200),
        ("10.0.0.1", "203.0.113.9", 403),
        ("10.0.0.1", "198.51.100.7", 200),
        ("10.0.0.1", "203.0.113.9, 198.51.100.7", 200),
        ("10.0.0.1", "198.51.100.7, 203.0.113.9", 403),
        ("10.0.0.1", "198.51.100.7, 203.0.113.9, 10.0.0.2", 403),
    ];
    for (peer, forwarded, status) in cases {
        let reply = fixture
            .from(peer, Method::GET, NEWEST, &[("x-forwarded-for", forwarded)])
            .await;
        assert_eq!(reply.status.as_u16(), status, "{peer} {forwarded}");
    }
    for name in [
        "x-real-ip",
        "forwarded",
        "cf-connecting-ip",
        "true-client-ip",
        "x-client-ip",
    ] {
        assert_eq!(
            fixture
                .from("198.51.100.7", Method::GET, NEWEST, &[(name, "203.0.113.9")])
                .await
                .status,
            StatusCode::OK,
            "{name}"
        );
        assert_eq!(
            fixture
                .from("203.0.113.9", Method::GET, NEWEST, &[(name, "198.51.100.7")])
                .await
                .status,
            StatusCode::FORBIDDEN,
            "{name}"
        );
    }
}

#[tokio::test]
async fn the_databases_list_holds_within_seconds() {
    let fixture = Fixture::new().await;
    let status = async || {
        fixture
            .from("198.51.100.7", Method::GET, NEWEST, &[])
            .await
            .status
    };
    assert_eq!(status().await, StatusCode::OK);
    list(
        &fixture,
        "198.51.100.0/24",
        Some(Timestamp(fixture.app.clock.now().0 + 60_000)),
    )
    .await;
    fixture.app.clock.advance_millis(5_000);
    assert_eq!(status().await, StatusCode::FORBIDDEN);
    fixture.app.clock.advance_millis(60_000);
    assert_eq!(status().await, StatusCode::OK, "it ends by itself");
    list(&fixture, "198.51.100.7", None).await;
    fixture.app.clock.advance_millis(5_000);
    assert_eq!(status().await, StatusCode::FORBIDDEN);
    let mut tx = fixture.app.state.db.begin().await.expect("a transaction");
    assert!(blocklist::unblock(&mut tx, "198.51.100.7").await.expect("a row"));
    tx.commit().await.expect("a commit");
    fixture.app.clock.advance_millis(5_000);
    assert_eq!(status().await, StatusCode::OK);
    // A database in trouble neither blocks nor unblocks any address.
    list(&fixture, "198.51.100.7", None).await;
    fixture.app.clock.advance_millis(5_000);
    assert_eq!(status().await, StatusCode::FORBIDDEN);
    fixture.app.state.db.close().await;
    fixture.app.clock.advance_millis(60_000);
    assert_eq!(status().await, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn browsers_report_what_they_refused() {
    let fixture = Fixture::new().await;
    let old = json!({ "csp-report": { "document-uri": "http://localhost/guide?x=secret", "effective-directive": "script-src", "blocked-uri": "inline" } });
    let new = json!([{ "type": "csp-violation", "body": { "documentURL": "http://localhost/", "effectiveDirective": "img-src", "blockedURL": "data" } }]);
    for (kind, report) in [
        ("application/csp-report", old.to_string()),
        ("application/reports+json", new.to_string()),
        ("application/json", "7".to_owned()),
    ] {
        let taken = post(
            &fixture,
            "/_csp",
            &[("content-type", kind), ("sec-fetch-site", "cross-site")],
            report,
        )
        .await;
        assert_eq!(
            (taken.status, taken.body.len()),
            (StatusCode::NO_CONTENT, 0),
            "{kind}"
        );
    }
    assert_eq!(
        post(&fixture, "/_csp", &[], "nonsense").await.status,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(
        post(&fixture, "/_csp", &[("content-length", "20000")], "")
            .await
            .status,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    assert_eq!(
        post(&fixture, "/_csp", &[], "x".repeat(20_000)).await.status,
        StatusCode::PAYLOAD_TOO_LARGE,
        "also unannounced"
    );
    assert_eq!(
        fixture
            .ask("/_csp", &[("accept", "application/json")])
            .await
            .status,
        StatusCode::METHOD_NOT_ALLOWED
    );
    let mut statuses = Vec::new();
    for _ in 0..=default_limits(Class::Reports).address.burst {
        statuses.push(
            fixture
                .from("203.0.113.9", Method::POST, "/_csp", &[])
                .await
                .status,
        );
    }
    assert_eq!(statuses.last(), Some(&StatusCode::TOO_MANY_REQUESTS));
}

/// Hashing is the most expensive work that a visitor may cause: beyond its short queue the answer is 503 at
/// once, and other work continues.
#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_signs_in_is_let_in_as_far_as_there_is_room() {
    const PASSWORD: &str = "a long evening by the river";
    const CROWD: usize = 240;
    let fixture = Arc::new(Fixture::new().await);
    let mut emails = Vec::new();
    for at in 0..6 {
        let email = format!("person{at}@example.org");
        fixture.app.signed_up(&email, PASSWORD).await;
        emails.push(email);
    }
    let calls = (0..CROWD).map(|at| {
        let (fixture, email) = (fixture.clone(), emails[at % emails.len()].clone());
        tokio::spawn(async move {
            let body = json!({ "email": email, "password": PASSWORD }).to_string();
            post(
                &fixture,
                "/api/v1/auth/sign-in",
                &[("content-type", "application/json")],
                body,
            )
            .await
        })
    });
    let calls: Vec<_> = calls.collect();
    assert_eq!(fixture.get(NEWEST).await.status, StatusCode::OK);
    let replies: Vec<Reply> = futures::future::join_all(calls)
        .await
        .into_iter()
        .map(|reply| reply.expect("no panic"))
        .collect();
    let count = |status| replies.iter().filter(|reply| reply.status == status).count();
    assert!(count(StatusCode::OK) > 0 && count(StatusCode::SERVICE_UNAVAILABLE) > 0);
    for reply in replies.iter().filter(|reply| reply.status != StatusCode::OK) {
        assert_eq!(
            (reply.status, &problem(reply)["code"]),
            (StatusCode::SERVICE_UNAVAILABLE, &json!("OVERLOADED"))
        );
        assert!(!reply.header("retry-after").is_empty());
    }
    let again = json!({ "email": emails[0], "password": PASSWORD }).to_string();
    let later = post(
        &fixture,
        "/api/v1/auth/sign-in",
        &[("content-type", "application/json")],
        again,
    )
    .await;
    assert_eq!(later.status, StatusCode::OK, "and then there is room again");
}

#[tokio::test]
async fn a_server_without_room_wants_no_work() {
    let fixture = Fixture::new().await;
    for (min_free_bytes, status) in [(0, StatusCode::OK), (u64::MAX, StatusCode::SERVICE_UNAVAILABLE)] {
        let router = health::router(health::Health {
            draining: fixture.draining.clone(),
            db: fixture.app.state.db.clone(),
            clock: fixture.app.state.clock.clone(),
            renderer: fixture.echo.clone(),
            data_dir: std::env::temp_dir(),
            min_free_bytes,
        });
        let response = router
            .oneshot(Request::get("/readyz").body(Body::empty()).expect("a request"))
            .await
            .expect("an answer");
        assert_eq!(response.status(), status);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_at_once_is_refused_at_once_the_dearest_first() {
    let fixture = Arc::new(Fixture::configured(&["--max-running", "16"]).await);
    fixture.echo.slow_down();
    let calls = (0..16).map(|at| {
        let fixture = fixture.clone();
        tokio::spawn(async move {
            fixture
                .ask(
                    &format!("/search?search=word{at}"),
                    &[("accept", "application/json")],
                )
                .await
        })
    });
    let replies: Vec<Reply> = futures::future::join_all(calls)
        .await
        .into_iter()
        .map(|reply| reply.expect("no panic"))
        .collect();
    let refused: Vec<&Reply> = replies
        .iter()
        .filter(|reply| reply.status == StatusCode::SERVICE_UNAVAILABLE)
        .collect();
    assert_eq!(refused.len(), 6, "ten of sixteen places are for pages");
    assert!(
        refused
            .iter()
            .all(|reply| reply.header("retry-after") == "1" && problem(reply)["code"] == "OVERLOADED")
    );
    let running: Vec<_> = (0..10)
        .map(|at| {
            let fixture = fixture.clone();
            tokio::spawn(async move { fixture.get(&format!("/search?search=other{at}")).await.status })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(60)).await;
    assert_eq!(
        fixture
            .ask(NEWEST, &[("accept", "application/json")])
            .await
            .status,
        StatusCode::OK,
        "calls have room when pages have none"
    );
    assert_eq!(fixture.get("/livez").await.status, StatusCode::OK);
    for status in futures::future::join_all(running).await {
        assert_eq!(status.expect("no panic"), StatusCode::OK);
    }
}

/// How many requests of a kind are admitted now.
fn room(load: &LoadShedder, class: Class) -> usize {
    std::iter::from_fn(|| load.enter(class).ok())
        .collect::<Vec<_>>()
        .len()
}

/// Waits until it is so, however slow the machine is.
async fn until(is_so: impl Fn() -> bool) {
    while !is_so() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_everybody_waits_for_the_database_pages_and_pictures_stand_back() {
    let fixture = Fixture::configured(&["--max-running", "400"]).await;
    let (load, db) = (fixture.site.load.clone(), fixture.app.state.db.clone());
    let calm = room(&load, Class::Pages);
    tokio::spawn(load_shedding::watch(load.clone(), db.clone()));
    let mut taken = Vec::new();
    while let Ok(conn) = tokio::time::timeout(Duration::from_millis(200), db.read()).await {
        taken.push(conn.expect("a connection"));
    }
    until(|| room(&load, Class::Pages) < calm / 10 && room(&load, Class::Images) < calm / 10).await;
    assert!(
        room(&load, Class::Auth) >= 16 && room(&load, Class::Turns) >= 32,
        "nobody is shut out"
    );
    assert_eq!(fixture.get("/livez").await.status, StatusCode::OK);
    let crowd: Vec<_> = std::iter::from_fn(|| load.enter(Class::Images).ok()).collect();
    let refused = fixture.get("/_image?url=/media/none.webp&w=64&q=75").await;
    assert_eq!(
        (refused.status, refused.header("retry-after")),
        (StatusCode::SERVICE_UNAVAILABLE, "1")
    );
    let making: Vec<_> = std::iter::from_fn(|| load.begin_page()).collect();
    let page = fixture.get("/guide").await;
    assert_eq!(
        (page.status, page.header("x-render")),
        (StatusCode::OK, "fallback"),
        "the client makes the page itself"
    );
    drop((taken, crowd, making));
    until(|| room(&load, Class::Pages) == calm).await;
}

#[tokio::test]
async fn handlers_learn_where_a_request_comes_from_and_faults_of_ours_are_told() {
    let fixture = Fixture::new().await;
    let routes = Router::new()
        .route(
            "/where",
            get(async |source: platform::web::ClientInfo| {
                format!("{} {}", source.address(), source.request_id().unwrap_or_default())
            }),
        )
        .route(
            "/panic",
            get(async || -> &'static str { panic!("a bug with a secret in it") }),
        )
        .route(
            "/slow",
            get(async || tokio::time::sleep(Duration::from_secs(60)).await),
        );
    let public_url: url::Url = "https://localhost".parse().expect("a url");
    let edge = Edge::new(Parts {
        pages: fixture.site.pages.clone(),
        routes,
        hosts: Hosts::new(&public_url, [127, 0, 0, 1].into()),
        guards: Guards::none(&public_url),
        security: security::headers(&public_url),
        low_priority: LowPriorityRuntime::start().expect("threads"),
        styles: Vec::new(),
        request_time: Duration::from_millis(100),
    });
    for (address, status) in [("/where", 200), ("/panic", 500), ("/slow", 504)] {
        let request = Request::get(address)
            .header("host", "localhost")
            .extension(dramatis_app::edge::client_ip::Peer([203, 0, 113, 9].into()));
        let response = edge.handle(request.body(Body::empty()).expect("a request")).await;
        assert_eq!(response.status().as_u16(), status, "{address}");
        for name in [
            "content-security-policy",
            "strict-transport-security",
            "x-content-type-options",
            "x-request-id",
        ] {
            assert!(response.headers().contains_key(name), "{address}: {name}");
        }
        let id = response.headers()["x-request-id"]
            .to_str()
            .expect("text")
            .to_owned();
        let body = axum::body::to_bytes(response.into_body(), 1 << 20)
            .await
            .expect("a body");
        let text = std::str::from_utf8(&body).expect("text");
        assert!(!text.contains("secret"), "{text}");
        if address == "/where" {
            assert_eq!(text, format!("203.0.113.9 {id}"));
        }
    }
}

#[tokio::test]
async fn addresses_with_secrets_tell_nobody_where_one_came_from() {
    let fixture = Fixture::new().await;
    let reply = fixture
        .get("/__/auth/handler?mode=resetPassword&oobCode=secret")
        .await;
    assert_eq!(
        (reply.status, reply.header("referrer-policy")),
        (StatusCode::OK, "no-referrer")
    );
    assert!(!reply.text().contains("secret"));
}

#[tokio::test]
async fn the_api_document_is_served() {
    let fixture = Fixture::new().await;
    let reply = fixture.get("/api/openapi.json").await;
    assert_eq!(
        (reply.status, reply.header("content-type")),
        (StatusCode::OK, "application/json")
    );
    let served: Value = serde_json::from_slice(&reply.body).expect("JSON");
    assert_eq!(
        served,
        serde_json::to_value(operations::api_document()).expect("JSON")
    );
}

/// No GET changes anything: after a crawl of every read, the counts that anyone sees are as they were.
#[tokio::test]
async fn reading_changes_nothing() {
    let fixture = Fixture::new().await;
    let id = fixture.app.scenario(NewScenario::named("Watched").loved(2)).await;
    let ann = fixture.app.person("ann").await;
    let scenario = async || fixture.app.get(&format!("/scenarios/scenario/{id}")).await.ok();
    let (before, me) = (scenario().await, ann.get("/users/me").await.ok());
    let document = serde_json::to_value(operations::api_document()).expect("a document");
    for (path, methods) in document["paths"].as_object().expect("paths") {
        if methods.get("get").is_some() {
            let address = path
                .split('/')
                .map(|part| if part.starts_with('{') { id.as_str() } else { part })
                .collect::<Vec<_>>()
                .join("/");
            let reply = fixture
                .ask(
                    &address,
                    &[
                        ("authorization", &format!("Bearer {}", ann.token)),
                        ("accept", "application/json"),
                    ],
                )
                .await;
            assert!(reply.status.as_u16() < 500, "{path}: {}", reply.text());
        }
    }
    assert_eq!(scenario().await, before);
    assert_eq!(ann.get("/users/me").await.ok(), me);
}
