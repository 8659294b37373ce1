//! What can go wrong with an image, and whose fault it is.

use std::fmt;

use kernel::ErrorCode;

use crate::blobs::BlobError;
use crate::egress::{self, EgressError};
use crate::web::Problem;

/// When to try again after [`MediaError::Busy`], in seconds.
const RETRY_SECS: u32 = 2;

/// A refusal of the media slice.
///
/// Cloneable, because one failed transform answers every caller that waited for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MediaError {
    /// A query parameter has a value without a meaning (400).
    #[error("{message}")]
    Parameter {
        /// The parameter's name in the query.
        name: &'static str,
        /// What is wrong with it, for the author of the URL.
        message: &'static str,
    },
    /// The source is one that this server never reads (400): a foreign host, a private address, a data URI.
    #[error("{0}")]
    Source(SourceRefusal),
    /// No image has this address (404).
    #[error("There’s no picture at this address.")]
    Missing,
    /// The bytes are not an image that may be decoded (422).
    #[error("{0}")]
    Unreadable(Unreadable),
    /// The other host did not send it (502).
    #[error("The host of this picture didn’t send it.")]
    Upstream,
    /// The other host or our own work took too long (504).
    #[error("This picture took too long.")]
    Late,
    /// Too many images wait for a worker (503).
    #[error("Too many pictures are being processed. Please try again shortly.")]
    Busy,
    /// The blob store or the disk failed (500). The cause is in the log, never in the answer.
    #[error("The picture couldn’t be read.")]
    Store,
}

/// Why a source is never read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceRefusal {
    /// Not an address of an image, or one that is too long.
    Address,
    /// An address that is never fetched.
    Egress(egress::Refusal),
    /// A vector image: it may hold script, so it is never served as an image (U-6).
    Vector,
    /// An image inside the address itself (spec section 5: not re-optimised).
    DataUri,
    /// An address of this optimiser (spec section 5: not re-optimised).
    Optimised,
}

impl fmt::Display for SourceRefusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Address | Self::Egress(egress::Refusal::Address) => "url is not the address of a picture.",
            Self::Egress(egress::Refusal::Scheme) => "Pictures are fetched over http and https only.",
            Self::Egress(egress::Refusal::Credentials) => {
                "An address with a user name or password is not fetched."
            }
            Self::Egress(egress::Refusal::Port) => "Pictures are fetched from ports 80 and 443 only.",
            Self::Egress(egress::Refusal::Host) => "Pictures of this host are not served here.",
            Self::Egress(egress::Refusal::Network) => "This host has no public address.",
            Self::Egress(egress::Refusal::Redirect) => {
                "This picture redirects to a place that is not fetched."
            }
            Self::Vector => "Vector pictures are not optimised.",
            Self::DataUri => "A data URI is not optimised.",
            Self::Optimised => "This picture is already optimised.",
        })
    }
}

/// Why bytes are not decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// Not one of the five kinds of image that are decoded, regardless of the name.
    Kind,
    /// More bytes than may be uploaded or fetched.
    Bytes,
    /// More pixels than are decoded.
    Pixels,
    /// Cut short, or different from what its header says.
    Broken,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Kind => "This is not a JPEG, PNG, GIF, WebP or BMP picture.",
            Self::Bytes => "This picture's file is too large.",
            Self::Pixels => "This picture has too many pixels.",
            Self::Broken => "This picture is damaged.",
        })
    }
}

impl From<SourceRefusal> for MediaError {
    fn from(refusal: SourceRefusal) -> Self {
        Self::Source(refusal)
    }
}

impl From<egress::Refusal> for MediaError {
    fn from(refusal: egress::Refusal) -> Self {
        Self::Source(SourceRefusal::Egress(refusal))
    }
}

impl From<EgressError> for MediaError {
    fn from(error: EgressError) -> Self {
        match error {
            EgressError::Refused(refusal) => refusal.into(),
            EgressError::Missing => Self::Missing,
            EgressError::TooLarge => Unreadable::Bytes.into(),
            EgressError::Late => Self::Late,
            EgressError::Failed => Self::Upstream,
        }
    }
}

impl From<Unreadable> for MediaError {
    fn from(reason: Unreadable) -> Self {
        Self::Unreadable(reason)
    }
}

impl From<BlobError> for MediaError {
    fn from(error: BlobError) -> Self {
        tracing::error!(%error, "the blob store failed");
        Self::Store
    }
}

impl From<MediaError> for Problem {
    fn from(error: MediaError) -> Self {
        let detail = error.to_string();
        match error {
            MediaError::Parameter { name, message } => Self::bad_request(detail).with_field(name, message),
            MediaError::Source(_) => Self::bad_request(detail.as_str()).with_field("url", detail),
            MediaError::Missing => Self::new(ErrorCode::NOT_FOUND, detail),
            MediaError::Unreadable(_) => Self::new(ErrorCode::VALIDATION_FAILED, detail),
            MediaError::Upstream => Self::new(ErrorCode::UPSTREAM, detail),
            MediaError::Late => Self::new(ErrorCode::TIMEOUT, detail),
            MediaError::Busy => Self::new(ErrorCode::OVERLOADED, detail).with_retry_after(RETRY_SECS),
            MediaError::Store => Self::new(ErrorCode::INTERNAL, detail),
        }
    }
}
