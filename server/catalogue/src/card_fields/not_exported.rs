//! What is about the people who use a card, and not about the character: it is not taken, kept or exported.

use serde_json::{Map, Value};

use super::report::CardReport;

/// Fields beside `data`, as SillyTavern writes them.
pub(super) const TOP: &[&str] = &[
    "chat",
    "fav",
    "create_date",
    "date_added",
    "date_last_chat",
    "last_chat",
    "chat_size",
    "data_size",
    "json_data",
    "shallow",
];
/// Extensions of the character.
pub(super) const EXTENSIONS: &[&str] = &[
    "fav",
    "favorite",
    "chat",
    "create_date",
    "date_last_chat",
    "last_chat",
];

/// Why such a field is left out.
const ABOUT_PEOPLE: &str = "Left out: it says how somebody used the card, not who the character is.";
/// Why the name of a file is left out.
pub(super) const LOCAL_FILE: &str = "Left out: it names a file on somebody’s computer.";

/// Removes these fields.
pub(super) fn refuse(fields: &mut Map<String, Value>, names: &[&str], path: &str, report: &mut CardReport) {
    for name in names {
        if fields.shift_remove(*name).is_some() {
            report.left_out(&format!("{path}{name}"), ABOUT_PEOPLE);
        }
    }
}
