//! A finished answer that is cached: its bodies in every coding the server offers, each with its headers and
//! strong validator, so that serving it is a lookup and a copy of header references (reference: RFC 9110
//! sections 8.8, 12.5.3, 13.1.2).

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderMap,
    HeaderValue, IF_NONE_MATCH, VARY,
};
use http::{Method, StatusCode};
use xxhash_rust::xxh3::xxh3_128;

/// Brotli quality at fill: the knee of the curve, a few milliseconds for a page.
const BROTLI_QUALITY: i32 = 5;
/// Brotli window, as a power of two: larger than any page.
const BROTLI_WINDOW: i32 = 18;
/// Zstandard level at fill.
const ZSTD_LEVEL: i32 = 3;
/// Bodies shorter than this are not compressed, in bytes.
const MIN_COMPRESSED_BYTES: usize = 512;

/// A content coding, in the server's order of preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// Brotli: the smallest.
    Brotli,
    /// Zstandard.
    Zstd,
    /// As it is.
    Identity,
}

impl Coding {
    const fn token(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Identity => "identity",
        }
    }
}

/// What a representation is made from. Cheap to clone: its parts are shared.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The status.
    pub status: StatusCode,
    /// Media type with charset.
    pub content_type: HeaderValue,
    /// `Cache-Control`.
    pub cache_control: HeaderValue,
    /// `Vary`.
    pub vary: HeaderValue,
    /// Further headers.
    pub headers: HeaderMap,
    /// The body as it is.
    pub body: Bytes,
}

/// A finished answer.
#[derive(Debug)]
pub struct Representation {
    /// The status.
    pub status: StatusCode,
    /// In order of preference; identity is always there, and last.
    forms: Vec<Form>,
}

#[derive(Debug)]
struct Form {
    coding: Coding,
    etag: HeaderValue,
    headers: HeaderMap,
    unchanged: HeaderMap,
    body: Bytes,
}

impl Representation {
    /// An answer in one form only, for answers that are not cached.
    #[must_use]
    pub fn plain(draft: Draft) -> Self {
        let hash = xxh3_128(&draft.body);
        let identity = form(&draft, Coding::Identity, draft.body.clone(), hash);
        Self {
            status: draft.status,
            forms: vec![identity],
        }
    }

    /// An answer in every form. Compressing takes milliseconds of a core: call it where that may block.
    #[must_use]
    pub fn compressed(draft: Draft) -> Self {
        if draft.body.len() < MIN_COMPRESSED_BYTES {
            return Self::plain(draft);
        }
        let hash = xxh3_128(&draft.body);
        let smaller = [
            (Coding::Brotli, brotli(&draft.body)),
            (Coding::Zstd, zstd(&draft.body)),
            (Coding::Identity, Some(draft.body.clone())),
        ];
        let forms = smaller
            .into_iter()
            .filter_map(|(coding, body)| body.map(|body| form(&draft, coding, body, hash)));
        Self {
            status: draft.status,
            forms: forms.collect(),
        }
    }

    /// Memory it holds, in bytes, roughly.
    #[must_use]
    pub fn size_bytes(&self) -> usize {
        const HEADERS: usize = 2_048;
        self.forms.iter().map(|form| form.body.len() + HEADERS).sum()
    }

    /// The answer to a GET or HEAD request: the form it accepts, or 304 if it has that form already.
    #[must_use]
    pub fn answer(&self, method: &Method, request: &HeaderMap) -> Response {
        let Some(form) = self.accepted(request) else {
            return Response::new(Body::empty());
        };
        let mut response = Response::new(Body::empty());
        let known = request
            .get_all(IF_NONE_MATCH)
            .iter()
            .any(|tags| is_listed(tags, &form.etag));
        if known && self.status == StatusCode::OK {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            *response.headers_mut() = form.unchanged.clone();
            return response;
        }
        *response.status_mut() = self.status;
        *response.headers_mut() = form.headers.clone();
        if method != Method::HEAD {
            *response.body_mut() = Body::from(form.body.clone());
        }
        response
    }

    /// The identity body.
    #[must_use]
    pub fn body(&self) -> &Bytes {
        static EMPTY: Bytes = Bytes::new();
        self.forms.last().map_or(&EMPTY, |form| &form.body)
    }

    fn accepted(&self, request: &HeaderMap) -> Option<&Form> {
        let mut best = self.forms.last()?;
        let mut best_quality = 0;
        for form in &self.forms {
            let quality = quality(request, form.coding);
            if quality > best_quality {
                (best, best_quality) = (form, quality);
            }
        }
        Some(best)
    }
}

fn form(draft: &Draft, coding: Coding, body: Bytes, hash: u128) -> Form {
    let suffix = if coding == Coding::Identity {
        ""
    } else {
        coding.token()
    };
    let etag = HeaderValue::from_str(&format!("\"{hash:032x}{suffix}\""))
        .unwrap_or_else(|_| HeaderValue::from_static("\"\""));
    let mut unchanged = draft.headers.clone();
    unchanged.insert(CACHE_CONTROL, draft.cache_control.clone());
    unchanged.insert(VARY, draft.vary.clone());
    let storable = !draft.cache_control.as_bytes().ends_with(b"no-store");
    if storable {
        unchanged.insert(ETAG, etag.clone());
    }
    let mut headers = unchanged.clone();
    headers.insert(CONTENT_TYPE, draft.content_type.clone());
    headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    if coding != Coding::Identity {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.token()));
    }
    Form {
        coding,
        etag,
        headers,
        unchanged,
        body,
    }
}

fn brotli(body: &[u8]) -> Option<Bytes> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW,
        size_hint: body.len(),
        ..Default::default()
    };
    let mut out = Vec::with_capacity(body.len() / 4);
    brotli::BrotliCompress(&mut &*body, &mut out, &params).ok()?;
    Some(out.into())
}

fn zstd(body: &[u8]) -> Option<Bytes> {
    zstd::bulk::compress(body, ZSTD_LEVEL).ok().map(Bytes::from)
}

/// How much a request wants a coding, in thousandths; 0 means not at all. Without the header only identity is
/// served.
fn quality(request: &HeaderMap, coding: Coding) -> u32 {
    // If the header does not mention identity, it is acceptable, but the least wanted.
    let mut quality = u32::from(coding == Coding::Identity);
    let lists = request
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|list| list.to_str().ok());
    for item in lists.flat_map(|list| list.split(',')) {
        let mut parts = item.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let weight = parts
            .find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")))
            .map_or(1_000, thousandths);
        if name.eq_ignore_ascii_case(coding.token()) {
            return weight;
        }
        if name == "*" {
            quality = weight;
        }
    }
    quality
}

fn thousandths(weight: &str) -> u32 {
    let weight = weight
        .parse::<f32>()
        .ok()
        .filter(|weight| (0.0..=1.0).contains(weight))
        .unwrap_or(0.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 1000"
    )]
    let thousandths = (weight * 1_000.0).round() as u32;
    thousandths
}

/// Whether an `If-None-Match` list holds the tag, compared weakly as RFC 9110 asks, or is `*`.
fn is_listed(list: &HeaderValue, etag: &HeaderValue) -> bool {
    let (Ok(list), Ok(etag)) = (list.to_str(), etag.to_str()) else {
        return false;
    };
    list.split(',')
        .map(str::trim)
        .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Representation {
        Representation::compressed(Draft {
            status: StatusCode::OK,
            content_type: HeaderValue::from_static("text/html; charset=utf-8"),
            cache_control: HeaderValue::from_static("public, max-age=0, must-revalidate"),
            vary: HeaderValue::from_static("accept-encoding"),
            headers: HeaderMap::new(),
            body: Bytes::from("<p>A page that repeats itself.</p>".repeat(100)),
        })
    }

    fn ask(name: http::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).expect("a header value"))])
    }

    #[test]
    fn the_wanted_coding_is_served() {
        let page = page();
        let cases = [
            ("", None),
            ("gzip", None),
            ("br", Some("br")),
            ("gzip, deflate, br, zstd", Some("br")),
            ("br;q=0.5, zstd", Some("zstd")),
            ("br;q=0, zstd;q=0.1", Some("zstd")),
            ("BR; Q=1", Some("br")),
            ("*", Some("br")),
            ("*;q=0.5, br;q=0", Some("zstd")),
            ("identity, br;q=0.5", None),
            ("br;q=nonsense", None),
            ("identity;q=0", None),
        ];
        for (accepted, expected) in cases {
            let response = page.answer(&Method::GET, &ask(ACCEPT_ENCODING, accepted));
            let coding = response
                .headers()
                .get(CONTENT_ENCODING)
                .map(|value| value.to_str().expect("text"));
            assert_eq!(coding, expected, "{accepted}");
        }
    }

    #[test]
    fn each_form_has_its_own_validator_and_answers_304() {
        let page = page();
        let plain = page.answer(&Method::GET, &HeaderMap::new()).headers()[ETAG]
            .to_str()
            .expect("text")
            .to_owned();
        let br = page.answer(&Method::GET, &ask(ACCEPT_ENCODING, "br")).headers()[ETAG]
            .to_str()
            .expect("text")
            .to_owned();
        assert_ne!(plain, br);
        let cases = [
            (plain.clone(), StatusCode::NOT_MODIFIED),
            (format!("W/{plain}"), StatusCode::NOT_MODIFIED),
            (format!("\"x\", {plain} , \"y\""), StatusCode::NOT_MODIFIED),
            ("*".to_owned(), StatusCode::NOT_MODIFIED),
            (br, StatusCode::OK),
            ("\"x\"".to_owned(), StatusCode::OK),
            (String::new(), StatusCode::OK),
        ];
        for (tags, expected) in cases {
            let response = page.answer(&Method::GET, &ask(IF_NONE_MATCH, &tags));
            assert_eq!(response.status(), expected, "{tags}");
            for kept in [CACHE_CONTROL, VARY, ETAG] {
                assert!(response.headers().contains_key(kept));
            }
        }
    }
}
