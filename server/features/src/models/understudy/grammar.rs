//! The words of the understudy: one file a language.

use std::collections::{BTreeMap, HashSet};
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
    /// The note in languages that the understudy does not speak, by tag; only in the fallback language.
    #[serde(default)]
    pub(super) notes: BTreeMap<String, String>,
    /// Words by which a text in this language is recognised.
    pub(super) common: Vec<String>,
    /// Further words by which a spoken line in it is.
    pub(super) speech: Vec<String>,
    /// How a noun is found in a text.
    pub(super) noun: Noun,
    /// Words before nouns.
    pub(super) determiners: Vec<String>,
    /// Words that end a noun's phrase.
    pub(super) stops: Vec<String>,
    /// Nouns that say nothing, and words that are taken for nouns.
    pub(super) shy: Vec<String>,
    /// Words before names, without which a name is rude.
    pub(super) titles: Vec<String>,
    /// Verbs with which a sentence of a persona begins that can be seen on stage.
    #[serde(default)]
    pub(super) habits: Vec<String>,
    /// Finite verbs, by which a sentence is told from a fragment.
    pub(super) verbs: Vec<String>,
    /// First words of sentences that cannot stand without the one before.
    pub(super) loose: Vec<String>,
    /// First words of questions, whose mark may be missing.
    pub(super) asking: Vec<String>,
    pub(super) names: Names,
    pub(super) bodies: Bodies,
    pub(super) deeds: Deeds,
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

/// How a name is told from another capitalised word.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Names {
    /// Words directly before a name.
    pub(super) cues: Vec<String>,
    /// Capitalised words that are none.
    pub(super) never: Vec<String>,
}

/// By what it is known that somebody is no human being. All are parts of a description with a space before them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bodies {
    /// Signs, in a role or description, of somebody who has no body at all.
    pub(super) lone: Vec<String>,
    /// The same in a name.
    pub(super) lone_names: Vec<String>,
    /// Signs, in a role, of somebody without hands.
    pub(super) beasts: Vec<String>,
    /// Beginnings of words that are used of hands and the like.
    pub(super) limbs: Vec<String>,
}

/// How what the player does is told to them in the second person.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Deeds {
    /// How it begins in the first person.
    pub(super) own: Vec<String>,
    /// Verbs, and words in the place of one, with which nothing is done.
    pub(super) idle: Vec<String>,
    /// Words of the first person with those of the second.
    pub(super) turned: Vec<[String; 2]>,
    /// Words for whoever is addressed, and what stands for them in the narration; empty: a deed with such a word is not told.
    pub(super) theirs: Vec<[String; 2]>,
    /// Verbs with their second person. Where there are none, and no `endings`, the first person is the second, as in English.
    #[serde(default)]
    pub(super) verbs: Vec<[String; 2]>,
    /// Endings of all other verbs with those of the second person; the first that fits counts.
    #[serde(default)]
    pub(super) endings: Vec<[String; 2]>,
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

/// Something that a player may mean or ask. `signs` are whole words or phrases, or beginnings of words that end with a hyphen.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Intent {
    pub(super) signs: Vec<String>,
    pub(super) lines: Vec<String>,
}

/// What can be seen. Each of `acts` goes with each of `manners`; `deed` takes up what the player did; `bodiless` is of somebody without a body.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Beats {
    pub(super) deed: Vec<String>,
    pub(super) bodiless: Vec<String>,
    pub(super) general: Vec<String>,
    pub(super) acts: Vec<String>,
    pub(super) manners: Vec<String>,
}

/// A small plot of a few turns. `signs` are words by which a player takes it up, `asked` what they hear then, `offers` what they can do.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Thread {
    pub(super) signs: Vec<String>,
    pub(super) asked: Vec<String>,
    pub(super) offers: Vec<String>,
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
    /// Somebody on stage whom the player named.
    pub(super) about: Vec<String>,
    /// To whoever else spoke last.
    pub(super) retort: Vec<String>,
    /// What the player had to do with earlier.
    pub(super) recall: Vec<String>,
    /// What is known of the player.
    pub(super) persona: Vec<String>,
    /// To somebody who says nothing.
    pub(super) silence: Vec<String>,
    /// To a line in another language.
    pub(super) foreign: Vec<String>,
    /// To the player's choice, at the end of a plot.
    pub(super) chosen: Vec<String>,
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

/// The words of a language by which it is recognised: those of any text, and those of speech besides.
struct Marks {
    words: Option<&'static Words>,
    common: HashSet<&'static str>,
    spoken: HashSet<&'static str>,
}

/// Ours first, then the foreign ones.
static MARKS: LazyLock<Vec<Marks>> = LazyLock::new(|| {
    let ours = LANGUAGES.iter().map(|words| {
        let common = words.common.iter().map(String::as_str);
        Marks { words: Some(words), common: common.clone().collect(), spoken: common.chain(words.speech.iter().map(String::as_str)).collect() }
    });
    let others = FOREIGN.iter().map(|(_, common)| Marks { words: None, common: common.iter().copied().collect(), spoken: common.iter().copied().collect() });
    ours.chain(others).collect()
});

/// The words for a scenario, and whether they are in its own language.
pub(super) fn words_for(tag: Option<&str>, text: &str) -> (&'static Words, bool) {
    let fallback = &LANGUAGES[0];
    let found = match tag {
        Some(tag) => {
            let tag = tag.to_ascii_lowercase();
            LANGUAGES.iter().find(|words| tag == words.tag || tag.starts_with(&format!("{}-", words.tag)))
        }
        None if has_foreign_letters(text) => None,
        None => recognised(&small_words(text), |marks| &marks.common).map_or(Some(fallback), |marks| marks.words),
    };
    found.map_or((fallback, false), |words| (words, true))
}

/// The words of the language of a spoken line, if it is one of ours and plainly not the one that is expected.
pub(super) fn words_of_line(line: &str, expected: &'static Words) -> Option<&'static Words> {
    if has_foreign_letters(line) {
        return None;
    }
    let spoken = small_words(line);
    let found = recognised(&spoken, |marks| &marks.spoken)?;
    let ours = MARKS.iter().find(|marks| marks.words.is_some_and(|words| words.tag == expected.tag)).map_or(0, |marks| counted(&spoken, &marks.spoken));
    let theirs = counted(&spoken, &found.spoken);
    // A word that only looks foreign is none.
    found.words.filter(|_| theirs >= ours + 2 || (theirs > ours && theirs == spoken.len()))
}

fn has_foreign_letters(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let foreign = text.chars().filter(|c| c.is_alphabetic() && !c.is_ascii() && !('\u{c0}'..='\u{24f}').contains(c)).count();
    foreign * 2 > letters
}

/// The language of which there are most words; the first of several.
fn recognised(words: &[String], of: impl Fn(&'static Marks) -> &'static HashSet<&'static str>) -> Option<&'static Marks> {
    let mut best = (0, None);
    for marks in &*MARKS {
        let score = counted(words, of(marks));
        if score > best.0 {
            best = (score, Some(marks));
        }
    }
    best.1
}

fn small_words(text: &str) -> Vec<String> {
    text.to_lowercase().split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn counted(words: &[String], known: &HashSet<&str>) -> usize {
    words.iter().filter(|word| known.contains(word.as_str())).count()
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
