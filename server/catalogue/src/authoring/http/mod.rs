//! The calls of drafts.

mod drafts;
mod form;
mod images;
mod second_looks;
#[cfg(test)]
mod tests;

use platform::slice::calls::{Answers, Calls};

use crate::AppState;

/// Its author alone finds a draft: no admin, and no moderator.
pub(crate) const AUTHOR_ONLY: Answers = [401, 401, 200, 404, 404, 404];
/// The same for calls that answer nothing.
pub(crate) const AUTHOR_ONLY_EMPTY: Answers = [401, 401, 204, 404, 404, 404];
/// The same for calls that create something.
const AUTHOR_ONLY_CREATED: Answers = [401, 401, 201, 404, 404, 404];

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    drafts::calls().and(images::calls()).and(second_looks::calls())
}
