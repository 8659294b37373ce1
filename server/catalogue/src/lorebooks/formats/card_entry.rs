//! An entry in the form of a card's book (V2 and V3).

use platform::web::Report;
use serde_json::{Map, Value, json};

use super::behaviour::{
    behaviour, filter, number_of, position_of, read_filter, take_behaviour, take_own_position,
    write_own_position,
};
use super::fields::{flag, id_of, integer, keys, object, report_unknown, text};
use crate::lorebooks::book::{LorebookEntry, Position};

/// Reads an entry from a card's book.
pub(super) fn read_entry(
    number_in_file: &str,
    mut fields: Map<String, Value>,
    is_v3: bool,
    report: &mut Report,
) -> LorebookEntry {
    let mut extensions = object(fields.remove("extensions"));
    let is_st = ["selectiveLogic", "display_index", "exclude_recursion"]
        .iter()
        .any(|name| extensions.contains_key(*name));
    let position = text(fields.remove("position"));
    let mut entry = LorebookEntry {
        id: id_of(fields.remove("id"), number_in_file),
        name: text(fields.remove("name")),
        comment: text(fields.remove("comment")),
        keys: keys(fields.remove("keys"), report),
        secondary_keys: keys(fields.remove("secondary_keys"), report),
        content: text(fields.remove("content")),
        enabled: flag(fields.remove("enabled")).unwrap_or(true),
        constant: flag(fields.remove("constant")).unwrap_or(false),
        selective: flag(fields.remove("selective")).unwrap_or(false),
        order: integer(fields.remove("insertion_order")).unwrap_or(100),
        priority: integer(fields.remove("priority")),
        ..LorebookEntry::default()
    };
    let case = fields.remove("case_sensitive");
    let is_case_open = case == Some(Value::Null);
    entry.case_sensitive = flag(case).unwrap_or(false);
    let use_regex = flag(fields.remove("use_regex")).unwrap_or(false);
    // Some programs set it on every entry although the keys are plain words. A key between slashes is a
    // pattern anyway.
    entry.use_regex = use_regex && is_v3 && !is_st;
    if use_regex && !entry.use_regex {
        report.changed(
            "entries[].use_regex",
            "keys are plain words here, unless they stand between slashes",
        );
    }
    entry.position = match position.as_str() {
        "before_char" => Position::BeforeCharacter,
        "after_char" => Position::AfterCharacter,
        _ => Position::Auto,
    };
    take_behaviour(&mut entry, |name| extensions.remove(name));
    if let Some(number) = integer(extensions.remove("position")) {
        entry.position = position_of(number);
    }
    if let Some(own) = take_own_position(&mut extensions) {
        entry.position = own;
    }
    if let Some(of_tags) = read_filter(&mut entry, extensions.remove("character_filter")) {
        extensions.insert("character_filter".to_owned(), of_tags);
    }
    report_unknown(report, "entries[].extensions.", &extensions);
    report_unknown(report, "entries[].", &fields);
    // Whoever reads it decides then: it is written again as it was.
    if is_case_open {
        fields.insert("case_sensitive".to_owned(), Value::Null);
    }
    entry.extensions = extensions;
    entry.unknown = fields;
    entry
}

/// Writes an entry for a card's book.
pub(super) fn write_entry(entry: &LorebookEntry) -> Value {
    let mut fields = entry.unknown.clone();
    let mut extensions = entry.extensions.clone();
    for (name, value) in behaviour(entry) {
        extensions.insert(name.to_owned(), value);
    }
    if let Some(number) = number_of(entry.position) {
        extensions.insert("position".to_owned(), json!(number));
    }
    if entry.position != Position::Auto {
        write_own_position(entry, &mut extensions);
    }
    if let Some(filter) = filter(entry, extensions.get("character_filter")) {
        extensions.insert("character_filter".to_owned(), filter);
    }
    let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    let id = entry.id.parse::<u64>();
    put("id", id.map_or_else(|_| json!(entry.id), |id| json!(id)));
    put("keys", json!(entry.keys));
    put("secondary_keys", json!(entry.secondary_keys));
    put("content", json!(entry.content));
    put("enabled", json!(entry.enabled));
    put("insertion_order", json!(entry.order));
    if entry.case_sensitive || !entry.unknown.contains_key("case_sensitive") {
        put("case_sensitive", json!(entry.case_sensitive));
    }
    put("use_regex", json!(entry.use_regex));
    put("constant", json!(entry.constant));
    put("selective", json!(entry.selective));
    put("name", json!(entry.name));
    put("comment", json!(entry.comment));
    put("extensions", Value::Object(extensions));
    if let Some(priority) = entry.priority {
        put("priority", json!(priority));
    }
    match entry.position {
        Position::Auto => {}
        Position::BeforeCharacter => drop(put("position", json!("before_char"))),
        _ => drop(put("position", json!("after_char"))),
    }
    Value::Object(fields)
}
