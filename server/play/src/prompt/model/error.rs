//! Why there is no prompt.

use super::shorten::Shorten;

/// Why there is no prompt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    /// What must be there does not fit.
    #[error("the prompt needs {needed} tokens and {budget} fit; the largest part is {largest} with {tokens}")]
    TooLarge {
        /// What must be there, in tokens.
        needed: u32,
        /// What fits, in tokens.
        budget: u32,
        /// The largest of its parts, in words for people.
        largest: String,
        /// How large that is, in tokens.
        tokens: u32,
        /// The largest part that the player can make shorter.
        shorten: Option<Shorten>,
    },
    /// The model's window is smaller than the reply that is asked for.
    #[error("the model reads and writes {window} tokens, and the reply alone may take {reply}")]
    WindowTooSmall {
        /// The model's window.
        window: u32,
        /// The longest reply.
        reply: u32,
    },
}

impl PromptError {
    /// What a player is told.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::TooLarge {
                needed,
                budget,
                largest,
                tokens,
                ..
            } => {
                format!(
                    "The prompt is too long for this model: it needs {needed} tokens, and {budget} fit. The largest part is {largest} with {tokens} tokens."
                )
            }
            Self::WindowTooSmall { window, reply } => {
                format!(
                    "This model handles {window} tokens, and the reply alone may need {reply}. Choose shorter replies."
                )
            }
        }
    }

    /// What the player can make shorter, so that it fits.
    #[must_use]
    pub fn shorten(&self) -> Option<Shorten> {
        match self {
            Self::TooLarge { shorten, .. } => *shorten,
            Self::WindowTooSmall { .. } => Some(Shorten::ReplyLength),
        }
    }
}
