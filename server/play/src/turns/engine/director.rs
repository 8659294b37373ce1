//! Asks the director for the next speaker.

use futures::StreamExt;
use platform::llm::{ModelError, Piece};
use platform::web::Problem;

use super::request::{book, request};
use super::turn_run::TurnRun;
use crate::prompt::{self, PromptKind};
use crate::stories;
use crate::turns::context::{PromptParams, ReplyContext, prompt_input};
use crate::turns::events::Event;
use crate::turns::model::{DraftedSpeaker, Turn};

/// Lets the director choose the speaker. Without an answer in time, the natural rule chooses.
pub(super) async fn direct(run: &mut TurnRun) -> Result<(), Problem> {
    let (story, after) = (&run.job.story, run.job.assignment.task.after());
    let context = ReplyContext::load(&run.app, &story.owner, &story.id, after, None).await?;
    let asked = tokio::time::timeout(run.app.turns.timing().director, ask_director(run, &context))
        .await
        .ok()
        .flatten();
    let speaker = speaker_by(run, &context, asked.as_deref());
    let row = &mut run.job.answers.rows[0];
    (row.speaker_id, row.why) = (speaker.character_id.clone(), speaker.why.clone());
    run.channel.publish(Event::Turn(Box::new(Turn {
        drafted: vec![speaker],
        ..run.channel.turn()
    })));
    Ok(())
}

/// The speaker with this name; `None`: the director gave no answer.
fn speaker_by(run: &TurnRun, context: &ReplyContext, name: Option<&str>) -> DraftedSpeaker {
    let is_demo = context.base.model(&run.app).info().is_demo;
    let chosen = context
        .base
        .cast
        .iter()
        .find(|one| Some(one.name.as_str()) == name);
    match chosen {
        Some(one) => DraftedSpeaker {
            character_id: Some(one.id.clone()),
            why: "The director chose them.".to_owned(),
        },
        // In a scene of the demo, the narrator may speak if nobody on stage answers.
        None if is_demo && name == Some(stories::NARRATOR) => DraftedSpeaker {
            character_id: None,
            why: "The scene tells it.".to_owned(),
        },
        None => {
            let natural = context.natural_speaker(run.job.said.is_some(), run.job.seed);
            DraftedSpeaker {
                why: format!("The director gave no answer in time. {}", natural.why),
                ..natural
            }
        }
    }
}

/// Asks the model who speaks next; `None` if it gives no usable answer.
async fn ask_director(run: &TurnRun, context: &ReplyContext) -> Option<String> {
    let names = context.able_to_speak();
    let model = context.base.model(&run.app);
    let input = prompt_input(
        context,
        &PromptParams {
            now: run.app.clock.now(),
            timezone: run.timezone.as_deref(),
            speaker: None,
            note: None,
            seed: run.job.seed,
        },
    );
    let kind = PromptKind::Director { names: names.clone() };
    let info = model.info().clone();
    let assembled = prompt::run_within_scan_limit(move |stop| prompt::assemble(&input, &info, kind, stop))
        .await
        .ok()?
        .ok()?;
    book(run, model, &assembled).await.ok()?;
    let log = |error: ModelError| run.log(&model.info().name, &error);
    let request = request(assembled, &run.job.story.owner, &context.base.story);
    let mut reply = run.app.models.stream(model, request).await.map_err(log).ok()?;
    let mut answer = String::new();
    while let Some(piece) = reply.next().await {
        match piece.map_err(log).ok()? {
            Piece::Text(text) => answer.push_str(&text),
            Piece::Reasoning(_) => {}
            Piece::Finished { .. } => break,
        }
    }
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    if model.info().is_demo {
        names.push(stories::NARRATOR);
    }
    prompt::read_director(&answer, &names).map(str::to_owned)
}
