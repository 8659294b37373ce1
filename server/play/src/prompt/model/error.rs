//! The reasons why there is no prompt.

use super::shorten::Shorten;

/// The reason why there is no prompt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    /// The required parts do not fit.
    #[error("the prompt needs {needed} tokens and {budget} fit; the largest part is {largest} with {tokens}")]
    TooLarge {
        /// The tokens of the required parts.
        needed: u32,
        /// The tokens that fit.
        budget: u32,
        /// The largest part, by its name for people.
        largest: String,
        /// Its tokens.
        tokens: u32,
        /// The largest part that the player can shorten.
        shorten: Option<Shorten>,
    },
    /// The model's window is smaller than the requested reply.
    #[error("the model reads and writes {window} tokens, and the reply alone may take {reply}")]
    WindowTooSmall {
        /// The model's window.
        window: u32,
        /// The longest reply.
        reply: u32,
    },
}

impl PromptError {
    /// The sentence for the player.
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

    /// What the player can shorten so that it fits.
    #[must_use]
    pub fn shorten(&self) -> Option<Shorten> {
        match self {
            Self::TooLarge { shorten, .. } => *shorten,
            Self::WindowTooSmall { .. } => Some(Shorten::ReplyLength),
        }
    }
}
