//! A person's public profile.

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::media::AvatarUrls;
use serde::Serialize;
use utoipa::ToSchema;

/// A person's public profile.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicUser {
    /// The person.
    #[serde(rename = "userID")]
    pub user_id: UserId,
    /// The name in links and search.
    pub authorname: String,
    /// The name to show.
    pub username: String,
    /// Their own description of themselves.
    #[schema(required = true)]
    pub user_bio: Option<String>,
    /// Portrait.
    #[serde(rename = "avatar_url")]
    #[schema(required = true)]
    pub avatar_url: Option<String>,
    /// The portrait in several sizes.
    #[serde(rename = "avatar_urls")]
    pub avatar_urls: AvatarUrls,
    /// When they joined.
    #[schema(value_type = String, format = DateTime)]
    pub joined_on: Timestamp,
    /// Counts.
    pub stats: PublicStats,
}

/// Counts over a person's listed scenarios, and of their followers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct PublicStats {
    /// Scenarios published.
    pub scenarios: i64,
    /// Loves received.
    pub loves: i64,
    /// Stories started from them.
    pub chats: i64,
    /// Messages written in those.
    pub messages: i64,
    /// People who follow them.
    pub followers: i64,
    /// People whom they follow.
    pub following: i64,
}
