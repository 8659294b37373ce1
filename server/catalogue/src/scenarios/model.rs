//! What a scenario is, as the API shows it (spec section 3).

use accounts::tags::TagData;
use kernel::ids::UserId;
use kernel::{Rating, Timestamp};
use platform::image_judge::AvatarMetric;
use platform::media::AvatarUrls;
use serde::{Deserialize, Serialize, Serializer};
use sqlx::types::Json;
use utoipa::ToSchema;

use super::content_notes::ContentNote;
use super::player_role::PlayerRole;
use super::{ActorId, ScenarioId};

/// Counts of readers' ratings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct UserRatings {
    /// Thumbs up.
    pub likes: i64,
    /// Thumbs down.
    pub dislikes: i64,
}

/// A scenario's counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScenarioStats {
    /// Stories and chats started.
    pub chats_created: i64,
    /// People who keep a story of it in one of their folders.
    pub favorites: i64,
    /// Ratings given.
    pub ratings: i64,
    /// Messages written in its stories.
    pub messages_sent: i64,
    /// Shekels readers spent in its stories.
    pub shekels_spent: i64,
    /// Ratings by direction.
    pub user_ratings: UserRatings,
    /// Loves received.
    pub love_count: i64,
}

/// A scenario as lists and cards show it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScenarioSummary {
    /// What it is.
    #[serde(flatten)]
    pub display: DisplayData,
    /// Its counts.
    pub scenario_stats: ScenarioStats,
    /// The origin of a recommendation; only on recommended rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recommendation_metadata: Option<RecommendationMetadata>,
    /// Whether it was deleted; then only its id and its dates are left. Only in lists of loved scenarios.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
}

/// The origin of a recommendation, which a client sends back with impressions and clicks.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecommendationMetadata {
    /// The recommendation.
    pub recommendation_id: String,
    /// The parameters that produced it.
    pub parameters: RecommendationParameters,
}

/// The parameters of a recommendation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecommendationParameters {
    /// The browser session it was made for.
    pub session_id: String,
}

/// Name, images, author and tags of a scenario.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisplayData {
    /// The scenario.
    pub id: ScenarioId,
    /// Its name; "Untitled" if the author gave none.
    pub display_name: String,
    /// The promise in one line.
    pub tagline: String,
    /// Its images.
    #[serde(rename = "avatar_urls")]
    pub avatar_urls: AvatarUrls,
    /// Who wrote it; empty for a former author, who has no page.
    pub author: UserId,
    /// The author's name.
    pub authorname: String,
    /// When it was published.
    #[schema(value_type = String, format = DateTime)]
    pub created_on: Timestamp,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    pub updated_on: Timestamp,
    /// Ids of its tags, in the author's order.
    pub tags: Vec<String>,
    /// The same tags in full.
    pub tag_data: Vec<TagData>,
    /// The results of the image classifier.
    pub avatar_metrics: Vec<AvatarMetric>,
    /// Whether its images count as explicit, by the verdict on them or because it is rated for adults.
    pub explicit: bool,
    /// Its rating, which its author sets.
    pub rating: Rating,
    /// false means private.
    pub public: bool,
}

/// Everything about one scenario.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scenario {
    /// The scenario.
    pub id: ScenarioId,
    /// Name, images, author and tags.
    pub display_data: DisplayData,
    /// What the story is made of.
    pub scenario_engram: Engram,
    /// Its counts.
    pub scenario_stats: ScenarioStats,
    /// Presentation hints of the author; null if there are none.
    #[schema(required = true, value_type = Option<Object>)]
    pub interface: Option<serde_json::Value>,
    /// Who wrote it.
    pub authorship: Authorship,
    /// Ids of its tags.
    pub tags: Vec<String>,
    /// The same tags in full.
    pub tag_data: Vec<TagData>,
    /// Whether an admin hid it.
    pub hidden: bool,
    /// Its upright image.
    #[schema(required = true)]
    pub avatar: Option<String>,
    /// What the upright image shows, for readers who do not see it; empty: its author did not say.
    pub cover_alt: String,
    /// The same of the wide image.
    pub banner_alt: String,
    /// The cast.
    pub actors: Vec<Actor>,
    /// What it contains, in the order of the catalogue of content notes; null: its author chose not to say.
    #[schema(required = true)]
    pub content_notes: Option<Vec<ContentNote>>,
    /// Who made the cards that it was made from.
    pub credits: Credits,
    /// Its place in the series that it belongs to; null if it is in none, or not public.
    #[schema(required = true)]
    pub series: Option<SeriesPlace>,
}

/// Who made the cards that a scenario was made from, and where they are from, as the cards say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Credits {
    /// Their creators; null if no card names one.
    #[schema(required = true, value_type = Option<String>)]
    pub creator: Creators,
    /// Addresses and ids of their origin.
    pub source: Vec<String>,
}

/// The creators of the cards that a scenario was made from: a list in the database, so that one of them can
/// be taken out, and one text for readers.
#[derive(Debug, Clone, Default, PartialEq, Eq, sqlx::Type)]
#[sqlx(transparent)]
pub struct Creators(Json<Vec<String>>);

impl Creators {
    /// These names.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        Self(Json(names))
    }

    /// Takes out this name, in any case; returns whether it was among them.
    pub(super) fn remove(&mut self, name: &str) -> bool {
        let before = self.0.len();
        let key = name.to_lowercase();
        self.0.retain(|creator| creator.to_lowercase() != key);
        self.0.len() < before
    }
}

impl Serialize for Creators {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = (!self.0.is_empty()).then(|| self.0.join(", "));
        names.serialize(serializer)
    }
}

/// A content note of the fixed catalogue, as lists and filters show it.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(super) struct ContentNoteLabel {
    /// Its id.
    id: ContentNote,
    /// What readers see.
    label: &'static str,
}

/// The fixed catalogue of content notes.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ContentNoteList {
    /// In the order in which forms show them.
    results: Vec<ContentNoteLabel>,
}

impl ContentNoteList {
    /// All of them.
    pub(super) fn all() -> Self {
        let labelled = |note: &ContentNote| ContentNoteLabel {
            id: *note,
            label: note.label(),
        };
        Self {
            results: ContentNote::ALL.iter().map(labelled).collect(),
        }
    }
}

/// The place of a scenario in a series. Only what is public and rated for the reader counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeriesPlace {
    /// The title of the series.
    pub title: String,
    /// Its number in the series, from 1.
    pub position: i64,
    /// How many scenarios the series has.
    pub total: i64,
    /// The one before; null for the first.
    #[schema(required = true)]
    pub previous: Option<SeriesNeighbour>,
    /// The one after; null for the last.
    #[schema(required = true)]
    pub next: Option<SeriesNeighbour>,
}

/// A scenario beside another one in a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeriesNeighbour {
    /// The scenario.
    pub id: ScenarioId,
    /// Its name.
    pub display_name: String,
}

/// What a story is made of.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Engram {
    /// What a reader should know before starting; paragraphs separated by empty lines.
    pub description: String,
    /// Place, time, rules of the world.
    pub setting: String,
    /// The role that the author suggests to the player.
    #[serde(default)]
    #[schema(required = true)]
    pub player_role: PlayerRole,
    /// Ways the story can begin; never empty.
    pub openings: Vec<Opening>,
    /// A few lines that show its tone.
    pub example_dialogue: Vec<ExampleLine>,
    /// A note from the author.
    #[schema(required = true)]
    pub author_note: Option<String>,
    /// BCP 47 language of the texts.
    pub language: String,
    /// Whether readers can see how it is made: the texts that models get.
    #[serde(default)]
    #[schema(required = true)]
    pub open: bool,
}

/// One way a story can begin.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    /// Its name among the openings.
    pub title: String,
    /// The first message: `*action*` in asterisks, speech in double quotes.
    pub text: String,
    /// The actor who speaks; null for the narrator.
    #[schema(required = true)]
    pub speaker: Option<ActorId>,
}

/// One line of example dialogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExampleLine {
    /// The speaker's name.
    pub speaker: String,
    /// The line.
    pub text: String,
}

/// An actor of a scenario.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Actor {
    /// The actor.
    pub actor_id: ActorId,
    /// Name.
    pub name: String,
    /// Their role in the story, in a few words.
    pub role: String,
    /// Who they are.
    pub description: String,
    /// Portrait.
    #[schema(required = true)]
    pub avatar: Option<String>,
    /// What the portrait shows, for readers who do not see it; empty: its author did not say.
    pub avatar_alt: String,
}

/// Who wrote a scenario.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Authorship {
    /// The author; empty for a former author, who has no page.
    pub author: UserId,
    /// The author's name.
    pub authorname: String,
    /// The author's portrait.
    #[serde(rename = "avatar_url")]
    #[schema(required = true)]
    pub avatar_url: Option<String>,
    /// The author's own description of themselves.
    #[schema(required = true)]
    pub bio: Option<String>,
}

/// Similar scenarios.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SimilarScenarios {
    /// The most similar first, with some surprises among them.
    pub results: Vec<ScenarioSummary>,
}

/// A page of search results.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchResults {
    /// Best first.
    pub results: Vec<ScenarioSummary>,
    /// Pass as `cursor` to get the next page; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// The text that was searched for instead, if nothing matched the given text.
    #[schema(required = true)]
    pub corrected_query: Option<String>,
}

/// The people who love a scenario.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Loves {
    /// How many people love it.
    pub count: i64,
    /// The latest first.
    pub results: Vec<Love>,
}

/// A person who loves a scenario.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Love {
    /// The person.
    #[serde(rename = "userID")]
    pub user_id: UserId,
    /// Their name.
    pub authorname: String,
    /// Their portrait.
    #[serde(rename = "avatar_url")]
    #[schema(required = true)]
    pub avatar_url: Option<String>,
    /// When they began to love it.
    #[schema(value_type = String, format = DateTime)]
    pub loved_on: Timestamp,
}
