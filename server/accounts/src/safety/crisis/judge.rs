//! Judges a whole message by the phrases of all languages.

use super::language::LANGUAGES;
use crate::safety::model::{Crisis, CrisisKind, Whom};
use crate::safety::words::{Word, clauses};

/// How many families of signs are enough together.
const ENOUGH_SIGNS: usize = 2;

/// The crisis that a player's message expresses: a wish or an intention to die or to hurt oneself, of the
/// writer or of somebody else.
///
/// A phrase counts also as the line of a character: people in crisis often speak through one. Signs, which
/// count only two together, are read in the player's own words alone, not in quotation marks or between
/// asterisks.
#[must_use]
pub fn judge(text: &str) -> Option<Crisis> {
    by_phrase(text).or_else(|| by_signs(text, ENOUGH_SIGNS))
}

/// The same for a player who was answered just now and has not resumed the story: one sign is enough.
#[must_use]
pub(super) fn judge_closely(text: &str) -> Option<Crisis> {
    by_phrase(text).or_else(|| by_one_sign(text))
}

/// The result of one sign if [`judge`] found nothing.
pub(super) fn by_one_sign(text: &str) -> Option<Crisis> {
    by_signs(text, 1)
}

fn by_phrase(text: &str) -> Option<Crisis> {
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

/// The result of the signs in the player's own words, if they are of at least `enough` families.
fn by_signs(text: &str, enough: usize) -> Option<Crisis> {
    let own = clauses(&own_words(text));
    let own = without_ne(&own).unwrap_or(own);
    LANGUAGES
        .iter()
        .filter_map(|language| language.judge_signs(&own, enough))
        .min_by_key(urgency)
}

/// Spoken French, without a word that is only written: "je ne veux plus" is "je veux plus".
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

/// The lowest is the most urgent: the writer before somebody else, what was done before what is thought of,
/// dying before hurting.
fn urgency(crisis: &Crisis) -> (bool, bool, bool) {
    (
        crisis.whom == Whom::Somebody,
        !crisis.is_done,
        crisis.kind == CrisisKind::SelfHarm,
    )
}

/// A text without the lines and actions of characters: quotations, and what stands between asterisks.
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
