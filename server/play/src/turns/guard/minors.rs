//! Finds the minors of a story, on threads for long work.

use accounts::safety::Minors;
use platform::db::Conn;
use platform::web::Problem;
use tokio::sync::Semaphore;

use crate::stories::{self, MessageRow};
use crate::turns::context::{BackgroundText, ReplyContext, StoryContext, background};
use crate::{memory, prompt};

/// How much of a story is searched for ages, and judged, in messages.
pub(super) const LOOK_BACK: u32 = 400;
/// Requests and replies that this process judges at the same time; others wait.
const MAX_JUDGED_AT_ONCE: usize = 4;
static PERMITS: Semaphore = Semaphore::const_new(MAX_JUDGED_AT_ONCE);

/// Runs slow work on a thread, so that only its own request waits for it.
pub(super) async fn on_own_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let permit = PERMITS.acquire().await.map_err(Problem::internal)?;
    let task = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work()
    });
    task.await.map_err(Problem::internal)
}

/// The texts of memory and lorebooks on this path.
pub(super) async fn background_of(
    conn: &mut Conn,
    context: &StoryContext,
    path: &[MessageRow],
) -> Result<Vec<BackgroundText>, Problem> {
    let (facts, summary) = memory::for_path(conn, &context.story.id, path).await?;
    let books = context.books(conn).await?;
    Ok(background(
        facts
            .iter()
            .map(|fact| fact.text.as_str())
            .chain(summary.as_ref().map(|summary| summary.text.as_str())),
        &books,
    ))
}

/// The minors of a story up to the end of this path: from its cards, its player, its lorebooks, its memory
/// and its messages.
pub(super) fn minors(context: &StoryContext, path: &[MessageRow], background: &[BackgroundText]) -> Minors {
    let mut more: Vec<&str> = background.iter().map(|one| one.text.as_str()).collect();
    more.extend(context.texts.iter().flat_map(prompt::instructions));
    stories::minors(
        &context.story,
        (&context.persona.name, &context.persona.description),
        &context.cast,
        path,
        &more,
    )
}

/// The same for a reply that is to be written; also returns its context.
pub(in crate::turns) async fn minors_of_reply(
    context: ReplyContext,
) -> Result<(ReplyContext, Minors), Problem> {
    let work = move || {
        let minors = minors(&context.base, context.latest(LOOK_BACK), &context.background());
        (context, minors)
    };
    on_own_thread(work).await
}
