//! Tells the forms of cards apart, and brings all of them into the form of V2 and V3: fields of the character
//! in `data`, others beside it.

use serde_json::{Map, Value};

use super::fields::Fields;
use super::not_exported::{self, LOCAL_FILE};
use super::report::CardReport;

/// The six fields of V1.
pub(super) const V1: [&str; 6] = [
    "name",
    "description",
    "personality",
    "scenario",
    "first_mes",
    "mes_example",
];
/// Further fields of the character that some programs write without `data`, or copy beside it.
pub(super) const LATER: [&str; 15] = [
    "creator_notes",
    "system_prompt",
    "post_history_instructions",
    "alternate_greetings",
    "character_book",
    "tags",
    "creator",
    "character_version",
    "extensions",
    "assets",
    "nickname",
    "source",
    "group_only_greetings",
    "creation_date",
    "modification_date",
];
/// The fields of Pygmalion's form, and ours.
pub(super) const PYGMALION: [(&str, &str); 5] = [
    ("char_name", "name"),
    ("char_persona", "description"),
    ("char_greeting", "first_mes"),
    ("example_dialogue", "mes_example"),
    ("world_scenario", "scenario"),
];
/// The fields of the YAML form, and ours.
pub(super) const YAML: [(&str, &str); 3] = [
    ("context", "description"),
    ("greeting", "first_mes"),
    ("example_dialogue", "mes_example"),
];

/// A card in the form of V2 and V3.
pub(super) struct FormedCard {
    /// The fields of the character.
    pub(super) data: Fields,
    /// Unknown fields beside them.
    pub(super) top: Map<String, Value>,
    /// Whether it says that it is V3 or newer.
    pub(super) is_v3: bool,
}

/// Brings a card into form; `None` if it is no card.
pub(super) fn read_form(card: Value, report: &mut CardReport) -> Option<FormedCard> {
    let Value::Object(mut top) = card else { return None };
    let spec = top
        .get("spec")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    if let Some(Value::Object(data)) = top.get("data")
        && (spec.starts_with("chara_card") || (spec.is_empty() && is_character(data)))
    {
        let data = top.shift_remove("data").and_then(into_object)?;
        let is_v3 = read_version(&spec, &mut top, report);
        return Some(nested(data, top, is_v3, report));
    }
    if !spec.is_empty() && !spec.starts_with("chara_card") {
        return None;
    }
    let names: &[(&str, &str)] = match () {
        () if ["char_name", "char_persona", "char_greeting"]
            .iter()
            .any(|name| top.contains_key(*name)) =>
        {
            &PYGMALION
        }
        () if is_character(&top) => &[],
        () if top.contains_key("context") || top.contains_key("greeting") => &YAML,
        () => return None,
    };
    let is_v3 = read_version(&spec, &mut top, report);
    Some(flat(top, names, is_v3, report))
}

fn into_object(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(fields) => Some(fields),
        _ => None,
    }
}

/// Whether these are fields of a character. A name alone can be anything, and so can a description without one.
fn is_character(fields: &Map<String, Value>) -> bool {
    let has = |name: &str| fields.contains_key(name);
    let speaks = ["personality", "scenario", "first_mes", "mes_example"]
        .into_iter()
        .any(has);
    (speaks || (has("name") && has("description"))) && !has("entries")
}

/// Takes the version out. Returns whether it is V3 or newer.
fn read_version(spec: &str, top: &mut Map<String, Value>, report: &mut CardReport) -> bool {
    top.shift_remove("spec");
    let version = match top.shift_remove("spec_version") {
        Some(Value::String(text)) => text.trim().parse::<f64>().ok(),
        Some(Value::Number(number)) => number.as_f64(),
        _ => None,
    };
    let of_spec = spec
        .rsplit('v')
        .next()
        .and_then(|number| number.parse::<f64>().ok());
    let newest = version.into_iter().chain(of_spec).fold(0.0, f64::max);
    if newest > 3.0 {
        report.changed(
            "spec_version",
            "The card is of a newer version. It was read as a V3 card; new fields are kept for export.",
        );
    }
    newest >= 3.0
}

/// A card with `data`, which counts; what stands beside it is a copy, or of a program.
fn nested(
    data: Map<String, Value>,
    mut top: Map<String, Value>,
    is_v3: bool,
    report: &mut CardReport,
) -> FormedCard {
    let mut data = Fields::new("data.", data);
    for name in V1.into_iter().chain(["tags"]) {
        adopt_copy(name, name, &mut data, &mut top, report);
    }
    adopt_copy("creatorcomment", "creator_notes", &mut data, &mut top, report);
    for name in LATER {
        if !data.has(name)
            && let Some(value) = top.shift_remove(name)
        {
            data.adopt(name, value, name.to_owned());
        }
    }
    FormedCard {
        data,
        top: rest_of(top, report),
        is_v3,
    }
}

/// Takes a field beside `data` where `data` lacks it.
fn adopt_copy(
    beside: &str,
    name: &'static str,
    data: &mut Fields,
    top: &mut Map<String, Value>,
    report: &mut CardReport,
) {
    let says_nothing = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    let Some(copy) = top.shift_remove(beside).filter(|value| !says_nothing(value)) else {
        return;
    };
    if !data.has(name) {
        data.adopt(name, copy, beside.to_owned());
    } else if data.get(name) != Some(&copy) {
        report.refused(
            beside,
            "Left out: the card says something else within data, which counts.",
        );
    }
}

/// A card without `data`.
fn flat(
    mut top: Map<String, Value>,
    names: &[(&str, &'static str)],
    is_v3: bool,
    report: &mut CardReport,
) -> FormedCard {
    let mut data = Map::new();
    let known = names.iter().map(|(from, _)| *from).chain(V1).chain(LATER);
    for name in known.chain(["creatorcomment"]) {
        if let Some(value) = top.shift_remove(name) {
            data.insert(name.to_owned(), value);
        }
    }
    let mut data = Fields::new("", data);
    for (from, to) in names {
        data.rename(from, to);
    }
    data.rename("creatorcomment", "creator_notes");
    FormedCard {
        data,
        top: rest_of(top, report),
        is_v3,
    }
}

/// What stands beside the character, without what is about people.
fn rest_of(mut top: Map<String, Value>, report: &mut CardReport) -> Map<String, Value> {
    not_exported::refuse(&mut top, not_exported::TOP, "", report);
    if top.shift_remove("avatar").is_some() {
        report.left_out("avatar", LOCAL_FILE);
    }
    top
}
