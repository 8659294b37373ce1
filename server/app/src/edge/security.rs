//! The headers that every answer carries (reliability S-12, S-13).

use http::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

/// What a page may load and do. The same text for every page and visitor, so that pages can be cached: no
/// nonce, no hash, no inline script. `style` attributes are allowed because React writes them (sizes and
/// positions); style elements from the site's own origin only.
const POLICY: [&str; 16] = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "media-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // The first directive is for current browsers, the second for those that know the Reporting API.
    "report-uri /_csp",
    "report-to csp",
];

/// Features of the browser that the site's pages do not use.
const PERMISSIONS: &str = "accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()";

/// One year with subdomains, in seconds.
const HSTS: &str = "max-age=31536000; includeSubDomains";

/// The headers for a site at `public_url`. A site served over plain HTTP must not promise HTTPS.
#[must_use]
pub fn headers(public_url: &Url) -> HeaderMap {
    let https = public_url.scheme() == "https";
    let mut policy = POLICY.join("; ");
    if https {
        policy.push_str("; upgrade-insecure-requests");
    }
    let mut headers = HeaderMap::new();
    let mut set = |name: &'static str, value: &str| {
        headers.extend(
            HeaderValue::from_str(value)
                .ok()
                .map(|value| (HeaderName::from_static(name), value)),
        );
    };
    set("content-security-policy", &policy);
    set("reporting-endpoints", "csp=\"/_csp\"");
    set("x-content-type-options", "nosniff");
    set("x-frame-options", "DENY");
    set("referrer-policy", "strict-origin-when-cross-origin");
    set("cross-origin-opener-policy", "same-origin");
    set("permissions-policy", PERMISSIONS);
    if https {
        set("strict-transport-security", HSTS);
    }
    headers
}

/// Adds the headers that the answer does not set itself.
pub fn apply(response: &mut HeaderMap, security: &HeaderMap) {
    for (name, value) in security {
        response.entry(name).or_insert_with(|| value.clone());
    }
}
