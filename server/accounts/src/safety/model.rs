//! The results of this slice, and the notices it shows.

use serde::Serialize;
use utoipa::ToSchema;

/// A crisis that a message expresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crisis {
    /// Its kind.
    pub kind: CrisisKind,
    /// Who is in it.
    pub whom: Whom,
    /// The language of the phrase that was found (ISO 639-1); the message may be in another.
    pub language: &'static str,
    /// Whether something was already taken or done that needs a doctor now.
    pub is_done: bool,
}

/// The kind of a crisis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CrisisKind {
    /// Thoughts of dying.
    Suicide,
    /// Self-harm.
    SelfHarm,
}

impl CrisisKind {
    /// As stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Suicide => "suicide",
            Self::SelfHarm => "selfHarm",
        }
    }
}

/// Who is in the crisis, as far as is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whom {
    /// The writer, or the character they play.
    Writer,
    /// Somebody they write of.
    Somebody,
}

/// A text that is shown in a conversation without being part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Notice {
    /// `ai`: the reminder that this is a program. `crisis`: the helplines. `fade`: the reply was cut.
    pub kind: &'static str,
    /// The text.
    pub text: String,
    /// The page with more about it.
    pub link: &'static str,
    /// The labels of its buttons, in the language of the text.
    pub labels: NoticeLabels,
}

/// The labels of a notice's buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeLabels {
    /// The language of the text and of these (ISO 639-1).
    pub language: &'static str,
    /// Opens the page with the helplines.
    pub help: &'static str,
    /// Resumes the story.
    pub go_on: &'static str,
    /// Closes the notice.
    pub close: &'static str,
}
