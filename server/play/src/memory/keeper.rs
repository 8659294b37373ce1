//! Writing summaries: one at a time in each story, beside the turns and never in their way.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::StreamExt;
use kernel::{ErrorCode, Timestamp};
use platform::db::{Isolation, Tx};
use platform::llm::{self, Cue, CueKind, Model, ModelError, Piece, Request, Sampling, Usage, count_tokens};
use platform::web::Problem;
use tokio::sync::Semaphore;

use super::actions::summary_at;
use super::model::Summary;
use super::rules::{
    Chunk, KEEP_LATEST, MAX_CHUNK_MESSAGES, MAX_ROUNDS, REFRESH_EVERY_MS, SUMMARY_TOKENS, chunk,
    clean_summary, is_enough, prompt, room,
};
use super::store;
use crate::stories::{self, MessageId, Owner, Story, StoryId};
use crate::{AppState, quotas};

/// Summaries written at the same time.
const PLACES: usize = 4;
/// How long one piece may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// Stories remembered for the pause between two summaries that their players ask for.
const MAX_ASKED: usize = 10_000;

/// Whose summaries are being written. Clones share what they know.
#[derive(Clone)]
pub struct Summarizer(Arc<Inner>);

struct Inner {
    busy: Mutex<HashSet<StoryId>>,
    asked: Mutex<HashMap<StoryId, Timestamp>>,
    places: Semaphore,
}

impl Default for Summarizer {
    fn default() -> Self {
        Self(Arc::new(Inner {
            busy: Mutex::default(),
            asked: Mutex::default(),
            places: Semaphore::new(PLACES),
        }))
    }
}

impl std::fmt::Debug for Summarizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keeper")
    }
}

impl Summarizer {
    /// The right to write the summary of a story; none while somebody else has it.
    fn enter(&self, story: &StoryId) -> Option<Busy> {
        let is_free = self
            .0
            .busy
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(story.clone());
        is_free.then(|| Busy {
            keeper: self.clone(),
            story: story.clone(),
        })
    }

    /// How many summaries are being written.
    #[must_use]
    pub fn busy(&self) -> usize {
        self.0.busy.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Notes that a player asks for a summary; how long they have to wait, where they asked a moment ago.
    fn ask(&self, story: &StoryId, now: Timestamp) -> Option<i64> {
        let mut asked = self.0.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = asked
            .get(story)
            .map(|at| REFRESH_EVERY_MS - (now.0 - at.0))
            .filter(|wait| (1..=REFRESH_EVERY_MS).contains(wait));
        if wait.is_none() {
            if asked.len() >= MAX_ASKED {
                asked.retain(|_, at| now.0 - at.0 < REFRESH_EVERY_MS);
            }
            asked.insert(story.clone(), now);
        }
        wait
    }
}

struct Busy {
    keeper: Summarizer,
    story: StoryId,
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.keeper
            .0
            .busy
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&self.story);
    }
}

/// To be called when a turn is over: carries the summary on to the latest message that no longer fitted the
/// prompt, if any. Returns at once; whatever fails is tried again after the next turn.
pub fn after_turn(app: &AppState, owner: &Owner, story: &StoryId, left_out: Option<&MessageId>) {
    let Some(last) = left_out.cloned() else { return };
    let Some(busy) = app.keeper.enter(story) else {
        return;
    };
    let (app, owner, story) = (app.clone(), owner.clone(), story.clone());
    tokio::spawn(async move {
        let _busy = busy;
        match carry_on(&app, &owner, &story, &last, false).await {
            Ok(()) => {}
            // As much was spent on models as may be: another day.
            Err(problem) if matches!(problem.code(), llm::CAPACITY_REACHED | ErrorCode::RATE_LIMITED) => {}
            Err(problem) => {
                tracing::warn!(%story, detail = problem.detail(), "the summary of story {story} could not be written")
            }
        }
    });
}

/// Writes the summary now, because its player asks for it: up to a few messages before where they are. What
/// they changed stays.
pub(super) async fn refresh(app: &AppState, owner: &Owner, id: &StoryId) -> Result<(), Problem> {
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, owner, id).await?;
    let latest = stories::path_to(
        &mut conn,
        &story,
        None,
        u32::try_from(KEEP_LATEST + 1).unwrap_or(1),
    )
    .await?;
    drop(conn);
    let last = latest
        .first()
        .filter(|row| row.depth > 0 && latest.len() as i64 > KEEP_LATEST);
    let last = last
        .ok_or_else(|| {
            Problem::new(
                ErrorCode::CONFLICT,
                "There’s nothing to summarise yet: the model can still read the whole story.",
            )
        })?
        .id
        .clone();
    if let Some(wait) = app.keeper.ask(id, app.clock.now()) {
        let secs = u32::try_from((wait + 999) / 1000).unwrap_or(1);
        return Err(Problem::new(
            ErrorCode::RATE_LIMITED,
            "The summary was updated a moment ago. Please wait a little.",
        )
        .with_retry_after(secs));
    }
    let busy = app.keeper.enter(id);
    let _busy = busy.ok_or_else(|| {
        Problem::new(
            ErrorCode::CONFLICT,
            "The summary is being written. Check back in a moment.",
        )
    })?;
    carry_on(app, owner, id, &last, true).await
}

/// Writes piece after piece until the summary reaches this message.
async fn carry_on(
    app: &AppState,
    owner: &Owner,
    id: &StoryId,
    last: &MessageId,
    is_asked: bool,
) -> Result<(), Problem> {
    let _place = app.keeper.0.places.acquire().await.map_err(Problem::internal)?;
    for round in 0..MAX_ROUNDS {
        let is_first = is_asked && round == 0;
        if !write_piece(app, owner, id, last, is_asked, is_first).await? {
            break;
        }
    }
    Ok(())
}

/// One piece; false where nothing is left to do.
async fn write_piece(
    app: &AppState,
    owner: &Owner,
    id: &StoryId,
    last: &MessageId,
    is_asked: bool,
    may_rewrite: bool,
) -> Result<bool, Problem> {
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, owner, id).await?;
    let end = stories::load_message(&mut conn, &story, last).await?;
    let mut base = summary_at(&mut conn, &story, Some(last)).await?;
    let mut rewritten = None;
    if base.as_ref().is_some_and(|base| base.last_depth >= end.depth) {
        // It reaches as far as it can. Who asks gets it written anew, unless it is the player's own.
        let Some(written) = base.filter(|base| may_rewrite && !base.edited) else {
            return Ok(false);
        };
        base = match &written.based_on {
            Some(id) => store::find_summary(&mut conn, id).await?,
            None => None,
        };
        rewritten = Some(written);
    }
    // The player's first words are tied to the beginning, but do not tell of it.
    let is_own_start = base
        .as_ref()
        .is_some_and(|base| base.last_depth == 0 && base.model.is_none());
    let covered = base
        .as_ref()
        .map_or(-1, |base| if is_own_start { -1 } else { base.last_depth });
    let goal = rewritten
        .as_ref()
        .map_or_else(|| last.clone(), |written| written.last_message_id.clone());
    let goal_depth = rewritten.as_ref().map_or(end.depth, |written| written.last_depth);
    let count = u32::try_from(goal_depth - covered).unwrap_or(u32::MAX);
    // Of a long way, only the beginning is needed.
    let near = match count > MAX_CHUNK_MESSAGES && rewritten.is_none() {
        true => stories::ancestor_at(&mut conn, &goal, covered + i64::from(MAX_CHUNK_MESSAGES)).await?,
        false => None,
    };
    let rows = stories::path_to(
        &mut conn,
        &story,
        Some(near.as_ref().unwrap_or(&goal)),
        count.min(if near.is_some() { MAX_CHUNK_MESSAGES } else { count }),
    )
    .await?;
    let cast = stories::list_characters(&mut conn, &story).await?;
    drop(conn);
    let model = app.models.get(story.settings.chat_model.as_deref()).clone();
    let room = if rewritten.is_some() {
        u32::MAX
    } else {
        room(
            model.info().context_tokens,
            base.as_ref().map(|base| base.text.as_str()),
        )
    };
    let Some(piece) = chunk(&rows, room) else {
        return Ok(false);
    };
    if !is_asked && !is_enough(&piece) {
        return Ok(false);
    }
    let text = if piece.told.is_empty() {
        base.as_ref().map(|base| base.text.clone()).unwrap_or_default()
    } else {
        let cast = cast.iter().map(|one| platform::llm::CastMember {
            name: one.name.clone(),
            role: one.role.clone(),
            description: one.description.clone(),
            persona: String::new(),
        });
        ask(app, &model, &story, base.as_ref(), &piece, cast.collect()).await?
    };
    if text.is_empty() {
        return Ok(false);
    }
    let now = app.clock.now();
    let new = Summary {
        id: app.random.id(now),
        text,
        first_message_id: base
            .as_ref()
            .map_or_else(|| piece.first.id.clone(), |base| base.first_message_id.clone()),
        last_message_id: piece.last.id.clone(),
        first_depth: base.as_ref().map_or(piece.first.depth, |base| base.first_depth),
        last_depth: piece.last.depth,
        left_out: base
            .iter()
            .flat_map(|base| base.left_out.iter())
            .cloned()
            .chain(piece.left_out.iter().cloned())
            .collect(),
        message_ids: Vec::new(),
        edited: false,
        based_on: base.as_ref().map(|base| base.id.clone()),
        model: Some(model.info().name.clone()),
        version: 1,
        created_at: now,
        updated_at: now,
    };
    let (story, base, new, old) = (&story, base.as_ref(), &new, rewritten.as_ref());
    let kept = app
        .db
        .transact(Isolation::Ordinary, |tx| {
            Box::pin(keep(tx, story, base, new, old))
        })
        .await?;
    Ok(kept && new.last_depth < goal_depth)
}

/// Stores a summary, unless what it was made from has changed or is gone: then the next turn tries again.
async fn keep(
    tx: &mut Tx,
    story: &Story,
    base: Option<&Summary>,
    new: &Summary,
    old: Option<&Summary>,
) -> Result<bool, Problem> {
    if let Some(base) = base {
        let now = store::find_summary(tx, &base.id).await?;
        if now.is_none_or(|now| now.version != base.version) {
            return Ok(false);
        }
    }
    match stories::load_message(tx, story, &new.last_message_id).await {
        Ok(_) => {}
        Err(problem) if problem.code() == ErrorCode::NOT_FOUND => return Ok(false),
        Err(problem) => return Err(problem),
    }
    match old {
        Some(old) => Ok(store::update_summary(
            tx,
            &Summary {
                text: new.text.clone(),
                model: new.model.clone(),
                updated_at: new.updated_at,
                ..old.clone()
            },
        )
        .await?),
        None => Ok(store::insert_summary(tx, &story.id, new).await?),
    }
}

async fn ask(
    app: &AppState,
    model: &Model,
    story: &Story,
    base: Option<&Summary>,
    piece: &Chunk<'_>,
    cast: Vec<platform::llm::CastMember>,
) -> Result<String, Problem> {
    let cue = Cue {
        kind: CueKind::Summarise,
        seed: piece.last.depth.unsigned_abs(),
        cast,
        setting: story.setup.setting.clone(),
        language: Some(story.setup.language.clone()).filter(|language| !language.is_empty()),
        recent: piece
            .told
            .iter()
            .map(|row| (row.name.clone(), row.content.clone()))
            .collect(),
        reply_tokens: SUMMARY_TOKENS,
        ..Cue::default()
    };
    let request = Request {
        messages: prompt(base.map(|base| (base.text.as_str(), base.edited)), piece),
        max_tokens: SUMMARY_TOKENS,
        sampling: Sampling {
            temperature: Some(0.3),
            ..Sampling::default()
        },
        cue,
        ..Request::default()
    };
    let owner = &story.owner;
    let prompt_tokens = request.messages.iter().fold(0_u32, |sum, message| {
        sum.saturating_add(count_tokens(&message.content))
    });
    let booked = quotas::book_cost(app, owner, model.info(), prompt_tokens, SUMMARY_TOKENS).await?;
    let mut heard = Heard::default();
    let asked = tokio::time::timeout(PATIENCE, hear(app, model, request, &mut heard)).await;
    if let Ok(Err(error)) = &asked {
        error.log(
            &model.info().name,
            &format!("the summary of story {}", story.id),
            None,
        );
    }
    // It costs the installation what it costs, whether anything came of it or not.
    let spent = heard.cost(model, prompt_tokens);
    let corrected = app.db.transact(Isolation::Money, |tx| {
        Box::pin(async move { quotas::correct_cost(tx, owner.whose(), &booked, spent).await })
    });
    corrected.await.map_err(Problem::from)?;
    asked.map_err(|_| Problem::new(ErrorCode::TIMEOUT, "The summary took too long."))??;
    Ok(clean_summary(&heard.text).unwrap_or_default())
}

/// What a model has said so far.
#[derive(Default)]
struct Heard {
    text: String,
    usage: Option<Usage>,
}

impl Heard {
    /// What it cost: as the provider counted, else as we do. A provider that never answered has cost nothing.
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

async fn hear(app: &AppState, model: &Model, request: Request, heard: &mut Heard) -> Result<(), ModelError> {
    let mut reply = app.models.stream(model, request).await?;
    while let Some(piece) = reply.next().await {
        match piece? {
            Piece::Text(more) => heard.text.push_str(&more),
            Piece::Reasoning(_) => {}
            Piece::Finished { usage, .. } => heard.usage = usage,
        }
    }
    Ok(())
}
