//! The transaction that begins or refuses a turn.

use accounts::guests::Owner;
use accounts::safety::Readings;
use platform::db::Tx;
use platform::web::Problem;

use super::draft::TurnDraft;
use super::{crisis, demo_ending, limits, plan, record};
use crate::AppState;
use crate::stories::{self, Story, StorySafety};
use crate::turns::ask::CreateMessage;
use crate::turns::context::StoryContext;
use crate::turns::guard::{self, Judgement};
use crate::turns::job::Job;
use crate::turns::store;

/// A request for a turn.
#[derive(Clone, Copy)]
pub(super) struct BeginRequest<'a> {
    pub(super) app: &'a AppState,
    pub(super) owner: &'a Owner,
    pub(super) ask: &'a CreateMessage,
    /// Whether its texts are cries for help.
    pub(super) readings: &'a Readings,
    /// The seed of the turn's random choices.
    pub(super) seed: u64,
    /// Whether the process runs as many turns as it can: then only a crisis answer may begin.
    pub(super) is_full: bool,
}

/// The result of a request.
pub(super) enum Admission {
    /// A turn begins.
    New(Box<Job>),
    /// The same request began this turn earlier.
    Before(String),
    /// Refused; the strikes that it counted are stored.
    Refused(Box<Problem>, Box<Story>),
    /// The story changed since the request was judged.
    Stale,
}

/// Begins a turn, or refuses it. `judgement`: whether it is romantic with a minor.
pub(super) async fn admit(
    tx: &mut Tx,
    request: BeginRequest<'_>,
    judgement: Option<&Judgement>,
) -> Result<Admission, Problem> {
    let BeginRequest { app, owner, ask, .. } = request;
    if let Some(turn_id) = begun_before(tx, owner, ask).await? {
        return Ok(Admission::Before(turn_id));
    }
    let mut turn = draft(tx, request).await?;
    if let Some(crisis) = crisis::detect(tx, &turn).await? {
        limits::check_flood(tx, app, owner, &crisis).await?;
        let job = crisis::answer(tx, turn, crisis).await?;
        return Ok(Admission::New(Box::new(job)));
    }
    if request.is_full {
        return Err(limits::at_capacity());
    }
    limits::check(tx, app, owner).await?;
    if turn.context.story.safety.closed_at.is_some() {
        return Err(stories::closed());
    }
    let Some(judgement) = judgement.filter(|judgement| judgement.is_of(&turn.context.story)) else {
        // If its subject does not exist, that is the answer.
        turn.check_subject(tx).await?;
        return Ok(Admission::Stale);
    };
    if let Some(refusal) = guard::refusal(tx, app, &mut turn.context.story, ask, judgement).await? {
        return Ok(refused(refusal, turn));
    }
    let is_gentle_no_more = end_gentleness(tx, &mut turn).await?;
    if let Some(refusal) = demo_ending::refusal(tx, &turn).await? {
        // The end of gentle mode is stored all the same.
        return if is_gentle_no_more {
            Ok(refused(refusal, turn))
        } else {
            Err(refusal)
        };
    }
    let plan = plan::plan(tx, &mut turn).await?;
    let job = record::store_plan(tx, turn, plan).await?;
    Ok(Admission::New(Box::new(job)))
}

/// The turn that the client gave the same id earlier.
async fn begun_before(tx: &mut Tx, owner: &Owner, ask: &CreateMessage) -> Result<Option<String>, Problem> {
    let id = ask.story_id()?;
    stories::load_story(tx, owner, id).await?;
    match &ask.client_message_id {
        Some(name) => Ok(store::find_by_client(tx, id.as_str(), name)
            .await?
            .map(|row| row.id)),
        None => Ok(None),
    }
}

async fn draft<'a>(tx: &mut Tx, request: BeginRequest<'a>) -> Result<TurnDraft<'a>, Problem> {
    let BeginRequest { app, owner, ask, .. } = request;
    let now = app.clock.now();
    let context = StoryContext::lock(app, tx, owner, ask.story_id()?).await?;
    Ok(TurnDraft {
        app,
        owner,
        ask,
        readings: request.readings,
        context,
        turn_id: app.random.id(now),
        seed: request.seed,
        now,
    })
}

fn refused(refusal: Problem, turn: TurnDraft<'_>) -> Admission {
    Admission::Refused(Box::new(refusal), Box::new(turn.context.story))
}

/// Ends the gentle mode of a story if the player asks for it; returns whether anything changed.
async fn end_gentleness(tx: &mut Tx, turn: &mut TurnDraft<'_>) -> Result<bool, Problem> {
    let safety = turn.context.story.safety;
    let ends = safety.gentle_since.is_some() && crisis::ends_gentleness(turn.ask);
    if ends {
        let safety = StorySafety {
            gentle_since: None,
            ..safety
        };
        stories::set_safety(tx, &mut turn.context.story, safety).await?;
    }
    Ok(ends)
}
