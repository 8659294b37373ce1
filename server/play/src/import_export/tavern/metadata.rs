//! The metadata of a chat: the note, the setting, the variables.

use platform::web::Report;
use serde_json::{Map, Value};

use super::variable;
use crate::import_export::draft::StoryDraft;
use crate::import_export::json::{integer, string};
use crate::import_export::rules::MAX_DESCRIPTION_CHARS;
use crate::stories::rules::{MAX_INSTRUCTION_CHARS, MAX_NOTE_DEPTH, MAX_NOTE_INTERVAL};
use crate::stories::{AuthorsNote, NoteRole};

pub(super) fn read_metadata(draft: &mut StoryDraft, metadata: &Map<String, Value>, report: &mut Report) {
    draft.settings.authors_note = read_note(metadata, report);
    if let Some(setting) = string(metadata, "scenario") {
        draft.setup.setting = setting.chars().take(MAX_DESCRIPTION_CHARS).collect();
        report.kept("chat_metadata.scenario", "Now the story’s setting.");
    }
    if let Some(book) = string(metadata, "world_info") {
        report.asked(
            "chat_metadata.world_info",
            format!("The chat used the lorebook {book}. Import that lorebook and attach it to the story."),
        );
    }
    if let Some(variables) = metadata.get("variables").and_then(Value::as_object) {
        read_variables(draft, variables, report);
    }
    for (field, why) in [
        ("timedWorldInfo", "Kept, and included when you export."),
        ("main_chat", "The chat it branched from is a separate file."),
    ] {
        if metadata.get(field).is_some_and(|value| !value.is_null()) {
            report.dropped(&format!("chat_metadata.{field}"), why);
        }
    }
}

fn read_note(metadata: &Map<String, Value>, report: &mut Report) -> AuthorsNote {
    let mut note = AuthorsNote::default();
    let Some(words) = string(metadata, "note_prompt") else {
        return note;
    };
    note.text = words.chars().take(MAX_INSTRUCTION_CHARS).collect();
    if note.text.len() < words.len() {
        report.changed(
            "chat_metadata.note_prompt",
            format!("The note was cut after {MAX_INSTRUCTION_CHARS} characters."),
        );
    } else {
        report.kept("chat_metadata.note_prompt", "Now the author’s note.");
    }
    let number = |field: &str, default: u32, most: u32| {
        integer(metadata.get(field)).map_or(default, |n| u32::try_from(n.max(0)).unwrap_or(most).min(most))
    };
    note.depth = number("note_depth", note.depth, MAX_NOTE_DEPTH);
    note.interval = number("note_interval", note.interval, MAX_NOTE_INTERVAL);
    note.role = match integer(metadata.get("note_role")) {
        Some(1) => NoteRole::User,
        Some(2) => NoteRole::Assistant,
        _ => NoteRole::System,
    };
    if integer(metadata.get("note_position")).is_some_and(|position| position != 1) {
        report.changed(
            "chat_metadata.note_position",
            "The note is placed between the messages, at its depth.",
        );
    }
    note
}

fn read_variables(draft: &mut StoryDraft, variables: &Map<String, Value>, report: &mut Report) {
    draft.variables.local = variables
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), variable(value)?)))
        .collect();
    let left_out = variables.len() - draft.variables.local.len();
    match left_out {
        0 => report.kept("chat_metadata.variables", "Macros can use them here, too."),
        _ => report.changed(
            "chat_metadata.variables",
            format!("Macros can use them here, too, except {left_out} that are lists or tables."),
        ),
    }
}
