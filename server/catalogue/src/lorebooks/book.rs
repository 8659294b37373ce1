//! What stands in a lorebook: its entries, and how each behaves.

use platform::llm::Role;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Above how many of the latest messages an entry goes, by default.
const DEFAULT_DEPTH: u32 = 4;

/// A lorebook: knowledge that joins a prompt when the story comes to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Book {
    /// Its name.
    #[schema(max_length = 120)]
    pub name: String,
    /// What it is about; for people only.
    #[schema(max_length = 2000)]
    pub description: String,
    /// How many of the latest messages are looked at; null: as many as usual.
    pub scan_depth: Option<u32>,
    /// The most tokens all of its entries together may take; null: only the story's own limit holds.
    pub token_budget: Option<u32>,
    /// Whether entries are also looked for in the texts of others that joined.
    pub recursive: bool,
    /// Its entries.
    #[schema(max_items = 500)]
    pub entries: Vec<LorebookEntry>,
    /// What other programs keep in it; carried along untouched.
    #[schema(value_type = Object)]
    pub extensions: Map<String, Value>,
    /// Fields of a file it came from that mean nothing here; carried along untouched.
    #[schema(value_type = Object)]
    pub unknown: Map<String, Value>,
}

impl Default for Book {
    fn default() -> Self {
        Self {
            name: String::new(),
            description: String::new(),
            scan_depth: None,
            token_budget: None,
            recursive: true,
            entries: Vec::new(),
            extensions: Map::new(),
            unknown: Map::new(),
        }
    }
}

/// One piece of knowledge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LorebookEntry {
    /// Its id within the book.
    pub id: String,
    /// Its title; for people only.
    pub name: String,
    /// A note about it; for people only.
    pub comment: String,
    /// Words that bring it up; `/…/flags` is a pattern.
    pub keys: Vec<String>,
    /// Further words, which decide by `logic` whether it really comes up.
    pub secondary_keys: Vec<String>,
    /// What the secondary keys must do.
    pub logic: KeyLogic,
    /// Whether the secondary keys count at all.
    pub selective: bool,
    /// What joins the prompt; lines that begin with `@@` at its top are decorators.
    pub content: String,
    /// Whether it is in use.
    pub enabled: bool,
    /// Whether it is always there, keys or not.
    pub constant: bool,
    /// Where it stands among others: lower is earlier.
    pub order: i64,
    /// What is left out first where room is short: the lowest; null: by `order`.
    pub priority: Option<i64>,
    /// Whether capital letters matter.
    pub case_sensitive: bool,
    /// Whether keys match whole words only; null: where words are written with spaces between them.
    pub whole_words: Option<bool>,
    /// Whether all keys are patterns, also without slashes.
    pub use_regex: bool,
    /// Where in the prompt it goes.
    pub position: Position,
    /// Above how many of the latest messages it goes, where `position` is `atDepth`.
    pub depth: u32,
    /// In whose name it is said there.
    #[schema(value_type = String)]
    pub role: Role,
    /// The outlet it goes to, where `position` is `outlet`.
    pub outlet: String,
    /// How many of the latest messages are looked at; null: as the book says.
    pub scan_depth: Option<u32>,
    /// How often it comes up when it might, in percent.
    pub probability: u32,
    /// Names of groups, separated by commas, of which only one entry comes up at a time.
    pub group: String,
    /// Whether it goes before the others of its group instead of drawing lots.
    pub group_override: bool,
    /// Its share in the drawing of lots.
    pub group_weight: u32,
    /// Whether the entry of the group with the most keys found comes up instead.
    pub group_scoring: bool,
    /// For how many messages it stays once it has come up.
    pub sticky: u32,
    /// For how many messages it stays away after that.
    pub cooldown: u32,
    /// Before how many messages it does not come up at all.
    pub delay: u32,
    /// Whether texts of other entries cannot bring it up.
    pub exclude_recursion: bool,
    /// Whether its own text brings up no others.
    pub prevent_recursion: bool,
    /// Whether only texts of other entries can bring it up, and from which pass on; 0: no.
    pub delay_until_recursion: u32,
    /// Names of characters it is for; empty: for all.
    pub only_for: Vec<String>,
    /// Names of characters it is not for.
    pub not_for: Vec<String>,
    /// What other programs keep in it; carried along untouched.
    #[schema(value_type = Object)]
    pub extensions: Map<String, Value>,
    /// Fields of a file it came from that mean nothing here; carried along untouched.
    #[schema(value_type = Object)]
    pub unknown: Map<String, Value>,
}

impl Default for LorebookEntry {
    fn default() -> Self {
        Self {
            id: String::new(),
            name: String::new(),
            comment: String::new(),
            keys: Vec::new(),
            secondary_keys: Vec::new(),
            logic: KeyLogic::AndAny,
            selective: true,
            content: String::new(),
            enabled: true,
            constant: false,
            order: 100,
            priority: None,
            case_sensitive: false,
            whole_words: None,
            use_regex: false,
            position: Position::Auto,
            depth: DEFAULT_DEPTH,
            role: Role::System,
            outlet: String::new(),
            scan_depth: None,
            probability: 100,
            group: String::new(),
            group_override: false,
            group_weight: 100,
            group_scoring: false,
            sticky: 0,
            cooldown: 0,
            delay: 0,
            exclude_recursion: false,
            prevent_recursion: false,
            delay_until_recursion: 0,
            only_for: Vec::new(),
            not_for: Vec::new(),
            extensions: Map::new(),
            unknown: Map::new(),
        }
    }
}

impl LorebookEntry {
    /// What people recognise it by.
    #[must_use]
    pub fn title(&self) -> &str {
        let named = [self.name.as_str(), self.comment.as_str()]
            .into_iter()
            .find(|text| !text.trim().is_empty());
        named
            .or_else(|| self.keys.first().map(String::as_str))
            .unwrap_or("untitled")
    }

    /// What decides about it where room is short: the lowest is left out first.
    #[must_use]
    pub fn weight(&self) -> i64 {
        self.priority.unwrap_or(self.order)
    }
}

/// What the secondary keys must do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum KeyLogic {
    /// At least one of them must be found.
    #[default]
    AndAny,
    /// At least one of them must be missing.
    NotAll,
    /// None of them may be found.
    NotAny,
    /// All of them must be found.
    AndAll,
}

/// Where in the prompt an entry goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Position {
    /// Where it disturbs the kept prefix least: at depth, or after the persona where it is always there.
    #[default]
    Auto,
    /// Before the speaker's definition.
    BeforeCharacter,
    /// After the speaker's definition.
    AfterCharacter,
    /// After the speaker's personality.
    Personality,
    /// After the scenario.
    Scenario,
    /// Above the author's note.
    NoteTop,
    /// Below the author's note.
    NoteBottom,
    /// Above the latest messages.
    AtDepth,
    /// Below the first messages that are still there.
    AtReverseDepth,
    /// Above the examples.
    ExamplesTop,
    /// Below the examples.
    ExamplesBottom,
    /// Wherever `{{outlet::name}}` stands.
    Outlet,
}
