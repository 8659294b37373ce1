//! Running a turn, from its beginning to its end: one task of the server's, whoever is watching.
//!
//! What is due for each reply is written in one place, [`outcome`] (reliability 2.5): nothing where the model
//! failed or never said a word, all of it where it finished, a part where the player stopped it.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use accounts::safety::{self, By};
use catalogue::scenarios;
use futures::{FutureExt, StreamExt};
use kernel::{ErrorCode, Shekels};
use platform::blocking::Stop;
use platform::db::{Isolation, Tx};
use platform::llm::{self, Finish, Model, ModelError, Piece, Request};
use platform::news::Subject;
use platform::web::Problem;

use super::begin::{Job, Task, open_reply};
use super::events::{End, Event};
use super::guard::{self, Reader};
use super::hub::{Channel, Halt};
use super::model::{Draft, Turn, TurnFault, TurnPrice, TurnState};
use super::paying::{self, Due, Payment};
use super::rules::{HOLD_MS, LEASE_MS, ReplyTrimmer};
use super::scene::{self, ReplyContext, StoryContext};
use super::store::{self, Ended as EndedRow, ReplyRow};
use super::writer::{Ended, Orders, Save, Standing, Writer, Written};
use super::{errors, recover};
use crate::prompt::{self, Assembled, PromptKind, Shorten};
use crate::quotas::{self, Booked};
use crate::stories::{self, FinishedMessage, Message, MessageId, MessageRow, MessageState, Story};
use crate::{AppState, memory};

/// How often the end of a reply is written down anew, where the database is too busy for it.
const SETTLE_TRIES: u32 = 6;
/// How long is waited in between, growing.
const SETTLE_PAUSE: Duration = Duration::from_millis(250);
/// The longest of these pauses, where nothing can be written for want of room: so soon after there is room a
/// hold is settled.
const SETTLE_LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// How often it is tried then: for as long as what was set aside is held.
const SETTLE_TRIES_WITHOUT_ROOM: u32 = (HOLD_MS / 1_000) as u32;

/// Has a turn run that was begun. `timezone`: the player's.
pub(super) fn start(app: AppState, job: Job, timezone: Option<String>) {
    let turn = Turn {
        id: job.turn_id.clone(),
        story_id: job.story_id.to_string(),
        kind: job.kind,
        state: TurnState::Running,
        user_message: None,
        replies: Vec::new(),
        text: None,
        drafted: drafted(&job),
        price: TurnPrice {
            held: Shekels(job.rows.iter().map(|row| row.price).sum()),
            captured: Shekels::ZERO,
            free: job.rows.iter().all(|row| row.price == 0),
        },
        error: None,
        last_event: 0,
        started_on: job.started_at,
        ended_on: None,
        notices: Vec::new(),
    };
    let orders = Orders::new(&app.news, &job.turn_id);
    let channel = app.turns.open(turn);
    #[cfg(test)]
    let turns = app.turns.clone();
    let task = tokio::spawn(async move {
        let id = job.turn_id.clone();
        let mut engine = Engine {
            app: app.clone(),
            channel,
            orders,
            job,
            timezone,
            captured: Shekels::ZERO,
            left_out: None,
        };
        match AssertUnwindSafe(engine.run()).catch_unwind().await {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => engine.give_up(fault_of(&problem)).await,
            Err(_) => {
                engine
                    .give_up(fault_of(&Problem::internal("a turn panicked")))
                    .await
            }
        }
        app.turns.remove_later(&id);
        app.news.tell(&Subject::Turn(id));
    });
    #[cfg(test)]
    turns.runs_in(&task);
    drop(task);
}

fn drafted(job: &Job) -> Vec<Draft> {
    if job.directed {
        return Vec::new();
    }
    job.rows
        .iter()
        .map(|row| Draft {
            character_id: row.speaker_id.clone(),
            why: row.why.clone(),
        })
        .collect()
}

struct Engine {
    app: AppState,
    channel: std::sync::Arc<Channel>,
    orders: Orders,
    job: Job,
    timezone: Option<String>,
    captured: Shekels,
    /// The latest message that the model was not shown for want of room.
    left_out: Option<MessageId>,
}

/// What comes of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    /// How its message stands.
    pub(super) message: MessageState,
    /// How the turn stands, if it ends with it.
    pub(super) turn: TurnState,
    /// What is due for it.
    pub(super) due: Due,
    /// What went wrong.
    pub(super) fault: Option<TurnFault>,
}

/// The charge policy. `has_text`: whether there is anything to read; `written` of `most`: in tokens.
pub(super) fn outcome(ended: &Ended, has_text: bool, written: u32, most: u32) -> Outcome {
    let fault = |code: &str, message: &str| Some(TurnFault::new(code, message));
    let broken = if has_text {
        MessageState::Interrupted
    } else {
        MessageState::Failed
    };
    let part = if has_text {
        Due::Part {
            written: written.max(1),
            most,
        }
    } else {
        Due::Nothing
    };
    match ended {
        Ended::Finished { .. } if has_text => Outcome {
            message: MessageState::Complete,
            turn: TurnState::Complete,
            due: Due::All,
            fault: None,
        },
        Ended::Finished { .. } => Outcome {
            message: MessageState::Failed,
            turn: TurnState::Failed,
            due: Due::Nothing,
            fault: Some(fault_of_model(&ModelError::Empty)),
        },
        Ended::Halted(Halt::Stop) => Outcome {
            message: MessageState::Stopped,
            turn: TurnState::Stopped,
            due: part,
            fault: None,
        },
        Ended::Halted(Halt::Deleted) => {
            let fault = fault(
                ErrorCode::GONE.as_str(),
                "The message this replies to was deleted.",
            );
            Outcome {
                message: MessageState::Stopped,
                turn: TurnState::Stopped,
                due: part,
                fault,
            }
        }
        // Whoever costs nothing and is not there is not written for; what they had of it counts.
        Ended::Alone => Outcome {
            message: broken,
            turn: TurnState::Interrupted,
            due: if has_text { Due::All } else { Due::Nothing },
            fault: fault(
                recover::CODE,
                "The reply stopped because nobody was reading. You can continue it.",
            ),
        },
        Ended::Halted(Halt::Closing) | Ended::Lost => Outcome {
            message: broken,
            turn: TurnState::Interrupted,
            due: Due::Nothing,
            fault: fault(recover::CODE, recover::SENTENCE),
        },
        // Never paid for, and nobody speaks after it in this turn.
        Ended::Faded if has_text => Outcome {
            message: MessageState::Complete,
            turn: TurnState::Complete,
            due: Due::Nothing,
            fault: None,
        },
        Ended::Faded => {
            let fault = fault(
                errors::NEVER_PLAYED.as_str(),
                "Somebody in this story is under 18, so this is never played. Nothing was charged.",
            );
            Outcome {
                message: MessageState::Failed,
                turn: TurnState::Failed,
                due: Due::Nothing,
                fault,
            }
        }
        Ended::Failed(error) => Outcome {
            message: broken,
            turn: TurnState::Failed,
            due: Due::Nothing,
            fault: Some(fault_of_model(error)),
        },
    }
}

/// A reply that is ready to be asked for.
struct Prepared {
    model: Model,
    request: Request,
    speaker: String,
    booked: Booked,
    prompt_tokens: u32,
    left_out: Option<MessageId>,
    reader: Reader,
    fade: &'static str,
    /// The largest part of the prompt that the player can make shorter.
    shorten: Option<(Shorten, u32)>,
}

/// A reply that has been written, and what comes of it.
struct Reply {
    position: usize,
    content: String,
    outcome: Outcome,
    /// Whether the turn ends with it.
    is_last: bool,
    /// Whether it was cut because it is never played.
    is_cut: bool,
    /// Whether the demo's story ends with it.
    is_ending: bool,
    model: String,
    prompt_tokens: u32,
    reply_tokens: u32,
    booked: Booked,
    spent: i64,
    left_out: Option<MessageId>,
}

impl Engine {
    async fn run(&mut self) -> Result<(), Problem> {
        self.announce().await?;
        if self.job.crisis.is_some() {
            return self.conclude_outside().await;
        }
        if self.job.directed {
            self.direct().await?;
        }
        let mut after = self.job.task.after().cloned();
        for position in 0..self.job.rows.len() {
            if self.job.rows[position].message_id.is_none()
                && !self.job.kind.is_text()
                && !self.open(position, after.as_ref()).await?
            {
                return self.stop_before(position).await;
            }
            let reply = self.reply(position, after.as_ref()).await;
            if !self.conclude(&reply).await? {
                // Somebody took the turn for dead and has settled it; what they made of it stands.
                return self.give_way().await;
            }
            self.left_out = reply.left_out.clone().or(self.left_out.take());
            if reply.is_last {
                return self.finish(reply.outcome.turn, reply.outcome.fault).await;
            }
            after = self.job.rows[position].message_id.clone().map(MessageId::trusted);
        }
        // Nobody was to answer.
        self.conclude_without_replies().await?;
        self.finish(TurnState::Complete, None).await
    }

    /// Tells what was stored at the beginning, and what the player has to be told.
    async fn announce(&mut self) -> Result<(), Problem> {
        self.channel.publish(Event::Turn(Box::new(self.channel.turn())));
        if let Some(said) = self.job.said.clone() {
            let shown = self.show(said).await?;
            self.channel.publish(Event::Said(Box::new(shown)));
        }
        let player = format!("{}:{}", self.job.owner.kind(), self.job.owner.id());
        if self.app.reminders.take(&player, self.app.clock.now()) {
            self.channel.publish(Event::Notice(safety::ai_notice()));
        }
        if let Some(crisis) = &self.job.crisis {
            self.channel
                .publish(Event::Notice(safety::crisis_notice(crisis.language)));
        }
        if let Some(first) = self.job.first.clone() {
            let shown = self.show(first).await?;
            self.channel.publish(Event::Message(Box::new(shown)));
        }
        self.app.live.changed(
            &self.job.story_id,
            self.job.version,
            self.job.head_id.as_ref(),
            Some(&self.job.turn_id),
        );
        Ok(())
    }

    /// A message as the player sees it.
    async fn show(&self, row: MessageRow) -> Result<Message, Problem> {
        let mut conn = self.app.db.read().await?;
        let story = stories::load_story(&mut conn, &self.job.owner, &self.job.story_id).await?;
        drop(conn);
        self.show_in(&story, row).await
    }

    fn tell(&self, story: &Story) {
        self.app.live.changed(
            &story.id,
            story.version,
            story.head_id.as_ref(),
            Some(&self.job.turn_id),
        );
    }

    /// Has the director choose who speaks.
    async fn direct(&mut self) -> Result<(), Problem> {
        let stage = ReplyContext::load(
            &self.app,
            &self.job.owner,
            &self.job.story_id,
            self.job.task.after(),
            None,
        )
        .await?;
        let names = stage.able_to_speak();
        let is_demo = self
            .app
            .models
            .get(stage.set.story.settings.chat_model.as_deref())
            .info()
            .is_demo;
        let asked = tokio::time::timeout(
            self.app.turns.timing().director,
            self.ask_director(&stage, &names),
        )
        .await
        .ok()
        .flatten();
        let is_told = is_demo && asked.as_deref() == Some(stories::NARRATOR);
        let chosen = asked.and_then(|name| stage.set.cast.iter().find(|one| one.name == name));
        let draft = match chosen {
            Some(one) => Draft {
                character_id: Some(one.id.clone()),
                why: "The director chose them.".to_owned(),
            },
            // A scene of the demo may be told where nobody on stage answers.
            None if is_told => Draft {
                character_id: None,
                why: "The scene tells it.".to_owned(),
            },
            None => {
                let natural = stage.naturally(self.job.said.is_some(), self.job.seed);
                Draft {
                    why: format!("The director gave no answer in time. {}", natural.why),
                    ..natural
                }
            }
        };
        let row = &mut self.job.rows[0];
        (row.speaker_id, row.why) = (draft.character_id.clone(), draft.why.clone());
        self.channel.publish(Event::Turn(Box::new(Turn {
            drafted: vec![draft],
            ..self.channel.turn()
        })));
        Ok(())
    }

    async fn ask_director(&self, stage: &ReplyContext, names: &[String]) -> Option<String> {
        let model = self
            .app
            .models
            .get(stage.set.story.settings.chat_model.as_deref());
        let kind = PromptKind::Director {
            names: names.to_vec(),
        };
        let scene = stage.scene(
            self.app.clock.now(),
            self.timezone.as_deref(),
            None,
            None,
            self.job.seed,
        );
        let info = model.info().clone();
        let assembled = prompt::apart(move |stop| prompt::assemble(&scene, &info, kind, stop))
            .await
            .ok()?
            .ok()?;
        self.book(model, &assembled).await.ok()?;
        let log = |error: ModelError| self.log(&model.info().name, &error);
        let mut reply = self
            .app
            .models
            .stream(model, scene::request(assembled, &self.job, &stage.set))
            .await
            .map_err(log)
            .ok()?;
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

    /// Makes the place of a further reply; false where the turn was told to stop meanwhile.
    async fn open(&mut self, position: usize, after: Option<&MessageId>) -> Result<bool, Problem> {
        let (app, job, row) = (&self.app, &self.job, &self.job.rows[position]);
        let use_case = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(open_in(tx, app, job, row, after))
        });
        let Some((opened, story)) = use_case.await? else {
            return Ok(false);
        };
        self.job.rows[position].message_id = Some(opened.id.to_string());
        let shown = self.show(opened).await?;
        self.channel.publish(Event::Message(Box::new(shown)));
        self.tell(&story);
        Ok(true)
    }

    /// Ends a turn that was stopped before this reply of it was begun.
    async fn stop_before(&mut self, position: usize) -> Result<(), Problem> {
        let (app, job, last_event) = (&self.app, &self.job, self.channel.last_event());
        let ended = app
            .db
            .transact(Isolation::Money, |tx| {
                Box::pin(end_in(tx, app, job, position, TurnState::Stopped, last_event + 1))
            })
            .await?;
        if ended {
            self.finish(TurnState::Stopped, None).await
        } else {
            self.give_way().await
        }
    }

    /// Has a reply written.
    async fn reply(&mut self, position: usize, after: Option<&MessageId>) -> Reply {
        let begun = self.job.task.begun().to_owned();
        let failed = |fault: TurnFault| Reply {
            position,
            content: begun.clone(),
            outcome: Outcome {
                fault: Some(fault),
                ..outcome(&Ended::Failed(ModelError::Cut), false, 0, 1)
            },
            is_last: true,
            is_cut: false,
            is_ending: false,
            model: String::new(),
            prompt_tokens: 0,
            reply_tokens: 0,
            booked: Booked::default(),
            spent: 0,
            left_out: None,
        };
        let prepared = match self.prepare(position, after).await {
            Ok(prepared) => prepared,
            Err(fault) => return failed(fault),
        };
        let (model, most, booked) = (
            prepared.model.info().clone(),
            prepared.request.max_tokens,
            prepared.booked,
        );
        let (counted, left_out) = (prepared.prompt_tokens, prepared.left_out.clone());
        let shorten = prepared.shorten;
        let written = self.write(position, prepared).await;
        let is_cut = written.ended == Ended::Faded;
        let is_ending = written.ended
            == Ended::Finished {
                reason: Finish::Ending,
            };
        if is_cut {
            self.channel.publish(Event::Notice(safety::fade_notice()));
        }
        let mut outcome = outcome(&written.ended, written.has_text(), written.tokens(), most);
        if let Ended::Failed(error) = &written.ended {
            self.log(&model.name, error);
        }
        if let Some(fault) = outcome
            .fault
            .as_mut()
            .filter(|fault| fault.code == llm::PROMPT_TOO_LARGE.as_str())
        {
            name_what_to_shorten(fault, shorten);
        }
        let (prompt_tokens, reply_tokens) = (
            written.usage.map_or(counted, |usage| usage.prompt_tokens),
            written.tokens(),
        );
        // A provider that never answered has cost nothing.
        let spent = if written.text.is_empty() && written.usage.is_none() {
            0
        } else {
            quotas::cost_of(&model, prompt_tokens, reply_tokens)
        };
        Reply {
            position,
            content: format!("{begun}{}", written.text),
            is_last: position + 1 == self.job.rows.len()
                || outcome.turn != TurnState::Complete
                || is_cut
                || is_ending,
            is_cut,
            is_ending,
            outcome,
            model: model.name,
            prompt_tokens,
            reply_tokens,
            booked,
            spent,
            left_out,
        }
    }

    /// Puts the prompt together, keeps it for the inspector, and books what it costs the installation.
    async fn prepare(&self, position: usize, after: Option<&MessageId>) -> Result<Prepared, TurnFault> {
        let row = &self.job.rows[position];
        let told = |problem: Problem| fault_of(&problem);
        let written = row.message_id.clone().map(MessageId::trusted);
        let at_hand = written.as_ref().or(self.job.task.rewritten());
        let stage = ReplyContext::load(&self.app, &self.job.owner, &self.job.story_id, after, at_hand)
            .await
            .map_err(told)?;
        let model = self
            .app
            .models
            .get(stage.set.story.settings.chat_model.as_deref())
            .clone();
        // Each reply of a turn draws its own lots.
        let seed = self.job.seed.wrapping_add(position as u64);
        let (now, timezone, note, speaker) = (
            self.app.clock.now(),
            self.timezone.clone(),
            self.job.note.clone(),
            row.speaker_id.clone(),
        );
        let (info, kind) = (model.info().clone(), self.job.task.kind(note.as_deref()));
        let work = move |stop: &Stop| {
            let scene = stage.scene(
                now,
                timezone.as_deref(),
                speaker.as_deref(),
                note.as_deref(),
                seed,
            );
            let assembled = prompt::assemble(&scene, &info, kind, stop);
            (stage, scene.speaker, assembled)
        };
        let (stage, speaker, assembled) = prompt::apart(work).await.map_err(told)?;
        let assembled = assembled.map_err(|error| TurnFault {
            code: llm::PROMPT_TOO_LARGE.as_str().to_owned(),
            message: error.sentence(),
            retry_after: None,
            shorten: error.shorten(),
        })?;
        self.keep(row, &assembled).await.map_err(told)?;
        let booked = self.book(&model, &assembled).await.map_err(told)?;
        let prompt_tokens = assembled.record.budget.used;
        let speaker = speaker
            .id()
            .map(|_| speaker.name().to_owned())
            .unwrap_or_default();
        let left_out = scene::left_out(&assembled.record);
        let by = match &self.job.task {
            Task::Impersonate { .. } => stories::by_player(&stage.set.story, &stage.set.cast),
            Task::Rewrite { by, .. } => *by,
            _ => stage
                .set
                .cast
                .iter()
                .position(|one| Some(&one.id) == row.speaker_id.as_ref())
                .map_or(By::Narrator, By::Cast),
        };
        let (stage, minors) = guard::of_stage(stage).await.map_err(told)?;
        let reader = Reader::new(minors, by, self.job.task.begun());
        let fade = if self.job.kind.is_text() {
            ""
        } else {
            safety::fade(&stage.set.story.setup.language)
        };
        let shorten = assembled.record.largest_to_shorten();
        Ok(Prepared {
            reader,
            fade,
            request: scene::request(assembled, &self.job, &stage.set),
            model,
            speaker,
            booked,
            prompt_tokens,
            left_out,
            shorten,
        })
    }

    /// One line for whoever runs the site, without the key and without a word of the story.
    fn log(&self, model: &str, error: &ModelError) {
        error.log(
            model,
            &format!("turn {}", self.job.turn_id),
            self.job.request_id.as_deref(),
        );
    }

    /// Keeps what the model is shown, and what macros have changed.
    async fn keep(&self, row: &ReplyRow, assembled: &Assembled) -> Result<(), Problem> {
        let record = serde_json::to_value(&assembled.record).map_err(Problem::internal)?;
        let (story, record, variables) = (self.job.story_id.as_str(), &record, assembled.variables.as_ref());
        let use_case = self.app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move {
                store::set_prompt(tx, &row.turn_id, row.position, record).await?;
                match variables {
                    Some(variables) => store::put_variables(tx, story, variables).await,
                    None => Ok(()),
                }
            })
        });
        Ok(use_case.await?)
    }

    async fn book(&self, model: &Model, assembled: &Assembled) -> Result<Booked, Problem> {
        quotas::book_cost(
            &self.app,
            &self.job.owner,
            model.info(),
            assembled.record.budget.used,
            assembled.max_tokens,
        )
        .await
    }

    async fn write(&mut self, position: usize, prepared: Prepared) -> Written {
        let Prepared {
            model,
            request,
            speaker,
            reader,
            fade,
            ..
        } = prepared;
        let row = &self.job.rows[position];
        let begun = self.job.task.begun();
        let trimmer = ReplyTrimmer::new(if begun.is_empty() { &speaker } else { "" }, &request.stops);
        let (app, turn_id, message) = (
            self.app.clone(),
            self.job.turn_id.clone(),
            row.message_id.clone().map(MessageId::trusted),
        );
        let prefix = begun.to_owned();
        let save = move |text: String, last_event: u64, is_followed: bool| {
            let (app, turn_id, message) = (app.clone(), turn_id.clone(), message.clone());
            let text = format!("{prefix}{text}");
            async move {
                let standing = checkpoint(&app, &turn_id, message.as_ref(), &text, last_event).await;
                if is_followed {
                    app.news.tell_all(&app.db, &Subject::Turn(turn_id)).await;
                }
                standing
            }
            .boxed()
        };
        let timing = self.app.turns.timing();
        let is_paid = Payment::from_stored(&row.payment) == Payment::Wallet;
        let writer = Writer {
            models: &self.app.models,
            channel: &self.channel,
            message_id: row.message_id.clone(),
            begun,
            trimmer,
            reader,
            fade,
            save: &save as &Save<'_>,
            orders: &mut self.orders,
            checkpoint: timing.checkpoint,
            alone: (!is_paid).then_some(timing.alone),
        };
        writer.write(&model, request).await
    }

    /// Writes the end of a reply down, settles it, and with the last one ends the turn: in one transaction.
    /// False where all of that was done by somebody else.
    async fn conclude(&mut self, reply: &Reply) -> Result<bool, Problem> {
        let is_paid = self.job.rows.iter().any(|row| row.hold_id.is_some());
        let isolation = if is_paid {
            Isolation::Money
        } else {
            Isolation::Ordinary
        };
        let last_event = self.channel.last_event();
        let (app, job) = (&self.app, &self.job);
        let mut patience = Patience::default();
        let concluded = loop {
            let tried = app
                .db
                .transact(isolation, |tx| {
                    Box::pin(conclude_in(tx, app, job, reply, last_event))
                })
                .await;
            if let Some(result) = patience.after(tried).await {
                break result?;
            }
        };
        let Some(Concluded {
            captured,
            finished,
            story,
        }) = concluded
        else {
            return Ok(false);
        };
        self.captured = Shekels(self.captured.0.saturating_add(captured.0));
        if let Some((row, story)) = finished.zip(story) {
            let shown = self.show_in(&story, row).await?;
            self.channel.publish(Event::Done(Box::new(shown)));
            self.tell(&story);
            self.tell_followers().await;
        }
        Ok(true)
    }

    /// Tells other processes that show the turn that there is more of it.
    async fn tell_followers(&self) {
        if self.orders.is_followed() {
            let turn = Subject::Turn(self.job.turn_id.clone());
            self.app.news.tell_all(&self.app.db, &turn).await;
        }
    }

    async fn show_in(&self, story: &Story, row: MessageRow) -> Result<Message, Problem> {
        let mut conn = self.app.db.read().await?;
        stories::message_views(&mut conn, story, vec![row])
            .await?
            .pop()
            .ok_or_else(|| Problem::not_found("message"))
    }

    /// Ends a turn that the house has answered: nothing is due, and no model is asked for anything, not even
    /// to remember it.
    async fn conclude_outside(&mut self) -> Result<(), Problem> {
        let (app, job) = (&self.app, &self.job);
        // The answer's end and the turn's end follow.
        let last_event = self.channel.last_event() + 2;
        let concluded = app
            .db
            .transact(Isolation::Ordinary, |tx| {
                Box::pin(end_in(tx, app, job, 0, TurnState::Complete, last_event))
            })
            .await?;
        if !concluded {
            return self.give_way().await;
        }
        if let Some(reply) = self.job.first.clone() {
            let shown = self.show(reply).await?;
            self.channel.publish(Event::Done(Box::new(shown)));
        }
        self.finish(TurnState::Complete, None).await
    }

    async fn conclude_without_replies(&self) -> Result<(), Problem> {
        let (job, at) = (&self.job, self.app.clock.now());
        let last_event = i64::try_from(self.channel.last_event() + 1).unwrap_or(i64::MAX);
        let use_case = self.app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move {
                let ended = EndedRow {
                    state: TurnState::Complete.as_str(),
                    last_event,
                    text: None,
                    fault: None,
                    at,
                };
                store::end_turn(tx, &job.turn_id, &ended).await
            })
        });
        use_case.await?;
        Ok(())
    }

    /// The last words of a turn that has been written down.
    async fn finish(&mut self, state: TurnState, fault: Option<TurnFault>) -> Result<(), Problem> {
        if let Some(fault) = fault {
            self.channel.publish(Event::Error(fault));
        }
        let balance = super::read::balance(&self.app, &self.job.owner).await?;
        let mut turn = self.channel.turn();
        turn.state = state;
        turn.price.captured = self.captured;
        turn.ended_on = Some(self.app.clock.now());
        let price = turn.price;
        self.channel
            .publish(Event::End(Box::new(End { turn, price, balance })));
        if state == TurnState::Complete && self.job.crisis.is_none() {
            memory::after_turn(
                &self.app,
                &self.job.owner,
                &self.job.story_id,
                self.left_out.as_ref(),
            );
        }
        Ok(())
    }

    /// Tells how the turn ended in the hands of others.
    async fn give_way(&mut self) -> Result<(), Problem> {
        let turn = super::read::find_stored(&self.app, &self.job.owner, &self.job.turn_id).await?;
        self.captured = turn.price.captured;
        for reply in &turn.replies {
            self.channel.publish(Event::Done(Box::new(reply.clone())));
        }
        self.finish(turn.state, turn.error).await
    }

    /// Ends a turn that cannot be gone on with, as well as that can be done: what cannot be written down now
    /// is told all the same, and set right as soon as it can be.
    async fn give_up(&mut self, fault: TurnFault) {
        if self.channel.has_ended() {
            return;
        }
        let (app, job) = (&self.app, &self.job);
        let (mut patience, mut fault) = (Patience::default(), Some(fault));
        let settled = loop {
            let tried = app
                .db
                .transact(Isolation::Money, |tx| Box::pin(give_up_in(tx, app, job)))
                .await;
            if let Some(fault) = fault.take() {
                self.tell_end(fault).await;
            }
            if let Some(result) = patience.after(tried).await {
                break result;
            }
        };
        if let Err(problem) = settled {
            tracing::error!(turn = %job.turn_id, detail = problem.detail(), "a turn could not be ended; it will be set right when its lease is over");
        }
    }

    /// The last words of a turn that was given up.
    async fn tell_end(&self, fault: TurnFault) {
        self.channel.publish(Event::Error(fault));
        let stored = super::read::find_stored(&self.app, &self.job.owner, &self.job.turn_id)
            .await
            .ok();
        let turn = match stored.filter(|turn| turn.state != TurnState::Running) {
            Some(stored) => stored,
            None => Turn {
                state: TurnState::Interrupted,
                ended_on: Some(self.app.clock.now()),
                ..self.channel.turn()
            },
        };
        let price = turn.price;
        self.channel.publish(Event::End(Box::new(End {
            turn,
            price,
            balance: None,
        })));
    }
}

/// With which an end is written down again and again, where the database has no time or no room for it.
struct Patience {
    tries: u32,
    pause: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            tries: 0,
            pause: SETTLE_PAUSE,
        }
    }
}

impl Patience {
    /// The result of a try, or none after a pause where another one is to be made.
    async fn after<T>(&mut self, tried: Result<T, Problem>) -> Option<Result<T, Problem>> {
        self.tries += 1;
        let problem = match tried {
            Err(problem) if problem.status() == http::StatusCode::SERVICE_UNAVAILABLE => problem,
            result => return Some(result),
        };
        let is_full = problem.code() == ErrorCode::STORAGE_FULL;
        if self.tries
            >= if is_full {
                SETTLE_TRIES_WITHOUT_ROOM
            } else {
                SETTLE_TRIES
            }
        {
            return Some(Err(problem));
        }
        tokio::time::sleep(self.pause).await;
        self.pause *= 2;
        if is_full {
            self.pause = self.pause.min(SETTLE_LONGEST_PAUSE);
        }
        None
    }
}

async fn open_in(
    tx: &mut Tx,
    app: &AppState,
    job: &Job,
    row: &ReplyRow,
    after: Option<&MessageId>,
) -> Result<Option<(MessageRow, Story)>, Problem> {
    let mut set = StoryContext::take(app, tx, &job.owner, &job.story_id).await?;
    // Looked at with the story in hand: who stops a turn for the sake of its player holds it, too, and
    // nothing is put after their answer.
    if store::is_stop_asked(tx, &job.turn_id).await? {
        return Ok(None);
    }
    let opened = open_reply(tx, app, &mut set, &job.task, after, row, job.presence.as_deref()).await?;
    let row = ReplyRow {
        message_id: Some(opened.id.to_string()),
        ..row.clone()
    };
    store::set_speaker(tx, &row).await?;
    Ok(Some((opened, set.story)))
}

async fn give_up_in(tx: &mut Tx, app: &AppState, job: &Job) -> Result<(), Problem> {
    recover::interrupt_in(tx, app, &job.turn_id, kernel::Timestamp(i64::MAX)).await?;
    // Where the story is gone for good, so is the turn, but not what was set aside for it.
    for row in &job.rows {
        paying::give_back(tx, row, app.clock.now()).await?;
    }
    Ok(())
}

/// Writes down the end of a turn of which nothing is due from this reply on; false where somebody else did.
async fn end_in(
    tx: &mut Tx,
    app: &AppState,
    job: &Job,
    from: usize,
    state: TurnState,
    last_event: u64,
) -> Result<bool, Problem> {
    let now = app.clock.now();
    for row in &job.rows[from..] {
        if paying::settle(tx, job.owner.whose(), row, Due::Nothing, now)
            .await?
            .is_none()
        {
            return Ok(false);
        }
    }
    let last_event = i64::try_from(last_event).unwrap_or(i64::MAX);
    let ended = EndedRow {
        state: state.as_str(),
        last_event,
        text: None,
        fault: None,
        at: now,
    };
    store::end_turn(tx, &job.turn_id, &ended).await?;
    Ok(true)
}

/// What was written down of the end of a reply.
struct Concluded {
    captured: Shekels,
    finished: Option<MessageRow>,
    story: Option<Story>,
}

async fn conclude_in(
    tx: &mut Tx,
    app: &AppState,
    job: &Job,
    reply: &Reply,
    last_event: u64,
) -> Result<Option<Concluded>, Problem> {
    let now = app.clock.now();
    let row = &job.rows[reply.position];
    let Some(captured) = paying::settle(tx, job.owner.whose(), row, reply.outcome.due, now).await? else {
        return Ok(None);
    };
    quotas::correct_cost(tx, job.owner.whose(), &reply.booked, reply.spent).await?;
    let mut concluded = Concluded {
        captured,
        finished: None,
        story: None,
    };
    if let Some(message) = &row.message_id {
        let end = FinishedMessage {
            content: &reply.content,
            state: reply.outcome.message,
            model: Some(reply.model.as_str()).filter(|model| !model.is_empty()),
            prompt_tokens: Some(i64::from(reply.prompt_tokens)),
            reply_tokens: Some(i64::from(reply.reply_tokens)),
            price: captured.0,
            ending: reply.is_ending,
        };
        // Whoever it belongs to by now, and in the trash or not: what was written is kept where it was
        // written.
        if let Some(mut story) = stories::lock_any_story(app, tx, &job.story_id).await? {
            if let Some(scenario) = story.scenario_id.as_ref().filter(|_| captured > Shekels::ZERO) {
                scenarios::count_spent(tx, scenario, captured.0).await?;
            }
            concluded.finished =
                stories::finish_message(tx, &mut story, &MessageId::trusted(message.clone()), &end).await?;
            concluded.story = Some(story);
        }
    }
    if reply.is_cut {
        let story = match concluded.story.take() {
            Some(story) => Some(story),
            None => stories::lock_any_story(app, tx, &job.story_id).await?,
        };
        if let Some(mut story) = story {
            guard::strike_cut(tx, app, &mut story).await?;
            concluded.story = Some(story);
        }
    }
    if reply.is_last {
        for unwritten in &job.rows[reply.position + 1..] {
            paying::settle(tx, job.owner.whose(), unwritten, Due::Nothing, now).await?;
        }
        let fault = reply.outcome.fault.as_ref();
        // The events that follow: the reply's end, what went wrong, and the turn's end.
        let to_come = 1 + u64::from(concluded.finished.is_some()) + u64::from(fault.is_some());
        let ended = EndedRow {
            state: reply.outcome.turn.as_str(),
            last_event: i64::try_from(last_event + to_come).unwrap_or(i64::MAX),
            text: job.kind.is_text().then_some(&reply.content),
            fault,
            at: now,
        };
        store::end_turn(tx, &job.turn_id, &ended).await?;
    }
    Ok(Some(concluded))
}

/// Writes down how far a reply is, and says that its turn is alive; none where the database has no time for
/// it now.
async fn checkpoint(
    app: &AppState,
    turn_id: &str,
    message: Option<&MessageId>,
    text: &str,
    last_event: u64,
) -> Option<Standing> {
    let lease = app.clock.now().plus_millis(LEASE_MS);
    let last_event = i64::try_from(last_event).unwrap_or(i64::MAX);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let own_text = message.is_none().then_some(text);
            let Some(stop) = store::checkpoint(tx, turn_id, last_event, lease, own_text).await? else {
                return Ok(Standing::Over);
            };
            let is_there = match message {
                Some(message) => stories::checkpoint(tx, message, text).await?,
                None => true,
            };
            Ok::<_, Problem>(match (is_there, stop) {
                (false, _) => Standing::Deleted,
                (true, true) => Standing::Stop,
                (true, false) => Standing::GoOn,
            })
        })
    });
    use_case.await.ok()
}

/// A problem as a turn tells it.
fn fault_of(problem: &Problem) -> TurnFault {
    TurnFault {
        retry_after: problem.retry_after(),
        ..TurnFault::new(problem.code().as_str(), problem.detail())
    }
}

/// A model's failure as a turn tells it.
fn fault_of_model(error: &ModelError) -> TurnFault {
    TurnFault {
        retry_after: error.retry_after_secs(),
        ..TurnFault::new(error.code().as_str(), error.sentence())
    }
}

/// A provider says only that a prompt is too long; what of it the player can make shorter is known here.
fn name_what_to_shorten(fault: &mut TurnFault, shorten: Option<(Shorten, u32)>) {
    let Some((part, tokens)) = shorten else { return };
    fault.shorten = Some(part);
    fault.message = format!(
        "{} The largest part that you can shorten is {} with about {tokens} tokens.",
        fault.message,
        part.noun()
    );
}
