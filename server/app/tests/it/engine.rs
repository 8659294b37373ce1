//! The same site over real engines.

use std::sync::Arc;

use http::StatusCode;
use ssr::{Config, Renderer};

use crate::fixture::{EchoRenderer, Fixture, bundle_dir};

fn config() -> Config {
    Config {
        workers: 1,
        ..Config::new(bundle_dir().join("server/entry-server.js"))
    }
}

async fn fixture(renderer: Arc<dyn Renderer>) -> Fixture {
    Fixture::with(
        "http://localhost:8080",
        &bundle_dir(),
        Arc::new(EchoRenderer::default()),
        renderer,
    )
    .await
}

async fn serves_pages(renderer: Arc<dyn Renderer>) {
    let fixture = fixture(renderer).await;
    let page = fixture.get("/guide?section=x%3C%2Fscript%3E").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.text()
            .contains("<main>{\"path\":\"/guide?section=x%3C%2Fscript%3E\"")
    );
    assert!(page.header("server-timing").contains("render;dur="));
    for fault in ["throw", "loop"] {
        let shell = fixture.get(&format!("/guide?section={fault}")).await;
        assert_eq!(
            (shell.status, shell.header("x-render")),
            (StatusCode::OK, "fallback"),
            "{fault}"
        );
    }
    assert_eq!(
        fixture.get("/guide?section=y").await.header("x-render"),
        "",
        "and then goes on"
    );
    // Nor with data of a person whose render was ended (S-3).
    let ann = fixture.app.person("canary-a").await;
    for fault in ["throw", "loop"] {
        let ended = fixture.as_person(&ann, &format!("/guide?section={fault}")).await;
        assert_eq!(
            (ended.status, ended.header("x-render")),
            (StatusCode::OK, "fallback")
        );
        let next = fixture.get(&format!("/guide?section=after-{fault}")).await;
        assert!(
            next.header("x-render").is_empty() && !next.text().contains("canary"),
            "{fault}"
        );
    }
}

#[cfg(feature = "v8")]
#[tokio::test(flavor = "multi_thread")]
async fn embedded_v8_serves_pages_and_survives_bad_ones() {
    serves_pages(Arc::new(ssr::EmbeddedV8::start(config(), None).expect("V8"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_node_sidecar_serves_pages_and_survives_bad_ones() {
    match ssr::NodeSidecar::start(config(), "node") {
        Ok(renderer) => serves_pages(Arc::new(renderer)).await,
        Err(error) if std::env::var_os("CI").is_none() => {
            eprintln!("left out: no node on this machine ({error})")
        }
        Err(error) => panic!("CI needs node: {error}"),
    }
}
