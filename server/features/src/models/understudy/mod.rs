//! The understudy: improvises in character from the scene, without any model. It says of itself that it is a demonstration.

mod cast;
mod choosing;
mod deeds;
mod grammar;
mod hearing;
mod nouns;
mod reply;
mod scene;
#[cfg(test)]
mod tests;
mod text;

use std::time::Duration;

use futures::stream;
use futures::{Stream, StreamExt};
use kernel::Shekels;

use super::{Capabilities, CostPerMillion, Cue, CueKind, Finish, ModelError, ModelInfo, Piece, Request, Usage, count_tokens};
use crate::care;

/// How quickly the understudy speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Before the first word.
    pub think: Duration,
    /// Before every further word.
    pub word: Duration,
}

impl Pace {
    /// Like somebody reading aloud.
    #[must_use]
    pub const fn human() -> Self {
        Self { think: Duration::from_millis(450), word: Duration::from_millis(45) }
    }

    /// All at once.
    #[must_use]
    pub const fn none() -> Self {
        Self { think: Duration::ZERO, word: Duration::ZERO }
    }
}

/// The understudy.
#[derive(Debug, Clone)]
pub(super) struct Understudy {
    pace: Pace,
}

impl Understudy {
    pub(super) fn new(pace: Pace) -> Self {
        Self { pace }
    }

    pub(super) fn info(price: Shekels) -> ModelInfo {
        ModelInfo {
            name: "understudy".to_owned(),
            label: "Understudy (demo, no AI model)".to_owned(),
            context_tokens: 16_384,
            max_reply_tokens: 1_024,
            price,
            is_demo: true,
            capabilities: Capabilities { system_role: true, reasoning: false, prefill: true },
            cost_per_million: CostPerMillion::default(),
        }
    }

    pub(super) fn perform(&self, request: &Request) -> impl Stream<Item = Result<Piece, ModelError>> + Send + 'static {
        let text = gently(&request.cue).unwrap_or_else(|| scene::improvise(&request.cue));
        let prompt_tokens = request.messages.iter().map(|message| count_tokens(&message.content)).sum();
        let usage = Usage { prompt_tokens, reply_tokens: count_tokens(&text) };
        let words: Vec<String> = text.split_inclusive(char::is_whitespace).map(str::to_owned).collect();
        let mut wait = self.pace.think;
        let mut timed: Vec<(Duration, Piece)> = Vec::with_capacity(words.len() + 1);
        for word in words {
            // A breath after each sentence.
            let next = if word.trim_end().ends_with(['.', '!', '?', '…', '*', '"']) { self.pace.word * 4 } else { self.pace.word };
            timed.push((std::mem::replace(&mut wait, next), Piece::Text(word)));
        }
        timed.push((Duration::ZERO, Piece::Finished { reason: Finish::Stop, usage: Some(usage) }));
        stream::iter(timed).then(|(wait, piece)| async move {
            if !wait.is_zero() {
                tokio::time::sleep(wait).await;
            }
            Ok(piece)
        })
    }
}

/// What is said while the story goes on gently (`care`): nothing of the scene, which may hold anything.
fn gently(cue: &Cue) -> Option<String> {
    let is_told = cue.gentle && matches!(cue.kind, CueKind::Reply | CueKind::Continue(_));
    is_told.then(|| care::gentle_line(cue.language.as_deref().unwrap_or("en"), |text| cue.said_before.iter().any(|said| said == text)).to_owned())
}
