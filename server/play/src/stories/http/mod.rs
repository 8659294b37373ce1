//! The calls of stories.

mod events;
mod find;
mod link;
mod messages;
mod stories;

use platform::slice::calls::Calls;

use crate::AppState;

#[cfg(test)]
pub(super) use find::SEARCHES;
pub use stories::NewStoryBody;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .and(stories::calls())
        .and(messages::calls())
        .and(events::calls())
        .and(link::calls())
        .and(find::calls())
}
