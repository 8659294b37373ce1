//! What the understudy says in its own name, by language.

use std::sync::OnceLock;

use platform::llm::Cue;
use serde::Deserialize;

use super::text::keys;

/// The texts, written by hand.
const WORDS: &str = include_str!("words.toml");

/// Those of one language.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    /// ISO 639-1.
    pub(super) language: String,
    /// Where a scene is played, which is in English, to a player who writes in this language.
    pub(super) english_only: String,
    /// Stands above each of the replies of a scenario without a scene.
    pub(super) marks: [String; 3],
    /// How to connect a model, for whoever runs the site: the house says it beside an ending.
    connect: [String; 3],
    /// Every reply after the ending.
    pub(super) ended: String,
    /// Where a scenario has no text left.
    pub(super) nothing_more: String,
    /// Where nothing else is written for this moment.
    pub(super) no_other: String,
    /// To whoever wants a passage in other words.
    pub(super) no_rewrite: String,
    /// Before a summary.
    pub(super) so_far: String,
    /// What a player might say anywhere.
    pub(super) suggestions: Vec<String>,
}

#[cfg(test)]
impl Words {
    /// Everything that is said in a story.
    pub(super) fn texts(&self) -> impl Iterator<Item = &String> {
        let own = [
            &self.english_only,
            &self.ended,
            &self.nothing_more,
            &self.no_other,
            &self.no_rewrite,
            &self.so_far,
        ];
        self.marks.iter().chain(own).chain(&self.suggestions)
    }
}

#[derive(Deserialize)]
struct File {
    words: Vec<Words>,
}

/// All languages; the first is English.
pub(super) fn all() -> &'static [Words] {
    static ALL: OnceLock<Vec<Words>> = OnceLock::new();
    // A test reads them.
    ALL.get_or_init(|| {
        toml::from_str::<File>(WORDS)
            .map(|file| file.words)
            .unwrap_or_default()
    })
}

/// Those in which a cue is answered.
pub(super) fn of(cue: &Cue) -> &'static Words {
    in_language(cue.language.as_deref().unwrap_or("en"))
}

/// How whoever runs the site connects a model: three lines, in this language (BCP 47) or in English.
#[must_use]
pub(super) fn how_to_connect(language: &str) -> &'static [String; 3] {
    &in_language(language).connect
}

/// Those of a language; in English where it has none.
pub(super) fn in_language(language: &str) -> &'static Words {
    static NONE: OnceLock<Words> = OnceLock::new();
    let wanted = language
        .split(['-', '_'])
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let found = all()
        .iter()
        .find(|words| words.language == wanted)
        .or_else(|| all().first());
    found.unwrap_or_else(|| NONE.get_or_init(Words::default))
}

/// Whether this was said, by the keys of what was.
pub(super) fn is_said(said: &std::collections::HashSet<String>, text: &str) -> bool {
    let keys = keys(text);
    !keys.is_empty() && keys.iter().all(|key| said.contains(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_text() {
        let languages: Vec<&str> = all().iter().map(|words| words.language.as_str()).collect();
        assert_eq!(languages, ["en", "de", "fr", "es", "pt", "ru", "ja"]);
        for words in all() {
            for text in words.texts().chain(&words.connect) {
                assert!(!text.trim().is_empty(), "{}", words.language);
            }
            let connect = how_to_connect(&format!("{}-XX", words.language));
            assert!(
                connect[1].contains("DRAMATIS_MODEL_URL") && connect[1].contains("DRAMATIS_MODEL_NAME"),
                "{}",
                words.language
            );
            assert!(
                connect.iter().all(|line| !line.contains('\n')),
                "{}: three lines",
                words.language
            );
            assert!(
                words.texts().all(|text| !text.contains("DRAMATIS_")),
                "{}: nobody in a story says how to set up a server",
                words.language
            );
            assert!(words.suggestions.len() >= 4, "{}", words.language);
        }
    }
}
