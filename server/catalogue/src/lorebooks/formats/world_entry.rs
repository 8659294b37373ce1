//! An entry in the form of a world file.

use platform::web::Report;
use serde_json::{Map, Value, json};

use super::behaviour::{
    behaviour, filter, number_of, position_of, read_filter, take_behaviour, take_own_position,
    write_own_position,
};
use super::fields::{flag, id_of, integer, keys, object, report_unknown, text};
use crate::lorebooks::book::{LorebookEntry, Position};

/// Whether these are the fields of a world file's entry.
pub(super) fn is_world_entry(fields: &Map<String, Value>) -> bool {
    !fields.contains_key("keys")
        && (fields.contains_key("key") || fields.contains_key("keysecondary") || fields.contains_key("uid"))
}

/// The names of the same field in the extensions of a card's entry and in a world file's entry.
const NAMES: [(&str, &str); 19] = [
    ("probability", "probability"),
    ("useProbability", "useProbability"),
    ("selectiveLogic", "selectiveLogic"),
    ("depth", "depth"),
    ("role", "role"),
    ("group", "group"),
    ("group_override", "groupOverride"),
    ("group_weight", "groupWeight"),
    ("use_group_scoring", "useGroupScoring"),
    ("scan_depth", "scanDepth"),
    ("case_sensitive", "caseSensitive"),
    ("match_whole_words", "matchWholeWords"),
    ("exclude_recursion", "excludeRecursion"),
    ("prevent_recursion", "preventRecursion"),
    ("delay_until_recursion", "delayUntilRecursion"),
    ("sticky", "sticky"),
    ("cooldown", "cooldown"),
    ("delay", "delay"),
    ("outlet_name", "outletName"),
];

fn world_name(extension: &str) -> Option<&'static str> {
    let found = NAMES.iter().find(|(name, _)| *name == extension);
    found.map(|(_, world)| *world)
}

/// Reads an entry of a world file.
pub(super) fn read_world_entry(
    number_in_file: &str,
    mut fields: Map<String, Value>,
    report: &mut Report,
) -> LorebookEntry {
    let mut entry = LorebookEntry {
        id: id_of(fields.remove("uid"), number_in_file),
        name: text(fields.remove("name")),
        comment: text(fields.remove("comment")),
        keys: keys(fields.remove("key"), report),
        secondary_keys: keys(fields.remove("keysecondary"), report),
        content: text(fields.remove("content")),
        enabled: !flag(fields.remove("disable")).unwrap_or(false),
        constant: flag(fields.remove("constant")).unwrap_or(false),
        selective: flag(fields.remove("selective")).unwrap_or(true),
        order: integer(fields.remove("order")).unwrap_or(100),
        priority: integer(fields.remove("priority")),
        use_regex: flag(fields.remove("use_regex")).unwrap_or(false),
        position: integer(fields.remove("position")).map_or(Position::Auto, position_of),
        ..LorebookEntry::default()
    };
    take_behaviour(&mut entry, |name| {
        fields.remove(world_name(name).unwrap_or_default())
    });
    if let Some(of_tags) = read_filter(&mut entry, fields.remove("characterFilter")) {
        fields.insert("characterFilter".to_owned(), of_tags);
    }
    entry.extensions = object(fields.remove("extensions"));
    if let Some(own) = take_own_position(&mut entry.extensions) {
        entry.position = own;
    }
    report_unknown(report, "entries[].", &fields);
    entry.unknown = fields;
    entry
}

/// Writes an entry of a world file.
pub(super) fn write_world_entry(number: usize, entry: &LorebookEntry) -> Value {
    let mut fields = entry.unknown.clone();
    for (name, value) in behaviour(entry) {
        if let Some(world) = world_name(name) {
            fields.insert(world.to_owned(), value);
        }
    }
    let mut extensions = entry.extensions.clone();
    // Every world entry has a position number, so an automatic position is recorded separately.
    write_own_position(entry, &mut extensions);
    if !extensions.is_empty() {
        fields.insert("extensions".to_owned(), Value::Object(extensions));
    }
    if let Some(filter) = filter(entry, fields.get("characterFilter")) {
        fields.insert("characterFilter".to_owned(), filter);
    }
    let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    let id = entry.id.parse::<u64>();
    put("uid", id.map_or_else(|_| json!(number), |id| json!(id)));
    put("key", json!(entry.keys));
    put("keysecondary", json!(entry.secondary_keys));
    // Such files show only one title.
    let title = if entry.comment.is_empty() {
        &entry.name
    } else {
        &entry.comment
    };
    put("comment", json!(title));
    if !entry.name.is_empty() {
        put("name", json!(entry.name));
    }
    if let Some(priority) = entry.priority {
        put("priority", json!(priority));
    }
    if entry.use_regex {
        put("use_regex", json!(true));
    }
    put("content", json!(entry.content));
    put("constant", json!(entry.constant));
    put("selective", json!(entry.selective));
    put("order", json!(entry.order));
    put("disable", json!(!entry.enabled));
    let position = number_of(entry.position).unwrap_or(if entry.constant { 1 } else { 4 });
    put("position", json!(position));
    Value::Object(fields)
}
