//! Builds the record of a prompt: part by part, what was sent, what was not, and why.

use catalogue::lorebooks::Position;

use super::draft::PromptDraft;
use super::lore::LoreSection;
use super::model::{PartRecord, PartSource, PromptPart};
use super::rules::MAX_NAMED_MESSAGES;
use super::section::Section;

impl PromptDraft<'_> {
    /// The parts in the order of the prompt; a part that was left out stands where it would have been.
    pub(super) fn part_records(&self) -> Vec<PartRecord> {
        let above = self.sections_above();
        let mut parts: Vec<PartRecord> = above.into_iter().filter_map(section_record).collect();
        parts.extend(self.history_records());
        let within = self.lore_of(|one| match one.position {
            Position::AtDepth | Position::AtReverseDepth | Position::NoteTop | Position::NoteBottom => true,
            Position::Auto => !one.constant,
            _ => false,
        });
        parts.extend(within.filter_map(section_record));
        parts.extend(self.note_records());
        let below = std::iter::once(&self.post_history).chain(&self.so_far);
        parts.extend(below.chain([&self.nudge]).filter_map(section_record));
        parts
    }

    fn lore_of(&self, is_there: impl Fn(&LoreSection) -> bool) -> impl Iterator<Item = &Section> {
        let found = self.lore.sections.iter().filter(move |one| is_there(one));
        found.map(|one| &one.section)
    }

    /// The sections above the history, in their order.
    fn sections_above(&self) -> Vec<&Section> {
        let lore = |position: Position| self.lore_of(move |one| one.position == position);
        let mut all = vec![&self.frame, &self.system, &self.scenario];
        all.extend(lore(Position::Scenario));
        all.push(&self.cast);
        all.extend(lore(Position::BeforeCharacter));
        all.push(&self.speaker);
        all.extend(lore(Position::Personality));
        all.extend(lore(Position::AfterCharacter));
        all.push(&self.persona);
        all.extend(self.lore_of(|one| one.position == Position::Auto && one.constant));
        all.extend(lore(Position::ExamplesTop));
        all.extend(&self.examples);
        all.extend(lore(Position::ExamplesBottom));
        all.extend(lore(Position::Outlet));
        all.extend(self.facts.iter().map(|(section, _)| section));
        all.extend(&self.summary);
        all
    }

    fn note_records(&self) -> Vec<PartRecord> {
        let mut records = Vec::new();
        for note in &self.notes {
            let mut section = note.section.clone();
            if !note.due && section.dropped.is_none() {
                section
                    .drop_for("it is not its turn: it comes after a certain number of the player's messages");
            }
            records.extend(section_record(&section));
        }
        records
    }

    /// The messages of the story: those left out, those sent, and those that the voice does not see.
    fn history_records(&self) -> Vec<PartRecord> {
        let mut records = Vec::new();
        let dropped: Vec<usize> = (0..self.history.len())
            .filter(|at| self.history.kept.binary_search(at).is_err())
            .collect();
        if !dropped.is_empty() {
            // Counted only if that is cheap: the record does not read a long story to its beginning.
            let latest = dropped.iter().rev().take(MAX_NAMED_MESSAGES);
            let tokens = latest.map(|at| self.history.line_size(*at)).sum();
            records.push(PartRecord {
                tokens,
                ..self.lines_record(
                    "Older messages",
                    &dropped,
                    "the oldest turns go first where room is short, several at once",
                )
            });
        }
        if !self.history.kept.is_empty() {
            records.push(PartRecord {
                kept: true,
                tokens: self.history.kept_size(),
                ..self.lines_record(
                    "Messages of the story",
                    &self.history.kept,
                    "the newest are kept, and the first where it is short",
                )
            });
        }
        records.extend(self.unseen_records());
        records
    }

    /// The record of these lines: with all of their ids, or those of the first and the last if there are
    /// many.
    fn lines_record(&self, title: &str, numbers: &[usize], why: &str) -> PartRecord {
        let named = match numbers {
            [first, .., last] if numbers.len() > MAX_NAMED_MESSAGES => vec![*first, *last],
            _ => numbers.to_vec(),
        };
        PartRecord {
            message_ids: named
                .into_iter()
                .map(|at| self.view.lines[at].id.clone())
                .collect(),
            messages: numbers.len() as u32,
            ..messages_record(title, why.to_owned())
        }
    }

    fn unseen_records(&self) -> impl Iterator<Item = PartRecord> {
        let unseen = [
            (
                self.view.unwitnessed,
                "Messages nobody told",
                format!("{} did not witness them", self.view.voice),
            ),
            (
                self.view.hidden,
                "Hidden messages",
                "they are kept out of prompts, or empty".to_owned(),
            ),
        ];
        let unseen = unseen.into_iter().filter(|(messages, ..)| *messages > 0);
        unseen.map(|(messages, title, why)| PartRecord {
            messages,
            ..messages_record(title, why)
        })
    }
}

/// The record of messages of the story that are not sent.
fn messages_record(title: &str, why: String) -> PartRecord {
    PartRecord {
        part: PromptPart::History,
        title: title.to_owned(),
        source: PartSource::Story,
        tokens: 0,
        kept: false,
        why,
        text: None,
        message_ids: Vec::new(),
        messages: 0,
    }
}

/// The record of a section; `None` if it never had a text.
fn section_record(section: &Section) -> Option<PartRecord> {
    (section.tokens > 0 || section.dropped.is_some()).then(|| PartRecord {
        part: section.part,
        title: section.title.clone(),
        source: section.source,
        tokens: section.tokens,
        kept: section.kept(),
        why: section.dropped.clone().unwrap_or_else(|| section.why.clone()),
        text: section.kept().then(|| section.text.clone()),
        message_ids: Vec::new(),
        messages: 0,
    })
}
