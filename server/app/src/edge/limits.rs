//! How much of a request is read (reliability S-15). hyper's own limits are above these and catch the rest.

use axum::body::{Body, HttpBody};
use http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{Method, Request};
use http_body_util::Limited;
use kernel::ErrorCode;
use platform::web::Problem;

use crate::request_class::REPORTS_PATH;

/// Longest path with query, in bytes.
pub const MAX_URI_BYTES: usize = 16 * 1024;
/// Most header text, names and values together, in bytes.
pub const MAX_HEADER_BYTES: usize = 16 * 1024;
/// Longest body, in bytes.
pub const MAX_BODY_BYTES: u64 = 1 << 20;
/// Longest body of an upload, in bytes: a file of ten megabytes in its envelope. The upload's own limit is
/// that of the file, so that its own error is the answer (spec section 5).
pub const MAX_UPLOAD_BYTES: u64 = (10 << 20) + (64 << 10);
/// Longest body with a scenario, in bytes: a draft of twenty megabytes with two pictures (`authoring` has the
/// exact limits, so that its own errors are the answers).
pub const MAX_SCENARIO_BYTES: u64 = 44 << 20;
/// Longest body with a card file, in bytes: a file of 200 megabytes in its envelope (`card_import` has the
/// exact limit).
pub const MAX_CARD_FILE_BYTES: u64 = (200 << 20) + (64 << 10);
/// Longest report of a browser, in bytes.
pub const MAX_REPORT_BYTES: u64 = 16 << 10;

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

/// Longest body of this request, in bytes. Uploads are the calls whose last segment says so.
fn max_body(method: &Method, path: &str) -> u64 {
    let is_post = *method == Method::POST;
    let is_upload = is_post && path.starts_with("/api/") && UPLOADS.iter().any(|end| path.ends_with(end));
    let is_scenario = match path.strip_prefix(SCENARIO) {
        Some("") => is_post,
        Some(rest) => *method == Method::PUT && rest.starts_with('/'),
        None => false,
    };
    match path {
        REPORTS_PATH => MAX_REPORT_BYTES,
        _ if is_card_file(method, path) => MAX_CARD_FILE_BYTES,
        _ if is_upload => MAX_UPLOAD_BYTES,
        _ if is_scenario => MAX_SCENARIO_BYTES,
        _ => MAX_BODY_BYTES,
    }
}

/// Whether the request brings a card file.
fn is_card_file(method: &Method, path: &str) -> bool {
    let is_of_batch = || {
        let rest = path.strip_prefix(CARD_BATCHES)?;
        let (_, call) = rest.split_once('/')?;
        (call == "files").then_some(())
    };
    *method == Method::POST && (CARD_FILES.contains(&path) || is_of_batch().is_some())
}

/// Whether the request may take minutes: it brings a card file, or asks for work on hundreds of scenarios.
pub fn takes_minutes(method: &Method, path: &str) -> bool {
    is_card_file(method, path) || (*method == Method::POST && MANY_SCENARIOS.contains(&path))
}

/// How the addresses of uploads end.
const UPLOADS: [&str; 2] = ["/avatar", "/images"];
/// Where single card files are imported or read.
const CARD_FILES: [&str; 2] = ["/api/v1/scenarios/import", "/api/v1/scenarios/lorebooks/read"];
/// Below which the files of an import of many are sent: `{id}/files`.
const CARD_BATCHES: &str = "/api/v1/scenarios/imports/";
/// Where many scenarios are changed and exported.
const MANY_SCENARIOS: [&str; 2] = ["/api/v1/scenarios/my/bulk", "/api/v1/scenarios/my/export"];
/// Where scenarios are created, and below it saved.
const SCENARIO: &str = "/api/v1/scenarios/scenario";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_limit() {
        let cases = [
            (Method::POST, "/api/v1/users/me/avatar", MAX_UPLOAD_BYTES),
            (Method::PUT, "/api/v1/users/me/avatar", MAX_BODY_BYTES),
            (Method::POST, "/api/v1/users/me", MAX_BODY_BYTES),
            (Method::POST, "/avatar", MAX_BODY_BYTES),
            (
                Method::POST,
                "/api/v1/scenarios/scenario/x/avatar",
                MAX_UPLOAD_BYTES,
            ),
            (
                Method::POST,
                "/api/v1/scenarios/scenario/x/images",
                MAX_UPLOAD_BYTES,
            ),
            (Method::POST, "/api/v1/scenarios/import", MAX_CARD_FILE_BYTES),
            (Method::PUT, "/api/v1/scenarios/import", MAX_BODY_BYTES),
            (
                Method::POST,
                "/api/v1/scenarios/lorebooks/read",
                MAX_CARD_FILE_BYTES,
            ),
            (Method::POST, "/api/v1/scenarios/imports", MAX_BODY_BYTES),
            (
                Method::POST,
                "/api/v1/scenarios/imports/x/files",
                MAX_CARD_FILE_BYTES,
            ),
            (Method::POST, "/api/v1/scenarios/imports/x/seal", MAX_BODY_BYTES),
            (
                Method::POST,
                "/api/v1/scenarios/imports/x/files/0",
                MAX_BODY_BYTES,
            ),
            (Method::POST, "/api/v1/scenarios/scenario", MAX_SCENARIO_BYTES),
            (Method::PUT, "/api/v1/scenarios/scenario/x", MAX_SCENARIO_BYTES),
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
