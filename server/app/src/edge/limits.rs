//! How much of a request is read (reliability S-15). hyper's own limits are above these and catch the rest.

use axum::body::{Body, HttpBody};
use http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{Method, Request};
use http_body_util::Limited;
use kernel::ErrorCode;
use platform::slice::calls::JSON_BODY_BYTES;
use platform::web::Problem;

use crate::request_class::REPORTS_PATH;

/// Longest path with query, in bytes.
const MAX_URI_BYTES: usize = 16 * 1024;
/// Most header text, names and values together, in bytes.
const MAX_HEADER_BYTES: usize = 16 * 1024;
/// Longest body of what is neither a declared call nor a report, in bytes.
const MAX_BODY_BYTES: u64 = JSON_BODY_BYTES as u64;
/// Longest report of a browser, in bytes.
const MAX_REPORT_BYTES: u64 = 16 << 10;

/// Why the request is refused; `None` if it is small enough and says how large it is.
pub fn check<B>(request: &Request<B>) -> Option<Problem> {
    let uri = request.uri();
    if uri.path().len() + uri.query().map_or(0, str::len) > MAX_URI_BYTES {
        return Some(Problem::new(
            ErrorCode::URI_TOO_LONG,
            "The address is longer than 16 KB.",
        ));
    }
    let headers: usize = request
        .headers()
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum();
    if headers > MAX_HEADER_BYTES {
        return Some(Problem::new(
            ErrorCode::HEADERS_TOO_LARGE,
            "The request headers are longer than 16 KB.",
        ));
    }
    // A body in chunks may hide a second length, which hyper drops before this code sees it; if two readers
    // may disagree about the end of a request, the next one can be smuggled. The site's own clients always
    // know the length.
    if request.headers().contains_key(TRANSFER_ENCODING) {
        return Some(Problem::bad_request(
            "Send the body with a Content-Length, not in chunks.",
        ));
    }
    if announced(request) > max_body(request.method(), request.uri().path()) {
        return Some(Problem::new(
            ErrorCode::PAYLOAD_TOO_LARGE,
            "The request is too large.",
        ));
    }
    None
}

/// The body a request announces, in bytes; none counts as empty.
fn announced<B>(request: &Request<B>) -> u64 {
    let length = request
        .headers()
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok());
    length.map_or(0, |length| length.parse().unwrap_or(u64::MAX))
}

/// The request with a body that fails beyond its limit, for bodies that are longer than announced.
pub fn bounded(request: Request<Body>) -> Request<Body> {
    let most = max_body(request.method(), request.uri().path());
    if request
        .body()
        .size_hint()
        .upper()
        .is_some_and(|size| size <= most)
    {
        return request;
    }
    request.map(|body| Body::new(Limited::new(body, usize::try_from(most).unwrap_or(usize::MAX))))
}

/// Longest body of this request, in bytes: what the call declares (`operations::rules`).
fn max_body(method: &Method, path: &str) -> u64 {
    match path {
        REPORTS_PATH => MAX_REPORT_BYTES,
        _ => operations::rules()
            .find(method, path)
            .map_or(MAX_BODY_BYTES, |found| found.rule.max_body_bytes as u64),
    }
}

/// Whether the call says that it may take minutes.
pub fn takes_minutes(method: &Method, path: &str) -> bool {
    operations::rules()
        .find(method, path)
        .is_some_and(|found| found.rule.takes_minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The envelope of a form.
    const FORM: u64 = 64 << 10;
    const IMAGE: u64 = (10 << 20) + FORM;
    const CARD_FILE: u64 = (200 << 20) + FORM;
    const STORY_FILE: u64 = (20 << 20) + FORM;
    /// A draft and two images.
    const SCENARIO: u64 = 21_000_000 + (20 << 20) + FORM;

    #[test]
    fn each_address_has_its_limit() {
        let cases = [
            (Method::POST, "/api/v1/users/me/avatar", IMAGE),
            (Method::PUT, "/api/v1/users/me/avatar", MAX_BODY_BYTES),
            (Method::POST, "/api/v1/users/me", MAX_BODY_BYTES),
            (Method::POST, "/avatar", MAX_BODY_BYTES),
            (Method::POST, "/api/v1/scenarios/scenario/x/avatar", IMAGE),
            (Method::POST, "/api/v1/scenarios/scenario/x/images", IMAGE),
            (Method::POST, "/api/v1/scenarios/import", CARD_FILE),
            (Method::POST, "/api/v1/stories/import", STORY_FILE),
            (Method::PUT, "/api/v1/scenarios/import", MAX_BODY_BYTES),
            (Method::POST, "/api/v1/scenarios/lorebooks/read", CARD_FILE),
            (Method::POST, "/api/v1/scenarios/imports", MAX_BODY_BYTES),
            (Method::POST, "/api/v1/scenarios/imports/x/files", CARD_FILE),
            (Method::POST, "/api/v1/scenarios/imports/x/seal", MAX_BODY_BYTES),
            (
                Method::POST,
                "/api/v1/scenarios/imports/x/files/0",
                MAX_BODY_BYTES,
            ),
            (Method::POST, "/api/v1/scenarios/scenario", SCENARIO),
            (Method::PUT, "/api/v1/scenarios/scenario/x", SCENARIO),
            (
                Method::POST,
                "/api/v1/scenarios/scenario/x/restore",
                MAX_BODY_BYTES,
            ),
            (Method::PUT, "/api/v1/scenarios/scenarios", MAX_BODY_BYTES),
            (Method::POST, "/_csp", MAX_REPORT_BYTES),
        ];
        for (method, path, most) in cases {
            assert_eq!(max_body(&method, path), most, "{method} {path}");
            for (length, is_refused) in [(most, false), (most + 1, true)] {
                let request = Request::builder()
                    .method(method.clone())
                    .uri(path)
                    .header(CONTENT_LENGTH, length)
                    .body(())
                    .expect("a request");
                assert_eq!(check(&request).is_some(), is_refused, "{method} {path} {length}");
            }
        }
    }
}
