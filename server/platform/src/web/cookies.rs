//! Cookies that the browser's own code writes. Those of a session belong to the identity slice.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

/// The value of the first cookie of this name: the one that the browser's own reading finds, too.
#[must_use]
pub fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let jars = headers.get_all(COOKIE).iter().filter_map(|jar| jar.to_str().ok());
    let pairs = jars
        .flat_map(|jar| jar.split(';'))
        .filter_map(|pair| pair.split_once('='));
    pairs
        .map(|(known, value)| (known.trim(), value.trim()))
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value)
}
