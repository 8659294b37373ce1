//! What the handlers of this floor use beside what stands below.

use crate::memory::Summarizer;
use crate::quotas::Ceilings;
use crate::stories::{LiveStories, OwnsFolder};
use crate::turns::Turns;

/// The parts of this floor over those below. Cheap to clone: every part is shared.
#[derive(Clone)]
pub struct AppState {
    /// The floor below.
    pub below: catalogue::AppState,
    /// Who hears of changes of a story they have open.
    pub live: LiveStories,
    /// Whether a folder is a person’s own.
    pub owns_folder: OwnsFolder,
    /// What models may cost a day.
    pub ceilings: Ceilings,
    /// The summaries that are being written.
    pub summarizer: Summarizer,
    /// The turns of stories that this process runs.
    pub turns: Turns,
}

platform::stands_on!(AppState, catalogue::AppState, platform::AppState);
