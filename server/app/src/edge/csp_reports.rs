//! Browsers' reports of what the content security policy refused (reliability S-12). A report is one line in
//! the log: the site's own pages should cause none, so one means a bug, a browser extension, or an attack.

use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use http::StatusCode;
use serde_json::Value;

use crate::request_class::REPORTS_PATH;

/// Longest value of a report that is logged, in characters.
const MAX_LOGGED_CHARS: usize = 200;
/// Most reports of one request that are logged; the Reporting API sends them in batches.
const MAX_LOGGED_REPORTS: usize = 5;

/// The route.
pub fn router() -> Router {
    Router::new().route(REPORTS_PATH, post(take))
}

/// The browser always gets an answer that it cannot act on; a body that is not a report is 400.
async fn take(body: Bytes) -> StatusCode {
    let Ok(report) = serde_json::from_slice::<Value>(&body) else {
        return StatusCode::BAD_REQUEST;
    };
    match &report {
        Value::Array(reports) => reports
            .iter()
            .take(MAX_LOGGED_REPORTS)
            .filter_map(|report| report.get("body"))
            .for_each(log),
        report => report.get("csp-report").into_iter().for_each(log),
    }
    StatusCode::NO_CONTENT
}

fn log(report: &Value) {
    let value = |names: [&str; 2]| {
        names
            .iter()
            .find_map(|name| report.get(*name)?.as_str())
            .map(loggable)
            .unwrap_or_default()
    };
    tracing::warn!(
        directive = value(["effective-directive", "effectiveDirective"]),
        blocked = value(["blocked-uri", "blockedURL"]),
        page = value(["document-uri", "documentURL"]),
        source = value(["source-file", "sourceFile"]),
        "a browser refused something on one of our pages"
    );
}

/// A short, plain text without the query, which may hold what people search for or a secret.
fn loggable(text: &str) -> String {
    let bare = text.split(['?', '#']).next().unwrap_or_default();
    bare.chars()
        .filter(|c| !c.is_control())
        .take(MAX_LOGGED_CHARS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_cut_before_they_are_logged() {
        assert_eq!(loggable("https://a.example/x?token=1#y"), "https://a.example/x");
        assert_eq!(loggable("in\nline\r\u{1b}[31m"), "inline[31m");
        assert_eq!(loggable(&"x".repeat(5_000)).len(), MAX_LOGGED_CHARS);
    }
}
