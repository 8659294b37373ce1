//! What the API shows of follows.

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::media::media_url;
use serde::Serialize;
use utoipa::ToSchema;

use super::store::FollowRow;

/// Whether one person follows another.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FollowStatus {
    /// Whether they follow them.
    pub(super) following: bool,
}

/// The counts after a follow began or ended.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FollowAnswer {
    /// Whether the caller follows them now.
    pub(super) following: bool,
    /// How many people follow them.
    pub(super) followers: i64,
}

/// A page of followers or followed people.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Follows {
    /// The number of all.
    pub(super) count: i64,
    /// The latest first.
    pub(super) results: Vec<Follow>,
    /// Pass as `cursor` to get the next page; null at the end.
    #[schema(required = true)]
    pub(super) next_cursor: Option<String>,
}

/// A follower or a followed person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Follow {
    /// The person.
    #[serde(rename = "userID")]
    pub(super) user_id: UserId,
    /// The name in links and search.
    pub(super) authorname: String,
    /// The name to show.
    pub(super) username: String,
    /// Portrait.
    #[serde(rename = "avatar_url")]
    #[schema(required = true)]
    pub(super) avatar_url: Option<String>,
    /// When the follow began.
    #[schema(value_type = String, format = DateTime)]
    pub(super) followed_on: Timestamp,
}

impl From<FollowRow> for Follow {
    fn from(row: FollowRow) -> Self {
        Self {
            user_id: UserId::trusted(row.id),
            authorname: row.authorname,
            username: row.username,
            avatar_url: row.avatar.as_deref().map(media_url),
            followed_on: Timestamp(row.followed_at),
        }
    }
}
