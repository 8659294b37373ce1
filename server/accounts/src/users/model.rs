//! Portraits, personas and preferences.

use std::collections::BTreeMap;

use kernel::Timestamp;
use platform::media::{AvatarUrls, media_url};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A portrait in all its uses.
#[must_use]
pub fn portrait(key: Option<&str>) -> AvatarUrls {
    let avatar = key.map(media_url);
    AvatarUrls {
        thumbnail: avatar.clone(),
        thumbnail_mobile: avatar.clone(),
        avatar: avatar.clone(),
        banner: None,
        fullres: avatar,
    }
}

/// A persona that a person plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Persona {
    /// Their name.
    pub name: String,
    /// Who they are.
    #[serde(default)]
    pub description: String,
    /// Where their portrait is; null: they have none. Set only to what `POST /users/me/personas/avatar` has
    /// answered.
    #[serde(default, rename = "avatar_url")]
    pub avatar_url: Option<String>,
}

/// Preferences of appearance. Font size is not among them: it belongs to the screen (spec section 5).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Preferences {
    /// Backgrounds of their own.
    #[serde(default)]
    pub backgrounds: Vec<Background>,
    /// The id of the background of each chat that has its own.
    #[serde(default)]
    pub active_chat_backgrounds: BTreeMap<String, String>,
}

/// A background for chats (spec section 3, "Background").
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Background {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The kind of its value.
    #[serde(rename = "type")]
    pub kind: BackgroundKind,
    /// A colour, a gradient, or the address of one of their images.
    pub value: String,
    /// Whether it is the background of chats without their own.
    #[serde(default)]
    pub is_default: bool,
    /// When it was created.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub created_at: Option<Timestamp>,
}

/// The kind of a background.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BackgroundKind {
    /// One colour.
    Color,
    /// A gradient of colours.
    Gradient,
    /// An image.
    Image,
}
