//! Combines the results of phrases and classifier.

use super::class::Odds;
use super::language::language_of;
use crate::safety::model::{Crisis, Whom};

/// The probability from which somebody counts as in crisis, by language. English has the most examples, and
/// the sentence model knows it best.
const THRESHOLDS: [(&str, f32); 4] = [("en", 0.65), ("de", 0.6), ("fr", 0.6), ("es", 0.6)];
/// The same for a player who was answered just now and has not resumed the story.
const CLOSELY: f32 = 0.25;
/// The probability from which the classifier overrules the phrases on whether it is about somebody else; the
/// phrases decide that by one word.
const SURE_OF_WHOM: f32 = 0.8;
/// The same if the phrases name somebody else, which takes them more than a word.
const SURE_IT_IS_OWN: f32 = 0.95;

/// The part with the highest probability.
fn surest(parts: &[Odds]) -> Option<&Odds> {
    parts
        .iter()
        .max_by(|one, other| one.in_need().total_cmp(&other.in_need()))
}

/// The result of a text from the odds of its parts and from the phrases found in it.
///
/// A phrase always means a crisis; the classifier only decides who is in it, if it is sure.
pub(in super::super) fn settle(text: &str, by_phrase: Option<Crisis>, parts: &[Odds]) -> Option<Crisis> {
    let Some(most) = surest(parts) else {
        return by_phrase;
    };
    if let Some(found) = by_phrase {
        let is_theirs = parts.iter().all(|odds| odds.somebody() >= SURE_OF_WHOM);
        let is_own = parts
            .iter()
            .any(|odds| odds.in_need() - odds.somebody() >= SURE_IT_IS_OWN);
        return Some(match found.whom {
            Whom::Writer if is_theirs => Crisis {
                whom: Whom::Somebody,
                ..found
            },
            Whom::Somebody if is_own => Crisis {
                whom: Whom::Writer,
                ..found
            },
            _ => found,
        });
    }
    let language = language_of(text);
    let threshold = THRESHOLDS
        .iter()
        .find(|(code, _)| *code == language)
        .map_or(1.0, |(_, threshold)| *threshold);
    if most.in_need() >= threshold {
        most.most().crisis(language)
    } else {
        None
    }
}

/// The same for a player who was answered just now and has not resumed the story: the threshold is lower.
pub(in super::super) fn settle_closely(
    text: &str,
    by_phrase: Option<Crisis>,
    parts: &[Odds],
) -> Option<Crisis> {
    let most = || surest(parts).filter(|most| most.in_need() >= CLOSELY);
    by_phrase.or_else(|| most()?.most().crisis(language_of(text)))
}
