//! What is published, in its stored form and in that of the API.

use kernel::Timestamp;
use kernel::ids::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::judge::Finding;
use crate::authoring::{ActorNote, DraftProblem, ScenarioDraft, ScenarioState};
use crate::lorebooks::{AttachmentKind, Book};
use crate::scenarios::{Access, PlayerRole, ScenarioId};

/// What a version says to models alone. Calls for readers never read it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ModelTexts {
    /// Whether readers may not see how the scenario is made.
    pub closed: bool,
    /// Place, time, rules of the world.
    pub setting: String,
    /// The cast.
    pub cast: Vec<ActorTexts>,
    /// The role that the author suggests to the player.
    pub player_role: PlayerRole,
}

impl ModelTexts {
    /// The texts of this actor.
    #[must_use]
    pub fn actor(&self, id: &str) -> Option<&ActorTexts> {
        self.cast.iter().find(|actor| actor.id == id)
    }
}

/// What a version says to models of one actor.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ActorTexts {
    /// The actor's id on the site.
    pub id: String,
    /// Who they are.
    pub description: String,
    /// Their personality and voice.
    pub persona: String,
    /// Example dialogue; blocks begin with `<START>`.
    pub examples: String,
    /// Instructions at the top of the prompt; empty: the site's.
    pub system_prompt: String,
    /// Instructions below the history; may be empty.
    pub post_history: String,
    /// A note within the history; without text: none.
    pub note: ActorNote,
    /// How likely they speak without being addressed, from 0 to 1; `None`: the default.
    pub talkativeness: Option<f64>,
}

/// A lorebook of a version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrozenBook {
    /// Its id, which no other version has.
    pub(super) id: String,
    /// Whether it belongs to an actor or to the scenario.
    pub(super) kind: AttachmentKind,
    /// The id of that actor or scenario.
    pub(super) target_id: String,
    /// Its content.
    pub(super) book: Book,
}

/// How publishing a scenario stands, for its author.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublishingStatus {
    /// The scenario.
    pub(super) id: ScenarioId,
    /// Who can see it.
    pub(super) state: ScenarioState,
    /// The version of its draft.
    pub(super) version: i64,
    /// The number of the latest published version; null: it was never published.
    #[schema(required = true)]
    pub(super) published_version: Option<i64>,
    /// When that was published.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub(super) published_on: Option<Timestamp>,
    /// Whether the draft has changed since then.
    pub(super) has_changes: bool,
    /// Who is to see the version that waits for an admin; null: none waits.
    #[schema(required = true)]
    pub(super) in_review: Option<Access>,
    /// The version of the draft that waits; null: none waits.
    #[schema(required = true)]
    pub(super) version_in_review: Option<i64>,
    /// What is missing before others can see it; empty if nothing is.
    pub(super) missing: Vec<DraftProblem>,
    /// What of this is missing where only its author is to see it, too.
    pub(super) missing_for_author: Vec<DraftProblem>,
    /// What keeps it from being public or unlisted; empty if nothing does.
    pub(super) refused: Vec<Finding>,
    /// What an admin would have to look at before it is public or unlisted.
    pub(super) doubted: Vec<Finding>,
}

/// What an author publishes.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PublishRequest {
    /// The version of the draft that the author has seen.
    pub(crate) version: i64,
    /// Who is to see it.
    pub(crate) access: Access,
}

/// A draft that waits for an admin, in the queue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct QueuedReview {
    /// The scenario.
    pub(super) id: ScenarioId,
    /// Its title, as it was submitted.
    pub(super) title: String,
    /// Its author.
    pub(super) author: UserId,
    /// The author’s name.
    pub(super) authorname: String,
    /// Who is to see it.
    pub(super) access: Access,
    /// How many passages are doubted.
    pub(super) doubt_count: usize,
    /// When its author submitted it.
    #[schema(value_type = String, format = DateTime)]
    pub(super) submitted_on: Timestamp,
}

/// A draft that waits for an admin, with all that it says.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Review {
    /// The scenario.
    pub(super) id: ScenarioId,
    /// Its title, as it was submitted.
    pub(super) title: String,
    /// Its author.
    pub(super) author: UserId,
    /// The author’s name.
    pub(super) authorname: String,
    /// Who is to see it.
    pub(super) access: Access,
    /// What is doubted.
    pub(super) doubts: Vec<Finding>,
    /// When its author submitted it.
    #[schema(value_type = String, format = DateTime)]
    pub(super) submitted_on: Timestamp,
    /// All of it, as it was submitted.
    pub(super) draft: ScenarioDraft,
}

/// What an admin decides.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewDecision {
    /// Whether it is published as it was submitted.
    pub(super) publish: bool,
    /// For the audit log; the author does not see it.
    #[schema(min_length = 1, max_length = 500)]
    pub(super) reason: String,
}
