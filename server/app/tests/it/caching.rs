//! The page cache (reliability S-4, S-6; design section 3).

use std::sync::Arc;

use accounts::blocklist::{self, Block};
use http::{Method, StatusCode};
use kernel::Clock;
use operations::testing::{Engine, NewScenario};

use crate::fixture::Fixture;

const FRESH_MS: i64 = 60_000;
const STALE_MS: i64 = 600_000;
const STALE_IF_ERROR_MS: i64 = kernel::HOUR_MS;

/// Lets background renders finish.
async fn settle(fixture: &Fixture, renders: u64) {
    for _ in 0..200 {
        if fixture.echo.count() >= renders {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    // Nothing tells that no further render will begin: one too many has begun by then.
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
}

async fn crowd(fixture: &Arc<Fixture>, callers: usize, address: &'static str) -> Vec<StatusCode> {
    let calls = (0..callers).map(|_| {
        let fixture = fixture.clone();
        tokio::spawn(async move { fixture.get(address).await.status })
    });
    futures::future::join_all(calls)
        .await
        .into_iter()
        .map(|status| status.expect("no panic"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_callers_of_one_page_are_one_render() {
    let fixture = Arc::new(Fixture::new().await);
    fixture.echo.slow_down();
    assert!(
        crowd(&fixture, 500, "/guide")
            .await
            .iter()
            .all(|status| *status == StatusCode::OK)
    );
    assert_eq!(fixture.echo.count(), 1, "unknown page");
    fixture.app.clock.advance_millis(FRESH_MS + STALE_MS + 1);
    assert!(
        crowd(&fixture, 500, "/guide")
            .await
            .iter()
            .all(|status| *status == StatusCode::OK)
    );
    assert_eq!(fixture.echo.count(), 2, "expired page");
    fixture.app.clock.advance_millis(FRESH_MS + 1);
    assert!(
        crowd(&fixture, 500, "/guide")
            .await
            .iter()
            .all(|status| *status == StatusCode::OK)
    );
    settle(&fixture, 3).await;
    assert_eq!(fixture.echo.count(), 3, "stale page");
}

#[tokio::test]
async fn fresh_then_stale_then_gone() {
    let fixture = Fixture::new().await;
    let first = fixture.get("/guide").await;
    assert_eq!(first.header("cache-status"), "dramatis; fwd=miss");
    assert!(first.header("server-timing").contains("render;dur="));
    let second = fixture.get("/guide").await;
    assert_eq!(second.header("cache-status"), "dramatis; hit; ttl=60");
    assert_eq!(second.body, first.body);
    fixture.app.clock.advance_millis(FRESH_MS);
    let stale = fixture.get("/guide").await;
    assert!(stale.header("cache-status").contains("stale-while-revalidate"));
    assert_eq!(stale.body, first.body, "the stale page is served at once");
    settle(&fixture, 2).await;
    assert!(
        fixture.get("/guide").await.text().contains("data-render=\"2\""),
        "and rendered anew behind it"
    );
    fixture.app.clock.advance_millis(FRESH_MS + STALE_MS);
    assert!(fixture.get("/guide").await.text().contains("data-render=\"3\""));
}

#[tokio::test]
async fn a_failed_render_is_stale_or_a_shell_but_never_a_fault() {
    let fixture = Fixture::new().await;
    fixture.echo.fail();
    let shell = fixture.get("/guide").await;
    assert_eq!(
        (
            shell.status,
            shell.header("x-render"),
            shell.header("cache-control")
        ),
        (StatusCode::OK, "fallback", "no-store")
    );
    assert!(shell.text().contains("<div id=\"root\"></div>") && shell.text().contains("/assets/entry-1.js"));
    let crawler = fixture
        .ask(
            "/guide",
            &[("user-agent", "Mozilla/5.0 (compatible; Googlebot/2.1)")],
        )
        .await;
    assert_eq!(crawler.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(crawler.header("retry-after"), "120");

    fixture.echo.recover();
    let page = fixture.get("/guide").await;
    assert_eq!(page.header("x-render"), "", "a shell is never kept");
    fixture.echo.fail();
    for later in [FRESH_MS, STALE_MS + 1, STALE_IF_ERROR_MS - 10_000] {
        fixture.app.clock.advance_millis(later);
        let reply = fixture.get("/guide").await;
        settle(&fixture, 0).await;
        assert_eq!(
            (reply.status, &reply.body),
            (StatusCode::OK, &page.body),
            "after {later}"
        );
    }
    fixture.app.clock.advance_millis(STALE_IF_ERROR_MS);
    assert_eq!(fixture.get("/guide").await.header("x-render"), "fallback");
}

#[tokio::test]
async fn a_failing_background_render_is_not_repeated_at_once() {
    let fixture = Fixture::new().await;
    fixture.get("/guide").await;
    fixture.app.clock.advance_millis(FRESH_MS);
    fixture.echo.fail();
    for _ in 0..5 {
        fixture.get("/guide").await;
        settle(&fixture, 2).await;
    }
    assert_eq!(fixture.echo.count(), 2);
    fixture.app.clock.advance_millis(5_000);
    fixture.get("/guide").await;
    settle(&fixture, 3).await;
    assert_eq!(fixture.echo.count(), 3);
}

#[tokio::test]
async fn only_whole_pages_are_kept() {
    let fixture = Fixture::new().await;
    for address in ["/live", "/__/auth/handler", "/search?cursor=nonsense"] {
        let reply = fixture.get(address).await;
        assert_eq!(reply.header("cache-control"), "no-store", "{address}");
        fixture.get(address).await;
    }
    assert!(fixture.site.pages.cache().is_empty());
    // An absent page is cached for half a minute, to spare the database, but not by shared caches.
    let absent = fixture.get("/scenario/absent").await;
    assert_eq!(
        (absent.status, absent.header("cache-control")),
        (StatusCode::NOT_FOUND, "no-store")
    );
    let renders = fixture.echo.count();
    fixture.get("/scenario/absent").await;
    assert_eq!(fixture.echo.count(), renders);
    fixture.app.clock.advance_millis(30_000);
    fixture.get("/scenario/absent").await;
    assert_eq!(fixture.echo.count(), renders + 1);
}

#[tokio::test]
async fn invalidation_reaches_every_page_that_shows_it() {
    let fixture = Fixture::new().await;
    let id = fixture.app.scenario(NewScenario::named("One")).await;
    let other = fixture.app.scenario(NewScenario::named("Two")).await;
    let (page, other, list) = (
        format!("/scenario/{id}"),
        format!("/scenario/{other}"),
        "/search?search=one",
    );
    for address in [&page, &other, list] {
        fixture.get(address).await;
    }
    fixture.site.pages.tags().invalidate(&format!("scenario:{id}"));
    assert_eq!(
        fixture.get(&page).await.header("cache-status"),
        "dramatis; fwd=miss"
    );
    assert!(fixture.get(list).await.header("cache-status").contains("hit"));
    fixture.site.pages.tags().invalidate("list");
    assert_eq!(
        fixture.get(list).await.header("cache-status"),
        "dramatis; fwd=miss"
    );
    assert!(
        fixture.get(&page).await.header("cache-status").contains("miss"),
        "similar scenarios are a list, too"
    );
    assert!(
        fixture
            .get("/guide")
            .await
            .header("cache-status")
            .contains("miss")
    );
    fixture.site.pages.tags().invalidate("list");
    assert!(
        fixture.get("/guide").await.header("cache-status").contains("hit"),
        "the guide shows no list"
    );
}

#[tokio::test]
async fn each_visitor_gets_the_page_of_their_own_preferences() {
    let fixture = Fixture::new().await;
    let jars = [
        "theme=light",
        "showNSFW=true",
        "hideImages=true",
        "hideSubscriptionWarning=true",
        "theme=dark",
    ];
    for jar in jars {
        fixture.ask("/guide", &[("cookie", jar)]).await;
    }
    assert_eq!(fixture.echo.count(), 5, "four variants and the default");
    let light = fixture
        .ask("/guide", &[("cookie", "theme=light; hideImages=true")])
        .await;
    assert!(light.text().contains("class=\"light hide-images\""));
    // No other cookie makes another page, and none of its content is on the page.
    let renders = fixture.echo.count();
    let signed = fixture
        .ask(
            "/guide",
            &[("cookie", "session=canary; token=canary; theme=blue")],
        )
        .await;
    assert_eq!(fixture.echo.count(), renders);
    assert!(!signed.text().contains("canary") && !signed.headers.contains_key("set-cookie"));
}

#[tokio::test]
async fn made_up_campaigns_do_not_fill_the_cache() {
    let fixture = Fixture::new().await;
    fixture.get("/guide").await;
    for made_up in ["a", "b", "c"] {
        let jar = format!("campaign={made_up}");
        assert!(
            fixture
                .ask("/guide", &[("cookie", &jar)])
                .await
                .header("cache-status")
                .contains("hit"),
            "{made_up}"
        );
        let address = format!("/guide?campaign={made_up}");
        assert!(
            fixture.get(&address).await.header("cache-status").contains("hit"),
            "{made_up}"
        );
        let home = fixture.get(&format!("/?campaign={made_up}")).await;
        assert_eq!(home.header("cache-status"), "dramatis; fwd=bypass");
        assert!(home.text().contains(&format!("campaign={made_up}")));
    }
    assert_eq!(fixture.site.pages.cache().len(), 1);
}

#[tokio::test]
async fn unusual_headers_change_nothing() {
    let fixture = Fixture::new().await;
    let names = [
        "x-forwarded-host",
        "x-forwarded-proto",
        "x-forwarded-for",
        "x-forwarded-port",
        "x-forwarded-prefix",
        "x-forwarded-server",
        "forwarded",
        "x-host",
        "x-original-url",
        "x-rewrite-url",
        "x-original-host",
        "x-http-method-override",
        "x-method-override",
        "x-middleware-subrequest",
        "x-middleware-prefetch",
        "x-middleware-next",
        "rsc",
        "next-router-state-tree",
        "next-router-prefetch",
        "next-url",
        "next-action",
        "x-react-router-data",
        "x-react-router-spa-mode",
        "x-invoke-path",
        "x-nextjs-data",
        "purpose",
        "sec-purpose",
        "range",
        "if-range",
        "accept-language",
        "accept-charset",
        "x-real-ip",
        "cf-connecting-ip",
        "true-client-ip",
        "via",
        "te",
        "expect-ct",
        "x-wap-profile",
        "save-data",
        "dnt",
    ];
    let baseline = fixture.get("/guide").await;
    for (at, name) in names.into_iter().enumerate() {
        let address: &'static str = ["/guide", "/signup"][at % 2];
        let with = fixture.ask(address, &[(name, "evil.example")]).await;
        assert_eq!(with.status, StatusCode::OK, "{name}");
        assert!(!with.text().contains("evil"), "{name}");
    }
    assert_eq!(fixture.get("/guide").await.body, baseline.body);
    assert_eq!(fixture.echo.count(), 2);
}

#[tokio::test]
async fn encodings_and_validators() {
    let fixture = Fixture::new().await;
    let id = fixture
        .app
        .scenario(NewScenario::named("Long enough to compress"))
        .await;
    let address = format!("/scenario/{id}");
    let plain = fixture.get(&address).await;
    for (accepted, coding) in [
        ("br", "br"),
        ("zstd", "zstd"),
        ("gzip", ""),
        ("gzip, br;q=0.1", "br"),
    ] {
        let reply = fixture.ask(&address, &[("accept-encoding", accepted)]).await;
        assert_eq!(reply.header("content-encoding"), coding, "{accepted}");
        let body = match coding {
            "br" => {
                let mut out = Vec::new();
                brotli::BrotliDecompress(&mut &reply.body[..], &mut out).expect("brotli");
                out
            }
            "zstd" => zstd::decode_all(&reply.body[..]).expect("zstd"),
            _ => reply.body.to_vec(),
        };
        assert_eq!(body, plain.body, "{accepted}");
        let known = fixture
            .ask(
                &address,
                &[
                    ("accept-encoding", accepted),
                    ("if-none-match", reply.header("etag")),
                ],
            )
            .await;
        assert_eq!(
            (known.status, known.body.len()),
            (StatusCode::NOT_MODIFIED, 0),
            "{accepted}"
        );
        assert_eq!(known.header("etag"), reply.header("etag"));
        assert_eq!(
            known.header("cache-control"),
            "public, max-age=0, must-revalidate"
        );
        assert_eq!(known.header("vary"), "accept-encoding, cookie");
    }
    assert_eq!(
        plain.header("cdn-cache-control"),
        "max-age=60, stale-while-revalidate=600"
    );
}

/// The test's clock does not move, so that no copy expires by itself. On SQLite there is one process.
#[tokio::test(flavor = "multi_thread")]
async fn what_one_process_changes_stands_at_the_other() {
    if matches!(Engine::from_env(), Engine::Sqlite) {
        return;
    }
    let fixture = Fixture::new().await;
    let ann = fixture.app.person("ann").await;
    let id = fixture.app.scenario(NewScenario::named("Lamp")).await;
    let other = fixture.beside().await;
    let address = format!("/scenario/{id}");
    assert!(other.get(&address).await.text().contains(r#""loveCount":0"#));
    assert!(other.get(&address).await.header("cache-status").contains("hit"));
    let visit = async || other.from("192.0.2.7", Method::GET, "/guide", &[]).await.status;
    assert_eq!(visit().await, StatusCode::OK);
    ann.post("/scenarios/love", &serde_json::json!({ "scenarioId": id }))
        .await
        .ok();
    until(async || other.get(&address).await.text().contains(r#""loveCount":1"#)).await;
    let mut tx = fixture.app.state.db.begin().await.expect("a transaction");
    let block = Block {
        network: "192.0.2.0/24",
        reason: "A test.",
        ends_at: None,
    };
    blocklist::block(&mut tx, block, fixture.app.clock.now())
        .await
        .expect("a block");
    tx.commit().await.expect("a commit");
    until(async || visit().await == StatusCode::FORBIDDEN).await;
}

async fn until(is_so: impl AsyncFn() -> bool) {
    let patient = tokio::time::timeout(std::time::Duration::from_secs(20), async {
        while !is_so().await {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    });
    patient.await.expect("it is told at once");
}
