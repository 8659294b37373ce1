//! What the embedded realm has, and what it has not.

use serde_json::json;
use ssr::{Config, Limits};

use crate::support::{config, embedded, markup, render};

#[tokio::test(flavor = "multi_thread")]
async fn german_numbers_and_russian_plurals_are_right() {
    let renderer = embedded(config(1));
    assert_eq!(markup(&renderer, "intl", json!({})).await, "1.234.567,89 one few many one");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_reaches_neither_the_host_nor_uncounted_memory() {
    let renderer = embedded(config(1));
    let globals = markup(&renderer, "globals", json!({})).await;
    let globals: Vec<&str> = globals.split(' ').collect();
    for absent in ["Deno", "WebAssembly", "SharedArrayBuffer", "Atomics", "process", "require", "fetch", "__bootstrap"] {
        assert!(!globals.contains(&absent), "{absent} is reachable");
    }
    for present in ["URL", "URLSearchParams", "setTimeout", "clearTimeout", "queueMicrotask", "Intl", "dramatisRender"] {
        assert!(globals.contains(&present), "{present} is missing");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_heap_cap_is_the_configured_one() {
    let rope = json!({ "length": 3_000_000 });
    let roomy = embedded(config(1));
    assert!(render(&roomy, "rope", rope).await.is_ok());
    let limits = Limits { heap_bytes: 24 << 20, ..Limits::default() };
    let narrow = embedded(Config { limits, ..config(1) });
    let error = render(&narrow, "heap", json!({})).await.expect_err("the heap is full");
    assert_eq!(error, ssr::RenderError::Memory { limit_bytes: 24 << 20 });
}

#[tokio::test(flavor = "multi_thread")]
async fn small_buffers_add_up_to_their_cap() {
    let renderer = embedded(config(1));
    let error = render(&renderer, "buffers", json!({})).await.expect_err("the buffers are full");
    assert_eq!(error, ssr::RenderError::Memory { limit_bytes: Limits::default().buffer_bytes });
}
