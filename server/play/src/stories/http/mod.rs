//! The calls of stories.

mod create;
mod events;
mod find;
mod link;
mod list;
mod messages;
mod paths;
mod story;

use platform::slice::calls::Calls;

use crate::AppState;

pub use create::NewStoryBody;
pub(crate) use create::NewStoryErrors;
#[cfg(test)]
pub(super) use find::SEARCHES;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .and(create::calls())
        .and(list::calls())
        .and(story::calls())
        .and(paths::calls())
        .and(messages::calls())
        .and(events::calls())
        .and(link::calls())
        .and(find::calls())
}
