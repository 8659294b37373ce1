//! Under which addresses pictures are served.

use serde::Serialize;
use utoipa::ToSchema;

/// The address under which a blob is served.
#[must_use]
pub fn media_url(key: &str) -> String {
    format!("/media/{key}")
}

/// Where the pictures of a thing are, as root-relative addresses of the originals; null where there is none.
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
    /// The wide picture.
    #[schema(required = true)]
    pub banner: Option<String>,
    /// The portrait in full size.
    #[schema(required = true)]
    pub fullres: Option<String>,
}
