//! The texts that the demo writes in its own name, by language.

use std::sync::OnceLock;

use platform::llm::DemoRequest;
use serde::Deserialize;

use super::text::keys;

/// The texts, written by hand.
const TEXTS: &str = include_str!("demo_texts.toml");

/// The texts of one language.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoTexts {
    /// ISO 639-1.
    pub(super) language: String,
    /// The note for a player who writes in this language while the scene is in English.
    pub(super) english_only: String,
    /// The headings of the three replies in a scenario without a scene.
    pub(super) marks: [String; 3],
    /// Instructions for the operator on connecting a model; shown beside an ending.
    connect: [String; 3],
    /// The text of every reply after the ending.
    pub(super) ended: String,
    /// The reply when a scenario has no text left to quote.
    pub(super) nothing_more: String,
    /// The reply when nothing else is written for this moment.
    pub(super) no_other: String,
    /// The answer to a request to rewrite a passage.
    pub(super) no_rewrite: String,
    /// The beginning of a summary.
    pub(super) so_far: String,
    /// Lines that a player might write in any scene.
    pub(super) suggestions: Vec<String>,
}

#[cfg(test)]
impl DemoTexts {
    /// Every text that can appear in a story.
    pub(super) fn shown(&self) -> impl Iterator<Item = &String> {
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
    languages: Vec<DemoTexts>,
}

/// All languages; the first is English.
pub(super) fn all() -> &'static [DemoTexts] {
    static ALL: OnceLock<Vec<DemoTexts>> = OnceLock::new();
    // A test parses the file.
    ALL.get_or_init(|| {
        toml::from_str::<File>(TEXTS)
            .map(|file| file.languages)
            .unwrap_or_default()
    })
}

/// The texts in the language of a request.
pub(super) fn of(request: &DemoRequest) -> &'static DemoTexts {
    in_language(request.language.as_deref().unwrap_or("en"))
}

/// How the operator connects a model: three lines, in this language (BCP 47), or in English if there are no
/// texts in it.
#[must_use]
pub(super) fn how_to_connect(language: &str) -> &'static [String; 3] {
    &in_language(language).connect
}

/// The texts of a language; the English ones if it has none.
pub(super) fn in_language(language: &str) -> &'static DemoTexts {
    static NONE: OnceLock<DemoTexts> = OnceLock::new();
    let requested = language
        .split(['-', '_'])
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let found = all()
        .iter()
        .find(|texts| texts.language == requested)
        .or_else(|| all().first());
    found.unwrap_or_else(|| NONE.get_or_init(DemoTexts::default))
}

/// Whether this text was already written. `said`: the keys of all sentences so far.
pub(super) fn is_said(said: &std::collections::HashSet<String>, text: &str) -> bool {
    let keys = keys(text);
    !keys.is_empty() && keys.iter().all(|key| said.contains(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_text() {
        let languages: Vec<&str> = all().iter().map(|texts| texts.language.as_str()).collect();
        assert_eq!(languages, ["en", "de", "fr", "es", "pt", "ru", "ja"]);
        for texts in all() {
            for text in texts.shown().chain(&texts.connect) {
                assert!(!text.trim().is_empty(), "{}", texts.language);
            }
            let connect = how_to_connect(&format!("{}-XX", texts.language));
            assert!(
                connect[1].contains("DRAMATIS_MODEL_URL") && connect[1].contains("DRAMATIS_MODEL_NAME"),
                "{}",
                texts.language
            );
            assert!(
                connect.iter().all(|line| !line.contains('\n')),
                "{}: three lines",
                texts.language
            );
            assert!(
                texts.shown().all(|text| !text.contains("DRAMATIS_")),
                "{}: nobody in a story says how to set up a server",
                texts.language
            );
            assert!(texts.suggestions.len() >= 4, "{}", texts.language);
        }
    }
}
