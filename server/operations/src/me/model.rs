//! A person's own record: its fields, and the changes its owner may make (spec section 3, "User" and "Profile
//! update payload").

use std::collections::BTreeMap;

use accounts::tags::TagData;
use accounts::users::{Persona, Preferences, PublishedWork};
use catalogue::profiles::PublicStats;
use catalogue::scenarios::ContentNote;
use kernel::ids::UserId;
use kernel::{Role, Timestamp};
use platform::media::AvatarUrls;
use platform::web::present;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A person's whole record, for themselves.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    /// The name to show; always the same as `authorname`.
    pub username: String,
    /// Their own description of themselves; empty if there is none.
    pub user_description: String,
    /// The person.
    #[serde(rename = "userID")]
    pub user_id: UserId,
    /// Their id at the payment provider; null until they pay.
    #[serde(rename = "customerID")]
    #[schema(required = true)]
    pub customer_id: Option<String>,
    /// Their balance of shekels.
    pub shekels: i64,
    /// When they joined.
    #[schema(value_type = String, format = DateTime)]
    pub joined_on: Timestamp,
    /// Whether explicit images are shown unblurred.
    #[serde(rename = "showNSFW")]
    pub show_nsfw: bool,
    /// Whether extreme content is shown, too; implies `showNSFW`.
    #[serde(rename = "showNSFL")]
    pub show_nsfl: bool,
    /// Whether they have a subscription.
    pub subscribed: bool,
    /// The experiment they came with.
    #[serde(rename = "testID")]
    #[schema(required = true)]
    pub test_id: Option<String>,
    /// Portrait.
    #[serde(rename = "avatar_url")]
    #[schema(required = true)]
    pub avatar_url: Option<String>,
    /// The portrait in several sizes.
    #[serde(rename = "avatar_urls")]
    pub avatar_urls: AvatarUrls,
    /// Linked services by name.
    #[schema(value_type = Object)]
    pub integrations: BTreeMap<String, serde_json::Value>,
    /// Their ratings: 1 or -1 by scenario; the latest thousand.
    pub ratings: BTreeMap<String, i8>,
    /// The name in links and search.
    pub authorname: String,
    /// Whether they have used the trial subscription.
    pub trial_redeemed: bool,
    /// The login streak.
    pub retention_data: RetentionData,
    /// Their personas, by id.
    pub personas: BTreeMap<String, Persona>,
    /// 0 admin, 1 moderator, 2 user.
    pub role: i64,
    /// The same as names.
    pub roles: Vec<Role>,
    /// Their own description of themselves; null if there is none.
    #[schema(required = true)]
    pub user_bio: Option<String>,
    /// Ids of the tags they block, in their order.
    pub blocked_tags: Vec<String>,
    /// The same tags in full.
    pub blocked_tag_data: Vec<TagData>,
    /// Content notes that their lists leave out, in the order of the catalogue.
    pub blocked_notes: Vec<ContentNote>,
    /// Their theme; null for the built-in one.
    #[serde(rename = "themeID")]
    #[schema(required = true)]
    pub theme_id: Option<String>,
    /// Tier of the subscription; null without one.
    #[schema(required = true)]
    pub tier: Option<String>,
    /// The link to Discord.
    pub discord_status: DiscordStatus,
    /// Counts.
    pub stats: PublicStats,
    /// Their display preferences.
    pub preferences: Preferences,
    /// The email address they sign in with.
    pub email: String,
    /// Whether that address is verified.
    pub email_verified: bool,
    /// When the record will be deleted; null unless they requested it.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub deletion_on: Option<Timestamp>,
    /// What happens to the scenarios that they have published when the record is deleted; null unless they requested
    /// it.
    #[schema(required = true)]
    pub deletion_work: Option<PublishedWork>,
}

/// The login streak.
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
    /// The last day on which they came.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub last_login: Option<Timestamp>,
    /// When a reward was last given.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub last_streak_timestamp: Option<Timestamp>,
    /// 0 to 6 (spec section 5, "Streak day").
    pub streak_day: u8,
}

/// The link to Discord.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscordStatus {
    /// Whether an account is linked.
    pub is_linked: bool,
    /// Whether that account is a member of our Discord server.
    pub in_guild: bool,
    /// When that was last checked.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub last_verified: Option<Timestamp>,
}

/// The changes a person may make to their record. Absent fields stay as they are; no other fields are
/// accepted.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProfileUpdate {
    /// A new name: 3 to 30 letters a to z, digits, and single dots, dashes or underscores between them.
    pub authorname: Option<String>,
    /// Their description of themselves, at most 2,000 characters; null or empty removes it.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, max_length = 2000)]
    pub user_bio: Option<Option<String>>,
    /// All personas by id, at most 20; those left out are deleted.
    pub personas: Option<BTreeMap<String, Persona>>,
    /// Whether explicit images are shown unblurred; false also sets `showNSFL` to false.
    #[serde(rename = "showNSFW")]
    pub show_nsfw: Option<bool>,
    /// Whether extreme content is shown; true also sets `showNSFW` to true.
    #[serde(rename = "showNSFL")]
    pub show_nsfl: Option<bool>,
    /// Ids or slugs of all blocked tags, at most 50.
    #[schema(max_items = 50)]
    pub blocked_tags: Option<Vec<String>>,
    /// Ids of all blocked content notes (`GET /content-notes`).
    #[schema(value_type = Option<Vec<ContentNote>>)]
    pub blocked_notes: Option<Vec<String>>,
    /// All preferences.
    pub preferences: Option<Preferences>,
    /// Another theme; null for the built-in one.
    #[serde(rename = "themeID", default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    pub theme_id: Option<Option<String>>,
}

/// How a person came; sent when their record is created.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewRecord {
    /// Whether they confirmed that they want to see explicit images.
    #[serde(rename = "showNSFW")]
    pub show_nsfw: Option<bool>,
    /// The campaign they came with.
    pub campaign: Option<String>,
    /// The experiment they are in.
    #[serde(rename = "exID")]
    pub experiment_id: Option<String>,
    /// Their group in it.
    #[serde(rename = "grID")]
    pub group_id: Option<String>,
}
