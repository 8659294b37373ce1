//! Models that answer by a script.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::stream::unfold;
use kernel::Shekels;
use platform::llm::{
    Capabilities, CostPerMillion, Finish, ModelError, ModelInfo, Models, Piece, Reply,
    Request as ModelRequest, Script,
};
use tokio::sync::Notify;

/// An act of a model.
#[derive(Clone)]
pub(in crate::turns::tests) enum Act {
    /// Writes.
    Text(String),
    /// Sends its thoughts.
    Think(&'static str),
    /// Waits until the test lets it continue.
    Wait(Arc<Notify>),
    /// Pauses.
    Rest(Duration),
    /// Writes endlessly.
    Endless,
    /// Fails.
    Fail(ModelError),
    /// Ends the stream without a final piece.
    Vanish,
    /// Finishes.
    Finish(Finish),
}

pub(in crate::turns::tests) fn text(text: &str) -> Act {
    Act::Text(text.to_owned())
}

pub(in crate::turns::tests) fn done() -> Act {
    Act::Finish(Finish::Stop)
}

/// A model that records its requests.
#[derive(Clone)]
pub(in crate::turns::tests) struct Double {
    pub(in crate::turns::tests) asked: Arc<Mutex<Vec<ModelRequest>>>,
    pub(in crate::turns::tests) arrived: Arc<Notify>,
    script: Script,
}

pub(in crate::turns::tests) fn info(name: &str, price: i64) -> ModelInfo {
    ModelInfo {
        name: name.to_owned(),
        label: name.to_owned(),
        context_tokens: 8_192,
        max_reply_tokens: 1_000,
        price: Shekels(price),
        is_demo: false,
        capabilities: Capabilities::default(),
        cost_per_million: CostPerMillion::default(),
    }
}

impl Double {
    /// Acts on each request as this function decides; the first act may be a failure to begin.
    pub(in crate::turns::tests) fn by(
        answer: impl Fn(&ModelRequest, usize) -> Vec<Act> + Send + Sync + 'static,
    ) -> Self {
        let asked: Arc<Mutex<Vec<ModelRequest>>> = Arc::default();
        let arrived = Arc::new(Notify::new());
        let count = AtomicUsize::new(0);
        let (log, bell) = (asked.clone(), arrived.clone());
        let script: Script = Arc::new(move |request| {
            let acts = answer(&request, count.fetch_add(1, Ordering::SeqCst));
            log.lock().expect("no panic").push(request);
            bell.notify_one();
            Box::pin(begin(acts))
        });
        Self {
            asked,
            arrived,
            script,
        }
    }

    /// Acts on every request in the same way.
    pub(in crate::turns::tests) fn always(acts: Vec<Act>) -> Self {
        Self::by(move |_, _| acts.clone())
    }

    pub(in crate::turns::tests) fn models(&self, info: ModelInfo) -> Models {
        Models::scripted(vec![(info, self.script.clone())])
    }

    pub(in crate::turns::tests) fn script(&self) -> Script {
        self.script.clone()
    }

    pub(in crate::turns::tests) fn count(&self) -> usize {
        self.asked.lock().expect("no panic").len()
    }

    /// All text of all prompts.
    pub(in crate::turns::tests) fn prompts(&self) -> Vec<String> {
        let asked = self.asked.lock().expect("no panic");
        asked
            .iter()
            .map(|request| {
                request
                    .messages
                    .iter()
                    .map(|message| message.content.as_str())
                    .collect::<Vec<_>>()
                    .join("\n")
            })
            .collect()
    }
}

/// Up to the first piece: until then a request may fail as a whole.
async fn begin(mut acts: Vec<Act>) -> Result<Reply, ModelError> {
    loop {
        match acts.first().cloned() {
            Some(Act::Wait(gate)) => {
                gate.notified().await;
                acts.remove(0);
            }
            Some(Act::Fail(error)) => return Err(error),
            _ => break,
        }
    }
    acts.reverse();
    Ok(Reply::scripted(unfold(acts, |mut acts| async move {
        loop {
            match acts.pop()? {
                Act::Text(text) => return Some((Ok(Piece::Text(text)), acts)),
                Act::Think(text) => return Some((Ok(Piece::Reasoning(text.to_owned())), acts)),
                Act::Wait(gate) => gate.notified().await,
                Act::Rest(time) => tokio::time::sleep(time).await,
                Act::Endless => {
                    tokio::task::yield_now().await;
                    acts.push(Act::Endless);
                    return Some((Ok(Piece::Text("and on and on ".repeat(100))), acts));
                }
                Act::Fail(error) => return Some((Err(error), acts)),
                Act::Vanish => return None,
                Act::Finish(reason) => {
                    return Some((Ok(Piece::Finished { reason, usage: None }), Vec::new()));
                }
            }
        }
    })))
}

/// A model with a short reply.
pub(in crate::turns::tests) fn cheap() -> Double {
    Double::always(vec![text("Well said."), done()])
}

/// A model that numbers its replies.
pub(in crate::turns::tests) fn counting() -> Double {
    Double::by(|_, number| vec![text(&format!("Reply {number}.")), done()])
}
