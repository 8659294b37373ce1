//! The effects of an entry's earlier activations: sticky, cooling down, or ever active.

use super::chance::passes_probability;
use super::outcome::Verdict;
use super::prepare::{PreparedEntry, Scanner, Timing};
use crate::lorebooks::keys::{Hit, Key, KeyMatcher};
use crate::lorebooks::rules::MAX_REPLAY;

impl Scanner<'_> {
    /// Replays the messages so far for one entry.
    pub(super) fn timing(&self, entry: &PreparedEntry<'_>) -> Timing {
        if !entry.depends_on_history() || self.never_came_up(entry) {
            return Timing::default();
        }
        let (sticky, cooldown) = (entry.entry.sticky as usize, entry.entry.cooldown as usize);
        let now = self.input.lines.len();
        let (mut sticky_until, mut cooldown_until, mut came_up) = (0, 0, false);
        // Before each reply, the scan read the messages before it.
        for at in now.saturating_sub(MAX_REPLAY)..now {
            if self.input.lines[at].is_user || at == 0 || at <= sticky_until || at <= cooldown_until {
                continue;
            }
            if self.came_up_at(entry, at) {
                came_up = true;
                sticky_until = if sticky > 0 { at + sticky } else { 0 };
                cooldown_until = if cooldown > 0 { at + sticky + cooldown } else { 0 };
            }
        }
        let sticky_for = (sticky > 0 && now <= sticky_until).then(|| sticky_until - now + 1);
        let is_cooling = sticky_for.is_none() && cooldown > 0 && now <= cooldown_until;
        Timing {
            sticky_for,
            cooldown_for: is_cooling.then(|| cooldown_until - now + 1),
            came_up,
        }
    }

    /// Whether no message of the replay contains one of its keys.
    fn never_came_up(&self, entry: &PreparedEntry<'_>) -> bool {
        let now = self.input.lines.len();
        let reach = now.saturating_sub(MAX_REPLAY + entry.depth)..now;
        let is_nowhere = |key: &Key| {
            matches!(key.matcher, KeyMatcher::Text { .. })
                && self.search.find(key, reach.clone(), false) == Hit::No
        };
        !entry.entry.constant && entry.keys.iter().all(is_nowhere)
    }

    fn came_up_at(&self, entry: &PreparedEntry<'_>, at: usize) -> bool {
        let is_match =
            entry.entry.constant || matches!(self.match_keys(entry, at, false), Verdict::Active(_));
        is_match && passes_probability(self.input, entry, at)
    }
}
