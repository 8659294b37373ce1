//! Where a scenario has no scene: three replies that are taken from its own text and say so, then the ending.

use std::collections::HashSet;

use platform::llm::{Cue, CueKind};

use super::Spoken;
use super::finding::Heard;
use super::text::{count_words, key, keys, sentences, stems};
use super::words::{self, Words, is_said};

/// Sentences of a passage.
const PASSAGE_SENTENCES: usize = 4;
/// Words of the shortest: "You have four." answers nothing.
const PASSAGE_WORDS: usize = 6;
/// Letters of a passage at most.
const PASSAGE_CHARS: usize = 700;

/// What the scenario itself says, as far as it can be shown.
struct Passage {
    text: String,
    /// Who says it; none: it is told.
    by: Option<String>,
}

pub(super) struct Modest<'a> {
    cue: &'a Cue,
    words: &'static Words,
    said: HashSet<String>,
    beside: HashSet<String>,
}

impl<'a> Modest<'a> {
    pub(super) fn new(cue: &'a Cue) -> Self {
        let mut said: HashSet<String> = cue
            .path
            .iter()
            .filter(|line| !line.by_player)
            .flat_map(|line| keys(&line.text))
            .collect();
        if let CueKind::Continue(so_far) = &cue.kind {
            said.extend(keys(so_far));
        }
        let beside = cue.versions.iter().flat_map(|text| keys(text)).collect();
        Self {
            cue,
            words: words::of(cue),
            said,
            beside,
        }
    }

    pub(super) fn reply(&self, heard: &Heard) -> Spoken {
        let words = self.words;
        let Some(place) = words.marks.iter().position(|mark| !is_said(&self.said, mark)) else {
            return Spoken {
                text: words.ended.clone(),
                ends: true,
            };
        };
        let passage = self.passage(heard).unwrap_or_else(|| words.nothing_more.clone());
        Spoken {
            text: format!("{}\n\n{passage}", words.marks[place]),
            ends: place + 1 == words.marks.len(),
        }
    }

    /// More of a message.
    pub(super) fn more(&self, heard: &Heard) -> String {
        self.passage(heard)
            .unwrap_or_else(|| self.words.nothing_more.clone())
    }

    /// The passage of the scenario that has most to do with what the player said and was not shown yet.
    fn passage(&self, heard: &Heard) -> Option<String> {
        let line = heard
            .whole
            .as_ref()
            .map(|whole| stems(&whole.text))
            .unwrap_or_default();
        let speaker = &self.cue.speaker.name;
        let is_new = |passage: &Passage| {
            keys(&passage.text)
                .iter()
                .all(|key| !self.said.contains(key) && !self.beside.contains(key))
        };
        let is_its = |passage: &Passage| passage.by.as_ref().is_none_or(|by| by == speaker);
        let mut best: Option<(usize, String)> = None;
        for passage in self
            .passages()
            .into_iter()
            .filter(|passage| is_new(passage) && is_its(passage))
        {
            let words = stems(&passage.text);
            let shared = line
                .iter()
                .filter(|stem| stem.len() > 3 && words.contains(stem))
                .count();
            // The speaker's own lines before what is told.
            let score = shared * 2 + usize::from(passage.by.is_some());
            if best.as_ref().is_none_or(|(held, _)| score > *held) {
                best = Some((score, passage.text));
            }
        }
        best.map(|(_, text)| text)
    }

    fn passages(&self) -> Vec<Passage> {
        let mut found = Vec::new();
        for line in self.cue.examples.iter().flat_map(|block| block.lines()) {
            let Some((name, text)) = line.split_once(": ") else {
                continue;
            };
            if self.cue.cast.iter().any(|member| member.name == name.trim()) {
                found.push(Passage {
                    text: text.trim().to_owned(),
                    by: Some(name.trim().to_owned()),
                });
            }
        }
        let told = [self.cue.setting.as_str()]
            .into_iter()
            .chain(self.cue.lore.iter().map(String::as_str))
            .chain([self.cue.speaker.description.as_str()]);
        for text in told.flat_map(|text| text.split("\n\n")) {
            let mut passage = String::new();
            for sentence in sentences(text).into_iter().take(PASSAGE_SENTENCES) {
                if passage.chars().count() + sentence.chars().count() < PASSAGE_CHARS {
                    passage.push_str(if passage.is_empty() { "" } else { " " });
                    passage.push_str(&sentence);
                }
            }
            found.push(Passage {
                text: passage,
                by: None,
            });
        }
        found.retain(|passage| {
            count_words(&key(&passage.text)) >= PASSAGE_WORDS && !passage.text.contains("{{")
        });
        found
    }
}
