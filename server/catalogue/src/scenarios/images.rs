//! The cover and the banner of a scenario or card.

use platform::media::{AvatarUrls, ImageFrame, framed_url};
use serde::{Deserialize, Serialize};

/// The images of a scenario or card, as they are stored.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScenarioImages {
    /// Blob key of the upright image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<String>,
    /// What is shown of it.
    #[serde(skip_serializing_if = "ImageFrame::is_whole")]
    pub cover_frame: ImageFrame,
    /// What it shows, for readers who do not see it; empty: its author did not say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cover_alt: String,
    /// Blob key of the wide image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banner: Option<String>,
    /// What is shown of it.
    #[serde(skip_serializing_if = "ImageFrame::is_whole")]
    pub banner_frame: ImageFrame,
    /// What it shows, for readers who do not see it; empty: its author did not say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub banner_alt: String,
}

impl ScenarioImages {
    /// Blob key of the image by whose verdict the scenario counts as explicit: the upright one, else the wide one.
    #[must_use]
    pub fn judged(&self) -> Option<&str> {
        self.cover.as_deref().or(self.banner.as_deref())
    }

    /// The address of the upright image.
    #[must_use]
    pub fn cover_url(&self) -> Option<String> {
        self.cover.as_deref().map(|key| framed_url(key, self.cover_frame))
    }

    /// The address of the wide image.
    #[must_use]
    pub fn banner_url(&self) -> Option<String> {
        self.banner
            .as_deref()
            .map(|key| framed_url(key, self.banner_frame))
    }
}

impl From<&ScenarioImages> for AvatarUrls {
    fn from(images: &ScenarioImages) -> Self {
        let cover = images.cover_url();
        Self {
            thumbnail: cover.clone(),
            thumbnail_mobile: cover.clone(),
            avatar: cover.clone(),
            banner: images.banner_url(),
            fullres: cover,
        }
    }
}
