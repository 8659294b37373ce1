//! What a scene is written of: scripted replies, and lines for everything else.

use serde::Deserialize;

/// The speaker of what no actor says.
pub(super) const NARRATOR: &str = "narrator";
/// The step that leaves the player a last word, in scenes that have it: it comes where the ending would, and
/// the ending with the player's next line. Where it does not fit there is none.
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

/// A beat, a step or an ending: a reply that is said once, with the conditions for it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptedReply {
    pub(super) id: String,
    /// Beats only.
    pub(super) kind: Option<BeatKind>,
    /// The speaker: an actor, or [`NARRATOR`].
    pub(super) by: String,
    /// What a player would say or do to bring it about.
    #[serde(default)]
    pub(super) cues: Vec<String>,
    /// Facts that must hold.
    #[serde(default)]
    pub(super) needs: Vec<String>,
    /// Facts that must not hold.
    #[serde(default)]
    pub(super) unless: Vec<String>,
    /// Facts that hold once it is said, besides its id.
    #[serde(default)]
    pub(super) sets: Vec<String>,
    pub(super) text: String,
    /// What is said if it is asked for again.
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

/// The lines of one speaker where no scripted reply answers.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct FallbackLines {
    /// Facts that must hold before any of them is said.
    pub(super) needs: Vec<String>,
    /// To a question.
    pub(super) unknown: Vec<String>,
    /// To a remark.
    pub(super) small: Vec<String>,
    /// Where all was said before.
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
