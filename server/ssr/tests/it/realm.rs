//! What the embedded realm has, and what it lacks.

use std::time::Duration;

use serde_json::json;
use ssr::{Config, Limits};

use crate::support::{alone, config, embedded, markup, render, until};

#[tokio::test(flavor = "multi_thread")]
async fn german_numbers_and_russian_plurals_are_right() {
    let _alone = alone().await;
    let renderer = embedded(config(1));
    assert_eq!(
        markup(&renderer, "intl", json!({})).await,
        "1.234.567,89 one few many one"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_reaches_neither_the_host_nor_uncounted_memory() {
    let _alone = alone().await;
    let renderer = embedded(config(1));
    let globals = markup(&renderer, "globals", json!({})).await;
    let globals: Vec<&str> = globals.split(' ').collect();
    for absent in [
        "Deno",
        "WebAssembly",
        "SharedArrayBuffer",
        "Atomics",
        "process",
        "require",
        "fetch",
        "__bootstrap",
    ] {
        assert!(!globals.contains(&absent), "{absent} is reachable");
    }
    for present in [
        "URL",
        "URLSearchParams",
        "setTimeout",
        "clearTimeout",
        "queueMicrotask",
        "Intl",
        "dramatisRender",
    ] {
        assert!(globals.contains(&present), "{present} is missing");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_heap_cap_is_the_configured_one() {
    let _alone = alone().await;
    let rope = json!({ "length": 3_000_000 });
    let roomy = embedded(config(1));
    assert!(render(&roomy, "rope", rope).await.is_ok());
    let limits = Limits {
        heap_bytes: 24 << 20,
        ..patient()
    };
    let narrow = embedded(Config { limits, ..config(1) });
    let error = render(&narrow, "heap", json!({}))
        .await
        .expect_err("the heap is full");
    assert_eq!(
        error,
        ssr::RenderError::Memory {
            limit_bytes: 24 << 20
        }
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn small_buffers_add_up_to_their_cap() {
    let _alone = alone().await;
    let renderer = embedded(Config {
        limits: patient(),
        ..config(1)
    });
    let error = render(&renderer, "buffers", json!({}))
        .await
        .expect_err("the buffers are full");
    assert_eq!(
        error,
        ssr::RenderError::Memory {
            limit_bytes: Limits::default().buffer_bytes
        }
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_goes_back_to_the_system_after_abuse() {
    let _alone = alone().await;
    let renderer = embedded(config(1));
    for _ in 0..50 {
        markup(&renderer, "rope", json!({ "length": 100_000 })).await;
    }
    let before = resident_kilobytes();
    for page in ["heap", "array", "flatten", "buffer", "huge"] {
        render(&renderer, page, json!({}))
            .await
            .expect_err("an abuse page");
    }
    // Allows a tenth more, and the one-time cost of the first fault of a kind in a process.
    let allowed = before + before / 10 + 4_096;
    until(|| resident_kilobytes() <= allowed).await;
}

/// Limits that time does not reach first, however busy the machine.
fn patient() -> Limits {
    let time = Duration::from_secs(30);
    Limits {
        hard_time: time,
        answer_time: time,
        ..Limits::default()
    }
}

/// Memory of this process that is in RAM, from Linux.
fn resident_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .expect("a resident size");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}
