//! What phrases and classifier say together.

use super::class::Odds;
use super::language::language_of;
use crate::safety::model::{Crisis, Whom};

/// From which probability on somebody is in need, by language. English has the most examples, and the
/// sentence model knows it best.
const THRESHOLDS: [(&str, f32); 4] = [("en", 0.65), ("de", 0.6), ("fr", 0.6), ("es", 0.6)];
/// The same for a player who was answered just now and has not continued.
const CLOSELY: f32 = 0.25;
/// From which probability the classifier is believed over the phrases that it is about somebody else; they
/// tell it by a word.
const SURE_OF_WHOM: f32 = 0.8;
/// The same where the phrases name somebody else, as they do by more than a word.
const SURE_IT_IS_OWN: f32 = 0.95;

/// The part that says it most surely.
fn surest(parts: &[Odds]) -> Option<&Odds> {
    parts
        .iter()
        .max_by(|one, other| one.in_need().total_cmp(&other.in_need()))
}

/// What the parts of a text say together with what the phrases found in it.
///
/// Where there is a phrase there is a crisis; the classifier only says whose it is, where it is sure.
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

/// The same for a player who was answered just now and has not continued: less is enough.
pub(in super::super) fn settle_closely(
    text: &str,
    by_phrase: Option<Crisis>,
    parts: &[Odds],
) -> Option<Crisis> {
    let most = || surest(parts).filter(|most| most.in_need() >= CLOSELY);
    by_phrase.or_else(|| most()?.most().crisis(language_of(text)))
}
