//! When the reminder is due that players talk to a program, and when strikes close a story.

use kernel::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};

/// Time of use after which the reminder is shown again, in milliseconds: 3 hours (reliability L-10).
pub const REMIND_EVERY_MS: i64 = 3 * HOUR_MS;
/// Strikes for an attempt of a player (issue 10, item 2).
pub const STRIKES_ASKED: i64 = 2;
/// Strikes for a reply that was cut: its player may not have wanted it.
pub const STRIKES_WRITTEN: i64 = 1;
/// An attempt that brings a story to this number of strikes closes it: the third, or the second after replies
/// that were cut.
pub const STRIKES_TO_CLOSE: i64 = 6;
/// The most strikes that cut replies add up to, so that one attempt is left that only warns.
const MAX_STRIKES_WRITTEN: i64 = STRIKES_TO_CLOSE - STRIKES_ASKED - 1;
/// How long strikes are remembered after the latest of them, in milliseconds: 30 days. A story that was
/// closed stays so.
pub const STRIKES_LAST_MS: i64 = 30 * DAY_MS;
/// Within this time the same words are the same attempt, in milliseconds: a second click, or another try
/// after an answer was lost.
pub const SAME_ATTEMPT_MS: i64 = 10 * MINUTE_MS;

/// The strikes of a story that still count. `struck_at`: when the latest was.
#[must_use]
pub fn strikes_at(strikes: i64, struck_at: Option<Timestamp>, now: Timestamp) -> i64 {
    let is_forgotten = struck_at.is_some_and(|at| now.0.saturating_sub(at.0) >= STRIKES_LAST_MS);
    if is_forgotten { 0 } else { strikes }
}

/// The strikes of a story after an attempt of its player.
#[must_use]
pub const fn after_attempt(strikes: i64) -> i64 {
    strikes.saturating_add(STRIKES_ASKED)
}

/// The strikes of a story after a reply that was cut. Cut replies alone never close it.
#[must_use]
pub const fn after_cut(strikes: i64) -> i64 {
    if strikes < MAX_STRIKES_WRITTEN {
        strikes + STRIKES_WRITTEN
    } else {
        strikes
    }
}

/// Whether the reminder is due: at the start, and again after every 3 hours.
#[must_use]
pub fn is_reminder_due(last_shown: Option<Timestamp>, now: Timestamp) -> bool {
    last_shown.is_none_or(|shown| now.0.saturating_sub(shown.0) >= REMIND_EVERY_MS || shown > now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_attempts_close_a_story_and_the_one_before_warns() {
        let cut = (0..100).fold(0, |strikes, _| after_cut(strikes));
        let first = after_attempt(cut);
        assert!(
            cut < STRIKES_TO_CLOSE && first < STRIKES_TO_CLOSE && after_attempt(first) >= STRIKES_TO_CLOSE,
            "one attempt warns"
        );
        assert!(after_cut(first) < STRIKES_TO_CLOSE);
        let attempts =
            (1..=3).map(|count| (0..count).fold(0, |strikes, _| after_attempt(strikes)) >= STRIKES_TO_CLOSE);
        assert_eq!(attempts.collect::<Vec<_>>(), [false, false, true]);
    }

    #[test]
    fn strikes_are_forgotten_after_thirty_days() {
        let struck = Some(Timestamp(1_000));
        assert_eq!(strikes_at(4, struck, Timestamp(1_000 + STRIKES_LAST_MS - 1)), 4);
        assert_eq!(strikes_at(4, struck, Timestamp(1_000 + STRIKES_LAST_MS)), 0);
        assert_eq!(
            strikes_at(4, None, Timestamp(i64::MAX)),
            4,
            "of which nobody knows when"
        );
    }

    #[test]
    fn the_reminder_is_due_at_the_start_and_every_three_hours() {
        let start = Timestamp(1_000_000_000);
        assert!(is_reminder_due(None, start));
        assert!(!is_reminder_due(
            Some(start),
            start.plus_millis(REMIND_EVERY_MS - 1)
        ));
        assert!(is_reminder_due(Some(start), start.plus_millis(REMIND_EVERY_MS)));
        assert!(
            is_reminder_due(Some(start), start.plus_millis(-1)),
            "a clock that was set back hides nothing"
        );
    }
}
