//! Tests of the slice through its HTTP calls, on both engines.

mod age_gate;
mod feeds;
mod notes;
mod ratings;
mod reading;
mod search;

use serde_json::Value;

use crate::testing::{Answer, TestApp};

fn names(answer: &Answer) -> Vec<String> {
    answer.each("displayName")
}

/// Reads a list to its end, `limit` rows at a time; `between` runs after the first page.
async fn read_all(app: &TestApp, path: &str, limit: usize, between: impl AsyncFnOnce()) -> Vec<String> {
    let mut between = Some(between);
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let joined = if path.contains('?') { '&' } else { '?' };
        let page = app
            .get(&format!("{path}{joined}limit={limit}&cursor={cursor}"))
            .await;
        let rows = names(&page);
        assert!(rows.len() <= limit);
        all.extend(rows);
        match &page.json["nextCursor"] {
            Value::String(next) => cursor.clone_from(next),
            _ => return all,
        }
        if let Some(between) = between.take() {
            between().await;
        }
    }
}

fn encode(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}
