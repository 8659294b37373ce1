//! A person's own record, as they see it and as they may change it (spec section 3, "User" and "Profile
//! update payload").

use std::collections::BTreeMap;

use accounts::tags::TagData;
use accounts::users::{Persona, Preferences};
use catalogue::profiles::PublicStats;
use kernel::ids::UserId;
use kernel::{Role, Timestamp};
use platform::media::AvatarUrls;
use platform::web::present;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Everything about oneself.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    /// The name to show; always the same as `authorname`.
    pub username: String,
    /// What they say of themselves; empty where they say nothing.
    pub user_description: String,
    /// The person.
    #[serde(rename = "userID")]
    pub user_id: UserId,
    /// How the payment provider knows them; null until they pay.
    #[serde(rename = "customerID")]
    #[schema(required = true)]
    pub customer_id: Option<String>,
    /// Shekels they can spend.
    pub shekels: i64,
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    pub joined_on: Timestamp,
    /// Whether explicit pictures are shown as they are.
    #[serde(rename = "showNSFW")]
    pub show_nsfw: bool,
    /// Whether what is stronger still is shown, too; implies `showNSFW`.
    #[serde(rename = "showNSFL")]
    pub show_nsfl: bool,
    /// Whether a subscription runs.
    pub subscribed: bool,
    /// The experiment they came by.
    #[serde(rename = "testID")]
    #[schema(required = true)]
    pub test_id: Option<String>,
    /// Portrait.
    #[serde(rename = "avatar_url")]
    #[schema(required = true)]
    pub avatar_url: Option<String>,
    /// Portrait in several uses.
    #[serde(rename = "avatar_urls")]
    pub avatar_urls: AvatarUrls,
    /// Linked services by name.
    #[schema(value_type = Object)]
    pub integrations: BTreeMap<String, serde_json::Value>,
    /// Ratings given: 1 or -1 by scenario; the latest thousand.
    pub ratings: BTreeMap<String, i8>,
    /// The name in links and search.
    pub authorname: String,
    /// Whether the trial of a subscription was used.
    pub trial_redeemed: bool,
    /// What keeps them coming back.
    pub retention_data: RetentionData,
    /// Whom they play, by id.
    pub personas: BTreeMap<String, Persona>,
    /// 0 admin, 1 moderator, 2 user.
    pub role: i64,
    /// The same as a list of names.
    pub roles: Vec<Role>,
    /// What they say of themselves; null where they say nothing.
    #[schema(required = true)]
    pub user_bio: Option<String>,
    /// Ids of the tags of which they want to see nothing, in their order.
    pub blocked_tags: Vec<String>,
    /// The same tags in full.
    pub blocked_tag_data: Vec<TagData>,
    /// Their theme; null for the built-in one.
    #[serde(rename = "themeID")]
    #[schema(required = true)]
    pub theme_id: Option<String>,
    /// Tier of the subscription; null without one.
    #[schema(required = true)]
    pub tier: Option<String>,
    /// The link to the community service.
    pub discord_status: DiscordStatus,
    /// Counts.
    pub stats: PublicStats,
    /// How they like things to look.
    pub preferences: Preferences,
    /// The address they sign in with.
    pub email: String,
    /// Whether that address is known to be theirs.
    pub email_verified: bool,
    /// When the record will be deleted; null unless they asked for it.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub deletion_on: Option<Timestamp>,
}

/// What keeps somebody coming back.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetentionData {
    /// Days in a row.
    pub login_streak: LoginStreak,
}

/// Days in a row.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginStreak {
    /// The last day they came.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub last_login: Option<Timestamp>,
    /// When a reward was last given.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub last_streak_timestamp: Option<Timestamp>,
    /// 0 to 6 (spec section 5, "Streak day").
    pub streak_day: u8,
}

/// The link to the community service.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscordStatus {
    /// Whether an account is linked.
    pub is_linked: bool,
    /// Whether that account is in our community.
    pub in_guild: bool,
    /// When that was last looked at.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub last_verified: Option<Timestamp>,
}

/// What a person may change of their record. What is absent stays; nothing else is accepted.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProfileUpdate {
    /// A new name: 3 to 30 letters a to z, digits, and single dots, dashes or underscores between them.
    pub authorname: Option<String>,
    /// What they say of themselves, at most 2,000 characters; null or empty for nothing.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, max_length = 2000)]
    pub user_bio: Option<Option<String>>,
    /// All personas by id, at most 20; those left out are gone.
    pub personas: Option<BTreeMap<String, Persona>>,
    /// Whether explicit pictures are shown as they are; taking that back takes `showNSFL` back, too.
    #[serde(rename = "showNSFW")]
    pub show_nsfw: Option<bool>,
    /// Whether what is stronger still is shown; brings `showNSFW` with it.
    #[serde(rename = "showNSFL")]
    pub show_nsfl: Option<bool>,
    /// Ids or slugs of all tags to see nothing of, at most 50.
    #[schema(max_items = 50)]
    pub blocked_tags: Option<Vec<String>>,
    /// All preferences.
    pub preferences: Option<Preferences>,
    /// Another theme; null for the built-in one.
    #[serde(rename = "themeID", default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    pub theme_id: Option<Option<String>>,
}

/// How somebody came, told when their record is made.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewRecord {
    /// Whether they confirmed to see explicit pictures.
    #[serde(rename = "showNSFW")]
    pub show_nsfw: Option<bool>,
    /// The campaign they came by.
    pub campaign: Option<String>,
    /// The experiment they are in.
    #[serde(rename = "exID")]
    pub experiment_id: Option<String>,
    /// Their group in it.
    #[serde(rename = "grID")]
    pub group_id: Option<String>,
}
