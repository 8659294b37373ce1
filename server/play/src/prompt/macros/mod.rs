//! Macros: `{{…}}` in what authors and players write (reference 3.7).
//!
//! A macro's name and the cuts between its arguments are read from the text as its author wrote it, never
//! from what another macro gave: so nothing that a model wrote, and that comes in by `{{lastMessage}}`, can
//! become a macro. What is unknown stays as it is, its inside expanded. Everything is bounded: macros, the
//! length of their values, nesting, variables.

mod chance;
mod clock;
#[cfg(test)]
mod tests;
mod values;

pub(super) use chance::{hash, mix};
pub(super) use values::Values;

use std::collections::BTreeMap;

use super::model::Variables;

/// Macros of one prompt; more stay as text.
const MAX_MACROS: u32 = 4_000;
/// Bytes of one macro's value.
const MAX_VALUE_BYTES: usize = 32 << 10;
/// Bytes of a text with everything expanded; the rest of it is cut off.
const MAX_TEXT_BYTES: usize = 512 << 10;
/// Bytes that are read and written while one prompt's texts are expanded, or its lorebooks are searched;
/// macros that need more stay as text.
const MAX_WORK_BYTES: usize = 32 << 20;
/// What a macro counts for in these, beside its text.
const MACRO_WORK_BYTES: usize = 256;
/// How deep macros may stand within macros; deeper ones stay as text.
const MAX_NESTING: usize = 24;
/// How often a field may name a field that names a field.
const MAX_FIELDS: usize = 4;
/// Variables of each kind that a story may have.
const MAX_VARIABLES: usize = 200;
/// Bytes of a variable's name.
const MAX_VARIABLE_NAME_BYTES: usize = 100;
/// Bytes of a variable's value.
const MAX_VARIABLE_BYTES: usize = 4 << 10;
/// The longest of the forms in angle brackets, with its brackets.
const MAX_TAG_BYTES: usize = 16;
/// Marks that `{{trim}}` and `{{/trim}}` leave until the text is whole. No text from outside keeps them.
const TRIM: char = '\u{10fffd}';
const TRIM_END: char = '\u{10fffc}';

/// For whom a text is expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// For the model.
    Prompt,
    /// For finding lorebook keys: hidden keys show, and nothing is stored.
    Scan,
}

/// Expands texts one after another, keeping the story's variables.
pub(super) struct Expander<'a> {
    values: &'a Values<'a>,
    variables: Variables,
    /// What `{{original}}` stands for, while an override is expanded.
    original: Option<String>,
    purpose: Purpose,
    draws: u64,
    left: u32,
    /// Bytes that may still be read and written.
    work: usize,
}

impl<'a> Expander<'a> {
    pub(super) fn new(values: &'a Values<'a>, variables: Variables, purpose: Purpose) -> Self {
        Self {
            values,
            variables,
            original: None,
            purpose,
            draws: 0,
            left: MAX_MACROS,
            work: MAX_WORK_BYTES,
        }
    }

    /// The variables as they are now.
    pub(super) fn into_variables(self) -> Variables {
        self.variables
    }

    /// The text with its macros expanded.
    pub(super) fn expand(&mut self, text: &str) -> String {
        if !text.contains("{{") && !text.contains('<') {
            return text.to_owned();
        }
        let clean: String = text.chars().filter(|c| !matches!(*c, TRIM | TRIM_END)).collect();
        let expanded = self.expand_field(&clean, 0);
        trim_marked(expanded)
    }

    /// The same for one of many texts that know nothing of each other: each has all macros, and draws as if
    /// it were the first. None where the work for all of them is used up.
    pub(super) fn expand_alone(&mut self, text: &str) -> Option<String> {
        (self.draws, self.left) = (0, MAX_MACROS);
        let expanded = self.expand(text);
        (self.work > 0).then_some(expanded)
    }

    /// The same for a text that replaces another one.
    pub(super) fn expand_override(&mut self, text: &str, original: &str) -> String {
        self.original = Some(original.to_owned());
        let expanded = self.expand(text);
        self.original = None;
        expanded
    }

    fn expand_field(&mut self, text: &str, fields: usize) -> String {
        let source = Source {
            hash: hash(text),
            fields,
        };
        self.expand_part(text, 0, 0, &source)
    }

    /// `at`: where this part begins in its source, by which `{{pick}}` knows its place.
    fn expand_part(&mut self, text: &str, at: usize, nesting: usize, source: &Source) -> String {
        self.work = self.work.saturating_sub(text.len());
        let pairs = if nesting < MAX_NESTING {
            outermost(text)
        } else {
            Vec::new()
        };
        let mut done = String::with_capacity(text.len());
        let mut from = 0;
        for (open, close) in pairs {
            done.push_str(&self.replace_tags(&text[from..open]));
            let inner = &text[open + 2..close];
            done.push_str(&self.one(inner, at + open + 2, nesting, source));
            from = close + 2;
            if done.len() > MAX_TEXT_BYTES {
                cut(&mut done, MAX_TEXT_BYTES);
                return done;
            }
        }
        done.push_str(&self.replace_tags(&text[from..]));
        done
    }

    fn one(&mut self, inner: &str, at: usize, nesting: usize, source: &Source) -> String {
        self.work = self.work.saturating_sub(MACRO_WORK_BYTES);
        if self.left == 0 || self.work == 0 {
            return format!("{{{{{inner}}}}}");
        }
        self.left -= 1;
        let call = Call::read(inner);
        let value = call.and_then(|call| self.evaluate(&call, inner, at, nesting, source));
        match value {
            Some(mut value) => {
                cut(&mut value, MAX_VALUE_BYTES);
                self.work = self.work.saturating_sub(value.len());
                value
            }
            None => format!("{{{{{}}}}}", self.expand_part(inner, at, nesting + 1, source)),
        }
    }

    /// None: not a macro of ours.
    fn evaluate(
        &mut self,
        call: &Call<'_>,
        inner: &str,
        at: usize,
        nesting: usize,
        source: &Source,
    ) -> Option<String> {
        let name = call.name.to_ascii_lowercase();
        // A note to oneself, and a note to the reader: neither is for the model, and nothing in them is done.
        if matches!(name.as_str(), "//" | "comment") {
            return Some(String::new());
        }
        if call.args.is_empty() {
            if let Some(template) = self.field(&name) {
                // A field that names itself, directly or by others, ends as nothing.
                return Some(if source.fields < MAX_FIELDS {
                    self.expand_field(&template, source.fields + 1)
                } else {
                    String::new()
                });
            }
            if let Some(value) = self.plain(&name) {
                return Some(value);
            }
        }
        if matches!(name.as_str(), "random" | "pick") {
            let choices = call.choices();
            let number = match name.as_str() {
                "random" => self.draw(),
                _ => mix(hash(self.values.chat) ^ source.hash.rotate_left(17) ^ mix(at as u64)),
            };
            // All are expanded, in the order of the text, as everything is.
            let place = |part: &str| {
                at + (part.as_ptr() as usize)
                    .wrapping_sub(inner.as_ptr() as usize)
                    .min(inner.len())
            };
            let mut expanded: Vec<String> = Vec::with_capacity(choices.len());
            for choice in &choices {
                let text = self.expand_part(choice, place(choice), nesting + 1, source);
                expanded.push(text.trim().replace("\\,", ","));
            }
            let picked = (!expanded.is_empty())
                .then(|| expanded.swap_remove((number % choices.len() as u64) as usize));
            return Some(picked.unwrap_or_default());
        }
        if !arguments(&name).contains(&call.args.len()) {
            return None;
        }
        let place = |part: &str| {
            at + (part.as_ptr() as usize)
                .wrapping_sub(inner.as_ptr() as usize)
                .min(inner.len())
        };
        let mut args: Vec<String> = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push(self.expand_part(arg, place(arg), nesting + 1, source));
        }
        self.call(&name, &args)
    }

    /// What an author wrote and what may itself hold macros.
    fn field(&self, name: &str) -> Option<String> {
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

    /// What is only itself.
    fn plain(&mut self, name: &str) -> Option<String> {
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

    fn call(&mut self, name: &str, args: &[String]) -> Option<String> {
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
                let sum = sum(self.get(name, first?), value.trim());
                self.set(name, first?, sum)
            }
            ("incvar" | "incglobalvar" | "decvar" | "decglobalvar", [_]) => {
                let next = sum(
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

    /// Stores a value, and is nothing itself.
    fn set(&mut self, macro_name: &str, name: &str, value: String) -> String {
        if self.purpose == Purpose::Prompt {
            let store = if macro_name.contains("global") {
                &mut self.variables.global
            } else {
                &mut self.variables.local
            };
            keep(store, name, value);
        }
        String::new()
    }

    /// The next number of this prompt's chance.
    fn draw(&mut self) -> u64 {
        self.draws += 1;
        mix(self.values.seed ^ mix(self.draws))
    }

    /// The forms from before there were braces.
    fn replace_tags(&self, text: &str) -> String {
        if !text.contains('<') {
            return text.to_owned();
        }
        let mut done = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('<') {
            done.push_str(&rest[..at]);
            rest = &rest[at..];
            let tag = rest
                .bytes()
                .take(MAX_TAG_BYTES)
                .position(|byte| byte == b'>')
                .map(|end| &rest[1..end]);
            let value = tag.and_then(|tag| match tag.to_ascii_uppercase().as_str() {
                "USER" => Some(self.values.user.to_owned()),
                "BOT" | "CHAR" => Some(self.values.char.to_owned()),
                "GROUP" => Some(self.values.group(true)),
                "CHARIFNOTGROUP" => Some(self.values.char_if_not_group()),
                _ => None,
            });
            match (value, tag) {
                (Some(value), Some(tag)) => {
                    done.push_str(&value);
                    rest = &rest[tag.len() + 2..];
                }
                _ => {
                    done.push('<');
                    rest = &rest[1..];
                }
            }
        }
        done.push_str(rest);
        done
    }
}

/// Names only: `{{char}}`, `{{user}}` and their older forms. For messages of the story, of which nothing else
/// is ever expanded.
pub(super) fn names_only(text: &str, char: &str, user: &str) -> String {
    if !text.contains("{{") && !text.contains('<') {
        return text.to_owned();
    }
    let mut done = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '<']) {
        done.push_str(&rest[..at]);
        rest = &rest[at..];
        const FORMS: [(&str, bool); 5] = [
            ("{{char}}", true),
            ("{{user}}", false),
            ("<BOT>", true),
            ("<CHAR>", true),
            ("<USER>", false),
        ];
        let form = FORMS.into_iter().find(|(form, _)| {
            rest.get(..form.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(form))
        });
        match form {
            Some((form, is_char)) => {
                done.push_str(if is_char { char } else { user });
                rest = &rest[form.len()..];
            }
            None => {
                done.push_str(&rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    done.push_str(rest);
    done
}

/// The text that is being expanded.
struct Source {
    hash: u64,
    fields: usize,
}

/// A macro as written: its name and its arguments, nothing in them expanded.
struct Call<'a> {
    name: &'a str,
    args: Vec<&'a str>,
}

impl<'a> Call<'a> {
    fn read(inner: &'a str) -> Option<Self> {
        let text = inner.trim_start();
        if let Some(note) = text.strip_prefix("//") {
            return Some(Self {
                name: "//",
                args: vec![note],
            });
        }
        let is_utc = text
            .get(..8)
            .is_some_and(|start| start.eq_ignore_ascii_case("time_utc"));
        let belongs = |(at, c): (usize, char)| {
            c.is_ascii_alphanumeric()
                || c == '_'
                || (at == 0 && c == '/')
                || (is_utc && at >= 8 && matches!(c, '+' | '-' | ':'))
        };
        let end = text
            .char_indices()
            .find(|found| !belongs(*found))
            .map_or(text.len(), |(at, _)| at);
        let (name, rest) = text.split_at(end);
        if name.is_empty() {
            return None;
        }
        let trimmed = rest.trim_start();
        let args = if let Some(list) = trimmed.strip_prefix("::") {
            split(list, "::")
        } else if let Some(one) = trimmed.strip_prefix(':') {
            vec![one]
        } else if trimmed.is_empty() {
            Vec::new()
        } else if trimmed.len() < rest.len() {
            vec![trimmed.trim_end()]
        } else {
            return None;
        };
        Some(Self { name, args })
    }

    /// The arguments as a list to choose from: several, or one that commas separate.
    fn choices(&self) -> Vec<&'a str> {
        match self.args.as_slice() {
            [one] => split(one, ","),
            args => args.to_vec(),
        }
    }
}

/// How many arguments a macro takes; none for what is not a macro of ours.
fn arguments(name: &str) -> std::ops::Range<usize> {
    match name {
        "hidden_key" | "reverse" | "roll" | "newline" | "datetimeformat" | "outlet" => 1..2,
        "getvar" | "incvar" | "decvar" | "getglobalvar" | "incglobalvar" | "decglobalvar" => 1..2,
        "timediff" | "setvar" | "addvar" | "setglobalvar" | "addglobalvar" => 2..3,
        _ => 0..0,
    }
}

/// The outermost pairs of double braces in a text, as the places of their first bytes. An opening that is
/// never closed is text, and so is a single brace beside a macro.
fn outermost(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut open: Vec<usize> = Vec::new();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        let run = if matches!(byte, b'{' | b'}') {
            bytes[at..].iter().take_while(|other| **other == byte).count()
        } else {
            1
        };
        match byte {
            b'{' => open.extend((0..run / 2).map(|number| at + run % 2 + 2 * number)),
            b'}' => {
                for number in 0..run / 2 {
                    let Some(start) = open.pop() else { break };
                    let close = at + 2 * number;
                    // What lies within the new pair is not outermost any more.
                    while pairs.last().is_some_and(|(inside, _)| *inside > start) {
                        pairs.pop();
                    }
                    pairs.push((start, close));
                }
            }
            _ => {}
        }
        at += run;
    }
    pairs
}

/// Cuts at a separator, but never within double braces, nor where a backslash stands before it.
fn split<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let pairs = outermost(text);
    let mut pair = 0;
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, _) in text.match_indices(separator) {
        // Pairs and separators both come in the order of the text.
        while pairs.get(pair).is_some_and(|(_, close)| close + 2 <= at) {
            pair += 1;
        }
        let inside = pairs.get(pair).is_some_and(|(open, _)| *open <= at);
        if at < from || inside || text[..at].ends_with('\\') {
            continue;
        }
        parts.push(&text[from..at]);
        from = at + separator.len();
    }
    parts.push(&text[from..]);
    parts
}

/// The sum of two numbers, or the two texts one after the other.
fn sum(a: &str, b: &str) -> String {
    let a_number = if a.is_empty() {
        Some(0.0)
    } else {
        a.parse::<f64>().ok()
    };
    match (a_number, b.parse::<f64>().ok()) {
        (Some(a), Some(b)) if (a + b).is_finite() => (a + b).to_string(),
        _ => format!("{a}{b}"),
    }
}

/// Takes out the marks of `{{trim}}` with the empty lines around them, and trims what stands between a pair
/// of them.
fn trim_marked(mut text: String) -> String {
    while let Some(end) = text.find(TRIM_END) {
        let start = text[..end].rfind(TRIM);
        let inside = start
            .map(|start| text[start + TRIM.len_utf8()..end].trim().to_owned())
            .unwrap_or_default();
        text.replace_range(start.unwrap_or(end)..end + TRIM_END.len_utf8(), &inside);
    }
    if !text.contains(TRIM) {
        return text;
    }
    let is_break = |c: char| c == '\n' || c == '\r';
    let parts: Vec<&str> = text.split(TRIM).collect();
    let last = parts.len() - 1;
    let mut done = String::with_capacity(text.len());
    for (number, part) in parts.into_iter().enumerate() {
        let part = if number > 0 {
            part.trim_start_matches(is_break)
        } else {
            part
        };
        done.push_str(if number < last {
            part.trim_end_matches(is_break)
        } else {
            part
        });
    }
    done
}

/// Shortens a text to so many bytes, never within a character.
/// Stores a variable, cut where it is too long; not where it is one too many or its name is too long.
fn keep(store: &mut BTreeMap<String, String>, name: &str, mut value: String) {
    if (store.len() < MAX_VARIABLES || store.contains_key(name)) && name.len() <= MAX_VARIABLE_NAME_BYTES {
        cut(&mut value, MAX_VARIABLE_BYTES);
        store.insert(name.to_owned(), value);
    }
}

impl Variables {
    /// As many of these as macros could have stored.
    #[must_use]
    pub fn within_bounds(self) -> Self {
        let bounded = |all: BTreeMap<String, String>| {
            let mut kept = BTreeMap::new();
            all.into_iter()
                .for_each(|(name, value)| keep(&mut kept, &name, value));
            kept
        };
        Self {
            local: bounded(self.local),
            global: bounded(self.global),
        }
    }

    /// Whether nothing was stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.local.is_empty() && self.global.is_empty()
    }
}

fn cut(text: &mut String, bytes: usize) {
    if text.len() > bytes {
        let end = (0..=bytes)
            .rev()
            .find(|end| text.is_char_boundary(*end))
            .unwrap_or(0);
        text.truncate(end);
    }
}
