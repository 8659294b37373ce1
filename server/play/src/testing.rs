//! Test support of this floor for itself and those above: stories with models that answer, and several
//! processes.

use std::sync::Arc;
use std::time::Duration;

use accounts::identity;
use kernel::TestClock;

pub use catalogue::testing::*;

use platform::news::News;
use platform::slice::{self, DeletedAccount};
use platform::web::Invalidation;

use crate::AppState;
use crate::memory::Summarizer;
use crate::quotas::Ceilings;
use crate::stories::LiveStories;
use crate::turns::{Timing, TurnSettings, Turns};

/// The state of this floor and those below, with this database and clock, and the demo model.
#[must_use]
pub fn state(db: &TestDb, clock: &TestClock) -> AppState {
    let mut below = catalogue::testing::state(db, clock);
    below.models = understudy::bare();
    below.report_kinds = platform::slice::report_kinds(&[catalogue::SLICES, crate::SLICES].concat());
    AppState {
        below,
        live: LiveStories::default(),
        owns_folder: crate::library::owns_folder,
        ceilings: Ceilings::default(),
        summarizer: Summarizer::default(),
        turns: Turns::new(TurnSettings::default(), Timing::default(), "test".to_owned()),
    }
}

platform::test_app!(catalogue::testing::TestApp, |state| state.below.clone());

impl TestApp {
    /// Erases a person's record with everything of theirs in this floor and those below.
    ///
    /// # Panics
    /// If the database fails.
    pub async fn erase(&self, person: &Actor<'_>) {
        let mut tx = self.state.db.begin().await.expect("a transaction");
        let account = DeletedAccount {
            user: person.user_id.clone(),
            identity: identity::detach(&mut tx, &person.user_id)
                .await
                .expect("detached"),
        };
        let slices = [accounts::SLICES, catalogue::SLICES, crate::SLICES].concat();
        slice::erase(&slices, &mut tx, &account).await.expect("an end");
        tx.commit().await.expect("a commit");
    }

    /// A second process of the site, with other parts, that receives the changes of the first. On SQLite
    /// there can be no second one: it shares the first one's notifications.
    ///
    /// # Panics
    /// If it does not receive them in time.
    pub async fn process(&self, change: impl FnOnce(&mut AppState)) -> Self {
        let other = self.with_state(|state| {
            part(state);
            change(state);
        });
        follow(&other.state).await;
        other
    }
}

/// Gives a second process a listener of its own, if there may be a second one.
pub fn part(state: &mut AppState) {
    if state.db.is_postgres() {
        state.live = LiveStories::default();
        (state.changes, state.news) = (Invalidation::default(), News::default());
    }
}

/// Waits until a parted process receives the changes of others.
///
/// # Panics
/// If it does not receive them in time.
pub async fn follow(state: &AppState) {
    if !state.db.is_postgres() {
        return;
    }
    let listens = Arc::new(tokio::sync::Notify::new());
    let begun = listens.clone();
    // It begins by dropping the caches that may be stale.
    state.changes.listen(move |_| begun.notify_one());
    tokio::spawn(platform::news::follow(platform::AppState::clone(state)));
    tokio::time::timeout(Duration::from_secs(20), listens.notified())
        .await
        .expect("a process that listens");
}
