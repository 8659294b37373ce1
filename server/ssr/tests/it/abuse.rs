//! Pages that loop, exhaust memory, never end or break the contract: each is an error in time, and the next
//! page renders.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use ssr::{Config, Limits, RenderError, Renderer};

use crate::support::{alone, config, render, renderers, until};

/// From the call to the error.
const ERROR_WITHIN: Duration = Duration::from_millis(1_200);
/// From that error to the next good page, with another worker beside.
const RECOVERED_WITHIN: Duration = Duration::from_millis(300);

/// The nine pages of the plan, and further ways to the same ends.
const PAGES: [(&str, &[&str]); 14] = [
    ("loop", &["timeout", "late"]),
    ("recursion", &["threw"]),
    ("heap", &["memory", "crashed", "timeout", "late"]),
    ("buffer", &["memory"]),
    ("regex", &["timeout", "late"]),
    ("microtasks", &["timeout", "late"]),
    ("promise", &["contract"]),
    ("huge", &["too-long"]),
    ("throw", &["threw"]),
    ("array", &["memory", "crashed", "timeout", "late"]),
    ("flatten", &["memory", "crashed", "threw", "timeout", "late"]),
    ("typed", &["memory"]),
    ("growable", &["memory", "threw"]),
    ("nasty", &["threw"]),
];

/// How often a missed time is tried again before it counts: other tests may keep the machine busy.
const TRIES: usize = 5;

async fn survives(renderer: &Arc<dyn Renderer>, page: &str, kinds: &[&str], recovered_within: Duration) {
    for tries_left in (0..TRIES).rev() {
        let start = Instant::now();
        let error = render(renderer, page, json!({}))
            .await
            .expect_err("an abuse page is an error");
        let failed = start.elapsed();
        assert!(kinds.contains(&error.kind()), "{page}: {error:?}");
        let start = Instant::now();
        let next = render(renderer, "echo", json!({ "text": "well" })).await;
        let recovered = start.elapsed();
        if failed <= ERROR_WITHIN && recovered <= recovered_within {
            assert_eq!(
                next.expect("the next page renders").markup,
                "<p>well</p>",
                "after {page}"
            );
            return;
        }
        assert!(
            tries_left > 0,
            "{page}: the error took {failed:?}, the next page {recovered:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_abuse_page_is_an_error_in_time_and_the_next_page_renders() {
    let _alone = alone().await;
    for (name, renderer) in renderers(&config(2)) {
        for (page, kinds) in PAGES {
            eprintln!("{name}: {page}");
            survives(&renderer, page, kinds, RECOVERED_WITHIN).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_worker_alone_recovers_too() {
    let _alone = alone().await;
    for (_, renderer) in renderers(&config(1)) {
        for (page, kinds) in PAGES {
            // No other worker can take the next page while V8 collects the garbage of this one.
            survives(&renderer, page, kinds, ERROR_WITHIN).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_comes_in_time_even_when_every_worker_is_stuck() {
    let _alone = alone().await;
    // The watchdog's limit is too long to matter: the workers stay stuck for the whole test.
    let limits = Limits {
        hard_time: Duration::from_secs(3),
        ..Limits::default()
    };
    for (_, renderer) in renderers(&Config { limits, ..config(2) }) {
        let call = |page: &'static str| {
            let renderer = Arc::clone(&renderer);
            tokio::spawn(async move {
                let start = Instant::now();
                (
                    render(&renderer, page, json!({ "text": "" })).await,
                    start.elapsed(),
                )
            })
        };
        let stuck = [call("loop"), call("loop")];
        until(|| renderer.stats().started == 2).await;
        let calls = stuck.into_iter().chain([call("echo"), call("echo")]);
        for call in calls {
            let (answer, took) = call.await.expect("the call ends");
            assert!(matches!(answer, Err(RenderError::Late { .. })), "{answer:?}");
            assert!(took <= ERROR_WITHIN, "{took:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exception_carries_its_message_and_the_names_of_functions() {
    let _alone = alone().await;
    for (name, renderer) in renderers(&config(1)) {
        let Err(RenderError::Threw { message, stack }) = render(&renderer, "throw", json!({})).await else {
            panic!("{name}: the page must throw");
        };
        assert_eq!(message, "TypeError: the page is broken");
        assert!(
            stack.contains("dramatisRender") && stack.contains("bundle.js"),
            "{name}: {stack}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_break_the_contract_are_errors() {
    let _alone = alone().await;
    for (_, renderer) in renderers(&config(1)) {
        for (page, kind) in [
            ("headless", "contract"),
            ("number", "contract"),
            ("nothing", "contract"),
            ("suspended", "suspended"),
        ] {
            let error = render(&renderer, page, json!({}))
                .await
                .expect_err("a broken contract is an error");
            assert_eq!(error.kind(), kind, "{page}");
        }
        let error = renderer
            .render("not json".into())
            .await
            .expect_err("the bundle throws");
        assert_eq!(error.kind(), "threw");
        let error = renderer
            .render([0xff, 0xfe].to_vec().into())
            .await
            .expect_err("not UTF-8");
        assert_eq!(error, RenderError::Input);
    }
}
