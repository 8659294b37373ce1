//! A reply, while it is built and when it is finished.

use crate::phrases::Target;
use crate::scene::Scene;
use crate::state::SceneState;

/// The id of a reply after the ending.
pub(super) const ENDED: &str = "ended";
/// The id of a note that the demo writes when it has nothing else left.
const NOTE: &str = "note";

/// A finished reply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PlayedReply {
    /// The speaker: an actor's name, or the narrator's.
    pub(crate) by: String,
    pub(crate) text: String,
    /// The ids of its parts: beats, steps and endings, or the names of kinds of fallback lines.
    pub(crate) ids: Vec<String>,
    /// How well the player's line was understood, from 0 to 100.
    pub(crate) score: u32,
}

impl PlayedReply {
    /// A reply of one part that answers nothing in particular.
    pub(super) fn single(by: String, text: String, id: &str) -> Self {
        Self {
            by,
            text,
            ids: vec![id.to_owned()],
            score: 0,
        }
    }

    /// A note of the demo, when nothing else is left.
    pub(super) fn note(by: String, text: &str) -> Self {
        Self::single(by, text.to_owned(), NOTE)
    }

    /// Whether the story ends with it.
    pub(crate) fn ends(&self, scene: &Scene) -> bool {
        self.ids
            .iter()
            .any(|id| id == ENDED || scene.endings.iter().any(|ending| ending.id == *id))
    }
}

/// A part of a reply: the answer to a passage of the player's line, a step, or an ending.
#[derive(Debug, Clone)]
pub(super) struct ReplyPart {
    pub(super) target: Target,
    pub(super) score: f32,
    pub(super) by: String,
    pub(super) text: String,
    pub(super) id: String,
}

/// The result of looking up a passage.
pub(super) enum Lookup {
    Found(ReplyPart),
    /// Its only answer is in another version of this reply.
    InOtherVersion,
    Nothing,
}

/// A reply that is being built.
pub(super) struct ReplyDraft<'o> {
    pub(super) parts: Vec<ReplyPart>,
    /// The only speaker allowed, if there is one.
    pub(super) only: Option<&'o str>,
    pub(super) score: f32,
}

impl<'o> ReplyDraft<'o> {
    pub(super) fn new(only: Option<&'o str>) -> Self {
        Self {
            parts: Vec::new(),
            only,
            score: 0.0,
        }
    }

    /// The speaker of a note: the only one allowed, else the last speaker, else the first actor.
    pub(super) fn voice(&self, state: &SceneState<'_>) -> String {
        self.only
            .map(str::to_owned)
            .or_else(|| state.last_speaker().cloned())
            .or_else(|| state.scene.actors.first().cloned())
            .unwrap_or_default()
    }
}
