//! Entries that are excluded whatever the messages contain.

use super::input::ScanInput;
use crate::lorebooks::book::LorebookEntry;
use crate::lorebooks::decorators::Decorators;

/// Why this entry cannot be active at this point of the story; `None` if the messages decide. `replies`: how
/// many messages are not the player's.
pub(super) fn exclusion(
    input: &ScanInput<'_>,
    entry: &LorebookEntry,
    decorators: &Decorators,
    replies: usize,
) -> Option<String> {
    if !entry.enabled {
        return Some("it is switched off".to_owned());
    }
    by_speaker(input.speaker, entry).or_else(|| by_progress(input, entry, decorators, replies))
}

fn by_speaker(speaker: &str, entry: &LorebookEntry) -> Option<String> {
    let is_speaker = |name: &String| name.trim().eq_ignore_ascii_case(speaker);
    let is_for_others = !entry.only_for.is_empty() && !entry.only_for.iter().any(is_speaker);
    (is_for_others || entry.not_for.iter().any(is_speaker)).then(|| format!("it is not for {speaker}"))
}

fn by_progress(
    input: &ScanInput<'_>,
    entry: &LorebookEntry,
    decorators: &Decorators,
    replies: usize,
) -> Option<String> {
    if let Some(greeting) = decorators.greeting
        && input.opening != Some(greeting)
    {
        return Some("it belongs to another opening".to_owned());
    }
    if input.lines.len() < entry.delay as usize {
        return Some(format!("it does not come up before message {}", entry.delay));
    }
    if let Some(after) = decorators.only_after
        && replies < after as usize
    {
        return Some(format!("it does not come up before {after} replies"));
    }
    if let Some(every) = decorators.only_every
        && every > 0
        && !replies.is_multiple_of(every as usize)
    {
        return Some(format!("it comes up only with every {every} replies"));
    }
    None
}
