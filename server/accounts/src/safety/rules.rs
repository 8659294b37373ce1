//! What is due when: the crisis notice for what somebody wrote, and the reminder that they talk to a program.

use std::sync::LazyLock;

use kernel::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};

use super::cues::{self, Cues, Sign};
use super::model::{Crisis, CrisisKind, Whom};
use super::pattern::{Patterns, Word, clauses, is_any};
use super::phrases::{ENGLISH, FRENCH, GERMAN, Phrases, SPANISH};

/// Time of use after which the reminder is shown again, in milliseconds: 3 hours (reliability L-10).
pub const REMIND_EVERY_MS: i64 = 3 * HOUR_MS;
/// What an attempt of a player adds to the strikes of a story (issue 10, item 2).
pub const STRIKES_ASKED: i64 = 2;
/// The same for a reply that was cut: its player may not have wanted it.
pub const STRIKES_WRITTEN: i64 = 1;
/// An attempt that brings a story to so many strikes closes it: the third, or the second after replies that
/// were cut.
pub const STRIKES_TO_CLOSE: i64 = 6;
/// The most strikes that cut replies add up to: one attempt is left that only warns.
const MOST_WRITTEN: i64 = STRIKES_TO_CLOSE - STRIKES_ASKED - 1;
/// Families of signs that say together what one does not.
const ENOUGH_SIGNS: usize = 2;
/// How long strikes are remembered after the latest of them, in milliseconds: 30 days. A story that was
/// closed stays so.
pub const STRIKES_LAST_MS: i64 = 30 * DAY_MS;
/// Within this time the same words are the same attempt, in milliseconds: somebody clicks twice, or tries
/// again after an answer was lost.
pub const SAME_ATTEMPT_MS: i64 = 10 * MINUTE_MS;
/// Most words that may stand between a negator and the phrase that it turns round.
const MAX_FILLERS: usize = 5;
/// Who goes on after a "no" that is an answer, in four languages; Spanish has its verbs after it.
const ANSWERERS: [&str; 14] = [
    "i", "im", "ive", "id", "ill", "my", "really", "ich", "mir", "je", "jai", "jveux", "yo", "mi",
];

/// The strikes of a story that are still remembered, of which the latest was then.
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

/// The strikes of a story after a reply that was cut: those alone never close it.
#[must_use]
pub const fn after_cut(strikes: i64) -> i64 {
    if strikes < MOST_WRITTEN {
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

struct Language {
    code: &'static str,
    phrases: &'static Phrases,
    done: Vec<Patterns>,
    suicide: Vec<Patterns>,
    self_harm: Vec<Patterns>,
    somebody: Vec<Patterns>,
    signs: Vec<(Sign, Vec<Patterns>)>,
    idioms: Vec<Patterns>,
}

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let all = [
        ("en", &ENGLISH, &cues::ENGLISH),
        ("de", &GERMAN, &cues::GERMAN),
        ("es", &SPANISH, &cues::SPANISH),
        ("fr", &FRENCH, &cues::FRENCH),
    ];
    all.into_iter()
        .map(|(code, phrases, cues)| Language::of(code, phrases, cues))
        .collect()
});

/// What a message of a player expresses, if it expresses a wish or an intention to die or to hurt oneself, or
/// that somebody else does.
///
/// What characters of a story say is met as well where the words are the same: who is in need often speaks
/// through them. Signs, which say it only two together, count in the player's own words alone, not in what
/// stands in quotation marks or between asterisks.
#[must_use]
pub fn judge(text: &str) -> Option<Crisis> {
    phrase(text).or_else(|| signs(text, ENOUGH_SIGNS))
}

/// The same of whoever was answered just now and has not gone on: one sign is enough.
#[must_use]
pub(super) fn judge_closely(text: &str) -> Option<Crisis> {
    phrase(text).or_else(|| one_sign(text))
}

/// What one sign says where [`judge`] found nothing.
pub(super) fn one_sign(text: &str) -> Option<Crisis> {
    signs(text, 1)
}

fn phrase(text: &str) -> Option<Crisis> {
    let clauses = clauses(text);
    let spoken = without_ne(&clauses);
    let all = std::iter::once(&clauses).chain(&spoken);
    let found = all.flat_map(|clauses| {
        LANGUAGES
            .iter()
            .flat_map(|language| (0..clauses.len()).filter_map(|at| language.judge(clauses, at)))
    });
    found.min_by_key(urgency)
}

/// Signs of so many families in the player's own words.
fn signs(text: &str, enough: usize) -> Option<Crisis> {
    let own = clauses(&own_words(text));
    let own = without_ne(&own).unwrap_or(own);
    LANGUAGES
        .iter()
        .filter_map(|language| language.judge_signs(&own, enough))
        .min_by_key(urgency)
}

/// The same as it is spoken in French, where there is a word more in writing: "je ne veux plus" is "je veux
/// plus".
fn without_ne(clauses: &[Vec<Word>]) -> Option<Vec<Vec<Word>>> {
    let is_ne = |word: &&Word| word.text() == "ne";
    let has_ne = clauses.iter().flatten().any(|word| is_ne(&word));
    has_ne.then(|| {
        clauses
            .iter()
            .map(|clause| clause.iter().filter(|word| !is_ne(word)).cloned().collect())
            .filter(|clause: &Vec<Word>| !clause.is_empty())
            .collect()
    })
}

/// What was done already before what is thought of, dying before hurting, the writer before somebody else.
pub(super) fn urgency(crisis: &Crisis) -> (bool, bool, bool) {
    (
        crisis.whom == Whom::Somebody,
        !crisis.is_done,
        crisis.kind == CrisisKind::SelfHarm,
    )
}

/// A text without what somebody in it says or does: quotations, and what stands between asterisks.
fn own_words(text: &str) -> String {
    const MARKS: [(char, char); 5] = [('"', '"'), ('*', '*'), ('“', '”'), ('„', '“'), ('«', '»')];
    // A mark that is never closed opens nothing.
    let last = MARKS.map(|(_, end)| text.rfind(end));
    let mut own = String::with_capacity(text.len());
    let mut until: Option<char> = None;
    for (at, c) in text.char_indices() {
        if let Some(end) = until {
            until = (c != end).then_some(end);
            continue;
        }
        let mark = MARKS.iter().zip(last).find(|((begin, _), _)| *begin == c);
        until = mark.and_then(|((_, end), last)| last.filter(|last| *last > at).map(|_| *end));
        own.push(if until.is_some() { '.' } else { c });
    }
    own
}

impl Language {
    fn of(code: &'static str, phrases: &'static Phrases, cues: &'static Cues) -> Self {
        let read = |texts: &[&str]| Patterns::read(texts, phrases.classes);
        let cued = |texts: &[&str]| Patterns::read(texts, cues.classes);
        Self {
            code,
            phrases,
            done: vec![cued(cues.done)],
            suicide: vec![read(phrases.suicide), cued(cues.suicide)],
            self_harm: vec![read(phrases.self_harm), cued(cues.self_harm)],
            somebody: vec![read(phrases.somebody), cued(cues.somebody)],
            signs: cues
                .signs
                .iter()
                .map(|(sign, texts)| (*sign, vec![cued(texts)]))
                .collect(),
            idioms: vec![read(phrases.idioms), cued(cues.idioms)],
        }
    }

    fn judge(&self, clauses: &[Vec<Word>], at: usize) -> Option<Crisis> {
        let sorts = [
            (&self.done, CrisisKind::Suicide, Whom::Writer, true),
            (&self.suicide, CrisisKind::Suicide, Whom::Writer, false),
            (&self.self_harm, CrisisKind::SelfHarm, Whom::Writer, false),
            (&self.somebody, CrisisKind::Suicide, Whom::Somebody, false),
        ];
        let met = sorts
            .into_iter()
            .find(|(patterns, ..)| self.is_met(patterns, clauses, at));
        met.map(|(_, kind, whom, is_done)| Crisis {
            kind,
            whom,
            language: self.code,
            is_done,
        })
    }

    /// Signs of so many families in one message.
    fn judge_signs(&self, clauses: &[Vec<Word>], enough: usize) -> Option<Crisis> {
        let has = |patterns: &[Patterns]| (0..clauses.len()).any(|at| self.is_met(patterns, clauses, at));
        let met: Vec<Sign> = self
            .signs
            .iter()
            .filter(|(_, patterns)| has(patterns))
            .map(|(sign, _)| *sign)
            .collect();
        let (theirs, own): (Vec<Sign>, Vec<Sign>) = met.into_iter().partition(|sign| sign.is_of_somebody());
        let crisis = |kind, whom, is_done| {
            Some(Crisis {
                kind,
                whom,
                language: self.code,
                is_done,
            })
        };
        if own.len() >= enough {
            let kind = if own.contains(&Sign::Harm) {
                CrisisKind::SelfHarm
            } else {
                CrisisKind::Suicide
            };
            crisis(kind, Whom::Writer, own.contains(&Sign::Done))
        } else if theirs.len() >= enough {
            crisis(CrisisKind::Suicide, Whom::Somebody, false)
        } else {
            None
        }
    }

    fn is_met(&self, patterns: &[Patterns], clauses: &[Vec<Word>], at: usize) -> bool {
        let clause = &clauses[at];
        let is_blocked =
            |word: &Word| is_any(word, self.phrases.negators) || is_any(word, self.phrases.others);
        let found: Vec<(usize, usize)> = patterns
            .iter()
            .flat_map(|patterns| patterns.find(clause, &is_blocked))
            .collect();
        if found.is_empty() {
            return false;
        }
        let before = at
            .checked_sub(1)
            .map(|before| &clauses[before])
            .filter(|_| is_any(&clause[0], self.phrases.dependent));
        let is_turned =
            before.is_some_and(|before| before.iter().any(|word| is_any(word, self.phrases.negators)));
        let idioms: Vec<(usize, usize)> = self
            .idioms
            .iter()
            .flat_map(|idioms| idioms.find(clause, &|_| false))
            .collect();
        found.into_iter().any(|(start, end)| {
            let is_idiom = idioms.iter().any(|(from, to)| *from < end && start < *to);
            !(is_idiom || self.is_negated(clause, start) || (is_turned && start == 0))
        })
    }

    /// "No I want to": an answer to something else, which turns nothing round.
    fn is_answer(&self, clause: &[Word], negator: &Word) -> bool {
        let is_first = clause.first().is_some_and(|first| std::ptr::eq(first, negator));
        is_first
            && is_any(negator, &["no", "non", "nein"])
            && clause.get(1).is_some_and(|next| is_any(next, &ANSWERERS))
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
        for line in examples
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let (sign, text) = line.split_at(2);
            let expected = sign == "+ ";
            *(if expected { &mut met } else { &mut unmet }) += 1;
            let judged = judge(text);
            if judged.is_some() != expected {
                wrong.push(format!("{line}   {judged:?}"));
            }
        }
        assert!(
            met >= 30 && unmet >= 30,
            "{language}: {met} that must be met, {unmet} that must not"
        );
        assert!(
            wrong.is_empty(),
            "{language}: {} of {}:\n{}",
            wrong.len(),
            met + unmet,
            wrong.join("\n")
        );
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

    /// Of those in need themselves, of those who write of somebody else, and of the alarms: how many are
    /// right, in percent.
    fn share(set: &str) -> (usize, usize, usize) {
        let (mut own, mut others, mut harmless) = ((0, 0), (0, 0), 0);
        for (kind, text) in set.lines().filter_map(|line| line.split_once(" | ")) {
            let is_met = usize::from(judge(text).is_some());
            match kind {
                "none" => harmless += is_met,
                "other" => others = (others.0 + is_met, others.1 + 1),
                _ => own = (own.0 + is_met, own.1 + 1),
            }
        }
        let met = own.0 + others.0;
        assert!(own.1 >= 50 && others.1 >= 10, "{own:?} {others:?}");
        (
            own.0 * 100 / own.1,
            others.0 * 100 / others.1,
            met * 100 / (met + harmless),
        )
    }

    #[test]
    fn in_other_words_it_is_recognised_as_well() {
        for (name, set, floor) in [
            ("dev-en", include_str!("examples/crisis/dev-en.txt"), (87, 87, 96)),
            ("dev-de", include_str!("examples/crisis/dev-de.txt"), (91, 92, 96)),
            (
                "dev-fr",
                include_str!("examples/crisis/dev-fr.txt"),
                (91, 100, 98),
            ),
            ("dev-es", include_str!("examples/crisis/dev-es.txt"), (91, 93, 97)),
            (
                "held-en",
                include_str!("examples/crisis/held-en.txt"),
                (80, 80, 93),
            ),
            (
                "held-de",
                include_str!("examples/crisis/held-de.txt"),
                (84, 80, 93),
            ),
            (
                "held-fr",
                include_str!("examples/crisis/held-fr.txt"),
                (84, 100, 90),
            ),
            (
                "held-es",
                include_str!("examples/crisis/held-es.txt"),
                (80, 90, 96),
            ),
        ] {
            let reached = share(set);
            assert!(
                reached.0 >= floor.0 && reached.1 >= floor.1 && reached.2 >= floor.2,
                "{name}: {reached:?} of {floor:?}"
            );
        }
    }

    #[test]
    fn what_a_stranger_wrote_is_answered() {
        for (text, whom) in [
            (
                "I have my pills lined up here on the desk and I am saying goodbye.",
                Whom::Writer,
            ),
            (
                "I can not see any way out and tonight I will end it.",
                Whom::Writer,
            ),
            (
                "I can not do this anymore. I wrote the letters already.",
                Whom::Writer,
            ),
            (
                "there is no point in me being here anymore, irl i mean",
                Whom::Writer,
            ),
            ("what is the point of me even living", Whom::Writer),
            ("I have been cutting again.", Whom::Writer),
            ("Who would miss me? Honestly, nobody.", Whom::Writer),
            (
                "ich kann nicht mehr, ich will einfach nur weg sein für immer",
                Whom::Writer,
            ),
            (
                "Meine Freundin hat mir geschrieben, dass sie sich etwas antun will.",
                Whom::Somebody,
            ),
            (
                "Mein Bruder hat Abschiedsbriefe geschrieben, ich habe Angst um ihn.",
                Whom::Somebody,
            ),
            (
                "My brother says he has a plan and bought a rope, i am scared for him",
                Whom::Somebody,
            ),
        ] {
            assert_eq!(judge(text).map(|crisis| crisis.whom), Some(whom), "{text}");
        }
    }

    #[test]
    fn one_sign_is_none_and_what_others_say_is_no_sign() {
        for text in [
            "I can't do this anymore, Kitty, let's try the other key.",
            "I wrote the letters already. Take them to the post, Jeeves.",
            "\"I can't do this anymore. I wrote the letters already,\" she reads aloud.",
            "*I can't do this anymore. I wrote the letters already.* He folds the page.",
        ] {
            assert_eq!(judge(text), None, "{text}");
        }
    }

    #[test]
    fn the_most_serious_is_what_counts() {
        let both = judge("My friend wants to die. I hurt myself on purpose. I want to kill myself.")
            .expect("a crisis");
        assert_eq!(
            (both.kind, both.whom, both.language),
            (CrisisKind::Suicide, Whom::Writer, "en")
        );
        let own = judge("My friend wants to die. I hurt myself on purpose.").expect("a crisis");
        assert_eq!((own.kind, own.whom), (CrisisKind::SelfHarm, Whom::Writer));
        assert_eq!(
            judge("Mein Bruder droht sich umzubringen")
                .expect("a crisis")
                .whom,
            Whom::Somebody
        );
        assert_eq!(judge(""), None);
    }

    #[test]
    fn a_long_message_is_read_at_once() {
        let text =
            "I want to go and see the sea, and I really do not want to think about it any more. ".repeat(200);
        assert_eq!(judge(&text), None);
        assert!(judge(&format!("{text} I want to die.")).is_some());
    }

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
