//! From a request to a running turn.

use accounts::guests::Owner;
use std::sync::{Mutex, PoisonError};

use platform::db::Isolation;
use platform::idempotency::{Idempotent, Reply};
use platform::web::Problem;
use serde::{Deserialize, Serialize};

use super::admit::{self, Admission, BeginRequest};
use super::{crisis, limits};
use crate::AppState;
use crate::stories::Story;
use crate::turns::ask::CreateMessage;
use crate::turns::engine;
use crate::turns::guard::{self, Judgement};
use crate::turns::job::Job;

/// The result: a turn that began now, or earlier by the same request.
pub(in crate::turns) enum StartedTurn {
    /// Its id, and whether an earlier request began it.
    Turn { id: String, replayed: bool },
    /// The request was refused, now or before.
    Refused(Reply),
}

/// The parts of a request besides its body.
#[derive(Debug, Clone, Default)]
pub(in crate::turns) struct Caller {
    /// The player's time zone: a name of the IANA database.
    pub(in crate::turns) timezone: Option<String>,
    /// The request's id, for the log.
    pub(in crate::turns) request_id: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    turn_id: String,
}

/// What is left to do after the commit.
#[derive(Default)]
enum AfterCommit {
    #[default]
    Nothing,
    /// To run the turn.
    Run(Box<Job>),
    /// Notify watchers that a strike was counted in this story.
    NotifyWatchers(Box<Story>),
    /// To judge the request again.
    JudgeAgain,
}

/// Begins and runs the requested turn, or finds the one that the same request began earlier. Must not be
/// dropped half-way: a stored turn must run.
pub(in crate::turns) async fn begin(
    app: AppState,
    owner: Owner,
    once: Idempotent<CreateMessage>,
    caller: Caller,
) -> Result<StartedTurn, Problem> {
    once.body.check()?;
    let readings = crisis::read(&app, &owner, &once.body).await;
    let is_full = !app.turns.has_capacity();
    if is_full && !crisis::may_be_answered(&once.body, &readings) {
        return Err(limits::at_capacity());
    }
    let request = BeginRequest {
        app: &app,
        owner: &owner,
        ask: &once.body,
        readings: &readings,
        seed: app.random.below(1 << 53),
        is_full,
    };
    let (reply, left) = judge_and_store(&once, request).await?;
    if let AfterCommit::NotifyWatchers(story) = &left {
        // Everybody who has the story open sees at once if it was closed.
        app.live.story_changed(story);
    }
    if !reply.status().is_success() {
        return Ok(StartedTurn::Refused(reply));
    }
    let Answer { turn_id: id } = reply.read()?;
    let replayed = !matches!(left, AfterCommit::Run(_));
    if let AfterCommit::Run(job) = left {
        run(app, *job, caller);
    }
    Ok(StartedTurn::Turn { id, replayed })
}

/// Judges the request and stores the turn; repeats both if the story changed in between.
async fn judge_and_store(
    once: &Idempotent<CreateMessage>,
    request: BeginRequest<'_>,
) -> Result<(Reply, AfterCommit), Problem> {
    let mut tries = 0;
    loop {
        tries += 1;
        let judgement = judge(request).await;
        let (reply, left) = store(once, request, judgement.as_ref()).await;
        match left {
            AfterCommit::JudgeAgain if tries < guard::TRIES => {}
            left => return Ok((reply?, left)),
        }
    }
}

/// `None` if the request need not be judged: its subject does not exist, or a cry for help is answered
/// anyway.
async fn judge(request: BeginRequest<'_>) -> Option<Judgement> {
    let BeginRequest {
        app,
        owner,
        ask,
        readings,
        ..
    } = request;
    if crisis::is_in_words(ask, readings) {
        return None;
    }
    guard::judge(app, owner, ask).await.ok()
}

async fn store(
    once: &Idempotent<CreateMessage>,
    request: BeginRequest<'_>,
    judgement: Option<&Judgement>,
) -> (Result<Reply, Problem>, AfterCommit) {
    let left: Mutex<AfterCommit> = Mutex::default();
    let (slot, principal) = (&left, request.owner.principal());
    let use_case = once.key.run(request.app, &principal, Isolation::Money, |tx| {
        Box::pin(async move {
            let (reply, left) = answer(admit::admit(tx, request, judgement).await?);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = left;
            reply
        })
    });
    let reply = use_case.await;
    (reply, left.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The answer to a request, which is stored with its key, and what is left to do.
fn answer(admission: Admission) -> (Result<Reply, Problem>, AfterCommit) {
    let ok = |turn_id: String| Reply::json(http::StatusCode::OK, &Answer { turn_id });
    match admission {
        Admission::New(job) => (ok(job.turn_id.clone()), AfterCommit::Run(job)),
        Admission::Before(turn_id) => (ok(turn_id), AfterCommit::Nothing),
        Admission::Refused(problem, story) => (
            Reply::json(problem.status(), &problem),
            AfterCommit::NotifyWatchers(story),
        ),
        Admission::Stale => (Err(guard::stale()), AfterCommit::JudgeAgain),
    }
}

fn run(app: AppState, mut job: Job, caller: Caller) {
    if job.crisis().is_some() {
        // Nobody continues the scene. Other processes that write in the story see it in the database.
        app.turns.halt_story(job.story.id.as_str());
    }
    job.request_id = caller.request_id;
    engine::start(app, job, caller.timezone);
}
