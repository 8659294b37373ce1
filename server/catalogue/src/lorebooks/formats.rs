//! Books of other programs, read and written (reference 3.2, 3.3 and 3.6).
//!
//! Reading is tolerant: numbers may be texts, lists may be maps, fields may be missing or null. What is not
//! understood is carried along and written again; what cannot be carried is said in the report.

use platform::llm::Role;
use platform::web::{Report, ReportRow};
use serde_json::{Map, Value, json};

use super::model::{Book, Entry, KeyLogic, Position};
use super::rules::{MAX_DESCRIPTION_CHARS, MAX_ENTRIES, MAX_KEY_BYTES, MAX_KEYS, MAX_NAME_CHARS};

/// The name of a book that came without one.
const UNNAMED: &str = "Imported lorebook";
/// Where positions that only we know are kept in the files of others.
const OWN_POSITION: &str = "dramatis_position";

/// A book that was read from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The book.
    pub book: Book,
    /// What became of the file's fields.
    pub report: Vec<ReportRow>,
}

/// Reads a stand-alone book, the book of a card, or a world file; none where the file holds no book.
#[must_use]
pub fn import(file: &Value) -> Option<Imported> {
    let spec = file.get("spec").and_then(Value::as_str).unwrap_or_default();
    let data = file.get("data").unwrap_or(&Value::Null);
    let book = [
        data.get("character_book"),
        file.get("character_book"),
        Some(data),
        Some(file),
    ];
    let book = book
        .into_iter()
        .flatten()
        .find_map(|book| book.as_object().filter(|book| book.contains_key("entries")))?;
    let mut report = Report::default();
    let is_v3 = matches!(spec, "lorebook_v3" | "chara_card_v3");
    let read = read_book(book, is_v3, &mut report);
    let entries = read.entries.len();
    report.kept("entries", format!("{entries} entries"));
    Some(Imported {
        book: read,
        report: report.rows(),
    })
}

fn read_book(source: &Map<String, Value>, is_v3: bool, report: &mut Report) -> Book {
    let mut fields = source.clone();
    let name = text(fields.remove("name"));
    let description = text(fields.remove("description"));
    let mut book = Book {
        name: name.trim().chars().take(MAX_NAME_CHARS).collect(),
        description: description.chars().take(MAX_DESCRIPTION_CHARS).collect(),
        scan_depth: number(fields.remove("scan_depth")),
        token_budget: number(fields.remove("token_budget")),
        recursive: flag(fields.remove("recursive_scanning")).unwrap_or(true),
        extensions: object(fields.remove("extensions")),
        ..Book::default()
    };
    if book.name.is_empty() {
        book.name = UNNAMED.to_owned();
        report.changed("name", format!("there was none; it is called “{UNNAMED}” now"));
    } else if book.name != name.trim() || book.description != description {
        report.changed("name", "name or description was shortened");
    }
    let entries: Vec<(String, Value)> = match fields.remove("entries") {
        Some(Value::Array(list)) => list
            .into_iter()
            .enumerate()
            .map(|(number, entry)| (number.to_string(), entry))
            .collect(),
        Some(Value::Object(map)) => map.into_iter().collect(),
        _ => Vec::new(),
    };
    if entries.len() > MAX_ENTRIES {
        report.dropped(
            "entries",
            format!(
                "{} entries beyond the first {MAX_ENTRIES}",
                entries.len() - MAX_ENTRIES
            ),
        );
    }
    for (id, entry) in entries.into_iter().take(MAX_ENTRIES) {
        match entry {
            Value::Object(fields) if is_world_entry(&fields) => {
                book.entries.push(read_world_entry(&id, fields, report))
            }
            Value::Object(fields) => book.entries.push(read_entry(&id, fields, is_v3, report)),
            _ => report.dropped("entries[]", "something that is no entry"),
        }
    }
    for field in fields.keys() {
        report.kept(field, "carried along; it means nothing here");
    }
    book.unknown = fields;
    book
}

fn is_world_entry(fields: &Map<String, Value>) -> bool {
    !fields.contains_key("keys")
        && (fields.contains_key("key") || fields.contains_key("keysecondary") || fields.contains_key("uid"))
}

/// Names that the extensions of an entry and a world file's entry have for the same thing.
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

/// Reads an entry of a card's book.
fn read_entry(
    number_in_file: &str,
    mut fields: Map<String, Value>,
    is_v3: bool,
    report: &mut Report,
) -> Entry {
    let mut extensions = object(fields.remove("extensions"));
    let is_st = ["selectiveLogic", "display_index", "exclude_recursion"]
        .iter()
        .any(|name| extensions.contains_key(*name));
    let position = text(fields.remove("position"));
    let id = match fields.remove("id") {
        Some(Value::String(id)) => id,
        Some(Value::Number(id)) => id.to_string(),
        _ => number_in_file.to_owned(),
    };
    let mut entry = Entry {
        id,
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
        case_sensitive: flag(fields.remove("case_sensitive")).unwrap_or(false),
        ..Entry::default()
    };
    let use_regex = flag(fields.remove("use_regex")).unwrap_or(false);
    // Some programs say so of every entry, though their keys are plain words; a key between slashes is a
    // pattern anyway.
    entry.use_regex = use_regex && is_v3 && !is_st;
    if use_regex && !entry.use_regex {
        report.changed("entries[].use_regex", "only keys between slashes are patterns");
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
    if let Some(own) = extensions
        .remove(OWN_POSITION)
        .and_then(|own| serde_json::from_value(own).ok())
    {
        entry.position = own;
    }
    read_filter(&mut entry, extensions.remove("character_filter"));
    for field in extensions.keys() {
        report.kept(
            &format!("entries[].extensions.{field}"),
            "carried along; it means nothing here",
        );
    }
    for field in fields.keys() {
        report.kept(
            &format!("entries[].{field}"),
            "carried along; it means nothing here",
        );
    }
    entry.extensions = extensions;
    entry.unknown = fields;
    entry
}

/// Reads an entry of a world file.
fn read_world_entry(number_in_file: &str, mut fields: Map<String, Value>, report: &mut Report) -> Entry {
    let id = match fields.remove("uid") {
        Some(Value::String(id)) => id,
        Some(Value::Number(id)) => id.to_string(),
        _ => number_in_file.to_owned(),
    };
    let mut entry = Entry {
        id,
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
        ..Entry::default()
    };
    let world_name = |name: &str| {
        NAMES
            .iter()
            .find(|(own, _)| *own == name)
            .map_or("", |(_, world)| *world)
    };
    take_behaviour(&mut entry, |name| fields.remove(world_name(name)));
    read_filter(&mut entry, fields.remove("characterFilter"));
    entry.extensions = object(fields.remove("extensions"));
    if let Some(own) = entry
        .extensions
        .remove(OWN_POSITION)
        .and_then(|own| serde_json::from_value(own).ok())
    {
        entry.position = own;
    }
    for field in fields.keys() {
        report.kept(
            &format!("entries[].{field}"),
            "carried along; it means nothing here",
        );
    }
    entry.unknown = fields;
    entry
}

/// Reads how an entry behaves; `take` gives a field by the name it has in extensions.
fn take_behaviour(entry: &mut Entry, mut take: impl FnMut(&str) -> Option<Value>) {
    let draws = flag(take("useProbability")).unwrap_or(true);
    let probability: u32 = number(take("probability")).unwrap_or(100).min(100);
    entry.probability = if draws { probability } else { 100 };
    entry.logic = match integer(take("selectiveLogic")) {
        Some(1) => KeyLogic::NotAll,
        Some(2) => KeyLogic::NotAny,
        Some(3) => KeyLogic::AndAll,
        _ => KeyLogic::AndAny,
    };
    entry.depth = number(take("depth")).unwrap_or(entry.depth);
    entry.role = match take("role") {
        Some(Value::String(role)) if role == "user" => Role::User,
        Some(Value::String(role)) if role == "assistant" => Role::Assistant,
        Some(role) => {
            [Role::System, Role::User, Role::Assistant][number(Some(role)).unwrap_or(0).min(2) as usize]
        }
        None => Role::System,
    };
    entry.group = text(take("group"));
    entry.group_override = flag(take("group_override")).unwrap_or(false);
    entry.group_weight = number(take("group_weight")).unwrap_or(100);
    entry.group_scoring = flag(take("use_group_scoring")).unwrap_or(false);
    entry.scan_depth = number(take("scan_depth"));
    entry.case_sensitive = flag(take("case_sensitive")).unwrap_or(entry.case_sensitive);
    entry.whole_words = flag(take("match_whole_words"));
    entry.exclude_recursion = flag(take("exclude_recursion")).unwrap_or(false);
    entry.prevent_recursion = flag(take("prevent_recursion")).unwrap_or(false);
    entry.delay_until_recursion = match take("delay_until_recursion") {
        Some(Value::Bool(waits)) => u32::from(waits),
        level => number(level).unwrap_or(0),
    };
    entry.sticky = number(take("sticky")).unwrap_or(0);
    entry.cooldown = number(take("cooldown")).unwrap_or(0);
    entry.delay = number(take("delay")).unwrap_or(0);
    entry.outlet = text(take("outlet_name"));
}

fn read_filter(entry: &mut Entry, filter: Option<Value>) {
    let filter = object(filter);
    let names: Vec<String> = filter
        .get("names")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    let excludes = flag(filter.get("isExclude").cloned()).unwrap_or(false);
    *if excludes {
        &mut entry.not_for
    } else {
        &mut entry.only_for
    } = names;
}

fn position_of(number: i64) -> Position {
    match number {
        0 => Position::BeforeCharacter,
        1 => Position::AfterCharacter,
        2 => Position::NoteTop,
        3 => Position::NoteBottom,
        4 => Position::AtDepth,
        5 => Position::ExamplesTop,
        6 => Position::ExamplesBottom,
        7 => Position::Outlet,
        _ => Position::Auto,
    }
}

fn number_of(position: Position) -> Option<i64> {
    let number = (0..8).find(|number| position_of(*number) == position);
    number.filter(|_| position != Position::Auto)
}

/// A stand-alone V3 book.
#[must_use]
pub fn export_v3(book: &Book) -> Value {
    let mut data = book.unknown.clone();
    let entries: Vec<Value> = book.entries.iter().map(write_entry).collect();
    let mut put = |name: &str, value: Value| data.insert(name.to_owned(), value);
    put("name", json!(book.name));
    put("description", json!(book.description));
    put("recursive_scanning", json!(book.recursive));
    put("extensions", Value::Object(book.extensions.clone()));
    put("entries", Value::Array(entries));
    if let Some(depth) = book.scan_depth {
        put("scan_depth", json!(depth));
    }
    if let Some(budget) = book.token_budget {
        put("token_budget", json!(budget));
    }
    json!({ "spec": "lorebook_v3", "data": data })
}

fn write_entry(entry: &Entry) -> Value {
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
    if let Some(filter) = filter(entry) {
        extensions.insert("character_filter".to_owned(), filter);
    }
    let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    put(
        "id",
        entry
            .id
            .parse::<u64>()
            .map_or_else(|_| json!(entry.id), |id| json!(id)),
    );
    put("keys", json!(entry.keys));
    put("secondary_keys", json!(entry.secondary_keys));
    put("content", json!(entry.content));
    put("enabled", json!(entry.enabled));
    put("insertion_order", json!(entry.order));
    put("case_sensitive", json!(entry.case_sensitive));
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

/// A world file.
#[must_use]
pub fn export_st(book: &Book) -> Value {
    let mut file = book.unknown.clone();
    let mut entries = Map::new();
    for (number, entry) in book.entries.iter().enumerate() {
        entries.insert(number.to_string(), write_world_entry(number, entry));
    }
    let mut put = |name: &str, value: Value| file.insert(name.to_owned(), value);
    put("entries", Value::Object(entries));
    put("name", json!(book.name));
    put("description", json!(book.description));
    put("extensions", Value::Object(book.extensions.clone()));
    put("recursive_scanning", json!(book.recursive));
    if let Some(depth) = book.scan_depth {
        put("scan_depth", json!(depth));
    }
    if let Some(budget) = book.token_budget {
        put("token_budget", json!(budget));
    }
    Value::Object(file)
}

fn write_world_entry(number: usize, entry: &Entry) -> Value {
    let mut fields = entry.unknown.clone();
    for (name, value) in behaviour(entry) {
        if let Some((_, world)) = NAMES.iter().find(|(own, _)| *own == name) {
            fields.insert((*world).to_owned(), value);
        }
    }
    let mut extensions = entry.extensions.clone();
    // Every such entry has a number, which would be taken for a wish where there was none.
    write_own_position(entry, &mut extensions);
    if !extensions.is_empty() {
        fields.insert("extensions".to_owned(), Value::Object(extensions));
    }
    if let Some(filter) = filter(entry) {
        fields.insert("characterFilter".to_owned(), filter);
    }
    let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    put(
        "uid",
        entry
            .id
            .parse::<u64>()
            .map_or_else(|_| json!(number), |id| json!(id)),
    );
    put("key", json!(entry.keys));
    put("keysecondary", json!(entry.secondary_keys));
    // Such files show one title.
    put(
        "comment",
        json!(if entry.comment.is_empty() {
            &entry.name
        } else {
            &entry.comment
        }),
    );
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
    put(
        "position",
        json!(number_of(entry.position).unwrap_or(if entry.constant { 1 } else { 4 })),
    );
    Value::Object(fields)
}

/// A position that others have no number for.
fn write_own_position(entry: &Entry, extensions: &mut Map<String, Value>) {
    if number_of(entry.position).is_none() {
        extensions.insert(OWN_POSITION.to_owned(), json!(entry.position));
    }
}

/// How an entry behaves, by the names of extensions.
fn behaviour(entry: &Entry) -> Vec<(&'static str, Value)> {
    let logic = match entry.logic {
        KeyLogic::AndAny => 0,
        KeyLogic::NotAll => 1,
        KeyLogic::NotAny => 2,
        KeyLogic::AndAll => 3,
    };
    let role = match entry.role {
        Role::System => 0,
        Role::User => 1,
        Role::Assistant => 2,
    };
    vec![
        ("probability", json!(entry.probability)),
        ("useProbability", json!(true)),
        ("selectiveLogic", json!(logic)),
        ("depth", json!(entry.depth)),
        ("role", json!(role)),
        ("group", json!(entry.group)),
        ("group_override", json!(entry.group_override)),
        ("group_weight", json!(entry.group_weight)),
        ("use_group_scoring", json!(entry.group_scoring)),
        ("scan_depth", json!(entry.scan_depth)),
        ("case_sensitive", json!(entry.case_sensitive)),
        ("match_whole_words", json!(entry.whole_words)),
        ("exclude_recursion", json!(entry.exclude_recursion)),
        ("prevent_recursion", json!(entry.prevent_recursion)),
        ("delay_until_recursion", json!(entry.delay_until_recursion)),
        ("sticky", json!(entry.sticky)),
        ("cooldown", json!(entry.cooldown)),
        ("delay", json!(entry.delay)),
        ("outlet_name", json!(entry.outlet)),
    ]
}

fn filter(entry: &Entry) -> Option<Value> {
    let (excludes, names) = if entry.only_for.is_empty() {
        (true, &entry.not_for)
    } else {
        (false, &entry.only_for)
    };
    (!names.is_empty()).then(|| json!({ "isExclude": excludes, "names": names, "tags": [] }))
}

fn text(value: Option<Value>) -> String {
    match value {
        Some(Value::String(text)) => text.replace('\0', ""),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn integer(value: Option<Value>) -> Option<i64> {
    match value? {
        Value::Number(number) => number
            .as_i64()
            .or_else(|| number.as_f64().map(|number| number as i64)),
        Value::String(text) => text.trim().parse::<f64>().ok().map(|number| number as i64),
        _ => None,
    }
}

fn number(value: Option<Value>) -> Option<u32> {
    integer(value).map(|number| u32::try_from(number.max(0)).unwrap_or(u32::MAX))
}

fn flag(value: Option<Value>) -> Option<bool> {
    match value? {
        Value::Bool(flag) => Some(flag),
        Value::Number(number) => Some(number.as_f64() != Some(0.0)),
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn object(value: Option<Value>) -> Map<String, Value> {
    match value {
        Some(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// Keys as a list, or as one text with commas between them.
fn keys(value: Option<Value>, report: &mut Report) -> Vec<String> {
    let keys: Vec<String> = match value {
        Some(Value::Array(list)) => list.into_iter().map(|key| text(Some(key))).collect(),
        Some(Value::String(list)) => list.split(',').map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let keys: Vec<String> = keys
        .into_iter()
        .map(|key| key.trim().to_owned())
        .filter(|key| !key.is_empty())
        .collect();
    let good: Vec<String> = keys
        .iter()
        .filter(|key| key.len() <= MAX_KEY_BYTES)
        .take(MAX_KEYS)
        .cloned()
        .collect();
    if good.len() < keys.len() {
        report.dropped(
            "entries[].keys",
            format!("keys of more than {MAX_KEY_BYTES} bytes, or beyond the first {MAX_KEYS}"),
        );
    }
    good
}
