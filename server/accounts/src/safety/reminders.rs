//! Remembers when each player was shown the reminder that they talk to a program.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::Timestamp;

use super::rules::is_reminder_due;

/// Players remembered at once.
const MAX_PLAYERS: usize = 100_000;

/// When each player was reminded. In memory only: after a restart, or by another process, a player may be
/// reminded too early, never too late. Clones share the same memory.
#[derive(Clone, Default)]
pub struct Reminders(Arc<Mutex<HashMap<String, Timestamp>>>);

impl Reminders {
    /// Whether this player is due for the reminder now; if so, it counts as shown. `player` is an id that no
    /// other player has.
    #[must_use]
    pub fn mark_shown_if_due(&self, player: &str, now: Timestamp) -> bool {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_reminder_due(shown.get(player).copied(), now) {
            return false;
        }
        if shown.len() >= MAX_PLAYERS {
            shown.retain(|_, at| !is_reminder_due(Some(*at), now));
        }
        if shown.len() >= MAX_PLAYERS {
            shown.clear();
        }
        shown.insert(player.to_owned(), now);
        true
    }
}

impl std::fmt::Debug for Reminders {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reminders")
    }
}
