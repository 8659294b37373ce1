//! The value of each macro.

use super::chance;
use super::clock;
use super::expander::{Expander, Purpose};
use super::trim::{TRIM, TRIM_END};
use super::variables::{add, set_variable};

impl Expander<'_> {
    /// A text of a person, which may contain macros itself.
    pub(super) fn field(&self, name: &str) -> Option<String> {
        let values = self.values;
        let text = match name {
            "persona" => values.persona,
            "description" => values.description,
            "personality" => values.personality,
            "scenario" => values.scenario,
            "mesexamples" | "mesexamplesraw" => values.examples,
            "charversion" | "char_version" => values.char_version,
            "charprompt" => values.char_prompt,
            "charjailbreak" | "charinstruction" => values.char_jailbreak,
            "authorsnote" | "charauthorsnote" => values.authors_note,
            "original" => return Some(self.original.clone().unwrap_or_default()),
            _ => return None,
        };
        Some(text.to_owned())
    }

    /// A value without arguments, which contains no macros.
    pub(super) fn plain(&mut self, name: &str) -> Option<String> {
        let values = self.values;
        if let Some(offset) = name.strip_prefix("time_utc") {
            return clock::offset_hours(offset).map(|hours| clock::time_at(values.now, hours));
        }
        let text = match name {
            "char" => values.char.to_owned(),
            "user" => values.user.to_owned(),
            "charifnotgroup" => values.char_if_not_group(),
            "group" => values.group(true),
            "groupnotmuted" => values.group(false),
            "summary" => values.summary.to_owned(),
            "lastmessage" => values.last_message.to_owned(),
            "lastusermessage" => values.last_user_message.to_owned(),
            "lastcharmessage" => values.last_char_message.to_owned(),
            "lastmessageid" => values
                .last_message_index
                .map(|index| index.to_string())
                .unwrap_or_default(),
            "currentswipeid" => values.alternative.number.to_string(),
            "lastswipeid" => values.alternative.of.to_string(),
            "lastgenerationtype" => values.generation_type.to_owned(),
            "model" => values.model.to_owned(),
            "maxprompt" | "maxprompttokens" => values.max_prompt.to_string(),
            "input" => values.input.to_owned(),
            "time" | "date" | "weekday" | "isotime" | "isodate" => clock::named(name, &values.zoned()),
            "idle_duration" | "idleduration" => values
                .idle_millis
                .map(clock::humanise)
                .unwrap_or_else(|| "just now".to_owned()),
            "newline" => "\n".to_owned(),
            "noop" => String::new(),
            "trim" => TRIM.to_string(),
            "/trim" => TRIM_END.to_string(),
            _ => return None,
        };
        Some(text)
    }

    /// The value of a macro with these arguments.
    pub(super) fn call(&mut self, name: &str, args: &[String]) -> Option<String> {
        let first = args.first().map(|arg| arg.trim());
        let text = match (name, args) {
            ("hidden_key", [key]) => match self.purpose {
                Purpose::Scan => key.trim().to_owned(),
                Purpose::Prompt => String::new(),
            },
            ("reverse", [text]) => text.chars().rev().collect(),
            ("roll", [formula]) => chance::roll(formula.trim(), || self.draw()).unwrap_or_default(),
            ("newline", [count]) => "\n".repeat(count.trim().parse::<usize>().unwrap_or(1).min(20)),
            ("datetimeformat", [format]) => clock::format(&self.values.zoned(), format.trim()),
            ("timediff", [a, b]) => clock::difference(a.trim(), b.trim(), &self.values.zoned()),
            ("outlet", [_]) => self.values.outlet(first?),
            ("getvar", [_]) => self.variables.local.get(first?).cloned().unwrap_or_default(),
            ("getglobalvar", [_]) => self.variables.global.get(first?).cloned().unwrap_or_default(),
            ("setvar" | "setglobalvar", [_, value]) => self.set(name, first?, value.trim().to_owned()),
            ("addvar" | "addglobalvar", [_, value]) => {
                let sum = add(self.get(name, first?), value.trim());
                self.set(name, first?, sum)
            }
            ("incvar" | "incglobalvar" | "decvar" | "decglobalvar", [_]) => {
                let next = add(
                    self.get(name, first?),
                    if name.starts_with("inc") { "1" } else { "-1" },
                );
                self.set(name, first?, next.clone());
                next
            }
            _ => return None,
        };
        Some(text)
    }

    fn get(&self, macro_name: &str, name: &str) -> &str {
        let store = if macro_name.contains("global") {
            &self.variables.global
        } else {
            &self.variables.local
        };
        store.get(name).map_or("", String::as_str)
    }

    /// Stores a value; its own value is empty.
    fn set(&mut self, macro_name: &str, name: &str, value: String) -> String {
        if self.purpose == Purpose::Prompt {
            let store = if macro_name.contains("global") {
                &mut self.variables.global
            } else {
                &mut self.variables.local
            };
            set_variable(store, name, value);
        }
        String::new()
    }
}
