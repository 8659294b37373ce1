//! Names files for browsers that save them.

use axum::http::HeaderValue;

/// The header that makes a browser save a file under this title (RFC 6266).
#[must_use]
pub fn attachment(title: &str, ending: &str) -> HeaderValue {
    let plain: String = title
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_') {
                c
            } else {
                '_'
            }
        })
        .take(60)
        .collect();
    let exact = percent_encoding::utf8_percent_encode(title, percent_encoding::NON_ALPHANUMERIC);
    let text = format!(
        "attachment; filename=\"{}.{ending}\"; filename*=UTF-8''{exact}.{ending}",
        plain.trim()
    );
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("attachment"))
}
