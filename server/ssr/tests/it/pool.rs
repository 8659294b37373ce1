//! The queue before the workers, and when workers are replaced.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use serde_json::json;
use ssr::{Config, Limits, NodeSidecar, RenderError, Renderer, StartError};

use crate::support::{alone, alone_blocking, config, fixture, input, markup, render, renderers, until};

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_refuses_at_once() {
    let _alone = alone().await;
    let limits = Limits {
        queue: 2,
        ..Limits::default()
    };
    for (_, renderer) in renderers(&Config { limits, ..config(1) }) {
        let slow = tokio::spawn({
            let renderer = Arc::clone(&renderer);
            async move { render(&renderer, "slow", json!({ "millis": 200 })).await }
        });
        until(|| renderer.stats().started == 1).await;
        let waiting = [(); 2].map(|()| {
            let renderer = Arc::clone(&renderer);
            tokio::spawn(async move { render(&renderer, "echo", json!({ "text": "" })).await })
        });
        until(|| renderer.stats().waiting == 2).await;
        assert_eq!(
            render(&renderer, "echo", json!({})).await,
            Err(RenderError::Busy { limit: 2 })
        );
        assert!(slow.await.expect("joins").is_ok());
        for call in waiting {
            let page = call.await.expect("joins").expect("a queued page renders");
            assert!(page.timing.queue > Duration::ZERO);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn work_whose_caller_has_left_never_starts() {
    let _alone = alone().await;
    for (_, renderer) in renderers(&config(1)) {
        let slow = tokio::spawn({
            let renderer = Arc::clone(&renderer);
            async move { render(&renderer, "slow", json!({ "millis": 100 })).await }
        });
        until(|| renderer.stats().started == 1).await;
        let gone = tokio::spawn({
            let renderer = Arc::clone(&renderer);
            async move { render(&renderer, "count", json!({})).await }
        });
        until(|| renderer.stats().waiting == 1).await;
        gone.abort();
        slow.await.expect("joins").expect("the slow page renders");
        assert_eq!(markup(&renderer, "count", json!({})).await, "2");
        assert_eq!(renderer.stats().abandoned, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_is_replaced_after_its_share_of_renders() {
    let _alone = alone().await;
    let limits = Limits {
        renders_per_worker: 3,
        ..Limits::default()
    };
    for (_, renderer) in renderers(&Config { limits, ..config(1) }) {
        let mut counts = Vec::new();
        for _ in 0..7 {
            counts.push(markup(&renderer, "count", json!({})).await);
        }
        assert_eq!(counts, ["1", "2", "3", "1", "2", "3", "1"]);
        assert_eq!(renderer.stats().replaced, 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_warm_up_that_is_killed_leaves_a_sound_worker() {
    let _alone = alone().await;
    let limits = Limits {
        hard_time: Duration::from_millis(100),
        ..Limits::default()
    };
    let warm_up = vec![input("loop", json!({}))];
    for (_, renderer) in renderers(&Config {
        limits,
        warm_up,
        ..config(1)
    }) {
        assert_eq!(markup(&renderer, "count", json!({})).await, "1");
        assert_eq!(renderer.stats().replaced, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_render_past_the_soft_limit_counts_but_its_worker_is_replaced() {
    let _alone = alone().await;
    let limits = Limits {
        soft_time: Duration::from_millis(20),
        ..Limits::default()
    };
    for (_, renderer) in renderers(&Config { limits, ..config(1) }) {
        assert_eq!(markup(&renderer, "slow", json!({ "millis": 300 })).await, "1");
        assert_eq!(markup(&renderer, "count", json!({})).await, "1");
        assert_eq!(renderer.stats().replaced, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn warm_up_renders_happen_before_the_first_call() {
    let _alone = alone().await;
    let warm_up = vec![input("count", json!({})), input("throw", json!({}))];
    for (_, renderer) in renderers(&Config {
        warm_up,
        warm_up_rounds: 5,
        ..config(1)
    }) {
        assert_eq!(markup(&renderer, "count", json!({})).await, "6");
        assert_eq!(renderer.stats().started, 1);
    }
}

#[test]
fn a_bundle_that_cannot_be_used_stops_the_start() {
    let _alone = alone_blocking();
    let folder = tempfile::tempdir().expect("a folder");
    let start = |text: &str| {
        let bundle = folder.path().join("bundle.js");
        std::fs::write(&bundle, text).expect("written");
        let config = Config {
            workers: 2,
            ..Config::new(bundle)
        };
        vec![
            #[cfg(feature = "v8")]
            ssr::EmbeddedV8::start(config.clone(), None).map(drop),
            NodeSidecar::start(config, "node").map(drop),
        ]
    };
    for result in start("throw new Error('no good')") {
        assert!(
            matches!(&result, Err(StartError::Bundle(why)) if why.contains("no good")),
            "{result:?}"
        );
    }
    for result in start("globalThis.dramatisRender = 'text'") {
        assert!(
            matches!(&result, Err(StartError::Bundle(why)) if why.contains("dramatisRender")),
            "{result:?}"
        );
    }
    for result in start("not javascript") {
        assert!(matches!(&result, Err(StartError::Bundle(_))), "{result:?}");
    }
    let missing = NodeSidecar::start(Config::new(folder.path().join("none.js")), "node").map(drop);
    assert!(matches!(missing, Err(StartError::File { .. })), "{missing:?}");
    let nodeless = NodeSidecar::start(config(1), folder.path().join("no-node")).map(drop);
    assert!(matches!(nodeless, Err(StartError::Spawn { .. })), "{nodeless:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sidecar_child_that_dies_is_replaced() {
    let _alone = alone().await;
    let bundle = fixture("pages.js");
    let renderer = NodeSidecar::start(
        Config {
            workers: 1,
            ..Config::new(bundle)
        },
        "node",
    )
    .expect("starts");
    let child = child_of_this_process();
    let killed = std::process::Command::new("kill")
        .args(["-9", &child])
        .status()
        .expect("kill runs");
    assert!(killed.success());
    let page: Bytes = input("echo", json!({ "text": "again" }));
    let first = renderer.render(page.clone()).await;
    assert!(matches!(first, Err(RenderError::Crashed(_))), "{first:?}");
    assert_eq!(
        renderer
            .render(page)
            .await
            .expect("the next child renders")
            .markup,
        "<p>again</p>"
    );
    assert_eq!(renderer.stats().replaced, 1);
}

/// The one `node` this test has started.
fn child_of_this_process() -> String {
    let threads = std::fs::read_dir("/proc/self/task").expect("Linux").flatten();
    let children = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    children
        .flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .find(|id| {
            std::fs::read_to_string(format!("/proc/{id}/comm")).is_ok_and(|name| name.trim() == "node")
        })
        .expect("a child")
}
