//! Expands the macros of texts.

use super::call::{Call, arguments};
use super::chance::{hash, mix};
use super::cut::cut;
use super::syntax::outermost;
use super::tags::replace_tags;
use super::trim::{TRIM, TRIM_END, trim_marked};
use super::values::MacroValues;
use crate::prompt::model::Variables;

/// The most macros of one prompt; further ones stay as text.
pub(super) const MAX_MACROS: u32 = 4_000;
/// The most bytes of one macro's value.
pub(super) const MAX_VALUE_BYTES: usize = 32 << 10;
/// The most bytes of an expanded text; the rest is cut off.
const MAX_TEXT_BYTES: usize = 512 << 10;
/// The most bytes that expanding the texts of one prompt, or scanning its lorebooks, may read and write;
/// macros beyond that stay as text.
const MAX_WORK_BYTES: usize = 32 << 20;
/// The cost of a macro in these bytes, besides its text.
const MACRO_WORK_BYTES: usize = 256;
/// How deep macros may be nested; deeper ones stay as text.
const MAX_NESTING: usize = 24;
/// How often a field may refer to a field that refers to another.
const MAX_FIELDS: usize = 4;

/// The purpose of expanding a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::prompt) enum Purpose {
    /// For the model.
    Prompt,
    /// For scanning lorebook keys: hidden keys show, and nothing is stored.
    Scan,
}

/// Expands texts one after another, and collects the story's variables.
pub(in crate::prompt) struct Expander<'a> {
    pub(super) values: &'a MacroValues<'a>,
    pub(super) variables: Variables,
    /// What `{{original}}` stands for, while an override is expanded.
    pub(super) original: Option<String>,
    pub(super) purpose: Purpose,
    draws: u64,
    pub(super) left: u32,
    /// Bytes that may still be read and written.
    work: usize,
}

/// The text that is being expanded.
struct SourceText {
    hash: u64,
    fields: usize,
}

/// The position of a macro.
struct Site<'t> {
    /// The text between its braces.
    inner: &'t str,
    /// Where that text begins in its source.
    at: usize,
    nesting: usize,
    source: &'t SourceText,
}

impl Site<'_> {
    /// Where a part of that text begins in the source.
    fn place(&self, part: &str) -> usize {
        self.at
            + (part.as_ptr() as usize)
                .wrapping_sub(self.inner.as_ptr() as usize)
                .min(self.inner.len())
    }
}

impl<'a> Expander<'a> {
    pub(in crate::prompt) fn new(
        values: &'a MacroValues<'a>,
        variables: Variables,
        purpose: Purpose,
    ) -> Self {
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

    /// The variables after expanding.
    pub(in crate::prompt) fn into_variables(self) -> Variables {
        self.variables
    }

    /// The text with its macros expanded.
    pub(in crate::prompt) fn expand(&mut self, text: &str) -> String {
        if !text.contains("{{") && !text.contains('<') {
            return text.to_owned();
        }
        let clean: String = text.chars().filter(|c| !matches!(*c, TRIM | TRIM_END)).collect();
        let expanded = self.expand_field(&clean, 0);
        trim_marked(expanded)
    }

    /// The same for one of many independent texts: each may use all macros, and draws random numbers as if it
    /// were the first. `None` once the work for all of them is used up.
    pub(in crate::prompt) fn expand_alone(&mut self, text: &str) -> Option<String> {
        (self.draws, self.left) = (0, MAX_MACROS);
        let expanded = self.expand(text);
        (self.work > 0).then_some(expanded)
    }

    /// The same for a text that replaces another one.
    pub(in crate::prompt) fn expand_override(&mut self, text: &str, original: &str) -> String {
        self.original = Some(original.to_owned());
        let expanded = self.expand(text);
        self.original = None;
        expanded
    }

    fn expand_field(&mut self, text: &str, fields: usize) -> String {
        let source = SourceText {
            hash: hash(text),
            fields,
        };
        self.expand_part(text, 0, 0, &source)
    }

    /// `at`: where this part begins in its source, which makes `{{pick}}` stable.
    fn expand_part(&mut self, text: &str, at: usize, nesting: usize, source: &SourceText) -> String {
        self.work = self.work.saturating_sub(text.len());
        let pairs = if nesting < MAX_NESTING {
            outermost(text)
        } else {
            Vec::new()
        };
        let mut done = String::with_capacity(text.len());
        let mut from = 0;
        for (open, close) in pairs {
            done.push_str(&replace_tags(self.values, &text[from..open]));
            done.push_str(&self.one(&Site {
                inner: &text[open + 2..close],
                at: at + open + 2,
                nesting,
                source,
            }));
            from = close + 2;
            if done.len() > MAX_TEXT_BYTES {
                cut(&mut done, MAX_TEXT_BYTES);
                return done;
            }
        }
        done.push_str(&replace_tags(self.values, &text[from..]));
        done
    }

    fn one(&mut self, site: &Site<'_>) -> String {
        self.work = self.work.saturating_sub(MACRO_WORK_BYTES);
        let inner = site.inner;
        if self.left == 0 || self.work == 0 {
            return format!("{{{{{inner}}}}}");
        }
        self.left -= 1;
        let call = Call::read(inner);
        let value = call.and_then(|call| self.evaluate(&call, site));
        match value {
            Some(mut value) => {
                cut(&mut value, MAX_VALUE_BYTES);
                self.work = self.work.saturating_sub(value.len());
                value
            }
            None => format!("{{{{{}}}}}", self.expand_within(inner, site)),
        }
    }

    /// The value of a macro; `None` if there is no such macro.
    fn evaluate(&mut self, call: &Call<'_>, site: &Site<'_>) -> Option<String> {
        let name = call.name.to_ascii_lowercase();
        // Comments are for authors and readers, not for the model; nothing in them is expanded.
        if matches!(name.as_str(), "//" | "comment") {
            return Some(String::new());
        }
        if call.args.is_empty() {
            if let Some(template) = self.field(&name) {
                // A field that refers to itself, directly or through others, ends as an empty text.
                return Some(if site.source.fields < MAX_FIELDS {
                    self.expand_field(&template, site.source.fields + 1)
                } else {
                    String::new()
                });
            }
            if let Some(value) = self.plain(&name) {
                return Some(value);
            }
        }
        if matches!(name.as_str(), "random" | "pick") {
            return Some(self.choose(&name, call, site));
        }
        if !arguments(&name).contains(&call.args.len()) {
            return None;
        }
        let mut args: Vec<String> = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push(self.expand_within(arg, site));
        }
        self.call(&name, &args)
    }

    /// One of the arguments: random, or always the same at this position of this text.
    fn choose(&mut self, name: &str, call: &Call<'_>, site: &Site<'_>) -> String {
        let choices = call.choices();
        let number = match name {
            "random" => self.draw(),
            _ => mix(hash(self.values.chat) ^ site.source.hash.rotate_left(17) ^ mix(site.at as u64)),
        };
        // All of them are expanded, in the order of the text, as everywhere.
        let mut expanded: Vec<String> = Vec::with_capacity(choices.len());
        for choice in &choices {
            let text = self.expand_within(choice, site);
            expanded.push(text.trim().replace("\\,", ","));
        }
        if expanded.is_empty() {
            return String::new();
        }
        expanded.swap_remove((number % choices.len() as u64) as usize)
    }

    /// A part of a macro's text with its macros expanded.
    fn expand_within(&mut self, part: &str, site: &Site<'_>) -> String {
        self.expand_part(part, site.place(part), site.nesting + 1, site.source)
    }

    /// The next random number of this prompt.
    pub(super) fn draw(&mut self) -> u64 {
        self.draws += 1;
        mix(self.values.seed ^ mix(self.draws))
    }
}
