//! Automata that find all plain keys at once. Building one takes longer than scanning a story with it, and
//! the books of a story rarely change: so automata are cached for later prompts, by a digest of their keys.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use aho_corasick::{AhoCorasick, MatchKind};
use sha2::{Digest, Sha256};

use crate::lorebooks::cache::ByteBoundedCache;
use crate::lorebooks::rules::MAX_CACHED_AUTOMATON_BYTES;

/// The overhead of a cached automaton, roughly, in bytes.
const ENTRY_BYTES: usize = 256;

/// A digest of keys in their order.
type KeysDigest = [u8; 32];

static CACHE: LazyLock<Mutex<ByteBoundedCache<KeysDigest, Arc<AhoCorasick>>>> =
    LazyLock::new(|| Mutex::new(ByteBoundedCache::new(MAX_CACHED_AUTOMATON_BYTES)));

/// The automaton of these keys, cached or built now; `None` if there are more keys than it can count.
pub(super) fn automaton_for(keys: &[String]) -> Option<Arc<AhoCorasick>> {
    let digest = digest_of(keys);
    let known = CACHE.lock().unwrap_or_else(PoisonError::into_inner).find(&digest);
    if known.is_some() {
        return known;
    }
    // Not locked while it builds: two threads that build the same automaton do no harm.
    let built = Arc::new(build(keys)?);
    CACHE.lock().unwrap_or_else(PoisonError::into_inner).put(
        digest,
        built.clone(),
        built.memory_usage() + ENTRY_BYTES,
    );
    Some(built)
}

fn build(keys: &[String]) -> Option<AhoCorasick> {
    AhoCorasick::builder()
        .match_kind(MatchKind::Standard)
        .build(keys)
        .ok()
}

fn digest_of(keys: &[String]) -> KeysDigest {
    let mut hash = Sha256::new();
    for key in keys {
        hash.update((key.len() as u64).to_le_bytes());
        hash.update(key);
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lorebooks::rules::MAX_PLAIN_KEY_BYTES;

    #[test]
    fn an_automaton_is_built_once_for_the_same_keys() {
        let of = |keys: &[&str]| {
            automaton_for(&keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>())
                .expect("an automaton")
        };
        let first = of(&["king", "queen"]);
        assert!(Arc::ptr_eq(&first, &of(&["king", "queen"])));
        for others in [
            ["queen", "king"].as_slice(),
            &["kingqueen"],
            &["kin", "gqueen"],
            &["king"],
        ] {
            assert!(!Arc::ptr_eq(&first, &of(others)), "{others:?}");
        }
    }

    #[test]
    fn a_cached_automaton_finds_what_a_new_one_finds() {
        let text =
            "The king of kings sees the queen, and the queen's king sees the kin of a bee.".to_lowercase();
        let words = [
            "king",
            "kings",
            "kin",
            "queen",
            "the",
            "see",
            "bee",
            "\u{130}",
            "queen's king",
        ];
        // All words but one, so that the sets differ in a word or its number. Twice, so that all are cached
        // the second time.
        for left_out in (0..words.len()).chain(0..words.len()) {
            let keys: Vec<String> = words
                .iter()
                .enumerate()
                .filter(|(place, _)| *place != left_out)
                .map(|(_, word)| (*word).to_owned())
                .collect();
            let found = |automaton: &AhoCorasick| {
                automaton
                    .find_overlapping_iter(&text)
                    .map(|one| (one.pattern().as_usize(), one.span()))
                    .collect::<Vec<_>>()
            };
            let (kept, new) = (
                automaton_for(&keys).expect("an automaton"),
                build(&keys).expect("an automaton"),
            );
            assert!(!found(&new).is_empty());
            assert_eq!(found(&kept), found(&new), "without {}", words[left_out]);
        }
    }

    #[test]
    fn the_most_keys_of_a_prompt_are_cached_until_others_need_the_space() {
        let most = |number: usize| {
            (0..MAX_PLAIN_KEY_BYTES / 32)
                .map(|key| format!("{key:08} of {number:02}, the old and wise"))
                .collect::<Vec<_>>()
        };
        let first = automaton_for(&most(0)).expect("an automaton");
        assert!(Arc::ptr_eq(
            &first,
            &automaton_for(&most(0)).expect("an automaton")
        ));
        for number in 1..=MAX_CACHED_AUTOMATON_BYTES / first.memory_usage() {
            automaton_for(&most(number));
        }
        assert!(!Arc::ptr_eq(
            &first,
            &automaton_for(&most(0)).expect("an automaton")
        ));
    }
}
