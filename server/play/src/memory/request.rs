//! Asks a model for a summary, and books its cost.

use std::time::Duration;

use futures::StreamExt;
use kernel::ErrorCode;
use platform::db::Isolation;
use platform::llm::{
    CastMember, DemoRequest, DemoTask, Model, ModelError, Piece, Request, Sampling, Usage, count_tokens,
};
use platform::web::Problem;

use super::model::Summary;
use super::rules::{Chunk, SUMMARY_TOKENS, clean_summary, summary_prompt};
use crate::AppState;
use crate::quotas::{self, UsageOwner};
use crate::stories::{Character, Story};

/// How long one piece may take.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Asks the model for a summary that continues this one with these messages; empty if there is no text.
pub(super) async fn request_summary(
    app: &AppState,
    model: &Model,
    story: &Story,
    base: Option<&Summary>,
    piece: &Chunk<'_>,
    cast: &[Character],
) -> Result<String, Problem> {
    let request = request(story, base, piece, cast);
    let owner = &story.owner;
    let prompt_tokens = request.messages.iter().fold(0_u32, |sum, message| {
        sum.saturating_add(count_tokens(&message.content))
    });
    let booked = quotas::book_cost(app, owner, model.info(), prompt_tokens, SUMMARY_TOKENS).await?;
    let mut received = Received::default();
    let asked = tokio::time::timeout(TIMEOUT, receive(app, model, request, &mut received)).await;
    if let Ok(Err(error)) = &asked {
        error.log(
            &model.info().name,
            &format!("the summary of story {}", story.id),
            None,
        );
    }
    // The cost is booked whether or not the summary is used.
    let spent = received.cost(model, prompt_tokens);
    let corrected = app.db.transact(Isolation::Money, |tx| {
        Box::pin(async move { quotas::correct_cost(tx, UsageOwner::from(owner), &booked, spent).await })
    });
    corrected.await.map_err(Problem::from)?;
    asked.map_err(|_| Problem::new(ErrorCode::TIMEOUT, "The summary took too long."))??;
    Ok(clean_summary(&received.text).unwrap_or_default())
}

fn request(story: &Story, base: Option<&Summary>, piece: &Chunk<'_>, cast: &[Character]) -> Request {
    Request {
        messages: summary_prompt(base.map(|base| (base.text.as_str(), base.edited)), piece),
        max_tokens: SUMMARY_TOKENS,
        sampling: Sampling {
            temperature: Some(0.3),
            ..Sampling::default()
        },
        demo: demo_request(story, piece, cast),
        ..Request::default()
    }
}

/// The request that the demo writes a summary from.
fn demo_request(story: &Story, piece: &Chunk<'_>, cast: &[Character]) -> DemoRequest {
    let member = |one: &Character| CastMember {
        name: one.name.clone(),
        role: one.role.clone(),
        description: one.description.clone(),
        persona: String::new(),
    };
    DemoRequest {
        kind: DemoTask::Summarise,
        seed: piece.last.depth.unsigned_abs(),
        cast: cast.iter().map(member).collect(),
        setting: story.setup.setting.clone(),
        language: Some(story.setup.language.clone()).filter(|language| !language.is_empty()),
        recent: piece
            .covered
            .iter()
            .map(|row| (row.name.clone(), row.content.clone()))
            .collect(),
        reply_tokens: SUMMARY_TOKENS,
        ..DemoRequest::default()
    }
}

/// What a model has written so far.
#[derive(Default)]
struct Received {
    text: String,
    usage: Option<Usage>,
}

impl Received {
    /// Its cost: by the provider's count, else by our own. A provider that never answered has cost nothing.
    fn cost(&self, model: &Model, prompt_tokens: u32) -> i64 {
        let usage = match self.usage {
            Some(usage) => usage,
            None if self.text.is_empty() => return 0,
            None => Usage {
                prompt_tokens,
                reply_tokens: count_tokens(&self.text),
            },
        };
        quotas::cost_of(model.info(), usage.prompt_tokens, usage.reply_tokens)
    }
}

async fn receive(
    app: &AppState,
    model: &Model,
    request: Request,
    received: &mut Received,
) -> Result<(), ModelError> {
    let mut reply = app.models.stream(model, request).await?;
    while let Some(piece) = reply.next().await {
        match piece? {
            Piece::Text(more) => received.text.push_str(&more),
            Piece::Reasoning(_) => {}
            Piece::Finished { usage, .. } => received.usage = usage,
        }
    }
    Ok(())
}
