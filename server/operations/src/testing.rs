//! Test support for the whole API.

use kernel::TestClock;
use serde_json::json;

pub use play::testing::*;

use crate::AppState;
use crate::status::StatusCache;

/// The state of the whole API, with this database and clock.
#[must_use]
pub fn state(db: &TestDb, clock: &TestClock) -> AppState {
    AppState {
        below: play::testing::state(db, clock),
        status_cache: StatusCache::default(),
        version: "test",
    }
}

platform::test_app!(play::testing::TestApp, |state| state.below.clone());

impl TestApp {
    /// A second process of the site that receives the changes of the first.
    ///
    /// # Panics
    /// If it does not receive them in time.
    pub async fn process(&self) -> Self {
        let other = self.with_state(|state| part(state));
        follow(&other.state).await;
        other
    }
}

/// A chat of another program, with this many messages.
#[must_use]
pub fn chat_of(messages: usize) -> Vec<u8> {
    let head = json!({"user_name": "Robin", "character_name": "Ada"});
    let message = |number: usize| json!({"name": "Ada", "is_user": number % 2 == 1, "mes": "Hello."});
    std::iter::once(head)
        .chain((0..messages).map(message))
        .map(|line| format!("{line}\n"))
        .collect::<String>()
        .into_bytes()
}
