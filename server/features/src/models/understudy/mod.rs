//! The understudy: improvises in character from the scene, without any model. It says of itself that it is a demonstration.

use std::time::Duration;

use futures::stream;
use futures::{Stream, StreamExt};
use kernel::Shekels;

use super::{Capabilities, CostPerMillion, CueKind, Finish, ModelError, ModelInfo, Piece, Request, Usage, count_tokens};

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
        let text = improvise(&request.cue);
        let prompt_tokens = request.messages.iter().map(|message| count_tokens(&message.content)).sum();
        let usage = Usage { prompt_tokens, reply_tokens: count_tokens(&text) };
        let words: Vec<String> = text.split_inclusive(' ').map(str::to_owned).collect();
        let pieces = words.into_iter().map(Piece::Text).chain([Piece::Finished { reason: Finish::Stop, usage: Some(usage) }]);
        let pace = self.pace;
        stream::iter(pieces.enumerate().collect::<Vec<_>>()).then(move |(place, piece)| async move {
            let wait = if place == 0 { pace.think } else { pace.word };
            if !wait.is_zero() {
                tokio::time::sleep(wait).await;
            }
            Ok(piece)
        })
    }
}

fn improvise(cue: &super::Cue) -> String {
    let turn = cue.said_before.len() + 1;
    match &cue.kind {
        CueKind::Reply => format!("*{} looks up.* \"You said something, {}. That was number {turn}.\"", cue.speaker.name, cue.player),
        CueKind::Continue(_) => format!("*A pause.* \"And another thing, number {turn}.\""),
        CueKind::Impersonate => "\"Let us go on, then.\"".to_owned(),
        CueKind::Rewrite { selection, .. } => selection.clone(),
        CueKind::Director { names } => serde_json::json!({ "name": names.first() }).to_string(),
        CueKind::Summarise => cue.recent.iter().map(|(name, _)| format!("{name} spoke.")).collect::<Vec<_>>().join(" "),
    }
}
