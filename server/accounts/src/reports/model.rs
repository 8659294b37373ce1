//! What a report is.

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::slice::reports::ReportKind;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::guests::{GuestId, Owner};

/// Who makes a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reporter {
    /// Somebody with an account.
    Person(UserId),
    /// Somebody with a guest session.
    Guest(GuestId),
    /// Anybody else.
    Visitor,
    /// The server itself, by one of its own checks.
    House,
}

impl Reporter {
    /// The kind as it is stored.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Person(_) => "person",
            Self::Guest(_) => "guest",
            Self::Visitor => "visitor",
            Self::House => "house",
        }
    }

    /// The id of the record or of the guest session.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Person(id) => Some(id.as_str()),
            Self::Guest(id) => Some(id.as_str()),
            Self::Visitor | Self::House => None,
        }
    }
}

/// A report to be filed.
#[derive(Debug, Clone)]
pub struct NewReport<'a> {
    /// What is reported.
    pub kind: &'a ReportKind,
    /// Its id; of a picture its address.
    pub target_id: &'a str,
    /// Its owner, where known.
    pub subject: Option<&'a Owner>,
    /// Who reports it.
    pub reporter: &'a Reporter,
    /// By which the reports of one account or network are counted, and the same report is recognized; none: each
    /// is a report of its own.
    pub sender: Option<&'a str>,
    /// Why, as a word of a short list.
    pub reason: &'a str,
    /// Why, in the reporter's own words; may be empty.
    pub note: &'a str,
    /// A copy of what is reported, as the reporter saw it.
    pub copy: &'a Value,
    /// When.
    pub now: Timestamp,
}

/// What is wrong with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ReportReason {
    /// Somebody under 18 in a romantic or sexual scene.
    Minor,
    /// Something sexual that is not marked as such.
    Sexual,
    /// Hatred, threats, or cruelty for its own sake.
    Hate,
    /// Aimed at somebody, to hurt or to frighten them.
    Harassment,
    /// Talks somebody into hurting themselves.
    SelfHarm,
    /// About a real person, or private details of one.
    RealPerson,
    /// Pretends to be somebody else.
    Impersonation,
    /// Somebody else's work.
    Copyright,
    /// Spam, or something it only pretends to be.
    Spam,
    /// Anything else.
    Other,
}

impl ReportReason {
    /// The reason as it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Minor => "minor",
            Self::Sexual => "sexual",
            Self::Hate => "hate",
            Self::Harassment => "harassment",
            Self::SelfHarm => "selfHarm",
            Self::RealPerson => "realPerson",
            Self::Impersonation => "impersonation",
            Self::Copyright => "copyright",
            Self::Spam => "spam",
            Self::Other => "other",
        }
    }

    /// Whether it cannot be judged without the reporter's own words: which work was copied, for example.
    #[must_use]
    pub const fn needs_note(self) -> bool {
        matches!(self, Self::Copyright)
    }
}

/// What a reporter gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The report's id.
    pub id: String,
    /// When it was filed.
    pub at: Timestamp,
}
