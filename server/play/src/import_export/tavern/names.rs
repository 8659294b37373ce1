//! The speakers of a chat.

use std::collections::HashSet;

use platform::web::Report;
use serde_json::{Map, Value};

use crate::import_export::draft::same_name;
use crate::import_export::json::{boolean, string};

/// The placeholder for names in newer files.
const NO_NAME: &str = "unused";

/// The speakers of a chat.
pub(super) struct Names {
    pub(super) user: String,
    pub(super) character: String,
    /// The speakers of messages that are not system messages, in lower case.
    speakers: HashSet<String>,
}

impl Names {
    /// The names in the header, else those of the first speakers.
    pub(super) fn of(header: &Map<String, Value>, lines: &[Map<String, Value>], report: &mut Report) -> Self {
        let named = |field: &str| {
            string(header, field)
                .filter(|name| !name.eq_ignore_ascii_case(NO_NAME))
                .map(str::to_owned)
        };
        let first = |user: bool| {
            let mut said = lines
                .iter()
                .filter(|line| is_user(line) == user && !is_system(line));
            said.find_map(|line| string(line, "name")).map(str::to_owned)
        };
        let (named_character, named_user) = (named("character_name"), named("user_name"));
        let is_named = (named_character.is_some(), named_user.is_some());
        let character = named_character.or_else(|| first(false));
        let user = named_user.or_else(|| first(true));
        report_character(character.as_deref(), is_named.0, report);
        report_user(user.as_deref(), is_named.1, report);
        let speakers = lines
            .iter()
            .filter(|line| !is_user(line) && !is_system(line))
            .filter_map(|line| string(line, "name"))
            .map(str::to_lowercase)
            .collect();
        Self {
            user: user.unwrap_or_else(|| "You".to_owned()),
            character: character.unwrap_or_else(|| "Character".to_owned()),
            speakers,
        }
    }

    pub(super) fn is_speaker(&self, name: &str) -> bool {
        same_name(name, &self.character) || self.speakers.contains(&name.to_lowercase())
    }
}

fn is_user(line: &Map<String, Value>) -> bool {
    boolean(line.get("is_user")).unwrap_or(false)
}

fn is_system(line: &Map<String, Value>) -> bool {
    boolean(line.get("is_system")).unwrap_or(false)
}

fn report_character(name: Option<&str>, is_named: bool, report: &mut Report) {
    match name {
        Some(_) if is_named => report.kept("character_name", "The first character in the cast."),
        Some(name) => report.changed(
            "character_name",
            format!("The file doesn’t name the character, so we used the first speaker, {name}."),
        ),
        None => report.asked(
            "character_name",
            "Nobody in the file has a name, so the character is called “Character” until you rename it.",
        ),
    }
}

fn report_user(name: Option<&str>, is_named: bool, report: &mut Report) {
    match name {
        Some(_) if is_named => report.kept("user_name", "Your messages carry it."),
        Some(_) => report.changed(
            "user_name",
            "The file doesn’t name you, so your messages keep the names they came with.",
        ),
        None => report.asked("user_name", "The file doesn’t say your name, so you’re “You”."),
    }
}
