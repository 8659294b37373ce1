//! The calls about turns, chats and their messages.

mod admin;
mod chat;
mod messages;
mod offers;
mod turns;

use platform::slice::calls::Calls;

use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    turns::calls()
        .and(offers::calls())
        .and(chat::calls())
        .and(messages::calls())
        .and(admin::calls())
}
