//! Lays out the history with the notes and the lore that belong into it.

use catalogue::lorebooks::Position;
use platform::llm::{ChatMessage, Role};

use crate::prompt::draft::{LEFT_OUT_NOTE, PromptDraft};
use crate::prompt::fence::fence;
use crate::prompt::lore::LoreSection;
use crate::prompt::model::PromptPart;
use crate::prompt::rules::{CACHE_MARK_DEPTH, DEFAULT_DEPTH};

/// A message that is inserted between those of the story.
struct Insertion {
    /// The message of the story that it stands before.
    place: usize,
    /// Its order among those at the same place.
    order: i64,
    message: ChatMessage,
}

/// The places in the history where notes and lore can be inserted.
#[derive(Clone, Copy)]
struct InsertionPoints {
    len: usize,
    /// Nothing is inserted above the mark: neither far from the end, nor before the first line if that is
    /// kept permanently.
    mark: usize,
}

impl InsertionPoints {
    fn of(len: usize, has_gap: bool) -> Self {
        let root = if has_gap { 2.min(len) } else { 0 };
        Self {
            len,
            mark: len.saturating_sub(CACHE_MARK_DEPTH).max(root),
        }
    }

    /// The place with this many of the latest messages below it.
    fn at_depth(self, depth: u32) -> usize {
        self.len.saturating_sub(depth as usize).max(self.mark)
    }

    /// The place with this many of the earliest messages above it.
    fn at_reverse_depth(self, depth: u32) -> usize {
        (depth as usize).min(self.len).max(self.mark)
    }
}

impl PromptDraft<'_> {
    /// Adds the history with the notes and the lore that belong into it.
    pub(super) fn push_history(&self, messages: &mut Vec<ChatMessage>) {
        let gap = ChatMessage::new(Role::System, LEFT_OUT_NOTE);
        let mut history: Vec<&ChatMessage> = self
            .history
            .kept
            .iter()
            .map(|at| self.history.message(*at))
            .collect();
        if self.history.has_gap && history.len() > 1 {
            history.insert(1, &gap);
        }
        let points = InsertionPoints::of(history.len(), self.history.has_gap);
        let mut inserted = self.lore_insertions(points);
        inserted.extend(self.note_insertions(points));
        inserted.sort_by_key(|one| (one.place, one.order));
        let mut inserted = inserted.into_iter().peekable();
        for (at, line) in history.into_iter().enumerate() {
            while let Some(one) = inserted.next_if(|one| one.place <= at) {
                messages.push(one.message);
            }
            messages.push(line.clone());
        }
        messages.extend(inserted.map(|one| one.message));
    }

    fn lore_insertions(&self, points: InsertionPoints) -> Vec<Insertion> {
        let insertion = |one: &LoreSection| {
            let place = match one.position {
                Position::AtDepth => points.at_depth(one.depth),
                Position::AtReverseDepth => points.at_reverse_depth(one.depth),
                Position::Auto if !one.constant => points.at_depth(one.depth),
                _ => return None,
            };
            let content = if one.role == Role::System {
                fence("lore", None, &one.section.text)
            } else {
                one.section.text.clone()
            };
            Some(Insertion {
                place,
                order: one.order,
                message: ChatMessage::new(one.role, content),
            })
        };
        self.lore.sorted().into_iter().filter_map(insertion).collect()
    }

    /// The notes that are due, and the lore around the author's note: without the note if that is not sent.
    fn note_insertions(&self, points: InsertionPoints) -> Vec<Insertion> {
        let texts_at = |position: Position| -> Vec<&str> {
            let found = self.lore.at(&[position]).into_iter();
            found.map(|one| one.section.text.as_str()).collect()
        };
        let (top, bottom) = (texts_at(Position::NoteTop), texts_at(Position::NoteBottom));
        let insertion = |depth: u32, role: Role, tag: &str, texts: &[&str]| Insertion {
            place: points.at_depth(depth),
            order: i64::MAX,
            message: ChatMessage::new(role, fence(tag, None, &texts.join("\n"))),
        };
        let mut is_lore_done = top.is_empty() && bottom.is_empty();
        let mut inserted = Vec::new();
        for note in self.notes.iter().filter(|note| note.section.kept() && note.due) {
            let text = note.section.text.as_str();
            let texts = if note.section.part == PromptPart::AuthorsNote {
                is_lore_done = true;
                [top.as_slice(), &[text], &bottom].concat()
            } else {
                vec![text]
            };
            inserted.push(insertion(note.depth, note.role, "note", &texts));
        }
        if !is_lore_done {
            let note = self.input.authors_note.as_ref();
            let depth = note.map_or(DEFAULT_DEPTH, |note| note.depth);
            inserted.push(insertion(depth, Role::System, "lore", &[top, bottom].concat()));
        }
        inserted
    }
}
