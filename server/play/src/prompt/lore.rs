//! Lore in a prompt: the books that apply, their active entries, and how many of these are kept.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use catalogue::lorebooks::rules::MAX_STEPS;
use catalogue::lorebooks::{
    self, AttachedBook, AttachmentKind, Book, EntryOutcome, Position, ScanBudget, ScanInput, ScanLine,
};
use platform::blocking::Stop;
use platform::llm::Role;

use super::fence::{disarm, fence};
use super::macros::{Expander, MacroValues, Purpose};
use super::model::{LoreRecord, PartSource, PromptInput, PromptKind, PromptPart, Variables};
use super::section::{Section, TAGS};
use super::viewpoint::Viewpoint;
use crate::stories::Author;

/// An active lorebook entry.
pub(super) struct LoreSection {
    pub(super) fired: usize,
    pub(super) section: Section,
    pub(super) position: Position,
    pub(super) depth: u32,
    pub(super) role: Role,
    pub(super) order: i64,
    pub(super) weight: i64,
    pub(super) constant: bool,
    pub(super) ignorable: bool,
    pub(super) outlet: String,
}

impl LoreSection {
    /// Whether it may come and go without changing the beginning of the prompt.
    pub(super) fn is_volatile(&self) -> bool {
        !self.constant
    }

    /// Renders the active entry `fired` as the one with this number.
    fn render(number: usize, fired: &EntryOutcome, book: &Book, expander: &mut Expander<'_>) -> Self {
        let entry = &book.entries[fired.entry];
        let text = disarm(&expander.expand(&fired.content)).trim().to_owned();
        let part = if fired.constant {
            PromptPart::ConstantLore
        } else {
            PromptPart::TriggeredLore
        };
        let title = format!("{}: {}", book.name, entry.title());
        let mut section = Section::new(part, title, PartSource::Lorebook, text, fired.why.clone());
        if section.tokens > 0 {
            // Its tags are part of it.
            section.tokens += TAGS;
        }
        Self {
            fired: number,
            section,
            position: fired.position,
            depth: fired.depth,
            role: fired.role,
            order: entry.order,
            weight: entry.weight(),
            constant: fired.constant,
            ignorable: fired.ignorable,
            outlet: entry.outlet.clone(),
        }
    }
}

/// The lore of a prompt.
pub(super) struct PromptLore {
    books: Vec<AttachedBook>,
    /// The outcome for every entry of the books.
    fired: Vec<EntryOutcome>,
    /// The active entries.
    pub(super) sections: Vec<LoreSection>,
}

impl PromptLore {
    /// Renders the active entries within `cap` tokens; also returns the story's variables afterwards.
    pub(super) fn render(
        input: &PromptInput,
        kind: &PromptKind,
        view: &Viewpoint<'_>,
        values: &MacroValues<'_>,
        cap: u32,
        stop: &Stop,
    ) -> (Self, Variables) {
        let books = if kind.is_report() {
            Vec::new()
        } else {
            books_of(input, view)
        };
        let fired = scan(input, view, values, &books, stop);
        let mut expander = Expander::new(values, input.variables.clone(), Purpose::Prompt);
        let came_up = fired.iter().enumerate().filter(|(_, one)| one.fired);
        let sections = came_up
            .map(|(number, one)| LoreSection::render(number, one, &books[one.book].book, &mut expander))
            .collect();
        let mut lore = Self {
            books,
            fired,
            sections,
        };
        lore.limit(cap);
        (lore, expander.into_variables())
    }

    /// Limits lore to its share of the prompt, and each book to its own: constant entries first, then by
    /// weight, until one does not fit.
    fn limit(&mut self, cap: u32) {
        let mut ranked: Vec<&mut LoreSection> = self.sections.iter_mut().collect();
        ranked.sort_by_key(|one| (one.ignorable, !one.constant, Reverse(one.weight), one.fired));
        let mut left = cap;
        let mut is_full = false;
        let mut of_book = vec![0_u32; self.books.len()];
        for one in ranked {
            let book = self.fired[one.fired].book;
            let tokens = one.section.size();
            let own = self.books[book].book.token_budget;
            if own.is_some_and(|own| of_book[book] + tokens > own) {
                one.section.drop_for(format!(
                    "this lorebook can use {} tokens",
                    own.unwrap_or_default()
                ));
            } else if is_full || tokens > left {
                is_full = true;
                one.section
                    .drop_for(format!("lore can use a quarter of the prompt: {cap} tokens"));
            } else {
                left -= tokens;
                of_book[book] += tokens;
            }
        }
    }

    fn kept(&self) -> impl Iterator<Item = &LoreSection> {
        self.sections.iter().filter(|one| one.section.kept())
    }

    /// The texts of the outlets, by name.
    pub(super) fn outlets(&self) -> BTreeMap<String, String> {
        let mut outlets: BTreeMap<String, String> = BTreeMap::new();
        for one in self.kept().filter(|one| one.position == Position::Outlet) {
            let outlet = outlets.entry(one.outlet.clone()).or_default();
            if !outlet.is_empty() {
                outlet.push('\n');
            }
            outlet.push_str(&one.section.text);
        }
        outlets
    }

    /// Whether an entry turns the story's own instructions off.
    pub(super) fn disables_system_prompt(&self) -> bool {
        self.kept()
            .any(|one| self.fired[one.fired].disables_system_prompt)
    }

    /// Whether an entry turns the instructions after the history off.
    pub(super) fn disables_post_history(&self) -> bool {
        self.kept().any(|one| self.fired[one.fired].disables_post_history)
    }

    /// The tokens of volatile entries, or of the others.
    pub(super) fn size(&self, volatile: bool) -> u32 {
        // An outlet's text is counted where it is inserted.
        self.sections
            .iter()
            .filter(|one| one.is_volatile() == volatile && one.position != Position::Outlet)
            .map(|one| one.section.size())
            .sum()
    }

    /// Drops the entry with the lowest weight; returns whether there was one.
    pub(super) fn drop_least(&mut self, volatile: bool, why: &str) -> bool {
        let candidates = self.sections.iter_mut().filter(|one| {
            one.is_volatile() == volatile && one.section.kept() && one.position != Position::Outlet
        });
        let least = candidates.min_by_key(|one| (!one.ignorable, one.weight, Reverse(one.fired)));
        least.map(|one| one.section.drop_for(why)).is_some()
    }

    /// The kept entries in their order.
    pub(super) fn sorted(&self) -> Vec<&LoreSection> {
        let mut found: Vec<&LoreSection> = self.kept().collect();
        found.sort_by_key(|one| (one.order, one.fired));
        found
    }

    /// The kept entries with these positions.
    pub(super) fn at(&self, positions: &[Position]) -> Vec<&LoreSection> {
        let mut found = self.sorted();
        found.retain(|one| positions.contains(&one.position));
        found
    }

    /// The kept constant entries without a position of their own.
    pub(super) fn constant(&self) -> Vec<&LoreSection> {
        let mut found = self.sorted();
        found.retain(|one| one.position == Position::Auto && one.constant);
        found
    }

    /// Every entry of every book, with the reason why it is in or out.
    pub(super) fn records(&self) -> Vec<LoreRecord> {
        let to_record = |(number, one): (usize, &EntryOutcome)| self.record(number, one);
        self.fired.iter().enumerate().map(to_record).collect()
    }

    fn record(&self, number: usize, one: &EntryOutcome) -> LoreRecord {
        let attached = &self.books[one.book];
        let entry = &attached.book.entries[one.entry];
        let section = self
            .sections
            .iter()
            .find(|lore| lore.fired == number)
            .map(|lore| &lore.section);
        LoreRecord {
            book_id: attached.id.clone(),
            book: attached.book.name.clone(),
            attached_to: attached.kind,
            entry: entry.title().to_owned(),
            entry_id: entry.id.clone(),
            fired: section.is_some_and(Section::kept),
            skipped: one.skipped,
            why: section
                .and_then(|section| section.dropped.clone())
                .unwrap_or_else(|| one.why.clone()),
            matched_key: one.matched_key.clone(),
            message_id: one.message_id.clone(),
            position: one.position,
            tokens: section.map_or(0, |section| section.tokens),
        }
    }
}

/// These entries between tags; empty if there are none.
pub(super) fn fenced_lore(found: &[&LoreSection]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let texts: Vec<&str> = found.iter().map(|one| one.section.text.as_str()).collect();
    fence("lore", None, &texts.join("\n"))
}

/// The books that apply to this voice, in the order of scanning.
fn books_of(input: &PromptInput, view: &Viewpoint<'_>) -> Vec<AttachedBook> {
    let applies = |book: &&AttachedBook| match book.kind {
        AttachmentKind::Actor => view.actor.is_some_and(|actor| actor.id == book.target_id),
        AttachmentKind::Persona => input.persona.id.as_deref() == Some(book.target_id.as_str()),
        AttachmentKind::Story | AttachmentKind::Scenario => true,
    };
    let mut books: Vec<AttachedBook> = input.books.iter().filter(applies).cloned().collect();
    if input.closed {
        // A player's keys must not search the texts of a closed scenario: which entries fire would tell them.
        let own = books
            .iter_mut()
            .filter(|book| matches!(book.kind, AttachmentKind::Story | AttachmentKind::Persona));
        for entry in own.flat_map(|book| &mut book.book.entries) {
            entry.exclude_recursion = true;
        }
    }
    books.sort_by_key(|book| book.kind);
    // A book with two attachments applies once, by the first of them.
    let mut seen: Vec<String> = Vec::new();
    books.retain(|book| {
        let is_new = book.id.is_empty() || !seen.contains(&book.id);
        seen.push(book.id.clone());
        is_new
    });
    books
}

fn scan(
    input: &PromptInput,
    view: &Viewpoint<'_>,
    values: &MacroValues<'_>,
    books: &[AttachedBook],
    stop: &Stop,
) -> Vec<EntryOutcome> {
    let lines: Vec<ScanLine<'_>> = view
        .lines
        .iter()
        .map(|line| ScanLine {
            id: &line.id,
            name: &line.name,
            text: &line.content,
            is_user: line.author == Author::User,
        })
        .collect();
    let expander = RefCell::new(Expander::new(values, input.variables.clone(), Purpose::Scan));
    let expand = |text: &str| expander.borrow_mut().expand_alone(text);
    let budget = ScanBudget::new(MAX_STEPS, stop.clone());
    let (speaker, story_id, opening) = (view.voice.as_str(), input.story_id.as_str(), input.opening);
    lorebooks::scan(&ScanInput {
        books,
        lines: &lines,
        speaker,
        story_id,
        opening,
        expand: &expand,
        budget: &budget,
    })
}
