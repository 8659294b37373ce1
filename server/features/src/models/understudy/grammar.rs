//! The words of the understudy: one file a language.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// What the understudy can say in one language. The comment at the top of `words/en.toml` explains the slots.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    /// The language, as the first part of a BCP 47 tag.
    pub(super) tag: String,
    /// Said once where the scenario's language is none of ours; only in the fallback language.
    #[serde(default)]
    pub(super) note: String,
    /// Words by which a text in this language is recognised.
    pub(super) common: Vec<String>,
    /// How a noun is found in a text.
    pub(super) noun: Noun,
    /// Words before nouns.
    pub(super) determiners: Vec<String>,
    /// Words that end a noun's phrase.
    pub(super) stops: Vec<String>,
    /// Nouns that say nothing.
    pub(super) shy: Vec<String>,
    /// Words before names, without which a name is rude.
    pub(super) titles: Vec<String>,
    /// Verbs with which a sentence of a persona begins that can be seen on stage.
    #[serde(default)]
    pub(super) habits: Vec<String>,
    /// How what the player does begins, in the first person; only for languages in which the second person is made without conjugation.
    #[serde(default, rename = "self")]
    pub(super) own: Vec<String>,
    /// Words of the first person with those of the second.
    #[serde(default)]
    pub(super) turned: Vec<[String; 2]>,
    pub(super) voices: BTreeMap<String, Voice>,
    pub(super) intents: BTreeMap<String, Intent>,
    pub(super) beats: Beats,
    pub(super) threads: BTreeMap<String, Thread>,
    pub(super) lines: Lines,
    pub(super) narration: Narration,
    pub(super) impersonate: Impersonation,
    pub(super) rewrite: Rewriting,
    pub(super) summary: Summary,
    pub(super) spare: Spare,
}

/// Where a noun stands in its phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Noun {
    /// After its adjectives.
    Last,
    /// Before them.
    First,
    /// Wherever the capital letter is.
    Capital,
}

/// A manner of speaking. `signs` are beginnings of words in a persona.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Voice {
    pub(super) signs: Vec<String>,
    pub(super) openers: Vec<String>,
    pub(super) beats: Vec<String>,
    pub(super) hooks: Vec<String>,
}

/// Something that a player may mean. `signs` are whole words or phrases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Intent {
    pub(super) signs: Vec<String>,
    pub(super) lines: Vec<String>,
}

/// What can be seen. Each of `acts` goes with each of `manners`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Beats {
    pub(super) general: Vec<String>,
    pub(super) acts: Vec<String>,
    pub(super) manners: Vec<String>,
}

/// A small plot of a few turns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Thread {
    pub(super) arrival: Vec<String>,
    pub(super) complication: Vec<String>,
    pub(super) reveal: Vec<String>,
    pub(super) choice: Vec<String>,
    pub(super) after: Vec<String>,
}

/// What is said, by what it is about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lines {
    pub(super) thing: Vec<String>,
    pub(super) object: Vec<String>,
    pub(super) echo: Vec<String>,
    pub(super) earlier: Vec<String>,
    pub(super) name: Vec<String>,
    pub(super) other: Vec<String>,
    pub(super) deed: Vec<String>,
    pub(super) lore: Vec<String>,
    pub(super) musing: Vec<String>,
    pub(super) continuing: Vec<String>,
    pub(super) hooks: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Narration {
    pub(super) ambient: Vec<String>,
    pub(super) hooks: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Impersonation {
    pub(super) lines: Vec<String>,
}

/// How a passage is put in other words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rewriting {
    pub(super) pairs: Vec<[String; 2]>,
    pub(super) shorter: Vec<String>,
    pub(super) longer: Vec<String>,
    pub(super) endings: Vec<String>,
    pub(super) openings: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Summary {
    pub(super) begin: String,
    pub(super) said: Vec<String>,
    pub(super) did: Vec<String>,
    pub(super) nothing: String,
}

/// Halves of which each goes with each, for when everything else is said.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spare {
    pub(super) first: Vec<String>,
    pub(super) second: Vec<String>,
    pub(super) ask_first: Vec<String>,
    pub(super) ask_second: Vec<String>,
}

static LANGUAGES: LazyLock<Vec<Words>> = LazyLock::new(|| {
    let texts = [include_str!("words/en.toml"), include_str!("words/de.toml"), include_str!("words/fr.toml"), include_str!("words/es.toml")];
    texts.into_iter().map(|text| toml::from_str(text).expect("the understudy's words are tested")).collect()
});

/// Words by which languages are told apart that the understudy does not speak but that look like one it does.
const FOREIGN: [(&str, &[&str]); 3] = [
    (
        "pt",
        &[
            "não", "você", "uma", "um", "do", "da", "em", "com", "os", "são", "ao", "mas", "é", "seu", "dos", "das", "no", "na", "nos", "à", "o", "que", "de",
            "se", "por", "para", "como", "e", "ela", "ele",
        ],
    ),
    ("it", &["il", "di", "che", "non", "per", "una", "sono", "gli", "della", "è", "con", "ma", "nel"]),
    ("nl", &["het", "een", "van", "en", "niet", "ik", "zijn", "dat", "maar", "op", "met", "voor"]),
];

/// The words for a scenario, and whether they are in its own language.
pub(super) fn words_for(tag: Option<&str>, text: &str) -> (&'static Words, bool) {
    let languages = &*LANGUAGES;
    let fallback = &languages[0];
    if let Some(tag) = tag {
        let tag = tag.to_ascii_lowercase();
        let found = languages.iter().find(|words| tag == words.tag || tag.starts_with(&format!("{}-", words.tag)));
        return found.map_or((fallback, false), |words| (words, true));
    }
    let foreign_letters = text.chars().filter(|c| c.is_alphabetic() && !c.is_ascii() && !('\u{c0}'..='\u{24f}').contains(c)).count();
    if foreign_letters * 2 > text.chars().filter(|c| c.is_alphabetic()).count() {
        return (fallback, false);
    }
    let text = text.to_lowercase();
    let tokens: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).filter(|token| !token.is_empty()).collect();
    let count = |common: &[&str]| tokens.iter().filter(|token| common.contains(token)).count();
    let ours = languages.iter().map(|words| (count(&words.common.iter().map(String::as_str).collect::<Vec<_>>()), Some(words)));
    let others = FOREIGN.iter().map(|(_, common)| (count(common), None));
    let mut best = (0, Some(fallback));
    for (score, words) in ours.chain(others) {
        if score > best.0 {
            best = (score, words);
        }
    }
    best.1.map_or((fallback, false), |words| (words, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told_by_tag_or_by_their_words() {
        let of = |tag, text| {
            let (words, own) = words_for(tag, text);
            (words.tag.as_str(), own)
        };
        assert_eq!(of(Some("de-AT"), ""), ("de", true));
        assert_eq!(of(Some("ja"), "the"), ("en", false));
        assert_eq!(of(None, "You keep the button shop, and the wolf is on his way."), ("en", true));
        assert_eq!(of(None, "Die Frau am Wegweiser trägt einen Rucksack, der älter ist als du."), ("de", true));
        assert_eq!(of(None, "Elle vous attrape par la manche derrière la toile du second acte."), ("fr", true));
        assert_eq!(of(None, "La escarcha cruje bajo las botas mientras da la vuelta completa al biplano."), ("es", true));
        assert_eq!(of(None, "Você não sabe o que fazer com uma onça em casa, mas ela é sua."), ("en", false));
        assert_eq!(of(None, "Дача продаётся вместе с домовым."), ("en", false));
        assert_eq!(of(None, ""), ("en", true));
    }

    #[test]
    fn every_language_has_the_same_parts() {
        let english = &LANGUAGES[0];
        for words in &*LANGUAGES {
            for intent in english.intents.keys() {
                assert!(words.intents.contains_key(intent), "{}: {intent}", words.tag);
            }
            assert!(words.voices.len() >= 5 && words.voices.contains_key("plain"), "{}", words.tag);
            assert!(words.threads.len() >= 5, "{}", words.tag);
            assert!(words.spare.first.len() * words.spare.second.len() >= 100, "{}", words.tag);
            assert!(words.beats.acts.len() * words.beats.manners.len() >= 150, "{}", words.tag);
        }
    }
}
