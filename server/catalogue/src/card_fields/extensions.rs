//! The extensions of a card: those that mean something here, and those that are kept.

use platform::llm::Role;
use serde_json::{Map, Value};

use super::assets::read_risu_lists;
use super::fields::{Fields, text_of};
use super::files::Files;
use super::not_exported;
use super::report::{CardReport, KEPT};
use crate::authoring::ScenarioDraft;
use crate::authoring::rules::{MAX_NOTE_DEPTH, MAX_TEXT_CHARS};

/// Where extensions stand.
const PATH: &str = "data.extensions.";
/// The extension that holds what a card has no fields for.
pub(super) const OWN: &str = "dramatis";
/// Extensions whose fields are reported one by one.
const BY_FIELD: [&str; 3] = ["risuai", "chub", "depth_prompt"];

/// Reads the extensions into the draft, whose first actor is the card's. `top`: unknown fields beside `data`.
/// Returns our own extension.
pub(super) fn read_extensions(
    extensions: Map<String, Value>,
    top: &mut Map<String, Value>,
    files: &Files,
    draft: &mut ScenarioDraft,
    report: &mut CardReport,
) -> Option<Value> {
    let mut extensions = extensions;
    let own = extensions.shift_remove(OWN);
    not_exported::refuse(&mut extensions, not_exported::EXTENSIONS, PATH, report);
    read_talkativeness(&mut extensions, top, draft, report);
    read_note(&mut extensions, draft, report);
    if let Some(Value::Object(risu)) = extensions.get_mut("risuai") {
        read_risu_lists(risu, files, draft, report);
        if risu.is_empty() {
            extensions.shift_remove("risuai");
        }
    }
    report_kept(&extensions, report);
    draft.actors[0].kept.extensions = extensions;
    own
}

fn report_kept(extensions: &Map<String, Value>, report: &mut CardReport) {
    for (name, value) in extensions {
        match value {
            Value::Object(fields) if BY_FIELD.contains(&name.as_str()) => {
                for field in fields.keys() {
                    report.kept(&format!("{PATH}{name}.{field}"), KEPT);
                }
            }
            _ => report.kept(&format!("{PATH}{name}"), KEPT),
        }
    }
}

/// SillyTavern writes it among the extensions and a copy beside `data`, also as a text.
fn read_talkativeness(
    extensions: &mut Map<String, Value>,
    top: &mut Map<String, Value>,
    draft: &mut ScenarioDraft,
    report: &mut CardReport,
) {
    let copy = top.shift_remove("talkativeness");
    let (fields, prefix) = match extensions.shift_remove("talkativeness") {
        Some(value) if !value.is_null() => (Map::from_iter([("talkativeness".to_owned(), value)]), PATH),
        _ => (
            Map::from_iter(copy.map(|value| ("talkativeness".to_owned(), value))),
            "",
        ),
    };
    let mut fields = Fields::new(prefix, fields);
    let Some((share, _)) = fields.number("talkativeness", report) else {
        return;
    };
    let path = fields.path("talkativeness");
    let clamped = share.clamp(0.0, 1.0);
    if clamped != share {
        report.changed(&path, format!("It is {clamped} here: a number from 0 to 1."));
    } else {
        report.taken(&path, "It says how likely the actor speaks unasked.");
    }
    draft.actors[0].talkativeness = Some(clamped);
}

/// SillyTavern's note of a character: a text, its depth and its role.
fn read_note(extensions: &mut Map<String, Value>, draft: &mut ScenarioDraft, report: &mut CardReport) {
    let mut note = match extensions.shift_remove("depth_prompt") {
        Some(Value::Object(note)) => note,
        Some(Value::String(text)) => {
            report.changed(
                "data.extensions.depth_prompt",
                "The text alone is the actor’s note.",
            );
            Map::from_iter([("prompt".to_owned(), Value::String(text))])
        }
        None | Some(Value::Null) => return,
        Some(_) => {
            report.refused("data.extensions.depth_prompt", "Left out: it is not a note.");
            return;
        }
    };
    let known = Map::from_iter(
        ["prompt", "depth", "role"]
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), note.shift_remove(name)?))),
    );
    let mut fields = Fields::new(format!("{PATH}depth_prompt."), known);
    let into = &mut draft.actors[0].note;
    into.text = fields.text("prompt", MAX_TEXT_CHARS, "It is the actor’s note.", report);
    let depth_path = fields.path("depth");
    if let Some((depth, was_text)) = fields.number("depth", report) {
        let clamped = depth.clamp(0.0, f64::from(MAX_NOTE_DEPTH)).trunc();
        into.depth = clamped as u32;
        if was_text || clamped != depth {
            let depth = into.depth;
            report.changed(
                &depth_path,
                format!("It is {depth} here: a whole number up to {MAX_NOTE_DEPTH}."),
            );
        } else {
            report.taken(&depth_path, "It is the depth of the actor’s note.");
        }
    }
    if let Some(role) = fields.take("role") {
        let role_path = fields.path("role");
        match role_of(&role) {
            Some((role, false)) => {
                into.role = role;
                report.taken(&role_path, "It is the role of the actor’s note.");
            }
            Some((role, true)) => {
                into.role = role;
                report.changed(&role_path, "It was a number; roles have names here.");
            }
            None => report.refused(
                &role_path,
                "Left out: there is no such role. The note is the system’s.",
            ),
        }
    }
    if !note.is_empty() {
        extensions.insert("depth_prompt".to_owned(), Value::Object(note));
    }
}

/// The role with this name or number; the flag says that it was a number.
fn role_of(value: &Value) -> Option<(Role, bool)> {
    let text = text_of(value)?;
    match text.to_ascii_lowercase().as_str() {
        "system" => Some((Role::System, false)),
        "user" => Some((Role::User, false)),
        "assistant" => Some((Role::Assistant, false)),
        "0" => Some((Role::System, true)),
        "1" => Some((Role::User, true)),
        "2" => Some((Role::Assistant, true)),
        _ => None,
    }
}
