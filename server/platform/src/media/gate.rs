//! The question whether an image is explicit and who may see it. This slice blurs; another one knows the answers
//! (reliability O-10).

use axum::http::HeaderMap;
use futures::future::BoxFuture;

use crate::blobs::BlobKey;
use crate::web::Problem;

/// Judges images and callers. The age gate implements it.
pub trait Gate: Send + Sync {
    /// Whether one of our own images is explicit.
    fn is_explicit<'a>(&'a self, key: &'a BlobKey) -> BoxFuture<'a, Result<bool, Problem>>;

    /// Whether the sender of a request with these headers has confirmed to see explicit images. False if that cannot
    /// be checked.
    fn admits<'a>(&'a self, headers: &'a HeaderMap) -> BoxFuture<'a, bool>;
}

/// A gate for which no image is explicit.
#[derive(Debug, Clone, Copy)]
pub struct NoGate;

impl Gate for NoGate {
    fn is_explicit<'a>(&'a self, _: &'a BlobKey) -> BoxFuture<'a, Result<bool, Problem>> {
        Box::pin(std::future::ready(Ok(false)))
    }

    fn admits<'a>(&'a self, _: &'a HeaderMap) -> BoxFuture<'a, bool> {
        Box::pin(std::future::ready(false))
    }
}

/// Who may see an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Audience {
    /// Everybody: the image is not explicit.
    Everyone,
    /// Only the caller: the image is explicit, and they have confirmed.
    Confirmed,
    /// The image is explicit and the caller has not confirmed: they get its blurred derivative.
    Unconfirmed,
}
