//! Drafts as the API shows them to their author.

use accounts::tags::TagData;
use kernel::ids::UserId;
use kernel::{Rating, Timestamp};
use platform::image_judge::{AvatarMetric, Verdict, VerdictState};
use platform::media::AvatarUrls;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::draft::ScenarioDraft;
use super::validate::DraftProblem;
use crate::scenarios::{ScenarioId, ScenarioStats};

/// Who can see a scenario.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ScenarioState {
    /// It was never published and may be incomplete: its author alone.
    #[default]
    Draft,
    /// It is complete: its author alone.
    Private,
    /// Everybody who has its address; no list, search or feed shows it.
    Unlisted,
    /// Everybody.
    Public,
    /// Its author alone, until it was reviewed.
    InReview,
}

impl ScenarioState {
    const ALL: [Self; 5] = [
        Self::Draft,
        Self::Private,
        Self::Unlisted,
        Self::Public,
        Self::InReview,
    ];

    /// Its name in JSON and in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Private => "private",
            Self::Unlisted => "unlisted",
            Self::Public => "public",
            Self::InReview => "inReview",
        }
    }

    /// The state that is stored under this name. An unknown one (of a newer version) counts as a draft, which
    /// nobody but its author sees.
    pub(crate) fn of_stored(name: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|state| state.name() == name)
            .unwrap_or_default()
    }
}

/// How a draft stands, without the draft itself.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DraftStatus {
    /// The scenario.
    pub(super) id: ScenarioId,
    /// Increases with every change: send it back with a change.
    pub(super) version: i64,
    /// Who can see it.
    pub(super) state: ScenarioState,
    /// Whether it was imported from a character card.
    pub(super) from_card: bool,
    /// When it was created.
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_on: Timestamp,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    pub(super) updated_on: Timestamp,
    /// When it was moved to the trash, from where it is purged after 30 days; null: it is not there.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub(super) deleted_on: Option<Timestamp>,
    /// What is missing before it can be published; empty if nothing is.
    pub(super) missing: Vec<DraftProblem>,
}

impl DraftStatus {
    /// The version after the change.
    pub(crate) fn version(&self) -> i64 {
        self.version
    }

    /// Who can see it.
    pub(crate) fn state(&self) -> ScenarioState {
        self.state
    }
}

/// A draft of the caller.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftView {
    /// How it stands.
    #[serde(flatten)]
    pub(super) status: DraftStatus,
    /// All of it.
    pub(super) draft: ScenarioDraft,
}

impl DraftView {
    /// The scenario.
    pub(crate) fn id(&self) -> &ScenarioId {
        &self.status.id
    }
}

/// The images of a draft, and whether they are explicit.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct JudgedImages {
    /// Those that were uploaded to it, whether it names them or not, in the order of their keys.
    pub(super) images: Vec<PictureVerdict>,
}

/// What the judge says of an image.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PictureVerdict {
    /// Its blob key.
    pub(super) key: String,
    /// Whether it is explicit. A pending one is shown blurred, like an explicit one, to those who have not confirmed.
    pub(super) verdict: VerdictState,
    /// The results of the image classifier, the most probable class first; empty while it is pending.
    pub(super) metrics: Vec<AvatarMetric>,
    /// Whether a person is to look at it again.
    pub(super) second_look: SecondLook,
}

/// How a second look at an image stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum SecondLook {
    /// Its author has not asked for one.
    None,
    /// Its author has asked, and a moderator has not decided yet.
    Asked,
    /// A moderator has decided, whether it was asked for or not. That is final.
    Decided,
}

impl SecondLook {
    /// How a second look at an image with this verdict stands.
    pub(super) fn of(verdict: &Verdict, is_asked: bool) -> Self {
        match (verdict.is_decided, is_asked) {
            (true, _) => Self::Decided,
            (false, true) => Self::Asked,
            (false, false) => Self::None,
        }
    }
}

impl PictureVerdict {
    /// The verdict of this image, for which a second look was asked or not.
    pub(super) fn of(key: String, verdict: Verdict, is_asked: bool) -> Self {
        Self {
            key,
            verdict: verdict.state,
            second_look: SecondLook::of(&verdict, is_asked),
            metrics: verdict.metrics,
        }
    }
}

/// A work of the caller in their list: the summary of a scenario, and what only its author sees.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MyScenario {
    /// The scenario.
    pub(super) id: ScenarioId,
    /// Its title; "Untitled" if it has none.
    pub(super) display_name: String,
    /// The promise in one line.
    pub(super) tagline: String,
    /// Its images.
    #[serde(rename = "avatar_urls")]
    pub(super) avatar_urls: AvatarUrls,
    /// Its counts; zero until it is published.
    pub(super) scenario_stats: ScenarioStats,
    /// Who wrote it: the caller.
    pub(super) author: UserId,
    /// The author's name.
    pub(super) authorname: String,
    /// When it was created.
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_on: Timestamp,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    pub(super) updated_on: Timestamp,
    /// Names of its tags, in the author's order.
    pub(super) tags: Vec<String>,
    /// Its tags in full; empty until it is published, because its tags may be new.
    pub(super) tag_data: Vec<TagData>,
    /// The results of the image classifier.
    pub(super) avatar_metrics: Vec<AvatarMetric>,
    /// Its rating; null: not rated, which counts as explicit.
    #[schema(required = true)]
    pub(super) rating: Option<Rating>,
    /// Whether everybody can see it; false means private.
    pub(super) public: bool,
    /// Who can see it.
    pub(super) state: ScenarioState,
    /// Increases with every change.
    pub(super) version: i64,
    /// Whether the draft changed since its latest version was published; false before the first.
    pub(super) has_changes: bool,
    /// How many things were missing before it could be published when it was last saved.
    pub(super) missing_count: i64,
    /// Whether it was imported from a character card.
    pub(super) from_card: bool,
    /// When it was moved to the trash; null: it is not there.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub(super) deleted_on: Option<Timestamp>,
}

/// The tags on the caller's works.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MyTags {
    /// The most used first, at most 200.
    pub(super) results: Vec<MyTag>,
}

/// A tag on the caller's works.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MyTag {
    /// As it is spelled on the work that changed last.
    pub(super) name: String,
    /// How many works have it, in any spelling.
    pub(super) count: i64,
}

/// A draft after an image was placed in it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PlacedImage {
    /// The image in several sizes.
    pub(super) avatar_urls: AvatarUrls,
    /// Its blob key, which the draft names from now on.
    pub(super) key: String,
    /// The version of the draft.
    pub(super) version: i64,
}

/// An image that was uploaded to a draft.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct UploadedImage {
    /// Its blob key, for any image of the draft.
    pub(super) key: String,
    /// Its address.
    pub(super) url: String,
}
