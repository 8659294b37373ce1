//! Why a file is not imported at all.

/// Why a file's JSON is not imported. Each displays as a sentence for the person who sent it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CardFieldsError {
    /// It has none of the fields of a card.
    #[error("This is not a character card: it has none of the fields of a card.")]
    NotACard,
    /// It holds no lorebook.
    #[error("This file holds no lorebook.")]
    NoBook,
    /// It is a lorebook without an entry that can be read.
    #[error("This lorebook has no entries that can be read.")]
    EmptyBook,
    /// It is a lorebook that does not keep to the limits.
    #[error("This lorebook can’t be used. {0}")]
    Book(String),
}
