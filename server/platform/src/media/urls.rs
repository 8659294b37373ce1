//! The addresses under which images are served.

use serde::Serialize;
use utoipa::ToSchema;

use crate::blobs::BlobKey;

/// The path below which our own originals are served.
pub const MEDIA_PATH: &str = "/media/";
/// The path of the optimiser.
pub(super) const OPTIMISER_PATH: &str = "/_image";
/// The path below which OG images are served: `/og/scenario/{id}.png`.
pub(super) const OG_PATH: &str = "/og/scenario/";

/// The address under which a blob is served.
#[must_use]
pub fn media_url(key: &str) -> String {
    format!("{MEDIA_PATH}{key}")
}

/// The key of the blob that is served under this address; none for any other address.
#[must_use]
pub fn key_of_url(url: &str) -> Option<BlobKey> {
    BlobKey::parse(url.strip_prefix(MEDIA_PATH)?).ok()
}

/// The addresses of a thing's images, as root-relative addresses of the originals; null if there is none.
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
