//! Nothing of one render reaches another.

use std::sync::Arc;

use serde_json::json;
use ssr::Renderer;

use crate::support::{alone, config, markup, render, renderers};

/// Renders in all, and how many at once.
const RENDERS: usize = 10_000;
const AT_ONCE: usize = 8;

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_alternating_renders_show_no_foreign_canary() {
    let _alone = alone().await;
    for (name, renderer) in renderers(&config(2)) {
        let lanes = (0..AT_ONCE).map(|lane| {
            let renderer = Arc::clone(&renderer);
            tokio::spawn(async move { alternate(&renderer, lane).await })
        });
        for lane in lanes.collect::<Vec<_>>() {
            lane.await.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

/// Renders in turn for two viewers and for a visitor; now and then a page is killed in between.
async fn alternate(renderer: &Arc<dyn Renderer>, lane: usize) {
    for turn in 0..RENDERS / AT_ONCE {
        let canary = match turn % 3 {
            0 => format!("canary-a-{lane}-{turn}"),
            1 => format!("canary-b-{lane}-{turn}"),
            _ => "anonymous".to_owned(),
        };
        assert_eq!(
            markup(renderer, "echo", json!({ "text": canary })).await,
            format!("<p>{canary}</p>")
        );
        let leak = markup(renderer, "leak", json!({ "viewer": canary })).await;
        assert_eq!(leak, "undefined TypeError", "the realm is closed");
        if lane == 0 && turn % 400 == 399 {
            let error = render(renderer, "heap", json!({ "text": canary }))
                .await
                .expect_err("it is ended");
            assert!(
                ["memory", "crashed", "late", "timeout"].contains(&error.kind()),
                "{error:?}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn data_cannot_pollute_what_everything_inherits_from() {
    let _alone = alone().await;
    for (_, renderer) in renderers(&config(1)) {
        for text in [
            r#"{"path":"pollute","data":{"__proto__":{"isAdmin":true}}}"#,
            r#"{"path":"pollute","data":{"constructor":{"prototype":{"isAdmin":true}}}}"#,
        ] {
            let page = renderer.render(text.into()).await.expect("the page renders");
            assert_eq!(page.markup, "undefined undefined undefined", "{text}");
        }
        assert_eq!(
            markup(&renderer, "pollute", json!({ "data": {} })).await,
            "undefined undefined undefined"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn microtasks_end_with_their_render_and_timers_never_fire() {
    let _alone = alone().await;
    for (_, renderer) in renderers(&config(1)) {
        assert_eq!(
            markup(&renderer, "later", json!({ "text": "first" })).await,
            "null"
        );
        // Module state is the bundle's own; what matters is that the task ran in its own render, not in this
        // one.
        assert_eq!(
            markup(&renderer, "later", json!({ "text": "second" })).await,
            "first"
        );
        assert_eq!(markup(&renderer, "timer", json!({})).await, "number");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        assert_eq!(
            markup(&renderer, "later", json!({ "text": "third" })).await,
            "second"
        );
    }
}
