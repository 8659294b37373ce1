//! Chooses one entry of each group, and applies probabilities.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::chance::{draw, passes_probability};
use super::outcome::{Activation, EntryState};
use super::prepare::Scanner;
use crate::lorebooks::book::LorebookEntry;

/// An entry whose keys match: its index among the scanner's entries, and how it was activated.
pub(super) type Candidate = (usize, Activation);

impl Scanner<'_> {
    /// Chooses one candidate of each group, then applies probabilities; returns the entries that are active.
    pub(super) fn choose(&self, candidates: Vec<Candidate>, states: &mut [EntryState]) -> Vec<usize> {
        let mut losers = self.losers_of_groups(&candidates, states);
        let mut winners = Vec::new();
        for (place, (index, activation)) in candidates.into_iter().enumerate() {
            let entry = &self.entries[index];
            states[index] = if let Some(why) = losers.remove(&place) {
                EntryState::Excluded(why)
            } else if !activation.is_sticky && !passes_probability(self.input, entry, self.input.lines.len())
            {
                EntryState::Excluded(format!(
                    "it came up, but chance was against it ({} %)",
                    entry.entry.probability
                ))
            } else {
                winners.push(index);
                EntryState::Active(activation)
            };
        }
        winners
    }

    /// The candidates that lose in their group, by their index among the candidates, each with the reason.
    fn losers_of_groups(&self, candidates: &[Candidate], states: &[EntryState]) -> BTreeMap<usize, String> {
        let taken = self.taken_groups(states);
        let mut losers: BTreeMap<usize, String> = BTreeMap::new();
        for (group, members) in self.members_of_groups(candidates) {
            if let Some(index) = taken.get(group) {
                let title = self.entries[*index].entry.title();
                let why = format!("“{title}” of its group “{group}” is there already");
                losers.extend(members.iter().map(|place| (*place, why.clone())));
                continue;
            }
            let members: Vec<usize> = members
                .into_iter()
                .filter(|place| !losers.contains_key(place))
                .collect();
            let Some(winner) = self.winner(group, &members, candidates) else {
                continue;
            };
            let title = self.entries[candidates[winner].0].entry.title();
            let why = format!("“{title}” of its group “{group}” went before");
            let others = members.into_iter().filter(|place| *place != winner);
            losers.extend(others.map(|place| (place, why.clone())));
        }
        losers
    }

    /// The groups of the candidates, with the indexes of their members.
    fn members_of_groups(&self, candidates: &[Candidate]) -> BTreeMap<&str, Vec<usize>> {
        let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, (index, _)) in candidates.iter().enumerate() {
            for group in groups_of(self.entries[*index].entry) {
                groups.entry(group).or_default().push(place);
            }
        }
        groups
    }

    /// The groups of which an entry became active in an earlier pass, with that entry.
    fn taken_groups(&self, states: &[EntryState]) -> BTreeMap<&str, usize> {
        let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
        let active = states
            .iter()
            .enumerate()
            .filter(|(_, state)| matches!(state, EntryState::Active(_)));
        for (index, _) in active {
            for group in groups_of(self.entries[index].entry) {
                taken.entry(group).or_insert(index);
            }
        }
        taken
    }

    /// The winner of a group: a sticky member, else the highest override, else by scoring and a weighted
    /// draw.
    fn winner(&self, group: &str, members: &[usize], candidates: &[Candidate]) -> Option<usize> {
        let entry = |place: &usize| self.entries[candidates[*place].0].entry;
        if let Some(sticky) = members.iter().find(|place| candidates[**place].1.is_sticky) {
            return Some(*sticky);
        }
        let first = members
            .iter()
            .filter(|place| entry(place).group_override)
            .max_by_key(|place| (entry(place).order, Reverse(**place)));
        if let Some(first) = first {
            return Some(*first);
        }
        let mut left: Vec<usize> = members.to_vec();
        if left.iter().any(|place| entry(place).group_scoring) {
            let score = |place: &usize| candidates[*place].1.score;
            let best = left.iter().map(score).max().unwrap_or(0);
            left.retain(|place| score(place) == best);
        }
        self.draw_by_weight(group, &left, |place| u64::from(entry(place).group_weight))
    }

    fn draw_by_weight(
        &self,
        group: &str,
        members: &[usize],
        weight: impl Fn(&usize) -> u64,
    ) -> Option<usize> {
        let total: u64 = members.iter().map(&weight).sum();
        let drawn = draw(self.input, &["group", group], self.input.lines.len());
        let mut rest = drawn.checked_rem(total).unwrap_or(0);
        for place in members {
            let weight = weight(place);
            if rest < weight {
                return Some(*place);
            }
            rest -= weight;
        }
        members.first().copied()
    }
}

fn groups_of(entry: &LorebookEntry) -> impl Iterator<Item = &str> {
    entry
        .group
        .split(',')
        .map(str::trim)
        .filter(|group| !group.is_empty())
}
