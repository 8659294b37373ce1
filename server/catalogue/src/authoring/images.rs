//! Images of a draft. A blob key names a stored image.

use platform::media::{FramedImage, ImageFrame};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// An image with what a page needs to show it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct DraftImage {
    /// Its blob key.
    pub key: String,
    /// What it shows, for readers who do not see it.
    pub alt: String,
    /// The point that stays visible when it is cut; null: its middle.
    pub focus: Option<FocusPoint>,
    /// The part that is shown; null: all of it.
    pub crop: Option<Crop>,
    /// The address by which texts of its card name it; empty: none.
    pub uri: String,
    /// Fields of its entry in the card that mean nothing here, exported unchanged.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object)]
    pub unknown: Map<String, Value>,
}

impl DraftImage {
    /// What readers see of it.
    pub(super) fn frame(&self) -> ImageFrame {
        let crop = self
            .crop
            .map(|Crop { x, y, width, height }| [x, y, width, height]);
        ImageFrame::new(crop, self.focus.map(|FocusPoint { x, y }| [x, y]))
    }

    /// The image as readers see it.
    #[must_use]
    pub fn framed(&self) -> FramedImage {
        FramedImage {
            key: self.key.clone(),
            frame: self.frame(),
        }
    }
}

/// A point of an image, as fractions of its width and height from the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FocusPoint {
    /// 0 to 1, from the left.
    pub x: f64,
    /// 0 to 1, from the top.
    pub y: f64,
}

/// A part of an image, as fractions of its width and height.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Crop {
    /// Its left side.
    pub x: f64,
    /// Its upper side.
    pub y: f64,
    /// Its width, above 0.
    pub width: f64,
    /// Its height, above 0.
    pub height: f64,
}

/// A picture that texts can show by its name or address, or a file that a card carries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct DraftPicture {
    /// Its name, for `{{img::name}}` and the like.
    pub name: String,
    /// Its type in the card: `background`, `user_icon`, `icon`, `emotion` or `x_…`.
    pub kind: String,
    /// The address by which texts of its card name it.
    pub uri: String,
    /// Its file's extension in the card, without the dot.
    pub ext: String,
    /// What it shows, for readers who do not see it.
    pub alt: String,
    /// Its blob key; null: it is not stored here and not shown.
    pub key: Option<String>,
    /// Fields of its entry in the card that mean nothing here, exported unchanged.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object)]
    pub unknown: Map<String, Value>,
}
