//! Importing a file: it is read in its turn, apart from the threads that answer requests, and stored.

use std::time::Duration;

use accounts::guests::Player;
use bytes::Bytes;
use catalogue::scenarios::ScenarioId;
use kernel::ErrorCode;
use platform::web::{Problem, Report};
use tokio::sync::Semaphore;

use super::draft::StoryDraft;
use super::import::{ImportedStory, import};
use super::rules::FILES_AT_ONCE;
use super::sniff;
use crate::AppState;

/// Files that are read at the same time.
static READING: Semaphore = Semaphore::const_new(FILES_AT_ONCE);
/// How long a file waits for its turn.
const WAIT: Duration = Duration::from_secs(10);
/// When to try again, in seconds.
const RETRY_SECS: u32 = 10;

/// Makes a story of this player of a file. `scenario` is what they say it belongs to.
///
/// # Errors
/// 422 if the file cannot be read, 503 if too many are being imported, and what storing the story
/// reports.
pub(super) async fn import_file(
    app: &AppState,
    player: &Player,
    file: Bytes,
    scenario: Option<ScenarioId>,
) -> Result<ImportedStory, Problem> {
    // Held until the story is stored: a draft may need ten times the size of its file.
    let _place = tokio::time::timeout(WAIT, READING.acquire())
        .await
        .map_err(|_| busy())?
        .map_err(Problem::internal)?;
    let (draft, report) = read(file).await?;
    import(app, player, draft, scenario, report).await
}

async fn read(file: Bytes) -> Result<(StoryDraft, Report), Problem> {
    let work = tokio::task::spawn_blocking(move || {
        let mut report = Report::default();
        sniff::read(&file, &mut report).map(|draft| (draft, report))
    });
    work.await.map_err(Problem::internal)?
}

fn busy() -> Problem {
    Problem::new(
        ErrorCode::OVERLOADED,
        "Other files are being imported. Please try again in a moment.",
    )
    .with_retry_after(RETRY_SECS)
}
