//! How long an answer may be used again.

use super::gate::Audience;
use crate::blobs::BlobKey;

/// How long an answer may be used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Freshness {
    /// For ever: the address is derived from the content.
    Content,
    /// For a month: one of our own images under a name of its own.
    Named,
    /// For a day: an image of another host, or one that is drawn from data.
    Day,
    /// Until the next request: an explicit image for a caller who has confirmed, or what a draft of theirs will be shared
    /// with. Only their browser may keep it, and it asks again each time whether they still may see it.
    Personal,
    /// Not at all: what replaces an explicit image until the caller has confirmed.
    Blurred,
}

impl Freshness {
    /// The freshness of an answer made from one of our own images for this audience.
    pub(super) fn of(key: &BlobKey, audience: Audience) -> Self {
        match audience {
            Audience::Confirmed => Self::Personal,
            Audience::Unconfirmed => Self::Blurred,
            Audience::Everyone if key.is_content() => Self::Content,
            Audience::Everyone => Self::Named,
        }
    }

    /// The `Cache-Control` header for it.
    pub(super) fn cache_control(self) -> &'static str {
        match self {
            Self::Content => "public, max-age=31536000, immutable",
            Self::Named => "public, max-age=2592000, stale-while-revalidate=86400",
            Self::Day => "public, max-age=86400, stale-while-revalidate=604800",
            Self::Personal => "private, no-cache",
            Self::Blurred => "private, no-store",
        }
    }
}
