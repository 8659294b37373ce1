//! The addresses under which images are served.

use serde::Serialize;
use utoipa::ToSchema;

use super::frame::ImageFrame;
use crate::blobs::BlobKey;

/// The path below which our own originals are served.
pub const MEDIA_PATH: &str = "/media/";
/// The path of the optimiser.
pub(super) const OPTIMISER_PATH: &str = "/_image";
/// The path below which OG images are served: `/og/scenario/{id}.png`.
pub(super) const OG_PATH: &str = "/og/scenario/";
/// Where authors see the same of their drafts.
pub(super) const DRAFT_OG_PATH: &str = "/og/draft/";

/// The address under which a blob is served.
#[must_use]
pub fn media_url(key: &str) -> String {
    format!("{MEDIA_PATH}{key}")
}

/// The address of a blob in a frame.
#[must_use]
pub fn framed_url(key: &str, frame: ImageFrame) -> String {
    if frame.is_whole() {
        return media_url(key);
    }
    format!("{MEDIA_PATH}{key}?{frame}")
}

/// The key of the blob that is served under this address, whatever its frame; none for any other address.
#[must_use]
pub fn key_of_url(url: &str) -> Option<BlobKey> {
    let path = url.split('?').next().unwrap_or(url);
    BlobKey::parse(path.strip_prefix(MEDIA_PATH)?).ok()
}

/// One of our own images in its frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FramedImage {
    /// Its blob key.
    pub key: String,
    /// What is shown of it.
    pub frame: ImageFrame,
}

impl FramedImage {
    /// All of an image.
    #[must_use]
    pub fn whole(key: String) -> Self {
        Self {
            key,
            frame: ImageFrame::WHOLE,
        }
    }

    /// The image under this address; none for an address of no blob. A frame that cannot be read is left out.
    #[must_use]
    pub fn of_url(url: &str) -> Option<Self> {
        Some(Self {
            key: key_of_url(url)?.to_string(),
            frame: ImageFrame::of_address(url).unwrap_or_default(),
        })
    }

    /// An image as two columns hold it: its key, and its frame if it has one.
    #[must_use]
    pub fn of_columns(key: Option<String>, frame: Option<String>) -> Option<Self> {
        let frame = frame.map(ImageFrame::from).unwrap_or_default();
        key.map(|key| Self { key, frame })
    }

    /// The frame as its column holds it; none for all of the image.
    #[must_use]
    pub fn frame_column(&self) -> Option<String> {
        (!self.frame.is_whole()).then(|| self.frame.to_string())
    }

    /// The address that carries its frame.
    #[must_use]
    pub fn url(&self) -> String {
        framed_url(&self.key, self.frame)
    }
}

/// The addresses of a thing's images, as root-relative addresses of the originals, which may carry
/// a frame; null if there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct AvatarUrls {
    /// For cards.
    #[schema(required = true)]
    pub thumbnail: Option<String>,
    /// For cards on phones.
    #[schema(required = true)]
    pub thumbnail_mobile: Option<String>,
    /// The portrait.
    #[schema(required = true)]
    pub avatar: Option<String>,
    /// The wide image.
    #[schema(required = true)]
    pub banner: Option<String>,
    /// The portrait in full size.
    #[schema(required = true)]
    pub fullres: Option<String>,
}
