//! The document an author works on.

use kernel::Rating;
use platform::llm::Role;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::images::{DraftImage, DraftPicture};
use super::kept::KeptCard;
use crate::lorebooks::Book;
use crate::scenarios::{ContentNotes, PlayerRole, ScenarioImages};

/// A scenario while it is written. Every field may be empty; `rules` has the limits.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ScenarioDraft {
    /// Its name.
    pub title: String,
    /// The promise in one line.
    pub tagline: String,
    /// What a reader should know before starting; no model reads it.
    pub description: String,
    /// Place, time, rules of the world.
    pub setting: String,
    /// BCP 47 language of the texts; empty: not chosen yet.
    pub language: String,
    /// Names of its tags, in the author's order.
    pub tags: Vec<String>,
    /// For whom it is meant; null: not rated, which counts as explicit.
    pub rating: Option<Rating>,
    /// What it contains; null: not chosen yet.
    pub content_notes: Option<ContentNotes>,
    /// The cast, in order.
    pub actors: Vec<DraftActor>,
    /// Ways the story can begin.
    pub openings: Vec<DraftOpening>,
    /// Lorebooks of the whole scenario.
    pub lorebooks: Vec<DraftBook>,
    /// The role that the author suggests to the player.
    pub player_role: PlayerRole,
    /// The upright image.
    pub cover: Option<DraftImage>,
    /// The wide image.
    pub banner: Option<DraftImage>,
    /// Whose work it is; null: not said yet.
    pub origin: Option<WorkOrigin>,
    /// Whether readers can see how it is made.
    pub making: Making,
}

/// An actor of a draft.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct DraftActor {
    /// Its id within the draft.
    pub id: String,
    /// Name.
    pub name: String,
    /// The name that `{{char}}` stands for; empty: `name`.
    pub nickname: String,
    /// Their role in the story, in a few words.
    pub role: String,
    /// Portrait.
    pub portrait: Option<DraftImage>,
    /// Who they are, for the model.
    pub description: String,
    /// Their personality.
    pub personality: String,
    /// How they speak.
    pub voice: String,
    /// Example dialogue; blocks begin with `<START>`.
    pub example_dialogue: String,
    /// Instructions at the top of the prompt; `{{original}}` stands for those they replace.
    pub system_prompt: String,
    /// Instructions below the history; `{{original}}` stands for those they replace.
    pub post_history_instructions: String,
    /// A note within the history.
    pub note: ActorNote,
    /// Their expressions.
    pub expressions: Vec<DraftExpression>,
    /// Further pictures that texts can show.
    pub pictures: Vec<DraftPicture>,
    /// How likely they speak without being addressed, from 0 to 1; null: the default.
    pub talkativeness: Option<f64>,
    /// Lorebooks of this actor.
    pub lorebooks: Vec<DraftBook>,
    /// What their card carries that means nothing here. An edit never changes it.
    pub kept: KeptCard,
}

/// A note that stands above the latest messages of the prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ActorNote {
    /// Its text; empty: no note.
    pub text: String,
    /// How many of the latest messages stand below it.
    pub depth: u32,
    /// The role of its message.
    #[schema(value_type = String)]
    pub role: Role,
}

impl Default for ActorNote {
    fn default() -> Self {
        Self {
            text: String::new(),
            depth: super::rules::DEFAULT_NOTE_DEPTH,
            role: Role::System,
        }
    }
}

/// A mood of an actor with its picture.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct DraftExpression {
    /// Its name, for example `joy`.
    pub name: String,
    /// Its picture; null: none yet.
    pub image: Option<DraftImage>,
}

/// One way a story can begin.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct DraftOpening {
    /// Its id within the draft.
    pub id: String,
    /// Its name among the openings.
    pub title: String,
    /// The first message.
    pub text: String,
    /// The id of the actor who speaks; null: the narrator.
    pub speaker: Option<String>,
    /// Whether it is offered only in stories with several actors.
    pub group_only: bool,
}

/// A lorebook of a draft.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct DraftBook {
    /// Its id within the draft.
    pub id: String,
    /// Its content.
    pub book: Book,
}

/// Whose work a scenario is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", tag = "kind", deny_unknown_fields)]
pub enum WorkOrigin {
    /// The author's own.
    Mine,
    /// Somebody else's, with their permission.
    Permission {
        /// Whose, and where they gave it.
        from: String,
    },
    /// A fork of another scenario.
    Fork {
        /// The id of that scenario.
        of: String,
    },
}

/// Whether readers can see how a scenario is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Making {
    /// Nobody but its author.
    #[default]
    Closed,
    /// Everybody, if they ask for it.
    Open,
}

impl ScenarioDraft {
    /// Cover and banner as they are published.
    #[must_use]
    pub fn images(&self) -> ScenarioImages {
        let parts_of = |image: &Option<DraftImage>| {
            let image = image.clone().unwrap_or_default();
            (image.frame(), image.alt)
        };
        let ((cover_frame, cover_alt), (banner_frame, banner_alt)) =
            (parts_of(&self.cover), parts_of(&self.banner));
        ScenarioImages {
            cover: self.cover.as_ref().map(|image| image.key.clone()),
            cover_frame,
            cover_alt,
            banner: self.banner.as_ref().map(|image| image.key.clone()),
            banner_frame,
            banner_alt,
        }
    }

    /// The actor with this id.
    #[must_use]
    pub fn actor(&self, id: &str) -> Option<&DraftActor> {
        self.actors.iter().find(|actor| actor.id == id)
    }

    /// The actor with this id, to be changed.
    pub fn actor_mut(&mut self, id: &str) -> Option<&mut DraftActor> {
        self.actors.iter_mut().find(|actor| actor.id == id)
    }
}
