//! The form of NovelAI's lorebooks, brought into that of a card's book.

use serde_json::{Map, Value};

/// The fields of its entries, and those of a card's book.
const NAMES: [(&str, &str); 3] = [
    ("text", "content"),
    ("displayName", "name"),
    ("forceActivation", "constant"),
];

/// Whether these are the fields of such a file.
pub(super) fn is_novelai(file: &Map<String, Value>) -> bool {
    file.contains_key("lorebookVersion")
}

/// Gives the entries of such a file the names of a card's book. What tokens an entry takes first is its priority;
/// other settings stay as they are, and are reported as unknown.
pub(super) fn rename_entries(entries: &mut Value) {
    let entries = entries.as_array_mut().into_iter().flatten();
    for fields in entries.filter_map(Value::as_object_mut) {
        for (from, to) in NAMES {
            if let Some(value) = fields.shift_remove(from) {
                fields.insert(to.to_owned(), value);
            }
        }
        let priority = fields
            .get("contextConfig")
            .and_then(|config| config.get("budgetPriority"))
            .filter(|priority| priority.is_number());
        if let Some(priority) = priority.cloned() {
            fields.insert("priority".to_owned(), priority);
        }
    }
}
