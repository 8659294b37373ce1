//! Errors in the form of their reader, limits, hosts, and the headers of every answer (reliability S-8, S-12,
//! S-13, S-15, section 4).

use std::sync::Arc;

use axum::body::Body;
use dramatis_app::bundle::Bundle;
use http::{Method, Request, StatusCode};
use serde_json::Value;

use crate::fixture::{EchoRenderer, Fixture, Reply, bundle_dir};

const API: (&str, &str) = ("accept", "application/json");

fn is_problem(reply: &Reply) {
    assert_eq!(
        reply.header("content-type"),
        "application/problem+json; charset=utf-8"
    );
    let problem: Value = serde_json::from_slice(&reply.body).expect("JSON");
    assert_eq!(problem["status"], reply.status.as_u16());
    assert_eq!(problem["instance"], reply.header("x-request-id"));
    for field in ["type", "title", "code", "message", "detail"] {
        assert!(
            problem[field].as_str().is_some_and(|text| !text.is_empty()),
            "{field}: {problem}"
        );
    }
}

fn is_secure(reply: &Reply, what: &str) {
    is_protected(reply, what);
    assert_eq!(
        reply.header("strict-transport-security"),
        "max-age=31536000; includeSubDomains",
        "{what}"
    );
}

/// The headers of a site over HTTP and over HTTPS.
fn is_protected(reply: &Reply, what: &str) {
    let policy = reply.header("content-security-policy");
    for directive in [
        "default-src 'none'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "connect-src 'self'",
        "report-uri /_csp",
    ] {
        assert!(policy.contains(directive), "{what}: {policy}");
    }
    let scripts = policy
        .split("; ")
        .find(|directive| directive.starts_with("script-src "))
        .expect("a script policy");
    assert_eq!(scripts, "script-src 'self'", "{what}");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        assert_eq!(reply.header(name), value, "{what}: {name}");
    }
    let referrer = if what.contains("/auth/handler") {
        "no-referrer"
    } else {
        "strict-origin-when-cross-origin"
    };
    assert_eq!(reply.header("referrer-policy"), referrer, "{what}");
    if reply.header("content-type").starts_with("text/") {
        assert!(
            reply.header("content-type").contains("charset=utf-8")
                || reply.header("content-type").contains("javascript"),
            "{what}: {}",
            reply.header("content-type")
        );
    }
    assert!(!reply.header("x-request-id").is_empty(), "{what}");
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let fixture = Fixture::at("https://localhost").await;
    let pages = [
        "/",
        "/search",
        "/guide",
        "/guide",
        "/live",
        "/signup",
        "/profile",
        "/card/x",
        "/nothing",
        "/bad;path",
        "/scenario/unknown",
    ];
    let files = [
        "/assets/entry-1.js",
        "/assets/none.js",
        "/icon.svg",
        "/robots.txt",
        "/sitemap.xml",
        "/livez",
        "/readyz",
        "/media/none.webp",
        "/_image",
        "/og/scenario/x.png",
    ];
    let calls = [
        "/api/v1/system/health",
        "/api/v1/none",
        "/api/v1/scenarios/newest",
        "/api/v1/scenarios/scenario/none",
    ];
    for address in pages.into_iter().chain(files).chain(calls) {
        is_secure(&fixture.get(address).await, address);
    }
    fixture.echo.fail();
    is_secure(&fixture.get("/search?search=ill").await, "shell");
    is_secure(
        &fixture
            .ask("/search?search=ill", &[("user-agent", "bingbot")])
            .await,
        "503",
    );
    is_secure(&fixture.request(Method::POST, "/guide", &[]).await, "405");
    is_secure(&fixture.get(&format!("/{}", "x".repeat(20_000))).await, "414");
    is_secure(
        &fixture.ask("/guide", &[("x-long", &"x".repeat(20_000))]).await,
        "431",
    );
    is_secure(&fixture.ask("/guide", &[("host", "evil.example")]).await, "421");
    let long = Request::post("/card/topsearch")
        .header("host", "localhost")
        .header("content-length", "2000000")
        .body(Body::empty())
        .expect("a request");
    let refused = fixture.send(long).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    is_secure(&refused, "413");
    let kind = ("content-type", "text/plain");
    is_secure(
        &fixture
            .request(Method::POST, "/api/v1/card/topsearch", &[kind])
            .await,
        "415",
    );
    is_secure(
        &fixture
            .request(
                Method::POST,
                "/api/v1/card/topsearch",
                &[("sec-fetch-site", "cross-site")],
            )
            .await,
        "403",
    );
}

/// Every screen of the built client and of the fixture, for visitors and for signed-in people (S-12).
#[tokio::test]
async fn every_screen_carries_the_security_headers() {
    for bundles in [Some(bundle_dir()), crate::client::built()].into_iter().flatten() {
        let echo = Arc::new(EchoRenderer::default());
        let fixture = Fixture::with("https://localhost", &bundles, echo.clone(), echo).await;
        let ann = fixture.app.person("ann").await;
        let session = format!("__Host-session={}", ann.cookie);
        let table = Bundle::load(&bundles).expect("a bundle").routes;
        for route in table.iter() {
            let parts = route
                .row
                .path
                .split('/')
                .map(|part| if part.starts_with([':', '*']) { "abc" } else { part });
            let address = format!("/{}", parts.collect::<Vec<_>>().join("/").trim_start_matches('/'));
            is_secure(&fixture.get(&address).await, &address);
            is_secure(&fixture.get(&address).await, &format!("{address}, kept"));
            is_secure(
                &fixture.ask(&address, &[("cookie", &session)]).await,
                &format!("{address}, signed in"),
            );
        }
    }
}

/// Refusals of the edge, too.
#[tokio::test]
async fn refused_callers_get_the_security_headers() {
    let flags = [
        "--blocked-addresses",
        "203.0.113.1",
        "--rate-limits",
        "pages=1,reads=1",
    ];
    let fixture = Fixture::configured(&flags).await;
    let blocked = fixture
        .from("203.0.113.1", Method::GET, "/", &[("accept", "text/html")])
        .await;
    let fixture = Fixture::configured(&flags).await;
    let legal = fixture
        .from("203.0.113.1", Method::GET, "/legal", &[("accept", "text/html")])
        .await;
    for (address, accept) in [
        ("/live", "text/html"),
        ("/api/v1/scenarios/newest", "application/json"),
    ] {
        fixture
            .from("203.0.113.2", Method::GET, address, &[("accept", accept)])
            .await;
        let limited = fixture
            .from("203.0.113.2", Method::GET, address, &[("accept", accept)])
            .await;
        assert_eq!(limited.status, StatusCode::TOO_MANY_REQUESTS);
        is_protected(&limited, "429");
    }
    assert_eq!(
        (blocked.status, legal.status),
        (StatusCode::FORBIDDEN, StatusCode::OK)
    );
    is_protected(&blocked, "blocked");
    is_protected(&legal, "legal");
}

#[tokio::test]
async fn programs_get_problem_documents() {
    let fixture = Fixture::new().await;
    for (method, address, status) in [
        (Method::GET, "/api/v1/none", 404),
        (Method::GET, "/api/none", 404),
        (Method::GET, "/api", 404),
        (Method::DELETE, "/api/v1/scenarios/newest", 405),
        (Method::GET, "/api/v1/scenarios/scenario/none", 404),
        (Method::GET, "/api/v1/scenarios/newest?limit=abc", 400),
        (Method::GET, "/nothing", 404),
        (Method::POST, "/guide", 405),
        (Method::GET, "/assets/none.js", 404),
        (Method::GET, "/media/none.webp", 404),
    ] {
        let reply = fixture.request(method.clone(), address, &[API]).await;
        if address == "/nothing" {
            assert_eq!(
                (reply.status.as_u16(), reply.header("content-type")),
                (404, "text/html; charset=utf-8")
            );
            continue;
        }
        assert_eq!(reply.status.as_u16(), status, "{method} {address}");
        is_problem(&reply);
        assert_eq!(
            reply.headers.contains_key("allow"),
            status == 405,
            "{method} {address}"
        );
    }
}

#[tokio::test]
async fn people_get_a_page_with_the_same_status() {
    let fixture = Fixture::new().await;
    for (reply, status) in [
        (fixture.request(Method::POST, "/guide", &[]).await, 405),
        (fixture.get(&format!("/{}", "x".repeat(20_000))).await, 414),
        (fixture.ask("/guide", &[("host", "evil.example")]).await, 421),
    ] {
        assert_eq!(
            (reply.status.as_u16(), reply.header("content-type")),
            (status, "text/html; charset=utf-8")
        );
        assert!(reply.text().contains("<h1>") && reply.text().contains(reply.header("x-request-id")));
        assert_eq!(reply.header("cache-control"), "no-store");
    }
    // A missing script, image or call is not answered with a page.
    for address in [
        "/assets/none.js",
        "/api/v1/none",
        "/media/none.webp",
        "/_image?url=x",
    ] {
        is_problem(&fixture.get(address).await);
    }
}

#[tokio::test]
async fn only_our_hosts_are_answered() {
    let fixture = Fixture::at("https://play.example").await;
    for (host, status) in [
        ("play.example", 200),
        ("localhost:8080", 200),
        ("evil.example", 421),
        ("play.example.evil.example", 421),
        ("127.0.0.1.nip.example", 421),
    ] {
        let reply = fixture
            .ask("/guide", &[("host", host), ("x-forwarded-host", "play.example")])
            .await;
        assert_eq!(reply.status.as_u16(), status, "{host}");
        assert!(!reply.text().contains("evil"), "{host}");
    }
    let page = fixture.ask("/guide", &[("host", "localhost")]).await;
    assert!(page.text().contains("https://play.example/guide") && !page.text().contains("//localhost"));
}

#[tokio::test]
async fn readiness_follows_the_parts_and_liveness_nothing() {
    let fixture = Fixture::new().await;
    let ready = fixture.ask("/readyz", &[("host", "10.0.0.7")]).await;
    assert_eq!(
        (ready.status, ready.text()),
        (
            StatusCode::OK,
            r#"{"ready":true,"draining":false,"database":true,"renderer":true,"disk":true}"#
        )
    );
    fixture.draining.begin();
    assert_eq!(
        fixture.ask("/readyz", &[API]).await.status,
        StatusCode::SERVICE_UNAVAILABLE
    );
    fixture.app.state.db.close().await;
    assert_eq!(fixture.get("/livez").await.status, StatusCode::OK);
    // Without a database the page says so, with a status that no cache and no crawler takes for content.
    let page = fixture.get("/scenario/any").await;
    assert_eq!(
        (page.status, page.header("cache-control")),
        (StatusCode::SERVICE_UNAVAILABLE, "no-store")
    );
    assert!(!page.header("retry-after").is_empty());
}

#[tokio::test]
async fn files_are_kept_for_ever_and_nothing_else_is() {
    let fixture = Fixture::new().await;
    let file = fixture.get("/assets/entry-1.js").await;
    assert_eq!(
        (file.status, file.header("cache-control")),
        (StatusCode::OK, "public, max-age=31536000, immutable")
    );
    let br = fixture
        .ask("/assets/entry-1.js", &[("accept-encoding", "br")])
        .await;
    assert_eq!(
        (br.header("content-encoding"), br.text()),
        ("br", "not really brotli")
    );
    assert_eq!(
        fixture.get("/icon.svg").await.header("cache-control"),
        "public, max-age=3600"
    );
    for address in [
        "/assets/none.js",
        "/assets/",
        "/assets/../manifest.json",
        "/assets/%2e%2e/%2e%2e/manifest.json",
        "/assets/..%2f..%2fmanifest.json",
        "/manifest.json",
        "/server/entry-server.js",
    ] {
        let reply = fixture.get(address).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{address}");
        assert_eq!(reply.header("cache-control"), "no-store", "{address}");
    }
}
