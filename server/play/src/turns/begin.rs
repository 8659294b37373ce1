//! Beginning a turn: one transaction that looks at the limits, stores what the player said, chooses who
//! answers, makes the place of the first reply, and sets aside what it costs. Only then is a model asked.

use std::sync::{Mutex, PoisonError};

use accounts::safety::{self, By, Crisis, Readings};
use axum::response::Response;
use kernel::{ErrorCode, Timestamp};
use platform::db::{Isolation, Tx};
use platform::idempotency::{Idempotent, Reply};
use platform::llm;
use platform::web::Problem;
use serde::{Deserialize, Serialize};

use super::ask::{CreateMessage, NARRATOR};
use super::guard::{self, Judgement};
use super::model::{Draft, TurnKind, TurnState};
use super::rules::{HELP_PER_MINUTE, LEASE_MS, MINUTE_MS, TURNS_AT_ONCE, TURNS_PER_MINUTE, utf16_slice};
use super::scene::{self, StoryContext};
use super::store::{self, NewTurn, ReplyRow};
use super::{ending, engine, outside, paying};
use crate::prompt::PromptKind;
use crate::stories::{
    self, Author, ControlMode, MessageId, MessageRow, MessageState, NARRATOR as NARRATOR_NAME, NewMessage,
    Origin, Owner, Story, StoryId, StorySafety, Strategy,
};
use crate::{AppState, quotas};

/// What the player is told to wait where too much is running, in seconds.
const RETRY_SECS: u32 = 2;
/// Why the director's choice is not known yet.
const DIRECTOR_WHY: &str = "The director chooses.";
/// Why it is not known yet who answers in a scene of the demo.
const SCRIPTED_WHY: &str = "The scene says who answers.";
/// So many of the latest messages decide who speaks next.
const DRAFTING_LINES: u32 = 200;

/// A turn that was begun, or one that the same request began before.
pub(super) enum Begun {
    /// Its id, and whether it is the answer to an earlier request.
    Turn { id: String, replayed: bool },
    /// The request was refused, as it was before.
    Refused(Response),
}

/// What the beginning of a turn leaves for its engine.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) turn_id: String,
    pub(super) story_id: StoryId,
    pub(super) owner: Owner,
    pub(super) kind: TurnKind,
    pub(super) task: Task,
    pub(super) note: Option<String>,
    pub(super) presence: Option<Vec<String>>,
    pub(super) rows: Vec<ReplyRow>,
    /// What the player said.
    pub(super) said: Option<MessageRow>,
    /// The place of the first reply, where it is made already.
    pub(super) first: Option<MessageRow>,
    /// Whether a director is to choose who speaks.
    pub(super) directed: bool,
    /// That the player seems to be in need: the first reply is the house's, and it is there already.
    pub(super) crisis: Option<Crisis>,
    pub(super) seed: u64,
    pub(super) started_at: Timestamp,
    /// The story's version after the beginning, and its head: for those who look at it elsewhere.
    pub(super) version: i64,
    pub(super) head_id: Option<MessageId>,
    /// The request that asked for it, for the log.
    pub(super) request_id: Option<String>,
}

/// What a request says of itself besides what it asks for.
#[derive(Debug, Clone, Default)]
pub(super) struct Caller {
    /// What time it is where the player is: a name of the IANA database.
    pub(super) timezone: Option<String>,
    /// The request's id, for the log.
    pub(super) request_id: Option<String>,
}

/// What the engine is to write.
#[derive(Debug, Clone)]
pub(super) enum Task {
    /// Replies that follow this message, each the one before it.
    Replies {
        after: Option<MessageId>,
        origin: Origin,
    },
    /// More of this message, as another one beside it.
    Continue {
        so_far: String,
        after: Option<MessageId>,
    },
    /// A text for the player to send after this message.
    Impersonate { draft: String, after: Option<MessageId> },
    /// Another wording of a passage of a message that follows this one.
    Rewrite {
        id: MessageId,
        by: By,
        message: String,
        selection: String,
        after: Option<MessageId>,
    },
}

impl Task {
    /// What is there before the first word.
    pub(super) fn begun(&self) -> &str {
        match self {
            Self::Continue { so_far, .. } => so_far,
            _ => "",
        }
    }

    /// The same in the words of prompts.
    pub(super) fn kind(&self, note: Option<&str>) -> PromptKind {
        match self {
            Self::Replies { .. } => PromptKind::Reply,
            Self::Continue { so_far, .. } => PromptKind::Continue {
                so_far: so_far.clone(),
            },
            Self::Impersonate { draft, .. } => PromptKind::Impersonate { draft: draft.clone() },
            Self::Rewrite {
                message, selection, ..
            } => PromptKind::Rewrite {
                message: message.clone(),
                selection: selection.clone(),
                note: note.unwrap_or_default().to_owned(),
            },
        }
    }

    /// The message of which a passage is put in other words.
    pub(super) fn rewritten(&self) -> Option<&MessageId> {
        match self {
            Self::Rewrite { id, .. } => Some(id),
            _ => None,
        }
    }

    /// The message that the first reply follows.
    pub(super) fn after(&self) -> Option<&MessageId> {
        match self {
            Self::Replies { after, .. }
            | Self::Continue { after, .. }
            | Self::Impersonate { after, .. }
            | Self::Rewrite { after, .. } => after.as_ref(),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    turn_id: String,
}

/// Begins the turn that is asked for and has it run; or finds the one that the same request began. Not to be
/// dropped half-way: what is stored must be run.
pub(super) async fn begin(
    app: AppState,
    owner: Owner,
    once: Idempotent<CreateMessage>,
    caller: Caller,
) -> Result<Begun, Problem> {
    once.body.check()?;
    let readings = outside::read(&app, &owner, &once.body).await;
    let is_full = !app.turns.has_room();
    if is_full && !outside::may_be_answered(&once.body, &readings) {
        return Err(no_room());
    }
    let seed = app.random.below(1 << 53);
    let principal = format!("{}:{}", owner.kind(), owner.id());
    let mut tries = 0;
    let (response, left) = loop {
        tries += 1;
        let judgement = guard::judge(&app, &owner, &once.body, &readings).await;
        let left: Mutex<Left> = Mutex::default();
        let (app_ref, owner_ref, ask, slot) = (&app, &owner, &once.body, &left);
        let found = Found {
            readings: &readings,
            judgement: judgement.as_ref(),
        };
        let use_case = once.key.run(&app, &principal, Isolation::Money, |tx| {
            Box::pin(async move {
                let started = begin_in(tx, app_ref, owner_ref, ask, seed, is_full, found).await?;
                let (left, reply) = match started {
                    Started::New(job) => {
                        let reply = Reply::json(
                            http::StatusCode::OK,
                            &Answer {
                                turn_id: job.turn_id.clone(),
                            },
                        );
                        (Left::Begun(job), reply)
                    }
                    Started::Before(turn_id) => (
                        Left::Nothing,
                        Reply::json(http::StatusCode::OK, &Answer { turn_id }),
                    ),
                    Started::Refused(problem, story) => {
                        (Left::Struck(story), Reply::json(problem.status(), &problem))
                    }
                    Started::Stale => (Left::Stale, Err(guard::stale())),
                };
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = left;
                reply
            })
        });
        let response = use_case.await;
        match left.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Left::Stale if tries < guard::TRIES => {}
            left => break (response?, left),
        }
    };
    if let Left::Struck(story) = &left {
        // Whoever has it open sees at once that it is closed, if it is.
        app.live
            .changed(&story.id, story.version, story.head_id.as_ref(), None);
    }
    if !response.status().is_success() {
        return Ok(Begun::Refused(response));
    }
    let body = axum::body::to_bytes(response.into_body(), 1_024)
        .await
        .map_err(Problem::internal)?;
    let Answer { turn_id } = serde_json::from_slice(&body).map_err(Problem::internal)?;
    let replayed = !matches!(left, Left::Begun(_));
    if let Left::Begun(job) = left {
        if job.crisis.is_some() {
            // Nobody goes on with the scene; what another process writes there sees it in the database.
            app.turns.halt_story(job.story_id.as_str());
        }
        engine::start(
            app,
            Job {
                request_id: caller.request_id,
                ..*job
            },
            caller.timezone,
        );
    }
    Ok(Begun::Turn {
        id: turn_id,
        replayed,
    })
}

/// What a beginning leaves to be done when it is durable.
#[derive(Default)]
enum Left {
    #[default]
    Nothing,
    /// To run the turn.
    Begun(Box<Job>),
    /// To tell that an attempt was counted in this story.
    Struck(Box<Story>),
    /// To judge the request anew.
    Stale,
}

enum Started {
    New(Box<Job>),
    Before(String),
    /// Not played; what was counted of it is kept.
    Refused(Box<Problem>, Box<Story>),
    /// The story changed since the request was judged.
    Stale,
}

/// What was found in a request before its transaction.
#[derive(Clone, Copy)]
struct Found<'a> {
    /// Whether it is a cry for help.
    readings: &'a Readings,
    /// Whether it is romantic with a minor.
    judgement: Option<&'a Judgement>,
}

/// `is_full`: no other turn than one that helps may begin.
async fn begin_in(
    tx: &mut Tx,
    app: &AppState,
    owner: &Owner,
    ask: &CreateMessage,
    seed: u64,
    is_full: bool,
    found: Found<'_>,
) -> Result<Started, Problem> {
    let now = app.clock.now();
    let id = ask.story_id()?;
    stories::load_story(tx, owner, id).await?;
    if let Some(name) = &ask.client_message_id
        && let Some(row) = store::find_by_client(tx, id.as_str(), name).await?
    {
        return Ok(Started::Before(row.id));
    }
    let set = StoryContext::take(app, tx, owner, id).await?;
    let mut turn = Turn {
        app,
        owner,
        ask,
        readings: found.readings,
        set,
        turn_id: app.random.id(now),
        seed,
    };
    if let Some(crisis) = outside::crisis(tx, &turn).await? {
        check_flood(tx, app, owner, &crisis).await?;
        return outside::answer(tx, turn, crisis)
            .await
            .map(|job| Started::New(Box::new(job)));
    }
    if is_full {
        return Err(no_room());
    }
    check_pace(tx, app, owner).await?;
    check_limits(tx, app, owner).await?;
    if turn.set.story.safety.closed_at.is_some() {
        return Err(stories::closed());
    }
    let Some(found) = found.judgement.filter(|found| found.is_of(&turn.set.story)) else {
        // Where what it is about is not there, that is said.
        turn.look_up(tx).await?;
        return Ok(Started::Stale);
    };
    if let Some(refusal) = guard::refusal(tx, app, &mut turn.set.story, ask, found).await? {
        return Ok(Started::Refused(Box::new(refusal), Box::new(turn.set.story)));
    }
    let goes_on_as_it_was = turn.set.story.safety.gentle_since.is_some() && outside::goes_on(ask);
    if goes_on_as_it_was {
        let care = StorySafety {
            gentle_since: None,
            ..turn.set.story.safety
        };
        stories::set_safety(tx, &mut turn.set.story, care).await?;
    }
    if let Some(refusal) = ending::refusal(tx, &turn).await? {
        // That it goes on as it was is kept.
        return if goes_on_as_it_was {
            Ok(Started::Refused(Box::new(refusal), Box::new(turn.set.story)))
        } else {
            Err(refusal)
        };
    }
    let plan = turn.plan(tx).await?;
    turn.store(tx, plan).await.map(|job| Started::New(Box::new(job)))
}

/// Refuses who is too fast (reliability L-7).
async fn check_pace(tx: &mut Tx, app: &AppState, owner: &Owner) -> Result<(), Problem> {
    let now = app.clock.now();
    if store::count_begun(tx, owner.whose(), now.plus_millis(-MINUTE_MS)).await? >= TURNS_PER_MINUTE {
        return Err(Problem::new(
            ErrorCode::RATE_LIMITED,
            "You’re going too fast. Please wait a moment.",
        )
        .with_retry_after(wait_secs(tx, owner, now).await?));
    }
    Ok(())
}

/// Refuses a program that floods the house with cries for help. Even then the refusal says who listens.
async fn check_flood(tx: &mut Tx, app: &AppState, owner: &Owner, crisis: &Crisis) -> Result<(), Problem> {
    let now = app.clock.now();
    if store::count_begun(tx, owner.whose(), now.plus_millis(-MINUTE_MS)).await? >= HELP_PER_MINUTE {
        let sentence = safety::crisis_notice(crisis.language).text;
        return Err(Problem::new(ErrorCode::RATE_LIMITED, sentence)
            .with_retry_after(wait_secs(tx, owner, now).await?));
    }
    Ok(())
}

/// Refuses who has as many running as they may, or has had all that is to be had today (reliability L-7).
async fn check_limits(tx: &mut Tx, app: &AppState, owner: &Owner) -> Result<(), Problem> {
    let now = app.clock.now();
    if store::count_running(tx, owner.whose(), now).await? >= TURNS_AT_ONCE {
        let sentence = "Two replies are already being written for you. Please wait for one of them.";
        return Err(Problem::new(ErrorCode::RATE_LIMITED, sentence).with_retry_after(RETRY_SECS));
    }
    quotas::check_ceilings(tx, &app.ceilings, owner, now).await
}

/// Seconds until the first of the last minute's turns is a minute old.
async fn wait_secs(tx: &mut Tx, owner: &Owner, now: kernel::Timestamp) -> Result<u32, Problem> {
    let oldest = store::find_oldest_since(tx, owner.whose(), now.plus_millis(-MINUTE_MS)).await?;
    Ok(quotas::secs_until(
        now,
        kernel::Timestamp(oldest.unwrap_or(now.0).saturating_add(MINUTE_MS)),
    ))
}

fn no_room() -> Problem {
    Problem::new(
        llm::CAPACITY_REACHED,
        "Too many replies are being written; try again shortly.",
    )
    .with_retry_after(RETRY_SECS)
}

/// A turn on its way into the database.
pub(super) struct Turn<'a> {
    pub(super) app: &'a AppState,
    pub(super) owner: &'a Owner,
    pub(super) ask: &'a CreateMessage,
    pub(super) readings: &'a Readings,
    pub(super) set: StoryContext,
    pub(super) turn_id: String,
    pub(super) seed: u64,
}

/// What is to be done.
struct Plan {
    task: Task,
    said: Option<MessageRow>,
    drafts: Vec<Draft>,
    directed: bool,
    /// A reply that failed before its first word, whose place is used again.
    again: Option<MessageRow>,
}

impl Turn<'_> {
    async fn plan(&mut self, tx: &mut Tx) -> Result<Plan, Problem> {
        match self.ask.kind() {
            TurnKind::Say => self.say(tx).await,
            TurnKind::Next => {
                let after = self.parent(tx).await?;
                self.next(tx, after).await
            }
            TurnKind::Regenerate => {
                let target = self.target(tx).await?;
                if target.author == Author::User {
                    return Err(Problem::invalid("/messageId", "Only a reply can be regenerated."));
                }
                Ok(self.beside(&target, None))
            }
            TurnKind::Retry => {
                let target = self.target(tx).await?;
                if target.author == Author::User {
                    return self.next(tx, Some(target)).await;
                }
                if target.state == MessageState::Complete {
                    return Err(Problem::invalid("/messageId", "This reply is already complete."));
                }
                let again = target.content.trim().is_empty().then(|| target.clone());
                Ok(self.beside(&target, again))
            }
            TurnKind::Continue => {
                let target = self.target(tx).await?;
                let speaker = draft(&target, "It goes on.");
                let task = Task::Continue {
                    so_far: target.content,
                    after: target.parent_id,
                };
                Ok(Plan {
                    task,
                    said: None,
                    drafts: vec![speaker],
                    directed: false,
                    again: None,
                })
            }
            TurnKind::Impersonate => {
                let after = self.parent(tx).await?.map(|row| row.id);
                let task = Task::Impersonate {
                    draft: self.ask.text().to_owned(),
                    after,
                };
                Ok(Plan {
                    task,
                    said: None,
                    drafts: vec![Draft {
                        character_id: None,
                        why: "A text for you to send.".to_owned(),
                    }],
                    directed: false,
                    again: None,
                })
            }
            TurnKind::Rewrite => {
                let target = self.target(tx).await?;
                let selection = match self.ask.selection {
                    Some(passage) => utf16_slice(&target.content, passage.start, passage.end)
                        .filter(|passage| !passage.trim().is_empty())
                        .ok_or_else(|| {
                            Problem::invalid("/selection", "This text isn’t part of the message.")
                        })?,
                    None => &target.content,
                };
                let selection = selection.to_owned();
                let by = stories::by(&self.set.cast, &target);
                let task = Task::Rewrite {
                    id: target.id.clone(),
                    by,
                    selection,
                    message: target.content.clone(),
                    after: target.parent_id.clone(),
                };
                Ok(Plan {
                    task,
                    said: None,
                    drafts: vec![draft(&target, "Another wording.")],
                    directed: false,
                    again: None,
                })
            }
        }
    }

    /// Stores what the player says after this message.
    pub(super) async fn speak(
        &mut self,
        tx: &mut Tx,
        parent: Option<MessageRow>,
    ) -> Result<MessageRow, Problem> {
        let puppet = self
            .set
            .puppet()
            .map(|puppet| (puppet.id.clone(), puppet.name.clone()));
        let (author, author_id, name) = match (self.set.story.settings.control_mode, puppet) {
            (ControlMode::Puppeteer, Some((id, name))) => (Author::Actor, Some(id), name),
            (ControlMode::Steer, _) => (Author::Narrator, None, NARRATOR_NAME.to_owned()),
            _ => (
                Author::User,
                self.set.persona.id.clone(),
                self.set.persona.name.clone(),
            ),
        };
        let presence = self.presence(
            parent.as_ref(),
            author_id.as_deref().filter(|_| author == Author::Actor),
        )?;
        let text = stories::read_content("/message", self.ask.text())?;
        let new = NewMessage {
            author_id: author_id.as_deref(),
            presence,
            turn_id: Some(&self.turn_id),
            client_id: self.ask.client_message_id.as_deref(),
            ..NewMessage::new(
                parent.as_ref().map(|row| &row.id),
                author,
                &name,
                &text,
                Origin::Said,
            )
        };
        let said = stories::append_message(self.app, tx, &mut self.set.story, &new).await?;
        stories::count_said(tx, &self.set.story, 1, self.app.clock.now()).await?;
        Ok(said)
    }

    async fn say(&mut self, tx: &mut Tx) -> Result<Plan, Problem> {
        let parent = self.parent(tx).await?;
        let said = self.speak(tx, parent).await?;
        let (drafts, directed) = self.draft(tx, Some(&said.id), true).await?;
        Ok(Plan {
            task: Task::Replies {
                after: Some(said.id.clone()),
                origin: Origin::Reply,
            },
            said: Some(said),
            drafts,
            directed,
            again: None,
        })
    }

    async fn next(&self, tx: &mut Tx, after: Option<MessageRow>) -> Result<Plan, Problem> {
        let after = after.map(|row| row.id);
        let (drafts, directed) = self.draft(tx, after.as_ref(), false).await?;
        Ok(Plan {
            task: Task::Replies {
                after,
                origin: Origin::Reply,
            },
            said: None,
            drafts,
            directed,
            again: None,
        })
    }

    /// Another reply beside this one, by whoever is asked for, else by the same speaker.
    fn beside(&self, target: &MessageRow, again: Option<MessageRow>) -> Plan {
        let drafts = vec![
            self.forced()
                .unwrap_or_else(|| draft(target, "The same once more.")),
        ];
        let origin = if again.is_some() {
            target.origin
        } else {
            Origin::Regenerated
        };
        // A place is used again by the same speaker only.
        let again = again.filter(|row| row.author_id == drafts[0].character_id);
        Plan {
            task: Task::Replies {
                after: target.parent_id.clone(),
                origin,
            },
            said: None,
            drafts,
            directed: false,
            again,
        }
    }

    fn forced(&self) -> Option<Draft> {
        let speaker = self.ask.speaker_id.as_deref()?;
        let why = "You asked for them.".to_owned();
        Some(Draft {
            character_id: (speaker != NARRATOR).then(|| speaker.to_owned()),
            why,
        })
    }

    /// Who answers. `said`: the player has just spoken.
    async fn draft(
        &self,
        tx: &mut Tx,
        after: Option<&MessageId>,
        said: bool,
    ) -> Result<(Vec<Draft>, bool), Problem> {
        if let Some(forced) = self.forced() {
            return Ok((vec![forced], false));
        }
        let settings = &self.set.story.settings;
        if said && !settings.auto_reply {
            return Ok((Vec::new(), false));
        }
        let path = match after {
            Some(after) => stories::path_to(tx, &self.set.story, Some(after), DRAFTING_LINES).await?,
            None => Vec::new(),
        };
        let presence = path.last().and_then(|row| row.presence.as_deref());
        if self.is_scripted(tx, path.last()).await? {
            return Ok((
                vec![Draft {
                    character_id: None,
                    why: SCRIPTED_WHY.to_owned(),
                }],
                true,
            ));
        }
        if settings.strategy == Strategy::Director && self.set.able_to_speak(presence).len() > 1 {
            return Ok((
                vec![Draft {
                    character_id: None,
                    why: DIRECTOR_WHY.to_owned(),
                }],
                true,
            ));
        }
        Ok((
            self.set.next_speakers(&path, said, settings.strategy, self.seed),
            false,
        ))
    }

    /// Whether the demo has a scene for this story, which then says who answers: one at a time.
    async fn is_scripted(&self, tx: &mut Tx, last: Option<&MessageRow>) -> Result<bool, Problem> {
        let story = &self.set.story;
        let model = self.app.models.get(story.settings.chat_model.as_deref());
        let Some(last) = last.filter(|_| model.info().is_demo && story.settings.strategy != Strategy::Manual)
        else {
            return Ok(false);
        };
        let Some(root) = stories::ancestor_at(tx, &last.id, 0).await? else {
            return Ok(false);
        };
        let root = stories::load_message(tx, story, &root).await?;
        Ok(model.has_scene(&story.setup.name, &root.content))
    }

    /// Finds what the turn is about.
    async fn look_up(&self, tx: &mut Tx) -> Result<(), Problem> {
        match self.ask.kind() {
            TurnKind::Say | TurnKind::Next | TurnKind::Impersonate => self.parent(tx).await.map(drop),
            TurnKind::Regenerate | TurnKind::Retry | TurnKind::Continue | TurnKind::Rewrite => {
                self.target(tx).await.map(drop)
            }
        }
    }

    /// The message after which the turn comes.
    pub(super) async fn parent(&self, tx: &mut Tx) -> Result<Option<MessageRow>, Problem> {
        let Some(id) = self.ask.parent_id.as_ref().or(self.set.story.head_id.as_ref()) else {
            return Ok(None);
        };
        let row = stories::load_message(tx, &self.set.story, id).await?;
        if row.state == MessageState::Writing {
            return Err(busy("The previous message is still being written."));
        }
        Ok(Some(row))
    }

    /// The message that is to be regenerated, continued, rewritten or tried again.
    pub(super) async fn target(&self, tx: &mut Tx) -> Result<MessageRow, Problem> {
        let id = self.ask.message_id.as_ref().or(self.set.story.head_id.as_ref());
        let row = stories::load_message(
            tx,
            &self.set.story,
            id.ok_or_else(|| Problem::not_found("message"))?,
        )
        .await?;
        if row.state == MessageState::Writing && self.ask.kind() != TurnKind::Regenerate {
            return Err(busy("The message is still being written."));
        }
        Ok(row)
    }

    /// Whether this turn costs nothing and counts against no allowance, whatever else is the case: a text for
    /// the player to send, and another try after a failure, as long as nothing has come of that (issue 10.5).
    async fn costs_nothing(&self, tx: &mut Tx) -> Result<bool, Problem> {
        match self.ask.kind() {
            TurnKind::Impersonate => Ok(true),
            TurnKind::Regenerate | TurnKind::Retry => {
                let target = self.target(tx).await?;
                let has_failed = match (target.author, &target.turn_id) {
                    (Author::User, Some(turn)) => store::find_turn(tx, turn)
                        .await?
                        .is_some_and(|turn| TurnState::from_stored(&turn.state).is_failure()),
                    (Author::User, None) => false,
                    _ => matches!(target.state, MessageState::Failed | MessageState::Interrupted),
                };
                Ok(has_failed && !stories::has_successor(tx, &target.id).await?)
            }
            TurnKind::Say | TurnKind::Next | TurnKind::Continue | TurnKind::Rewrite => Ok(false),
        }
    }

    /// Who witnesses what comes after this message, and a speaker besides.
    fn presence(
        &self,
        parent: Option<&MessageRow>,
        speaker: Option<&str>,
    ) -> Result<Option<Vec<String>>, Problem> {
        if let Some(strange) = self
            .ask
            .presence
            .iter()
            .flatten()
            .find(|id| self.set.character(id).is_none())
        {
            return Err(Problem::invalid(
                "/presence",
                format!("{strange} is no character of this story."),
            ));
        }
        Ok(scene::presence(
            self.ask.presence.as_deref(),
            parent.and_then(|row| row.presence.as_deref()),
            speaker,
        ))
    }

    /// Writes the turn itself down, which runs from here on.
    pub(super) async fn note_down(&self, tx: &mut Tx, said: Option<&MessageRow>) -> Result<(), Problem> {
        let now = self.app.clock.now();
        let new = NewTurn {
            id: &self.turn_id,
            story_id: self.set.story.id.as_str(),
            owner: self.owner.whose(),
            kind: self.ask.kind().as_str(),
            request: serde_json::to_value(self.ask).map_err(Problem::internal)?,
            client_id: self.ask.client_message_id.as_deref(),
            user_message_id: said.map(|said| said.id.as_str()),
            process: self.app.turns.process(),
            lease_until: now.plus_millis(LEASE_MS),
            started_at: now,
        };
        Ok(store::insert_turn(tx, &new).await?)
    }

    async fn store(mut self, tx: &mut Tx, plan: Plan) -> Result<Job, Problem> {
        let now = self.app.clock.now();
        let Plan {
            task,
            said,
            drafts,
            directed,
            again,
        } = plan;
        if let Some(stranger) = drafts
            .iter()
            .filter_map(|draft| draft.character_id.as_deref())
            .find(|id| self.set.character(id).is_none())
        {
            return Err(Problem::invalid(
                "/speakerId",
                format!("{stranger} is no character of this story."),
            ));
        }
        let kind = self.ask.kind();
        self.note_down(tx, said.as_ref()).await?;
        let model = self
            .app
            .models
            .get(self.set.story.settings.chat_model.as_deref())
            .info()
            .clone();
        let for_nothing = self.costs_nothing(tx).await?;
        let place = |(position, draft): (i64, Draft)| ReplyRow {
            turn_id: self.turn_id.clone(),
            position,
            message_id: None,
            speaker_id: draft.character_id,
            why: draft.why,
            payment: String::new(),
            hold_id: None,
            price: 0,
            captured: None,
            day: None,
        };
        let mut rows: Vec<ReplyRow> = (0..).zip(drafts).map(place).collect();
        paying::reserve(tx, self.app, self.owner, &model, for_nothing, &mut rows).await?;
        let mut first = None;
        if let Some(row) = rows.first_mut().filter(|_| !directed && !kind.is_text()) {
            let opened = match again {
                Some(failed) => {
                    stories::reopen_message(tx, &mut self.set.story, &failed.id, &self.turn_id).await?
                }
                None => {
                    open_reply(
                        tx,
                        self.app,
                        &mut self.set,
                        &task,
                        task.after(),
                        row,
                        self.ask.presence.as_deref(),
                    )
                    .await?
                }
            };
            row.message_id = Some(opened.id.to_string());
            first = Some(opened);
        }
        for row in &rows {
            store::insert_reply(tx, row).await?;
        }
        Ok(Job {
            turn_id: self.turn_id,
            story_id: self.set.story.id.clone(),
            owner: self.owner.clone(),
            kind,
            task,
            note: self.ask.note().map(str::to_owned),
            presence: self.ask.presence.clone(),
            rows,
            said,
            first,
            directed,
            crisis: None,
            seed: self.seed,
            started_at: now,
            version: self.set.story.version,
            head_id: self.set.story.head_id,
            request_id: None,
        })
    }
}

/// Makes the place of a reply.
pub(super) async fn open_reply(
    tx: &mut Tx,
    app: &AppState,
    set: &mut StoryContext,
    task: &Task,
    after: Option<&MessageId>,
    row: &ReplyRow,
    presence: Option<&[String]>,
) -> Result<MessageRow, Problem> {
    let before = match after {
        Some(id) => Some(stories::load_message(tx, &set.story, id).await?),
        None => None,
    };
    let speaker = row
        .speaker_id
        .as_deref()
        .and_then(|id| set.character(id))
        .map(|speaker| (speaker.id.clone(), speaker.name.clone()));
    let (origin, content) = match task {
        Task::Continue { so_far, .. } => (Origin::Continued, so_far.as_str()),
        Task::Replies { origin, .. } => (*origin, ""),
        Task::Impersonate { .. } | Task::Rewrite { .. } => (Origin::Reply, ""),
    };
    let author = if speaker.is_some() {
        Author::Actor
    } else {
        Author::Narrator
    };
    let (id, name) = speaker.as_ref().map_or((None, NARRATOR_NAME), |(id, name)| {
        (Some(id.as_str()), name.as_str())
    });
    let new = NewMessage {
        author_id: id,
        state: MessageState::Writing,
        presence: scene::presence(
            presence,
            before.as_ref().and_then(|row| row.presence.as_deref()),
            id,
        ),
        turn_id: Some(&row.turn_id),
        ..NewMessage::new(after, author, name, content, origin)
    };
    stories::append_message(app, tx, &mut set.story, &new).await
}

fn draft(message: &MessageRow, why: &str) -> Draft {
    Draft {
        character_id: message
            .author_id
            .clone()
            .filter(|_| message.author == Author::Actor),
        why: why.to_owned(),
    }
}

fn busy(why: &str) -> Problem {
    Problem::new(ErrorCode::CONFLICT, why)
}
