//! The passes of a scan: the texts of active entries activate others.

use super::groups::Candidate;
use super::input::ScanInput;
use super::outcome::{EntryOutcome, EntryState, Verdict};
use super::prepare::Scanner;
use crate::lorebooks::rules::MAX_PASSES;

/// Judges every entry of every book.
#[must_use]
pub fn scan(input: &ScanInput<'_>) -> Vec<EntryOutcome> {
    let mut scanner = Scanner::prepare(input);
    let waiting = |_| EntryState::Waiting("none of its keys was found".to_owned());
    let mut states: Vec<EntryState> = scanner.entries.iter().map(waiting).collect();
    for pass in 0..=MAX_PASSES {
        let candidates = scanner.judge_waiting(pass, &mut states);
        let winners = scanner.choose(candidates, &mut states);
        let texts: Vec<String> = winners
            .iter()
            .filter_map(|index| scanner.recursive_text(*index))
            .collect();
        if texts.is_empty() && !scanner.waits_for_pass(&states, pass + 1) {
            break;
        }
        texts.into_iter().for_each(|text| scanner.search.read_text(text));
    }
    scanner
        .entries
        .iter()
        .zip(states)
        .map(|(entry, state)| entry.outcome(state))
        .collect()
}

impl Scanner<'_> {
    /// Judges the entries that are still waiting; returns the candidates.
    fn judge_waiting(&self, pass: u32, states: &mut [EntryState]) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (index, entry) in self.entries.iter().enumerate() {
            if !matches!(states[index], EntryState::Waiting(_)) {
                continue;
            }
            match self.judge(entry, pass) {
                Verdict::Active(activation) => candidates.push((index, activation)),
                Verdict::Never(why) => states[index] = EntryState::Excluded(why),
                Verdict::NotNow(why) => states[index] = EntryState::Waiting(why),
            }
        }
        candidates
    }

    /// The text of an entry in which further keys are searched.
    fn recursive_text(&self, index: usize) -> Option<String> {
        let entry = &self.entries[index];
        let is_searched = entry.recursive && !entry.entry.prevent_recursion && !entry.content.is_empty();
        // Once too many macros have been expanded, the text is searched without expanding it.
        is_searched.then(|| (self.input.expand)(entry.content).unwrap_or_else(|| entry.content.to_owned()))
    }

    fn waits_for_pass(&self, states: &[EntryState], pass: u32) -> bool {
        pass <= MAX_PASSES
            && self.entries.iter().zip(states).any(|(entry, state)| {
                matches!(state, EntryState::Waiting(_)) && entry.entry.delay_until_recursion >= pass
            })
    }
}
