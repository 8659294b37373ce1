//! Isolates from a snapshot do what isolates from the bundle do.

use std::sync::Arc;

use serde_json::json;
use ssr::{EmbeddedV8, Renderer, StartError};

use crate::support::{alone, alone_blocking, config, embedded, fixture, input, markup};

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_renders_like_the_bundle() {
    let _alone = alone().await;
    ssr::init_platform();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pages.snapshot");
    let warm_up = [
        input("echo", json!({ "text": "warm" })),
        input("address", json!({ "url": "http://a/b" })),
    ];
    let info = ssr::write_snapshot(&fixture("pages.js"), &path, &warm_up).expect("written");
    assert_eq!(info.bytes as u64, path.metadata().expect("a file").len());

    // One after the other: renderers of two origins cannot live at once.
    let plain = answers(embedded(config(1))).await;
    let restored = EmbeddedV8::start(config(1), Some(&path)).expect("starts");
    assert!(matches!(
        EmbeddedV8::start(config(1), None).map(drop),
        Err(StartError::MixedOrigins)
    ));
    assert!(matches!(
        ssr::write_snapshot(&fixture("pages.js"), &path, &[]),
        Err(StartError::MixedOrigins)
    ));
    assert_eq!(answers(Arc::new(restored)).await, plain);
    assert_eq!(answers(embedded(config(1))).await, plain);
}

/// What a renderer returns for a list of good and bad pages.
async fn answers(renderer: Arc<dyn Renderer>) -> Vec<String> {
    let mut answers = Vec::new();
    for (page, rest) in [
        ("echo", json!({ "text": "“x” 😀 Привет" })),
        ("rope", json!({ "length": 100_000 })),
        ("intl", json!({})),
        ("globals", json!({})),
        ("leak", json!({ "viewer": "a" })),
        ("later", json!({ "text": "x" })),
        (
            "pollute",
            json!({ "data": { "constructor": { "prototype": { "isAdmin": true } } } }),
        ),
        ("address", json!({ "url": "/я b?c#d", "base": "http://h" })),
        (
            "query",
            json!({ "query": "?a=1", "change": [["append", "b", "2"]] }),
        ),
    ] {
        answers.push(markup(&renderer, page, rest).await);
    }
    for page in ["buffer", "growable", "throw"] {
        let error = renderer
            .render(input(page, json!({})))
            .await
            .expect_err("an abuse page");
        answers.push(error.to_string());
        answers.push(markup(&renderer, "echo", json!({ "text": "on" })).await);
    }
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_that_does_not_fit_is_left_aside() {
    let _alone = alone().await;
    ssr::init_platform();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.snapshot");
    let bundle = folder.path().join("other.js");
    std::fs::write(&bundle, "globalThis.dramatisRender = () => '{}\\nother'").expect("written");
    ssr::write_snapshot(&bundle, &path, &[]).expect("written");
    for spoil in [false, true] {
        if spoil {
            std::fs::write(&path, "junk").expect("written");
        }
        let renderer: Arc<dyn Renderer> =
            Arc::new(EmbeddedV8::start(config(1), Some(&path)).expect("starts"));
        assert_eq!(
            markup(&renderer, "echo", json!({ "text": "mine" })).await,
            "<p>mine</p>"
        );
    }
    let missing = EmbeddedV8::start(config(1), Some(&folder.path().join("none")));
    assert!(missing.is_ok());
}

#[test]
fn the_loop_of_the_bench_measures_wall_and_processor_time() {
    let _alone = alone_blocking();
    let page = r#"{"path":"rope","length":30000}"#;
    let time = EmbeddedV8::bench_loop(&config(1), None, page, 200).expect("runs");
    assert!(
        time.cpu > std::time::Duration::ZERO && time.wall >= time.cpu / 2,
        "{time:?}"
    );
    assert!(EmbeddedV8::bench_loop(&config(1), None, r#"{"path":"throw"}"#, 1).is_err());
}
