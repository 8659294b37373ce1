//! Reads the fields of a card tolerantly and reports what became of each.

use std::collections::HashMap;

use serde_json::{Map, Number, Value};

use super::report::CardReport;
use crate::authoring::rules::fits;

/// Fields that are taken out one by one.
pub(super) struct Fields {
    map: Map<String, Value>,
    /// What stands before their names in the card.
    prefix: String,
    /// Names that are spelled otherwise in the card.
    spelled: HashMap<&'static str, String>,
}

impl Fields {
    pub(super) fn new(prefix: impl Into<String>, map: Map<String, Value>) -> Self {
        Self {
            map,
            prefix: prefix.into(),
            spelled: HashMap::new(),
        }
    }

    /// Renames a field that has another name in this form of card. A field that stands there under its usual
    /// name counts first.
    pub(super) fn rename(&mut self, from: &str, to: &'static str) {
        if self.has(to) || !self.map.contains_key(from) {
            return;
        }
        if let Some(value) = self.map.shift_remove(from) {
            self.map.insert(to.to_owned(), value);
            self.spelled.insert(to, format!("{}{from}", self.prefix));
        }
    }

    /// Adds a field that stands elsewhere in the card.
    pub(super) fn adopt(&mut self, name: &'static str, value: Value, path: String) {
        self.map.insert(name.to_owned(), value);
        self.spelled.insert(name, path);
    }

    /// Whether the field is there and not null.
    pub(super) fn has(&self, name: &str) -> bool {
        self.map.get(name).is_some_and(|value| !value.is_null())
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.map.get(name)
    }

    /// Its path in the card.
    pub(super) fn path(&self, name: &str) -> String {
        let spelled = self.spelled.get(name);
        spelled.map_or_else(|| format!("{}{name}", self.prefix), Clone::clone)
    }

    /// Takes a field out; null counts as missing.
    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.map.shift_remove(name).filter(|value| !value.is_null())
    }

    /// The names of what was not taken out.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.map.keys().map(String::as_str)
    }

    /// What was not taken out.
    pub(super) fn rest(self) -> Map<String, Value> {
        self.map
    }

    /// Takes a text of at most this many characters; empty if there is none. `note` says where it went.
    pub(super) fn text(
        &mut self,
        name: &str,
        max_chars: usize,
        note: &str,
        report: &mut CardReport,
    ) -> String {
        let Some(value) = self.take(name) else {
            return String::new();
        };
        let path = self.path(name);
        match text_of(&value) {
            Some(text) if text.is_empty() => text,
            Some(text) if !fits(&text, max_chars) => {
                report.changed(&path, too_long(max_chars));
                cut(&text, max_chars)
            }
            Some(text) => {
                if value.is_string() {
                    report.taken(&path, note);
                } else {
                    report.changed(&path, format!("It was not a text. {note}"));
                }
                text
            }
            None => {
                report.refused(&path, "Left out: it is not a text.");
                String::new()
            }
        }
    }

    /// Takes a list of texts, or one text.
    pub(super) fn texts(&mut self, name: &str, report: &mut CardReport) -> Texts {
        let Some(value) = self.take(name) else {
            return Texts::default();
        };
        let path = self.path(name);
        match value {
            Value::Array(list) => {
                let mut read = Texts::default();
                for value in list {
                    match text_of(&value) {
                        Some(text) => {
                            read.is_changed |= !value.is_string();
                            read.list.push(text);
                        }
                        None if value.is_null() => read.is_changed = true,
                        None => report.refused(&path, "Left out: an item of the list that is not a text."),
                    }
                }
                read
            }
            value => match text_of(&value) {
                Some(text) => Texts {
                    list: vec![text],
                    is_changed: true,
                    is_single: true,
                },
                None => {
                    report.refused(&path, "Left out: it is not a list of texts.");
                    Texts::default()
                }
            },
        }
    }

    /// Takes an object; reports anything else.
    pub(super) fn object(&mut self, name: &str, report: &mut CardReport) -> Map<String, Value> {
        match self.take(name) {
            Some(Value::Object(map)) => map,
            None => Map::new(),
            Some(_) => {
                report.refused(&self.path(name), "Left out: it is not an object with fields.");
                Map::new()
            }
        }
    }

    /// Takes a number, also one that is spelled as a text; the flag says so.
    pub(super) fn number(&mut self, name: &str, report: &mut CardReport) -> Option<(f64, bool)> {
        let value = self.take(name)?;
        let read = match &value {
            Value::Number(number) => number.as_f64().map(|number| (number, false)),
            Value::String(text) => text.trim().parse().ok().map(|number| (number, true)),
            _ => None,
        };
        let read = read.filter(|(number, _)| number.is_finite());
        if read.is_none() {
            report.refused(&self.path(name), "Left out: it is not a number.");
        }
        read
    }
}

/// A list of texts as it was read.
#[derive(Default)]
pub(super) struct Texts {
    pub(super) list: Vec<String>,
    /// Whether the card says it in another form.
    pub(super) is_changed: bool,
    /// Whether the card has one text instead of a list.
    pub(super) is_single: bool,
}

/// A text, or a number as a text.
pub(super) fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The beginning of a text.
pub(super) fn cut(text: &str, max_chars: usize) -> String {
    text.chars().take(max_chars).collect()
}

/// What is said of a text that was cut.
pub(super) fn too_long(max_chars: usize) -> String {
    format!("It was longer than {max_chars} characters. The rest was left out.")
}

/// A number as JSON: whole ones without a point, as cards write them.
pub(super) fn number_value(number: f64) -> Value {
    let whole = number as i64;
    if whole as f64 == number {
        return Value::from(whole);
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}
