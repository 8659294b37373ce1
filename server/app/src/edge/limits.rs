//! How much of a request is read at all (reliability S-15). hyper's own limits are above these and catch the rest.

use features::web::Problem;
use http::Request;
use http::header::TRANSFER_ENCODING;
use kernel::ErrorCode;

/// Longest path with query, in bytes.
pub const MAX_URI_BYTES: usize = 16 * 1024;
/// Most header text, names and values together, in bytes.
pub const MAX_HEADER_BYTES: usize = 16 * 1024;

/// Why the request is not served, if it is too large or does not say how large it is.
pub fn check<B>(request: &Request<B>) -> Option<Problem> {
    let uri = request.uri();
    if uri.path().len() + uri.query().map_or(0, str::len) > MAX_URI_BYTES {
        return Some(Problem::new(ErrorCode::UriTooLong, "The address is longer than 16 KB."));
    }
    let headers: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if headers > MAX_HEADER_BYTES {
        return Some(Problem::new(ErrorCode::HeadersTooLarge, "The request headers are longer than 16 KB."));
    }
    // A body in chunks may hide a second length, which hyper drops before we see it; where two readers may disagree about
    // the end of a request, the next one can be smuggled. Our clients always know the length.
    if request.headers().contains_key(TRANSFER_ENCODING) {
        return Some(Problem::bad_request("Send the body with a Content-Length, not in chunks."));
    }
    None
}
