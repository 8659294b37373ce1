//! Finds the characters that a text names.

use super::super::model::CastView;

/// The characters that a text names, by any part of their name, in the order of the text.
pub(super) fn mentioned<'a>(text: &str, cast: &[&'a CastView]) -> Vec<(&'a CastView, String)> {
    let words: Vec<(usize, String)> = words(text).map(|(at, word)| (at, word.to_lowercase())).collect();
    let folded = text.to_lowercase();
    let mut found: Vec<(usize, &CastView, String)> = Vec::new();
    for one in cast {
        let place = |part: &str| {
            let part_folded = part.to_lowercase();
            // In scripts without spaces there are no words to compare.
            let is_spaced = part.chars().all(|c| c < '\u{0e00}' || c.is_ascii());
            let at = match is_spaced {
                true => words
                    .iter()
                    .find(|(_, word)| {
                        *word == part_folded
                            || word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"))
                                == Some(&part_folded)
                    })
                    .map(|(at, _)| *at),
                false => folded.find(&part_folded),
            };
            at.map(|at| (at, part.to_owned()))
        };
        let parts = self::words(&one.name)
            .map(|(_, part)| part)
            .filter(|part| part.chars().count() > 1 || !part.is_ascii());
        if let Some((at, part)) = parts.filter_map(place).min_by_key(|(at, _)| *at) {
            found.push((at, one, part));
        }
    }
    found.sort_by_key(|(at, ..)| *at);
    found.into_iter().map(|(_, one, part)| (one, part)).collect()
}

/// The words of a text with their positions.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-');
    text.split(move |c: char| !is_part(c))
        .filter(|word| !word.is_empty())
        .map(move |word| {
            let at = (word.as_ptr() as usize) - (text.as_ptr() as usize);
            (at, word.trim_matches(|c| matches!(c, '\'' | '’' | '-')))
        })
}
