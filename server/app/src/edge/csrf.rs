//! Which requests may change something (reliability A-16): only those that a browser does not send on another
//! site's behalf.
//!
//! Authority comes from the bearer header, which another site cannot add, so this is the second lock. The two
//! calls that a cookie may make (refreshing the access token, signing out) have only this one and the
//! cookie's own `SameSite`.

use http::header::{CONTENT_TYPE, HOST, HeaderMap, HeaderName, ORIGIN};
use http::{Request, Uri};
use kernel::ErrorCode;
use platform::web::Problem;
use url::Url;

use crate::request_class::{REPORTS_PATH, is_safe};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Media types of bodies that the API reads.
const READ_TYPES: [&str; 3] = [
    "application/json",
    "multipart/form-data",
    "application/octet-stream",
];

/// The site's own origin, by which cross-site writes are recognised.
#[derive(Debug, Clone)]
pub struct CsrfGuard {
    origin: String,
}

impl CsrfGuard {
    /// The check for a site at `public_url`.
    #[must_use]
    pub fn new(public_url: &Url) -> Self {
        Self {
            origin: public_url.origin().ascii_serialization(),
        }
    }

    /// Why the request is refused; `None` if it may change things or only reads.
    #[must_use]
    pub fn check<B>(&self, request: &Request<B>) -> Option<Problem> {
        // Browsers send reports on their own, from any page; those change nothing.
        if is_safe(request.method()) || request.uri().path() == REPORTS_PATH {
            return None;
        }
        if !self.is_ours(request.headers()) {
            return Some(Problem::new(
                ErrorCode::FORBIDDEN,
                "This request came from another site, which can’t change anything here.",
            ));
        }
        let is_call = request.uri().path().starts_with("/api/");
        if is_call && !has_readable_body(request.headers()) {
            return Some(Problem::new(
                ErrorCode::UNSUPPORTED_MEDIA_TYPE,
                "Send JSON with the content type application/json.",
            ));
        }
        None
    }

    /// Whether the headers by which a browser names its origin name this site; other programs send none.
    fn is_ours(&self, headers: &HeaderMap) -> bool {
        if let Some(site) = headers.get(SEC_FETCH_SITE) {
            return matches!(site.as_bytes(), b"same-origin" | b"none");
        }
        let Some(origin) = headers.get(ORIGIN) else {
            return true;
        };
        let Ok(origin) = origin.to_str() else { return false };
        origin == self.origin || is_host(origin, headers)
    }
}

/// Whether the origin is the very host that was asked, which `hosts` has accepted.
fn is_host(origin: &str, headers: &HeaderMap) -> bool {
    let authority = origin
        .parse::<Uri>()
        .ok()
        .and_then(|uri| uri.into_parts().authority);
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    authority
        .zip(host)
        .is_some_and(|(authority, host)| authority.as_str().eq_ignore_ascii_case(host))
}

/// The types that a form or a plain script may send without a preflight are not among these, except multipart
/// uploads.
fn has_readable_body(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(CONTENT_TYPE) else {
        return true;
    };
    let Ok(kind) = kind.to_str() else { return false };
    let essence = kind
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    READ_TYPES.contains(&essence.as_str()) || essence.ends_with("+json") || essence.starts_with("image/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::Method;

    fn status(method: Method, headers: &[(&str, &str)]) -> Option<u16> {
        let mut request = Request::builder()
            .method(method)
            .uri("/api/v1/scenarios/love")
            .header(HOST, "127.0.0.1:8080");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let guard = CsrfGuard::new(&"https://play.example".parse().expect("a url"));
        guard
            .check(&request.body(()).expect("a request"))
            .map(|problem| problem.status().as_u16())
    }

    #[test]
    fn other_sites_change_nothing() {
        type Case<'a> = (Method, &'a [(&'a str, &'a str)], Option<u16>);
        let cases: [Case<'_>; 17] = [
            (Method::GET, &[("sec-fetch-site", "cross-site")], None),
            (Method::POST, &[], None),
            (Method::POST, &[("sec-fetch-site", "same-origin")], None),
            (Method::POST, &[("sec-fetch-site", "none")], None),
            (Method::POST, &[("sec-fetch-site", "cross-site")], Some(403)),
            (Method::POST, &[("sec-fetch-site", "same-site")], Some(403)),
            (
                Method::DELETE,
                &[
                    ("sec-fetch-site", "cross-site"),
                    ("origin", "https://play.example"),
                ],
                Some(403),
            ),
            (Method::POST, &[("origin", "https://play.example")], None),
            (Method::POST, &[("origin", "http://127.0.0.1:8080")], None),
            (Method::POST, &[("origin", "http://127.0.0.1:9090")], Some(403)),
            (Method::PUT, &[("origin", "https://evil.example")], Some(403)),
            (
                Method::PATCH,
                &[("origin", "https://play.example.evil.example")],
                Some(403),
            ),
            (Method::POST, &[("origin", "null")], Some(403)),
            (Method::POST, &[("content-type", "text/plain")], Some(415)),
            (
                Method::POST,
                &[("content-type", "application/x-www-form-urlencoded")],
                Some(415),
            ),
            (
                Method::POST,
                &[("content-type", "Application/JSON; charset=utf-8")],
                None,
            ),
            (
                Method::POST,
                &[("content-type", "multipart/form-data; boundary=x")],
                None,
            ),
        ];
        for (method, headers, expected) in cases {
            assert_eq!(status(method.clone(), headers), expected, "{method} {headers:?}");
        }
    }
}
