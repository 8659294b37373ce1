//! Judges a request or an edit before its transaction.

use accounts::guests::Owner;
use accounts::safety::Minors;
use kernel::ErrorCode;
use platform::db::Conn;
use platform::web::Problem;

use super::minors::{LOOK_BACK, background_of, minors, on_own_thread};
use super::texts::{find_instruction, find_message};
use crate::AppState;
use crate::quotas::UsageOwner;
use crate::stories::{self, Author, MessageId, MessageRow, Story};
use crate::turns::ask::CreateMessage;
use crate::turns::context::{BackgroundText, StoryContext};
use crate::turns::model::TurnKind;
use crate::turns::rules::{MINUTE_MS, TURNS_PER_MINUTE, utf16_slice};
use crate::turns::store;

/// How often a story that changes meanwhile is judged again.
pub(in crate::turns) const TRIES: u32 = 4;
/// How long the player should wait if a story changes again and again, in seconds.
const RETRY_SECS: u32 = 2;

/// The verdict on a request, for a certain version of its story.
#[derive(Debug)]
pub(in crate::turns) struct Judgement {
    /// The version of the story that was judged.
    version: i64,
    pub(super) verdict: Verdict,
    /// The messages before it, for a report.
    pub(super) path: Vec<MessageRow>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It may be played.
    Played,
    /// The player asks for what is never played.
    Asked,
    /// A text in the prompt asks for it: this one.
    Told(String),
    /// A message that the turn would continue contains it.
    Written(MessageId),
}

impl Judgement {
    /// Whether it still holds for this story, which is locked for a change.
    pub(in crate::turns) fn is_of(&self, story: &Story) -> bool {
        self.version + 1 == story.version
    }
}

/// The refusal if a story changed again and again while a request was judged.
pub(in crate::turns) fn stale() -> Problem {
    Problem::new(
        ErrorCode::OVERLOADED,
        "The story is changing just now. Please try again in a moment.",
    )
    .with_retry_after(RETRY_SECS)
}

/// The texts by which a request is judged.
struct Material {
    context: StoryContext,
    path: Vec<MessageRow>,
    background: Vec<BackgroundText>,
    /// The message to regenerate, retry, continue or rewrite.
    target: Option<MessageRow>,
}

/// Judges a request for a turn.
///
/// # Errors
/// 404 if its subject does not exist.
pub(in crate::turns) async fn judge(
    app: &AppState,
    owner: &Owner,
    ask: &CreateMessage,
) -> Result<Judgement, Problem> {
    let mut conn = app.db.read().await?;
    let context = StoryContext::load(&mut conn, owner, ask.story_id()?).await?;
    // A request above the limit will be refused, and need not be judged.
    let since = app.clock.now().plus_millis(-MINUTE_MS);
    if context.story.safety.closed_at.is_some()
        || store::count_begun(&mut conn, UsageOwner::from(owner), since).await? >= TURNS_PER_MINUTE
    {
        return Err(stale());
    }
    let (version, ask) = (context.story.version, ask.clone());
    let material = gather(&mut conn, context, &ask).await?;
    drop(conn);
    let work = move || Judgement {
        version,
        verdict: verdict(&material, &ask),
        path: material.path,
    };
    on_own_thread(work).await
}

async fn gather(conn: &mut Conn, context: StoryContext, ask: &CreateMessage) -> Result<Material, Problem> {
    let (named, is_target) = match ask.kind() {
        TurnKind::Say | TurnKind::Next | TurnKind::Impersonate => (ask.parent_id.as_ref(), false),
        TurnKind::Regenerate | TurnKind::Retry | TurnKind::Continue | TurnKind::Rewrite => {
            (ask.message_id.as_ref(), true)
        }
    };
    let end = match named.or(context.story.head_id.as_ref()) {
        Some(id) => Some(stories::load_message(conn, &context.story, id).await?),
        None => None,
    };
    let path = match &end {
        Some(end) => stories::path_to(conn, &context.story, Some(&end.id), LOOK_BACK).await?,
        None => Vec::new(),
    };
    let background = background_of(conn, &context, &path).await?;
    Ok(Material {
        context,
        path,
        background,
        target: end.filter(|_| is_target),
    })
}

fn verdict(material: &Material, ask: &CreateMessage) -> Verdict {
    let context = &material.context;
    let mut minors = minors(context, &material.path, &material.background);
    let player = stories::by_player(&context.story, &context.cast);
    if [Some(ask.text()), ask.note()]
        .into_iter()
        .flatten()
        .any(|text| minors.judge(player, text).is_some())
    {
        return Verdict::Asked;
    }
    if !minors.any() {
        return Verdict::Played;
    }
    if let Some(what) = find_instruction(&mut minors, context, &material.background) {
        return Verdict::Told(what);
    }
    let kept = material.kept_path(ask.kind());
    if let Some(written) = find_message(&mut minors, &context.cast, stories::latest(kept)) {
        return Verdict::Written(written);
    }
    match &material.target {
        Some(target) if is_passage_over(&mut minors, context, ask, target) => {
            Verdict::Written(target.id.clone())
        }
        _ => Verdict::Played,
    }
}

impl Material {
    /// The path that the turn continues. It does not include a message that the turn replaces; but the
    /// player's own line is included in a retry, because it is answered again.
    fn kept_path(&self, kind: TurnKind) -> &[MessageRow] {
        let is_replaced = matches!(kind, TurnKind::Regenerate | TurnKind::Retry)
            && self
                .target
                .as_ref()
                .is_some_and(|target| target.author != Author::User);
        &self.path[..self.path.len() - usize::from(is_replaced && !self.path.is_empty())]
    }
}

/// Whether the passage to rewrite contains what is never played.
fn is_passage_over(
    minors: &mut Minors,
    context: &StoryContext,
    ask: &CreateMessage,
    target: &MessageRow,
) -> bool {
    let Some(passage) = ask.selection.filter(|_| ask.kind() == TurnKind::Rewrite) else {
        return false;
    };
    utf16_slice(&target.content, passage.start, passage.end)
        .is_some_and(|text| minors.judge(stories::by(&context.cast, target), text).is_some())
}

/// Judges the player's text that replaces a message, or becomes one beside it: by everything known in the
/// story, above and below.
///
/// # Errors
/// 404 if it is not a message of one of the player's stories.
pub(in crate::turns) async fn judge_edit(
    app: &AppState,
    owner: &Owner,
    id: &MessageId,
    text: &str,
) -> Result<Judgement, Problem> {
    let mut conn = app.db.read().await?;
    let (story, row) = stories::load_own_message(&mut conn, owner, id).await?;
    let context = StoryContext::of(&mut conn, story).await?;
    let above = match &row.parent_id {
        Some(parent) => stories::path_to(&mut conn, &context.story, Some(parent), LOOK_BACK).await?,
        None => Vec::new(),
    };
    let leaf = stories::active_leaf(&mut conn, &row.id).await?;
    let mut below = stories::path_to(&mut conn, &context.story, Some(&leaf), LOOK_BACK).await?;
    below.retain(|later| later.depth > row.depth);
    let all: Vec<MessageRow> = above.iter().cloned().chain(below).collect();
    let background = background_of(&mut conn, &context, &all).await?;
    drop(conn);
    let (version, text) = (context.story.version, text.to_owned());
    let work = move || {
        let mut minors = minors(&context, &all, &background);
        minors.clear_last_speaker();
        above
            .iter()
            .filter(|row| !row.aside)
            .for_each(|row| minors.note_speaker(stories::by(&context.cast, row)));
        let is_over = minors.judge(stories::by(&context.cast, &row), &text).is_some();
        Judgement {
            version,
            verdict: if is_over { Verdict::Asked } else { Verdict::Played },
            path: above,
        }
    };
    on_own_thread(work).await
}
