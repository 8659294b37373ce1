//! Matches the keys of an entry.

use super::outcome::{Activation, Verdict};
use super::prepare::{PreparedEntry, Scanner};
use crate::lorebooks::book::{KeyLogic, LorebookEntry};
use crate::lorebooks::keys::{Hit, Key, KeyMatcher};

/// Steps for looking up an entry, besides its keys.
const ENTRY_STEPS: u64 = 20;
/// The reason of an entry some of whose keys were not searched.
const UNSEARCHED: &str = "not all of its keys were looked for: this story’s lorebooks are too much to search";

/// The result of searching for several keys.
struct KeyHits<'k> {
    found: Vec<(&'k Key, Hit)>,
    /// Whether some were not searched.
    is_incomplete: bool,
}

impl<'k> KeyHits<'k> {
    fn of(keys: &'k [Key], find: impl Fn(&Key) -> Hit) -> Self {
        let mut hits = Self {
            found: Vec::new(),
            is_incomplete: false,
        };
        for key in keys {
            match find(key) {
                Hit::No => {}
                Hit::Unknown => hits.is_incomplete = true,
                hit => hits.found.push((key, hit)),
            }
        }
        hits
    }
}

impl Scanner<'_> {
    /// Whether the messages before `end` contain the keys, and with `with_texts` the texts of other entries.
    pub(super) fn match_keys(&self, entry: &PreparedEntry<'_>, end: usize, with_texts: bool) -> Verdict {
        if entry.keys.is_empty() {
            return Verdict::Never("it has no keys".to_owned());
        }
        if !self.input.budget.take(ENTRY_STEPS) {
            return self.unsearched(entry);
        }
        let window = end.saturating_sub(entry.depth)..end;
        let find = |key: &Key| self.search.find(key, window.clone(), with_texts);
        let primary = KeyHits::of(&entry.keys, find);
        let Some((key, hit)) = primary.found.first() else {
            return self.no_key_found(entry, primary.is_incomplete);
        };
        let excluded = KeyHits::of(&entry.excluded, find);
        if let Some((other, _)) = excluded.found.first() {
            return Verdict::NotNow(format!(
                "“{}” was found, but so was “{}”, which keeps it out",
                key.raw, other.raw
            ));
        }
        let secondary = KeyHits::of(&entry.secondary, find);
        if excluded.is_incomplete || (secondary.is_incomplete && entry.entry.selective) {
            return self.unsearched(entry);
        }
        if let Some(why) = refused_by_secondary(entry.entry, entry.secondary.len(), key, &secondary.found) {
            return Verdict::NotNow(why);
        }
        Verdict::Active(self.activation(key, *hit, primary.found.len() + secondary.found.len()))
    }

    fn no_key_found(&self, entry: &PreparedEntry<'_>, is_incomplete: bool) -> Verdict {
        if is_incomplete {
            return self.unsearched(entry);
        }
        let broken = entry
            .keys
            .iter()
            .find(|key| self.search.matcher(key) == KeyMatcher::Invalid);
        Verdict::NotNow(match broken {
            Some(key) => format!("invalid pattern: {}", key.raw),
            None => format!("none of its keys was found in the last {} messages", entry.depth),
        })
    }

    /// The verdict on an entry that needed a key which was not searched.
    fn unsearched(&self, entry: &PreparedEntry<'_>) -> Verdict {
        let why = entry.unsearched.get_or_init(|| {
            let too_large = entry
                .all_keys()
                .find(|key| self.search.matcher(key) == KeyMatcher::TooLarge);
            too_large.map_or_else(
                || UNSEARCHED.to_owned(),
                |key| format!("this pattern is too large to search for: {}", key.raw),
            )
        });
        Verdict::NotNow(why.clone())
    }

    fn activation(&self, key: &Key, hit: Hit, score: usize) -> Activation {
        let (message, place) = match hit {
            Hit::Line(at) => (Some(self.input.lines[at].id.to_owned()), "in a message"),
            _ => (None, "in the text of another entry"),
        };
        Activation {
            why: format!("“{}” was found {place}", key.raw),
            key: Some(key.raw.clone()),
            message,
            score,
            is_sticky: false,
        }
    }
}

/// Why the secondary keys reject an entry, if they do; `all`: how many it has, `found`: those that were
/// found.
fn refused_by_secondary(
    entry: &LorebookEntry,
    all: usize,
    first: &Key,
    found: &[(&Key, Hit)],
) -> Option<String> {
    if !entry.selective || all == 0 {
        return None;
    }
    let first = &first.raw;
    match entry.logic {
        KeyLogic::AndAny if found.is_empty() => {
            Some(format!("“{first}” was found, but none of its secondary keys"))
        }
        KeyLogic::AndAll if found.len() < all => {
            Some(format!("“{first}” was found, but not all of its secondary keys"))
        }
        KeyLogic::NotAny if !found.is_empty() => Some(format!(
            "“{first}” was found, but so was “{}”, which it does not want",
            found[0].0.raw
        )),
        KeyLogic::NotAll if found.len() == all => Some(format!(
            "“{first}” was found, but so were all the keys it does not want together"
        )),
        _ => None,
    }
}
