//! Replies for a scenario without a scene: three that quote the scenario's own text under a heading, then the
//! ending.

use std::collections::HashSet;

use platform::llm::{DemoRequest, DemoTask};

use super::demo_reply::DemoReply;
use super::demo_texts::{self, DemoTexts, is_said};
use super::parse_prompt::ParsedLine;
use super::text::{count_words, key, keys, sentences, stems};

/// The most sentences of an excerpt.
const MAX_SENTENCES: usize = 4;
/// The fewest words of an excerpt: "You have four." would answer nothing.
const MIN_WORDS: usize = 6;
/// The most characters of an excerpt.
const MAX_CHARS: usize = 700;

/// A part of the scenario's text.
struct Excerpt {
    text: String,
    /// Its speaker; `None` for narration.
    by: Option<String>,
}

/// Builds the reply to one request.
pub(super) struct Excerpts<'a> {
    request: &'a DemoRequest,
    texts: &'static DemoTexts,
    /// The sentences of the cast on the path, as keys.
    said: HashSet<String>,
    /// The sentences of other versions of the requested reply.
    in_versions: HashSet<String>,
}

impl<'a> Excerpts<'a> {
    pub(super) fn new(request: &'a DemoRequest) -> Self {
        let mut said: HashSet<String> = request
            .path
            .iter()
            .filter(|line| !line.by_player)
            .flat_map(|line| keys(&line.text))
            .collect();
        if let DemoTask::Continue(so_far) = &request.kind {
            said.extend(keys(so_far));
        }
        Self {
            request,
            texts: demo_texts::of(request),
            said,
            in_versions: request.versions.iter().flat_map(|text| keys(text)).collect(),
        }
    }

    pub(super) fn reply(&self, parsed: &ParsedLine) -> DemoReply {
        let marks = &self.texts.marks;
        let Some(place) = marks.iter().position(|mark| !is_said(&self.said, mark)) else {
            return DemoReply {
                text: self.texts.ended.clone(),
                ends: true,
            };
        };
        DemoReply {
            text: format!("{}\n\n{}", marks[place], self.more(parsed)),
            ends: place + 1 == marks.len(),
        }
    }

    /// More text for a message that is continued.
    pub(super) fn more(&self, parsed: &ParsedLine) -> String {
        self.best(parsed)
            .unwrap_or_else(|| self.texts.nothing_more.clone())
    }

    /// The unused excerpt of this speaker that shares the most words with the player's line.
    fn best(&self, parsed: &ParsedLine) -> Option<String> {
        let line = parsed
            .whole
            .as_ref()
            .map(|whole| stems(&whole.text))
            .unwrap_or_default();
        let score = |excerpt: &Excerpt| {
            let words = stems(&excerpt.text);
            let shared = line
                .iter()
                .filter(|stem| stem.len() > 3 && words.contains(stem))
                .count();
            // The speaker's own lines rank above narration.
            shared * 2 + usize::from(excerpt.by.is_some())
        };
        // Reversed, so that the first of several equals wins.
        self.excerpts()
            .into_iter()
            .filter(|excerpt| self.is_new(excerpt) && self.is_speakers(excerpt))
            .rev()
            .max_by_key(score)
            .map(|excerpt| excerpt.text)
    }

    fn is_new(&self, excerpt: &Excerpt) -> bool {
        keys(&excerpt.text)
            .iter()
            .all(|key| !self.said.contains(key) && !self.in_versions.contains(key))
    }

    fn is_speakers(&self, excerpt: &Excerpt) -> bool {
        let speaker = &self.request.speaker.name;
        excerpt.by.as_ref().is_none_or(|by| by == speaker)
    }

    fn excerpts(&self) -> Vec<Excerpt> {
        let mut found = self.dialogue();
        let narration = [self.request.setting.as_str()]
            .into_iter()
            .chain(self.request.lore.iter().map(String::as_str))
            .chain([self.request.speaker.description.as_str()]);
        found.extend(narration.flat_map(|text| text.split("\n\n")).map(excerpt_of));
        found.retain(|excerpt| count_words(&key(&excerpt.text)) >= MIN_WORDS && !excerpt.text.contains("{{"));
        found
    }

    /// The lines of the cast in the example dialogue.
    fn dialogue(&self) -> Vec<Excerpt> {
        let lines = self.request.examples.iter().flat_map(|block| block.lines());
        let spoken = lines.filter_map(|line| line.split_once(": "));
        spoken
            .filter(|(name, _)| self.request.cast.iter().any(|member| member.name == name.trim()))
            .map(|(name, text)| Excerpt {
                text: text.trim().to_owned(),
                by: Some(name.trim().to_owned()),
            })
            .collect()
    }
}

/// The beginning of a paragraph of narration.
fn excerpt_of(paragraph: &str) -> Excerpt {
    let mut text = String::new();
    for sentence in sentences(paragraph).into_iter().take(MAX_SENTENCES) {
        if text.chars().count() + sentence.chars().count() < MAX_CHARS {
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push_str(&sentence);
        }
    }
    Excerpt { text, by: None }
}
