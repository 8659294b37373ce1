//! Parses a macro into its name and its arguments.

use super::syntax::split;

/// A parsed macro: its name and its arguments, not yet expanded.
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) args: Vec<&'a str>,
}

impl<'a> Call<'a> {
    pub(super) fn read(inner: &'a str) -> Option<Self> {
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

    /// The arguments as a list to choose from: several, or one with commas.
    pub(super) fn choices(&self) -> Vec<&'a str> {
        match self.args.as_slice() {
            [one] => split(one, ","),
            args => args.to_vec(),
        }
    }
}

/// How many arguments a macro takes; an empty range if there is no such macro.
pub(super) fn arguments(name: &str) -> std::ops::Range<usize> {
    match name {
        "hidden_key" | "reverse" | "roll" | "newline" | "datetimeformat" | "outlet" => 1..2,
        "getvar" | "incvar" | "decvar" | "getglobalvar" | "incglobalvar" | "decglobalvar" => 1..2,
        "timediff" | "setvar" | "addvar" | "setglobalvar" | "addglobalvar" => 2..3,
        _ => 0..0,
    }
}
