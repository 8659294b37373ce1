//! Finding the things that a text names, and saying them with their article.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::grammar::{Noun, Words};
use super::hearing::sentences;

/// Shortest word that is looked for at the end of another, in bytes.
const MIN_COMPOUND_PART: usize = 4;

/// Things by language and gender; each list is one text, words apart by spaces.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    #[serde(default)]
    masculine: String,
    #[serde(default)]
    feminine: String,
    #[serde(default)]
    neuter: String,
}

/// The gender of a noun; English ones are neuter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gender {
    Masculine,
    Feminine,
    Neuter,
}

/// What a noun is in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    /// Who or what does it.
    Subject,
    /// Whom or what.
    Object,
    /// To whom or what.
    Receiver,
    /// Of whom or what.
    Owner,
}

static LISTS: LazyLock<HashMap<String, HashMap<String, Gender>>> = LazyLock::new(|| {
    let lists: HashMap<String, Listed> = toml::from_str(include_str!("words/nouns.toml")).expect("the understudy's nouns are tested");
    let flat = |list: Listed| {
        let genders = [(list.masculine, Gender::Masculine), (list.feminine, Gender::Feminine), (list.neuter, Gender::Neuter)];
        genders.into_iter().flat_map(|(words, gender)| words.split_whitespace().map(|word| (word.to_owned(), gender)).collect::<Vec<_>>()).collect()
    };
    lists.into_iter().map(|(tag, list)| (tag, flat(list))).collect()
});

/// The gender of a noun that is listed; of a German compound, that of its last part.
pub(super) fn gender(words: &Words, noun: &str) -> Option<Gender> {
    let list = LISTS.get(&words.tag)?;
    let small = noun.to_lowercase();
    let parts = small.char_indices().map(|(place, _)| place).take(if words.noun == Noun::Capital { usize::MAX } else { 1 });
    // "Bruder" is no rudder: what comes before has to be a word as well.
    parts
        .filter(|place| *place == 0 || (*place >= MIN_COMPOUND_PART - 1 && small.len() - place >= MIN_COMPOUND_PART))
        .find_map(|place| list.get(&small[place..]).copied())
}

/// A noun with its definite article, if its gender is known.
pub(super) fn with_article(words: &Words, noun: &str, case: Case) -> Option<String> {
    let gender = gender(words, noun)?;
    let begins_with_vowel = noun.to_lowercase().starts_with(|c| "aeiouyhâàéèêëîïôœùû".contains(c));
    let article = match words.tag.as_str() {
        "de" => match (case, gender) {
            (Case::Subject, Gender::Masculine) | (Case::Receiver, Gender::Feminine) => "der ",
            (Case::Subject | Case::Object, Gender::Feminine) => "die ",
            (Case::Subject | Case::Object, Gender::Neuter) => "das ",
            (Case::Object, Gender::Masculine) => "den ",
            (Case::Receiver, Gender::Masculine | Gender::Neuter) => "dem ",
            // The noun would have to be declined.
            (Case::Owner, _) => return None,
        },
        "fr" => match (case, gender) {
            (Case::Subject | Case::Object, _) if begins_with_vowel => "l'",
            (Case::Receiver, _) if begins_with_vowel => "à l'",
            (Case::Owner, _) if begins_with_vowel => "de l'",
            (Case::Subject | Case::Object, Gender::Feminine) => "la ",
            (Case::Receiver, Gender::Feminine) => "à la ",
            (Case::Owner, Gender::Feminine) => "de la ",
            (Case::Subject | Case::Object, _) => "le ",
            (Case::Receiver, _) => "au ",
            (Case::Owner, _) => "du ",
        },
        "es" => match (case, gender) {
            (Case::Subject | Case::Object, Gender::Feminine) => "la ",
            (Case::Receiver, Gender::Feminine) => "a la ",
            (Case::Owner, Gender::Feminine) => "de la ",
            (Case::Subject | Case::Object, _) => "el ",
            (Case::Receiver, _) => "al ",
            (Case::Owner, _) => "del ",
        },
        _ => "the ",
    };
    Some(format!("{article}{noun}"))
}

/// Things that a text names, in the order in which they come, each once.
pub(super) fn nouns(words: &Words, text: &str, most: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let has = |list: &[String], word: &str| list.iter().any(|entry| entry == word);
    for sentence in sentences(text) {
        // Words with the mark that ends them, if any.
        let separate = |c: char| c.is_whitespace() || (words.noun == Noun::First && c == '\'');
        let tokens: Vec<&str> = sentence.split(separate).filter(|token| !token.is_empty()).collect();
        let bare = |token: &str| token.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let ends = |token: &str| token.chars().last().is_some_and(|c| !c.is_alphanumeric());
        for (place, token) in tokens.iter().enumerate() {
            let word = bare(token);
            let small = word.to_lowercase();
            let begins_large = word.chars().next().is_some_and(char::is_uppercase);
            let before = place.checked_sub(1).map(|place| bare(tokens[place]).to_lowercase());
            let determined = place > 0 && !ends(tokens[place - 1]) && before.is_some_and(|before| has(&words.determiners, &before));
            let noun = match words.noun {
                Noun::Capital => begins_large && (determined || (place > 0 && gender(words, &word).is_some())),
                _ if begins_large => false,
                Noun::First => determined,
                Noun::Last => is_last_of_phrase(words, &tokens, place),
            };
            let sized = (3..=18).contains(&word.chars().count()) && word.chars().all(|c| c.is_alphabetic() || c == '-');
            if noun && sized && !has(&words.shy, &small) && !has(&words.stops, &small) && !has(&words.determiners, &small) && !found.contains(&word) {
                found.push(word);
                if found.len() == most {
                    return found;
                }
            }
        }
    }
    found
}

/// Whether the word at this place ends a phrase that a determiner begins, and can only be a noun.
fn is_last_of_phrase(words: &Words, tokens: &[&str], place: usize) -> bool {
    let small = |token: &str| token.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let ends = |token: &str| token.chars().last().is_some_and(|c| !c.is_alphanumeric());
    let first = (place.saturating_sub(3)..place).rev().find(|&before| ends(tokens[before]) || words.determiners.contains(&small(tokens[before])));
    let Some(first) = first.filter(|&first| !ends(tokens[first])) else { return false };
    let between = &tokens[first + 1..place];
    if between.iter().any(|token| words.stops.contains(&small(token)) || token.starts_with(char::is_uppercase)) {
        return false;
    }
    // "The button shop" is no button.
    let is_closed = ends(tokens[place]) || tokens.get(place + 1).is_none_or(|next| words.stops.contains(&small(next)));
    let word = small(tokens[place]);
    if gender(words, &word).is_some() {
        return is_closed;
    }
    let doubtful = ["ing", "ly", "ed", "'s"].iter().any(|end| word.ends_with(end)) || (word.ends_with('s') && !word.ends_with("ss"));
    between.is_empty() && is_closed && !doubtful
}

#[cfg(test)]
mod tests {
    use super::super::grammar::words_for;
    use super::*;

    fn of(tag: &str, text: &str) -> Vec<String> {
        nouns(words_for(Some(tag), "").0, text, 9)
    }

    #[test]
    fn things_are_found_in_texts_and_doubtful_ones_are_not() {
        let text = "You keep the button shop. The bell over your door gives half a ring, and a huge clockmender sits by the stove.";
        assert_eq!(of("en", text), ["bell", "ring", "stove"]);
        assert_eq!(of("en", "The wolves come. The window open, the clock alone, a coat hangs there, and the cup. The Emperor waits."), ["cup"]);
        assert_eq!(of("en", "Everything about the Plot is a secret, and so is my old brass key."), ["secret", "key"]);
        let text = "Die Frau am Wegweiser trägt einen Rucksack und sieht die Wand hinter dem Dorf.";
        assert_eq!(of("de", text), ["Wegweiser", "Rucksack", "Wand", "Dorf"]);
        let text = "Sous le plateau, il y a la chaise vide, l'échelle et le livre ouvert.";
        assert_eq!(of("fr", text), ["plateau", "chaise", "échelle", "livre"]);
    }

    #[test]
    fn articles_go_with_their_nouns() {
        let said = |tag: &str, noun: &str, case: Case| with_article(words_for(Some(tag), "").0, noun, case).unwrap_or_default();
        assert_eq!(said("de", "Blechlaterne", Case::Receiver), "der Blechlaterne");
        assert_eq!(said("de", "Schlüssel", Case::Object), "den Schlüssel");
        assert_eq!(said("de", "Bruder", Case::Subject), "");
        assert_eq!(said("fr", "échelle", Case::Owner), "de l'échelle");
        assert_eq!(said("fr", "livre", Case::Receiver), "au livre");
        assert_eq!(said("es", "llave", Case::Subject), "la llave");
        assert_eq!(said("es", "reloj", Case::Owner), "del reloj");
        assert_eq!(said("es", "zzz", Case::Owner), "");
    }
}
