//! Prepares the entries of all books: reads their decorators and keys.

use std::cell::OnceCell;

use super::exclusion::exclusion;
use super::input::ScanInput;
use crate::lorebooks::book::{Book, LorebookEntry};
use crate::lorebooks::decorators::{self, Decorators};
use crate::lorebooks::keys::{Key, Search};
use crate::lorebooks::rules::{DEFAULT_SCAN_DEPTH, MAX_REPLAY, MAX_SCAN_DEPTH};

/// An entry with its decorators and keys.
pub(super) struct PreparedEntry<'a> {
    pub(super) book_index: usize,
    pub(super) entry_index: usize,
    pub(super) entry: &'a LorebookEntry,
    pub(super) decorators: Decorators,
    /// Its text without decorators.
    pub(super) content: &'a str,
    pub(super) keys: Vec<Key>,
    pub(super) secondary: Vec<Key>,
    pub(super) excluded: Vec<Key>,
    /// How many of the latest messages are searched.
    pub(super) depth: usize,
    /// Whether its book lets texts of entries activate others.
    pub(super) recursive: bool,
    /// The reason why it is excluded whatever the messages contain.
    pub(super) exclusion: Option<String>,
    pub(super) timing: OnceCell<Timing>,
    /// The reason, set if it needed a key that was not searched.
    pub(super) unsearched: OnceCell<String>,
}

/// The effects of an entry's earlier activations.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Timing {
    /// For how many more messages it stays active.
    pub(super) sticky_for: Option<usize>,
    /// For how many more messages it cannot be activated again.
    pub(super) cooldown_for: Option<usize>,
    /// Whether it was ever active.
    pub(super) came_up: bool,
}

/// All entries, and the search for their keys.
pub(super) struct Scanner<'a> {
    pub(super) input: &'a ScanInput<'a>,
    pub(super) entries: Vec<PreparedEntry<'a>>,
    pub(super) search: Search<'a>,
}

impl<'a> Scanner<'a> {
    pub(super) fn prepare(input: &'a ScanInput<'a>) -> Self {
        let mut scanner = Self {
            input,
            entries: Vec::new(),
            search: Search::new(input.lines, input.budget),
        };
        let replies = input.count_replies();
        let mut reach = 0;
        for (book_index, attached) in input.books.iter().enumerate() {
            for (entry_index, entry) in attached.book.entries.iter().enumerate() {
                let prepared = scanner.prepare_entry(&attached.book, book_index, entry, entry_index, replies);
                reach = reach.max(prepared.reach());
                scanner.entries.push(prepared);
            }
        }
        scanner.search.read_lines(input.lines.len().saturating_sub(reach));
        scanner
    }

    fn prepare_entry(
        &mut self,
        book: &'a Book,
        book_index: usize,
        entry: &'a LorebookEntry,
        entry_index: usize,
        replies: usize,
    ) -> PreparedEntry<'a> {
        let (decorators, content) = decorators::read(&entry.content);
        let exclusion = exclusion(self.input, entry, &decorators, replies);
        // Entries that are excluded or constant are only reported; reading their keys would be wasted.
        let needs_keys = exclusion.is_none() && (!entry.constant || entry.use_regex);
        let mut read = |keys: &[String]| -> Vec<Key> {
            let keys = keys.iter().filter(|_| needs_keys);
            keys.map(|raw| self.search.key(raw, (self.input.expand)(raw).as_deref(), entry))
                .collect()
        };
        let mut keys = read(&entry.keys);
        keys.extend(read(&decorators.additional_keys));
        let (secondary, excluded) = (read(&entry.secondary_keys), read(&decorators.exclude_keys));
        PreparedEntry {
            book_index,
            entry_index,
            entry,
            content,
            keys,
            secondary,
            excluded,
            depth: depth_of(book, entry, &decorators),
            decorators,
            recursive: book.recursive,
            exclusion,
            timing: OnceCell::new(),
            unsearched: OnceCell::new(),
        }
    }
}

fn depth_of(book: &Book, entry: &LorebookEntry, decorators: &Decorators) -> usize {
    decorators
        .scan_depth
        .or(entry.scan_depth)
        .or(book.scan_depth)
        .unwrap_or(DEFAULT_SCAN_DEPTH)
        .min(MAX_SCAN_DEPTH) as usize
}

impl PreparedEntry<'_> {
    pub(super) fn all_keys(&self) -> impl Iterator<Item = &Key> {
        self.keys.iter().chain(&self.secondary).chain(&self.excluded)
    }

    /// How far back its keys are searched, in messages.
    fn reach(&self) -> usize {
        match (self.keys.is_empty(), self.depends_on_history()) {
            (true, _) => 0,
            (false, false) => self.depth,
            (false, true) => self.depth + MAX_REPLAY,
        }
    }

    /// Whether its earlier activations matter.
    pub(super) fn depends_on_history(&self) -> bool {
        let (entry, decorators) = (self.entry, &self.decorators);
        entry.sticky > 0 || entry.cooldown > 0 || decorators.keep_after_match || decorators.not_after_match
    }
}
