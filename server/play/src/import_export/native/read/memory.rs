//! The facts and summaries of a file.

use std::collections::{HashMap, HashSet};

use platform::web::{Problem, Report};

use super::{MessageIndexes, cut};
use crate::import_export::draft::{DraftFact, DraftSummary, StoryDraft, unusable_file};
use crate::import_export::native::format::{FileFact, FileMemory, FileSummary};
use crate::import_export::rules::MAX_SUMMARIES;
use crate::memory::rules::{MAX_FACT_CHARS, MAX_FACTS, MAX_SUMMARY_CHARS};

pub(super) fn read_memory(
    draft: &mut StoryDraft,
    memory: FileMemory,
    indexes: &MessageIndexes,
    report: &mut Report,
) -> Result<(), Problem> {
    if memory.facts.len() > MAX_FACTS || memory.summaries.len() > MAX_SUMMARIES {
        return Err(unusable_file(format!(
            "A story remembers at most {MAX_FACTS} facts and {MAX_SUMMARIES} summaries."
        )));
    }
    for fact in memory.facts {
        draft.facts.extend(read_fact(fact, indexes, report));
    }
    read_summaries(draft, memory.summaries, indexes, report);
    Ok(())
}

/// The fact; `None` if it has no text, or belongs to a message that is not in the file.
fn read_fact(fact: FileFact, indexes: &MessageIndexes, report: &mut Report) -> Option<DraftFact> {
    let message = match &fact.message_id {
        None => None,
        Some(id) => {
            let index = indexes.get(id).copied();
            if index.is_none() {
                report.dropped(
                    "memory.facts",
                    "A fact belongs to a message that isn’t in the file.",
                );
            }
            Some(index?)
        }
    };
    let text = cut(&fact.text, MAX_FACT_CHARS, "memory.facts.text", report);
    let text = text.trim().to_owned();
    if text.is_empty() {
        report.dropped("memory.facts", "A fact without a text was left out.");
        return None;
    }
    Some(DraftFact {
        text,
        pinned: fact.pinned,
        message,
        version: fact.version.max(1),
        created_at: fact.created_on,
        updated_at: fact.updated_on,
    })
}

fn read_summaries(
    draft: &mut StoryDraft,
    summaries: Vec<FileSummary>,
    indexes: &MessageIndexes,
    report: &mut Report,
) {
    let mut kept: HashMap<String, usize> = HashMap::new();
    let mut ends = HashSet::new();
    for one in summaries {
        let (first, last) = (
            indexes.get(&one.first_message_id).copied(),
            indexes.get(&one.last_message_id).copied(),
        );
        let pair = first
            .zip(last)
            .filter(|(first, last)| is_before(draft, *first, *last) && ends.insert(*last));
        let Some((first, last)) = pair else {
            report.dropped(
                "memory.summaries",
                "A summary covers messages that aren’t in the file, or aren’t on one branch.",
            );
            continue;
        };
        let left_out = one.left_out.iter().filter_map(|id| indexes.get(id));
        let summary = DraftSummary {
            text: cut(&one.text, MAX_SUMMARY_CHARS, "memory.summaries.text", report),
            first,
            last,
            left_out: left_out.copied().collect(),
            edited: one.edited,
            // A summary comes after the ones it is based on.
            based_on: one.based_on.and_then(|id| kept.get(&id).copied()),
            model: one.model,
            version: one.version.max(1),
            created_at: one.created_on,
            updated_at: one.updated_on,
        };
        kept.insert(one.id, draft.summaries.len());
        draft.summaries.push(summary);
    }
}

/// Whether the first message is on the path to the last.
fn is_before(draft: &StoryDraft, first: usize, last: usize) -> bool {
    let mut at = Some(last);
    while let Some(index) = at {
        if index == first {
            return true;
        }
        at = draft.messages[index].parent;
    }
    false
}
