//! The parts of a scene: scripted replies, and fallback lines.

use serde::Deserialize;

/// The speaker of everything that no actor says.
pub(super) const NARRATOR: &str = "narrator";
/// The id of the step that gives the player a last word, in scenes that have it. It is played when the ending
/// would be due; the ending follows the player's next line. If its conditions do not hold, the scene has no
/// last word.
pub(super) const LAST_WORD: &str = "last-word";

/// The kind of a beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum BeatKind {
    Question,
    Place,
    Accusation,
    Kindness,
    Rudeness,
    Greeting,
    Farewell,
    Silence,
    Deed,
}

/// A beat, a step or an ending: a reply that is played once, with its conditions.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptedReply {
    pub(super) id: String,
    /// For beats only.
    pub(super) kind: Option<BeatKind>,
    /// The speaker: an actor, or [`NARRATOR`].
    pub(super) by: String,
    /// Phrases with which a player would trigger it.
    #[serde(default)]
    pub(super) cues: Vec<String>,
    /// Facts that must hold.
    #[serde(default)]
    pub(super) needs: Vec<String>,
    /// Facts that must not hold.
    #[serde(default)]
    pub(super) unless: Vec<String>,
    /// Facts that hold once it was played, besides its id.
    #[serde(default)]
    pub(super) sets: Vec<String>,
    pub(super) text: String,
    /// The text if the player asks for it again.
    pub(super) again: Option<String>,
    /// Another version of the text, for regenerating.
    pub(super) other: Option<String>,
}

impl ScriptedReply {
    /// All its texts.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        [Some(&self.text), self.other.as_ref(), self.again.as_ref()]
            .into_iter()
            .flatten()
            .map(String::as_str)
    }
}

/// The lines of one speaker for what no scripted reply answers.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct FallbackLines {
    /// Facts that must hold before any of these lines is played.
    pub(super) needs: Vec<String>,
    /// Answers to a question.
    pub(super) unknown: Vec<String>,
    /// Answers to a remark.
    pub(super) small: Vec<String>,
    /// Answers if everything was said before.
    pub(super) told: Vec<String>,
    pub(super) silence: Vec<String>,
    pub(super) rude: Vec<String>,
    pub(super) thanks: Vec<String>,
    pub(super) sorry: Vec<String>,
    pub(super) more: Vec<String>,
}

/// The kinds of [`FallbackLines`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FallbackKind {
    Unknown,
    Small,
    Told,
    Silence,
    Rude,
    Thanks,
    Sorry,
    More,
}

impl FallbackKind {
    pub(super) const ALL: [Self; 8] = [
        Self::Unknown,
        Self::Small,
        Self::Told,
        Self::Silence,
        Self::Rude,
        Self::Thanks,
        Self::Sorry,
        Self::More,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Small => "small",
            Self::Told => "told",
            Self::Silence => "silence",
            Self::Rude => "rude",
            Self::Thanks => "thanks",
            Self::Sorry => "sorry",
            Self::More => "more",
        }
    }
}

impl FallbackLines {
    pub(super) fn of(&self, kind: FallbackKind) -> &[String] {
        match kind {
            FallbackKind::Unknown => &self.unknown,
            FallbackKind::Small => &self.small,
            FallbackKind::Told => &self.told,
            FallbackKind::Silence => &self.silence,
            FallbackKind::Rude => &self.rude,
            FallbackKind::Thanks => &self.thanks,
            FallbackKind::Sorry => &self.sorry,
            FallbackKind::More => &self.more,
        }
    }
}
