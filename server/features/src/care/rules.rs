//! What is due when: the crisis notice for what somebody wrote, and the reminder that they talk to a program.

use std::sync::LazyLock;

use kernel::Timestamp;

use super::model::{Crisis, CrisisKind, Whom};
use super::pattern::{Patterns, Word, clauses, is_any};
use super::phrases::{ENGLISH, FRENCH, GERMAN, Phrases, SPANISH};

/// Time of use after which the reminder is shown again, in milliseconds: 3 hours (reliability L-10).
pub const REMIND_EVERY_MS: i64 = 3 * 3_600_000;
/// What an attempt of a player adds to the strikes of a story (issue 10, item 2).
pub const STRIKES_ASKED: i64 = 2;
/// The same for a reply that was cut: its player may not have wanted it.
pub const STRIKES_WRITTEN: i64 = 1;
/// An attempt that brings a story to so many strikes closes it: the third, or the second after replies that were cut.
pub const STRIKES_TO_CLOSE: i64 = 6;
/// The most strikes that cut replies add up to: one attempt is left that only warns.
const MOST_WRITTEN: i64 = STRIKES_TO_CLOSE - STRIKES_ASKED - 1;
/// Most words that may stand between a negator and the phrase that it turns round.
const MAX_FILLERS: usize = 5;
/// Who goes on after a "no" that is an answer, in four languages; Spanish has its verbs after it.
const ANSWERERS: [&str; 14] = ["i", "im", "ive", "id", "ill", "my", "really", "ich", "mir", "je", "jai", "jveux", "yo", "mi"];

/// The strikes of a story after an attempt of its player.
#[must_use]
pub const fn after_attempt(strikes: i64) -> i64 {
    strikes.saturating_add(STRIKES_ASKED)
}

/// The strikes of a story after a reply that was cut: those alone never close it.
#[must_use]
pub const fn after_cut(strikes: i64) -> i64 {
    if strikes < MOST_WRITTEN { strikes + STRIKES_WRITTEN } else { strikes }
}

/// Whether the reminder is due: at the start, and again after every 3 hours.
#[must_use]
pub fn is_reminder_due(last_shown: Option<Timestamp>, now: Timestamp) -> bool {
    last_shown.is_none_or(|shown| now.0.saturating_sub(shown.0) >= REMIND_EVERY_MS || shown > now)
}

struct Language {
    code: &'static str,
    phrases: &'static Phrases,
    suicide: Patterns,
    self_harm: Patterns,
    somebody: Patterns,
    idioms: Patterns,
}

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    [("en", &ENGLISH), ("de", &GERMAN), ("es", &SPANISH), ("fr", &FRENCH)].into_iter().map(|(code, phrases)| Language::of(code, phrases)).collect()
});

/// What a message of a player expresses, if it expresses a wish or an intention to die or to hurt oneself.
///
/// What characters of a story say is met as well where the words are the same: who is in need often speaks through them.
#[must_use]
pub fn judge(text: &str) -> Option<Crisis> {
    let clauses = clauses(text);
    let found = LANGUAGES.iter().flat_map(|language| (0..clauses.len()).filter_map(|at| language.judge(&clauses, at)));
    // Dying before hurting, the writer before somebody else.
    found.min_by_key(|crisis| (crisis.whom == Whom::Somebody, crisis.kind == CrisisKind::SelfHarm))
}

impl Language {
    fn of(code: &'static str, phrases: &'static Phrases) -> Self {
        let read = |texts: &[&str]| Patterns::read(texts, phrases.classes);
        Self {
            code,
            phrases,
            suicide: read(phrases.suicide),
            self_harm: read(phrases.self_harm),
            somebody: read(phrases.somebody),
            idioms: read(phrases.idioms),
        }
    }

    fn judge(&self, clauses: &[Vec<Word>], at: usize) -> Option<Crisis> {
        let sorts = [
            (&self.suicide, CrisisKind::Suicide, Whom::Writer),
            (&self.self_harm, CrisisKind::SelfHarm, Whom::Writer),
            (&self.somebody, CrisisKind::Suicide, Whom::Somebody),
        ];
        sorts.into_iter().find(|(patterns, ..)| self.is_met(patterns, clauses, at)).map(|(_, kind, whom)| Crisis { kind, whom, language: self.code })
    }

    fn is_met(&self, patterns: &Patterns, clauses: &[Vec<Word>], at: usize) -> bool {
        let clause = &clauses[at];
        let is_blocked = |word: &Word| is_any(word, self.phrases.negators) || is_any(word, self.phrases.others);
        let found = patterns.find(clause, &is_blocked);
        if found.is_empty() {
            return false;
        }
        let before = at.checked_sub(1).map(|before| &clauses[before]).filter(|_| is_any(&clause[0], self.phrases.dependent));
        let is_turned = before.is_some_and(|before| before.iter().any(|word| is_any(word, self.phrases.negators)));
        let idioms = self.idioms.find(clause, &|_| false);
        found.into_iter().any(|(start, end)| {
            let is_idiom = idioms.iter().any(|(from, to)| *from < end && start < *to);
            !(is_idiom || self.is_negated(clause, start) || (is_turned && start == 0))
        })
    }

    /// "No I want to": an answer to something else, which turns nothing round.
    fn is_answer(&self, clause: &[Word], negator: &Word) -> bool {
        let is_first = clause.first().is_some_and(|first| std::ptr::eq(first, negator));
        is_first && is_any(negator, &["no", "non", "nein"]) && clause.get(1).is_some_and(|next| is_any(next, &ANSWERERS))
    }

    /// Whether a negator stands before this word with nothing but fillers between.
    fn is_negated(&self, clause: &[Word], start: usize) -> bool {
        for word in clause[..start].iter().rev().take(MAX_FILLERS + 1) {
            if is_any(word, self.phrases.negators) {
                return !self.is_answer(clause, word);
            }
            if !is_any(word, self.phrases.fillers) {
                return false;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hold(language: &str, examples: &str) {
        let (mut met, mut unmet, mut wrong) = (0, 0, Vec::new());
        for line in examples.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (sign, text) = line.split_at(2);
            let expected = sign == "+ ";
            *(if expected { &mut met } else { &mut unmet }) += 1;
            let judged = judge(text);
            if judged.is_some() != expected {
                wrong.push(format!("{line}   {judged:?}"));
            }
        }
        assert!(met >= 30 && unmet >= 30, "{language}: {met} that must be met, {unmet} that must not");
        assert!(wrong.is_empty(), "{language}: {} of {}:\n{}", wrong.len(), met + unmet, wrong.join("\n"));
    }

    #[test]
    fn english_examples() {
        hold("en", include_str!("examples/en.txt"));
    }

    #[test]
    fn german_examples() {
        hold("de", include_str!("examples/de.txt"));
    }

    #[test]
    fn spanish_examples() {
        hold("es", include_str!("examples/es.txt"));
    }

    #[test]
    fn french_examples() {
        hold("fr", include_str!("examples/fr.txt"));
    }

    #[test]
    fn the_most_serious_is_what_counts() {
        let both = judge("My friend wants to die. I hurt myself on purpose. I want to kill myself.").expect("a crisis");
        assert_eq!((both.kind, both.whom, both.language), (CrisisKind::Suicide, Whom::Writer, "en"));
        let own = judge("My friend wants to die. I hurt myself on purpose.").expect("a crisis");
        assert_eq!((own.kind, own.whom), (CrisisKind::SelfHarm, Whom::Writer));
        assert_eq!(judge("Mein Bruder droht sich umzubringen").expect("a crisis").whom, Whom::Somebody);
        assert_eq!(judge(""), None);
    }

    #[test]
    fn a_long_message_is_read_at_once() {
        let text = "I want to go and see the sea, and I really do not want to think about it any more. ".repeat(200);
        assert_eq!(judge(&text), None);
        assert!(judge(&format!("{text} I want to die.")).is_some());
    }

    #[test]
    fn only_attempts_close_a_story_and_the_one_before_warns() {
        let cut = (0..100).fold(0, |strikes, _| after_cut(strikes));
        let first = after_attempt(cut);
        assert!(cut < STRIKES_TO_CLOSE && first < STRIKES_TO_CLOSE && after_attempt(first) >= STRIKES_TO_CLOSE, "one attempt warns");
        assert!(after_cut(first) < STRIKES_TO_CLOSE);
        let attempts = (1..=3).map(|count| (0..count).fold(0, |strikes, _| after_attempt(strikes)) >= STRIKES_TO_CLOSE);
        assert_eq!(attempts.collect::<Vec<_>>(), [false, false, true]);
    }

    #[test]
    fn the_reminder_is_due_at_the_start_and_every_three_hours() {
        let start = Timestamp(1_000_000_000);
        assert!(is_reminder_due(None, start));
        assert!(!is_reminder_due(Some(start), start.plus_millis(REMIND_EVERY_MS - 1)));
        assert!(is_reminder_due(Some(start), start.plus_millis(REMIND_EVERY_MS)));
        assert!(is_reminder_due(Some(start), start.plus_millis(-1)), "a clock that was set back hides nothing");
    }
}
