//! Every error in the form its reader understands: a problem document for programs, a page for people.
//!
//! Handlers already answer in this format; this also rewrites what does not come from them: unknown routes
//! and methods, panics, and the layers' limits and time-outs.

use accounts::blocklist;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderMap, HeaderName,
    HeaderValue, LAST_MODIFIED,
};
use http::{Method, StatusCode};
use kernel::ErrorCode;
use platform::web::Problem;

use crate::pages::{Pages, escape};

/// Addresses that only programs ask for. A missing image or script is not answered with a page.
const PROGRAM_PATHS: [&str; 8] = [
    "/api/", "/assets/", "/media/", "/_image", "/_csp", "/og/", "/livez", "/readyz",
];

/// Headers that belong to the original body and not to the rewritten one.
const OF_THE_BODY: [HeaderName; 6] = [
    CACHE_CONTROL,
    CONTENT_ENCODING,
    CONTENT_LENGTH,
    CONTENT_TYPE,
    ETAG,
    LAST_MODIFIED,
];

/// What is needed of a request to rewrite its response.
#[derive(Debug)]
pub struct View {
    /// Its method.
    pub method: Method,
    /// Its raw path.
    pub path: String,
    /// Its headers.
    pub headers: HeaderMap,
}

/// The response, rewritten if it is an error in another form than its reader's.
pub async fn present(
    pages: &Pages,
    styles: &[String],
    view: &View,
    mut response: Response,
    id: &str,
) -> Response {
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    // A handler's own problem was already logged where it arose.
    let problem = response.extensions_mut().remove::<Problem>();
    if problem.is_none() && is_presented(&response) {
        return response;
    }
    let Some(problem) = problem.or_else(|| bare(status, &view.path)) else {
        return response;
    };
    let mut answer = if is_for_people(view) {
        page(pages, styles, view, &problem, id).await
    } else {
        problem.with_instance(id).into_response()
    };
    for (name, value) in response.headers() {
        if !OF_THE_BODY.contains(name) && !answer.headers().contains_key(name) {
            answer.headers_mut().insert(name, value.clone());
        }
    }
    if view.method == Method::HEAD {
        *answer.body_mut() = Body::empty();
    }
    answer
}

/// Whether the response already is a page or a problem document.
fn is_presented(response: &Response) -> bool {
    let kind = response
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    kind.starts_with("text/html") || kind.contains("json")
}

/// The problem of a bare status; `None` for statuses that the catalogue does not hold, which are sent
/// unchanged.
fn bare(status: StatusCode, path: &str) -> Option<Problem> {
    let code = ErrorCode::from_status(status.as_u16());
    if code.status() != status.as_u16() {
        return None;
    }
    if status.is_server_error() {
        tracing::warn!(
            status = status.as_u16(),
            "a request failed before its handler answered"
        );
    }
    let detail = match code {
        ErrorCode::NOT_FOUND if path.starts_with("/api/") => "This call doesn’t exist.".to_owned(),
        ErrorCode::NOT_FOUND => "There’s nothing at this address.".to_owned(),
        ErrorCode::PAYLOAD_TOO_LARGE => "The request is too large.".to_owned(),
        code => format!("{}.", code.title()),
    };
    Some(Problem::new(code, detail))
}

fn is_for_people(view: &View) -> bool {
    let accept = view.headers.get_all(ACCEPT);
    let wants_html = accept
        .iter()
        .any(|kinds| kinds.to_str().is_ok_and(|kinds| kinds.contains("text/html")));
    wants_html && !PROGRAM_PATHS.iter().any(|prefix| view.path.starts_with(prefix))
}

async fn page(pages: &Pages, styles: &[String], view: &View, problem: &Problem, id: &str) -> Response {
    // The page of a server error must not depend on the server's most complex part; only client errors are
    // rendered.
    let calm = matches!(problem.code(), blocklist::IP_BLOCKED)
        || matches!(
            problem.status(),
            StatusCode::NOT_FOUND | StatusCode::SERVICE_UNAVAILABLE
        );
    if calm
        && let Some(response) = pages
            .fault_page(problem.status(), &Method::GET, &view.headers)
            .await
    {
        return response;
    }
    let mut response = Response::new(Body::from(plain_page(styles, problem, id)));
    *response.status_mut() = problem.status();
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A page that needs nothing but this function.
fn plain_page(styles: &[String], problem: &Problem, id: &str) -> String {
    let title = ErrorCode::title(problem.code());
    let mut out = String::with_capacity(1_024);
    out.push_str("<!doctype html><html lang=\"en\" class=\"dark\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex\"><title>");
    escape::text(&mut out, title);
    out.push_str(" · Dramatis</title>");
    for style in styles {
        out.push_str("<link rel=\"stylesheet\" href=\"");
        escape::attribute(&mut out, style);
        out.push_str("\">");
    }
    out.push_str("</head><body><main style=\"max-width:34rem;margin:15vh auto;padding:0 1.5rem;font-family:system-ui,sans-serif;line-height:1.5\"><p>");
    out.push_str(problem.status().as_str());
    out.push_str("</p><h1>");
    escape::text(&mut out, title);
    out.push_str("</h1><p>");
    escape::text(&mut out, problem.detail());
    out.push_str("</p><p><a href=\"/\">Back to the start</a></p><p><small>Request ");
    escape::text(&mut out, id);
    out.push_str("</small></p></main></body></html>");
    out
}
