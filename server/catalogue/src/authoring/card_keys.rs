//! By what the card of an imported draft is known again in another file of it.

use kernel::hex;
use kernel::ids::UserId;
use sha2::{Digest, Sha256};

use super::draft::ScenarioDraft;

/// Sources of a card that are compared; cards have one or two.
const MAX_SOURCES: usize = 10;

/// The keys of an imported card, in the order in which they count: one for each of its sources, and one for its
/// creator and name if it has both. Two files with a key in common hold the same card. A key holds its author, so
/// that one person's cards are never found among those of others.
#[must_use]
pub fn card_keys(author: &UserId, draft: &ScenarioDraft) -> Vec<String> {
    let Some(actor) = draft.actors.first() else {
        return Vec::new();
    };
    let key = |parts: &[&str]| {
        let mut hash = Sha256::new();
        for part in [author.as_str()].iter().chain(parts) {
            // With its length, so that no other parts make the same text.
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
        hex(&hash.finalize())
    };
    let sources = actor.kept.source.iter().map(|source| source.trim());
    let mut keys: Vec<String> = sources
        .filter(|source| !source.is_empty())
        .take(MAX_SOURCES)
        .map(|source| key(&["source", source]))
        .collect();
    let (creator, name) = (folded(&actor.kept.creator), folded(&actor.name));
    if !creator.is_empty() && !name.is_empty() {
        keys.push(key(&["name", &creator, &name]));
    }
    keys
}

fn folded(text: &str) -> String {
    text.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authoring::{DraftActor, KeptCard};

    fn keys(author: &str, name: &str, creator: &str, sources: &[&str]) -> Vec<String> {
        let draft = ScenarioDraft {
            actors: vec![DraftActor {
                name: name.to_owned(),
                kept: KeptCard {
                    creator: creator.to_owned(),
                    source: sources.iter().map(|source| (*source).to_owned()).collect(),
                    ..KeptCard::default()
                },
                ..DraftActor::default()
            }],
            ..ScenarioDraft::default()
        };
        card_keys(&UserId::trusted(author.to_owned()), &draft)
    }

    #[test]
    fn a_card_is_known_by_its_sources_and_by_creator_and_name() {
        let first = keys("ann", "Ida", "Somebody", &["https://example.org/1", " "]);
        assert_eq!(first.len(), 2);
        let moved = keys("ann", "Ida B.", "Other", &["x", " https://example.org/1"]);
        assert!(moved.contains(&first[0]) && !moved.contains(&first[1]));
        let renamed = keys("ann", " IDA ", "somebody", &[]);
        assert_eq!(renamed, [first[1].clone()]);
        assert!(!keys("ben", "Ida", "Somebody", &[]).contains(&first[1]));
    }

    #[test]
    fn a_card_without_a_creator_or_without_a_name_is_like_no_other() {
        assert!(keys("ann", "Ida", " ", &[]).is_empty());
        assert!(keys("ann", "", "Somebody", &[""]).is_empty());
        assert_ne!(keys("ann", "ab", "c", &[]), keys("ann", "b", "ca", &[]));
    }
}
