//! What this slice finds, and the notices it shows.

use serde::Serialize;
use utoipa::ToSchema;

/// What a message expresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crisis {
    /// Of what.
    pub kind: CrisisKind,
    /// Of whom.
    pub whom: Whom,
    /// The language of the phrase that was found (ISO 639-1); people may write in another.
    pub language: &'static str,
    /// Whether something was taken or done already that needs a doctor now.
    pub is_done: bool,
}

/// What it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CrisisKind {
    /// Dying.
    Suicide,
    /// Hurting oneself.
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

/// Who is in need, as far as is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whom {
    /// The writer, or the character they play.
    Writer,
    /// Somebody they write of.
    Somebody,
}

/// What is shown in a conversation without being part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Notice {
    /// `ai`: the reminder that this is a program. `crisis`: where people are who listen. `fade`: that a reply
    /// was cut.
    pub kind: &'static str,
    /// The text.
    pub text: String,
    /// Where there is more.
    pub link: &'static str,
    /// What its buttons say, in the language of the text.
    pub labels: NoticeLabels,
}

/// What the buttons of a notice say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeLabels {
    /// The language of the text and of these (ISO 639-1).
    pub language: &'static str,
    /// To the page with the lines that listen.
    pub help: &'static str,
    /// That the story goes on as it was.
    pub go_on: &'static str,
    /// That the notice is put away.
    pub close: &'static str,
}
