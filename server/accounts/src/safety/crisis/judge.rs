//! What the phrases of all languages say of a whole message.

use super::language::LANGUAGES;
use crate::safety::model::{Crisis, CrisisKind, Whom};
use crate::safety::words::{Word, clauses};

/// Families of signs that say together what one does not.
const ENOUGH_SIGNS: usize = 2;

/// What a message of a player expresses, if it expresses a wish or an intention to die or to hurt oneself, or
/// that somebody else does.
///
/// A phrase counts in the mouth of a character, too: who is in need often speaks through one. Signs, which
/// say it only two together, count in the player's own words alone, not in quotation marks or between
/// asterisks.
#[must_use]
pub fn judge(text: &str) -> Option<Crisis> {
    by_phrase(text).or_else(|| by_signs(text, ENOUGH_SIGNS))
}

/// The same for a player who was answered just now and has not continued: one sign is enough.
#[must_use]
pub(super) fn judge_closely(text: &str) -> Option<Crisis> {
    by_phrase(text).or_else(|| by_one_sign(text))
}

/// What one sign says where [`judge`] found nothing.
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

/// What the signs in the player's own words say, where they are of at least `enough` families.
fn by_signs(text: &str, enough: usize) -> Option<Crisis> {
    let own = clauses(&own_words(text));
    let own = without_ne(&own).unwrap_or(own);
    LANGUAGES
        .iter()
        .filter_map(|language| language.judge_signs(&own, enough))
        .min_by_key(urgency)
}

/// French as it is spoken, without a word that is only written: "je ne veux plus" is "je veux plus".
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
