//! Reads the messages of a file, in an order in which parents come first.

use std::collections::HashMap;

use platform::web::{Problem, Report};
use serde_json::{Map, Value};

use super::{MessageIndexes, take};
use crate::import_export::draft::{DraftMessage, DraftRevision, StoryDraft, unusable_file};
use crate::import_export::native::format::{FileMessage, FileRevision};
use crate::import_export::native::{PROMPT, TURN, UNKNOWN};
use crate::import_export::rules::MAX_REVISIONS;
use crate::stories::{Author, MessageState};

/// The messages of a file, and their tree. Messages are referred to by their number in the file.
struct FileTree {
    messages: Vec<FileMessage>,
    by_id: HashMap<String, usize>,
    /// The beginnings, then the children of each message.
    after: Vec<Vec<usize>>,
}

impl FileTree {
    fn read(list: Vec<Value>) -> Result<Self, Problem> {
        let mut messages = Vec::with_capacity(list.len());
        let mut by_id = HashMap::with_capacity(list.len());
        let mut revisions = 0;
        for (number, one) in list.into_iter().enumerate() {
            let one: FileMessage = take(one, &format!("messages[{number}]"))?;
            if by_id.insert(one.id.clone(), number).is_some() {
                return Err(unusable_file(format!("messages[{number}].id is there twice.")));
            }
            revisions += one.revisions.len();
            if revisions > MAX_REVISIONS {
                return Err(unusable_file(format!(
                    "At most {MAX_REVISIONS} earlier versions of messages can be imported."
                )));
            }
            messages.push(one);
        }
        let after = followers(&messages, &by_id)?;
        Ok(Self {
            messages,
            by_id,
            after,
        })
    }

    /// The numbers, level by level from the beginnings on.
    fn order(&self) -> Result<Vec<usize>, Problem> {
        let mut order = self.after[0].clone();
        let mut at = 0;
        while let Some(number) = order.get(at).copied() {
            order.extend_from_slice(&self.after[number + 1]);
            at += 1;
        }
        if order.len() < self.messages.len() {
            return Err(unusable_file("Some messages reply to each other in a circle."));
        }
        Ok(order)
    }
}

/// The beginnings, then the children of each message.
fn followers(messages: &[FileMessage], by_id: &HashMap<String, usize>) -> Result<Vec<Vec<usize>>, Problem> {
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); messages.len() + 1];
    for (number, one) in messages.iter().enumerate() {
        let index = match &one.parent_id {
            None => 0,
            Some(id) => by_id.get(id).map(|parent| parent + 1).ok_or_else(|| {
                unusable_file(format!(
                    "messages[{number}] follows a message that is not in the file."
                ))
            })?,
        };
        after[index].push(number);
    }
    Ok(after)
}

pub(super) fn read_messages(
    draft: &mut StoryDraft,
    list: Vec<Value>,
    report: &mut Report,
) -> Result<MessageIndexes, Problem> {
    let tree = FileTree::read(list)?;
    let order = tree.order()?;
    let mut index_of = vec![0; order.len()];
    for (index, number) in order.iter().enumerate() {
        index_of[*number] = index;
    }
    let FileTree {
        messages,
        by_id,
        after,
    } = tree;
    let number_of = |id: &Option<String>| id.as_ref().and_then(|id| by_id.get(id)).copied();
    let mut slots: Vec<Option<FileMessage>> = messages.into_iter().map(Some).collect();
    for number in order {
        let Some(one) = slots[number].take() else {
            continue;
        };
        let parent = number_of(&one.parent_id).map(|number| index_of[number]);
        let active_child = number_of(&one.active_child_id)
            .filter(|child| after[number + 1].contains(child))
            .map(|number| index_of[number]);
        let message = message(draft, one, parent, active_child, report);
        draft.push(message)?;
    }
    delete_replies(draft, report);
    Ok(by_id
        .into_iter()
        .map(|(id, number)| (id, index_of[number]))
        .collect())
}

/// Deletes the replies to a deleted message with it.
fn delete_replies(draft: &mut StoryDraft, report: &mut Report) {
    for index in 0..draft.messages.len() {
        let Some(parent) = draft.messages[index].parent else {
            continue;
        };
        let (deleted_at, deleted_in) = (
            draft.messages[parent].deleted_at,
            draft.messages[parent].deleted_in,
        );
        if deleted_at.is_some() && draft.messages[index].deleted_at.is_none() {
            report.changed(
                "messages.deletedOn",
                "A message replies to a deleted one, so it was deleted, too.",
            );
            draft.messages[index].deleted_at = deleted_at;
            draft.messages[index].deleted_in = deleted_in;
        }
    }
}

fn message(
    draft: &StoryDraft,
    mut one: FileMessage,
    parent: Option<usize>,
    active_child: Option<usize>,
    report: &mut Report,
) -> DraftMessage {
    let extra = extra_of(&mut one);
    let presence = one.presence.map(|ids| known_of(ids, draft, report));
    let author_id = one.author_id.filter(|id| {
        kernel::ids::is_well_formed(id)
            && (one.author != Author::Actor || draft.cast.iter().any(|known| known.id == *id))
    });
    let count = |n: Option<i64>| n.filter(|n| (0..=10_000_000).contains(n));
    DraftMessage {
        author_id,
        name: one.name,
        content: one.content,
        state: if one.state == MessageState::Writing {
            MessageState::Interrupted
        } else {
            one.state
        },
        presence,
        hidden: one.hidden,
        origin: one.origin,
        aside: one.aside,
        ending: one.ending,
        model: one
            .model
            .map(|name| name.chars().filter(|c| !c.is_control()).take(200).collect()),
        prompt_tokens: count(one.tokens.and_then(|tokens| tokens.prompt)),
        reply_tokens: count(one.tokens.and_then(|tokens| tokens.reply)),
        price: one.price.clamp(0, 1_000_000_000_000),
        version: one.version.clamp(1, i64::from(i32::MAX)),
        created_at: one.created_on,
        edited_at: one.edited_on,
        deleted_at: one.deleted_on,
        deleted_in: one
            .deleted_on
            .map(|_| one.deleted_in.unwrap_or(1).clamp(1, i64::from(i32::MAX))),
        active_child,
        revisions: one.revisions.into_iter().map(revision).collect(),
        extra,
        ..DraftMessage::new(parent, one.author, "", "")
    }
}

/// Unknown fields, and fields of this message that are only exported again.
fn extra_of(one: &mut FileMessage) -> Map<String, Value> {
    let mut extra = std::mem::take(&mut one.extra);
    if !one.unknown.is_empty() {
        let unknown = std::mem::take(&mut one.unknown);
        extra.insert(UNKNOWN.to_owned(), Value::Object(unknown));
    }
    if let Some(prompt) = one.prompt.take() {
        extra.insert(PROMPT.to_owned(), prompt);
    }
    if let Some(turn) = one.turn_id.take() {
        extra.insert(TURN.to_owned(), Value::String(turn));
    }
    extra
}

/// Those of these witnesses who are characters of the story.
fn known_of(ids: Vec<String>, draft: &StoryDraft, report: &mut Report) -> Vec<String> {
    let count = ids.len();
    let is_known = |id: &String| draft.cast.iter().any(|one| one.id == *id);
    let known: Vec<String> = ids.into_iter().filter(is_known).collect();
    if known.len() < count {
        report.changed(
            "messages.presence",
            "Witnesses who aren’t in the story were left out.",
        );
    }
    known
}

fn revision(old: FileRevision) -> DraftRevision {
    DraftRevision {
        version: old.version,
        content: old.content,
        created_at: old.created_on,
    }
}
