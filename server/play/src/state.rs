//! The state of this floor's handlers, in addition to the state of the floors below.

use crate::memory::Summarizer;
use crate::quotas::Ceilings;
use crate::stories::{LiveStories, OwnsFolder};
use crate::turns::Turns;

/// The state of this floor, with that of the floors below. Cheap to clone: every part is shared.
#[derive(Clone)]
pub struct AppState {
    /// The floor below.
    pub below: catalogue::AppState,
    /// Notifies watchers of changes of a story.
    pub live: LiveStories,
    /// Whether a folder is a person’s own.
    pub owns_folder: OwnsFolder,
    /// The daily limits of the models' costs.
    pub ceilings: Ceilings,
    /// The summaries that are being written.
    pub summarizer: Summarizer,
    /// The turns of stories that this process runs.
    pub turns: Turns,
}

platform::stands_on!(AppState, catalogue::AppState, platform::AppState);
