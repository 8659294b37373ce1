//! What the slice asks about explicit pictures. It blurs; somebody else knows whose pictures are explicit and
//! who may see them (reliability O-10).

use axum::http::HeaderMap;
use futures::future::BoxFuture;

use crate::blobs::BlobKey;
use crate::web::Problem;

/// Judges pictures and those who ask for them; the age gate stands behind it.
pub trait Gate: Send + Sync {
    /// Whether one of our own pictures is explicit.
    fn is_explicit<'a>(&'a self, key: &'a BlobKey) -> BoxFuture<'a, Result<bool, Problem>>;

    /// Whether whoever sent a request with these headers has confirmed to see explicit pictures. Who cannot
    /// be checked has not.
    fn admits<'a>(&'a self, headers: &'a HeaderMap) -> BoxFuture<'a, bool>;
}

/// No picture is explicit.
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

/// To whom an answer may be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Audience {
    /// To everybody: it is not explicit.
    Everyone,
    /// To whoever asked, and nobody else: it is explicit, and they have confirmed.
    Confirmed,
    /// It is explicit, and whoever asked gets its blurred derivative instead.
    Unconfirmed,
}
