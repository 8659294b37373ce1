//! The content of a lorebook: its entries and their behaviour.

use platform::llm::Role;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// The default depth: how many of the latest messages stand below an entry.
const DEFAULT_DEPTH: u32 = 4;

/// A lorebook: entries that are added to a prompt when the story mentions them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Book {
    /// Its name.
    #[schema(max_length = 120)]
    pub name: String,
    /// Its description; for people only.
    #[schema(max_length = 2000)]
    pub description: String,
    /// How many of the latest messages are scanned; null: the default.
    pub scan_depth: Option<u32>,
    /// The most tokens that all of its entries may take together; null: only the story's own limit applies.
    pub token_budget: Option<u32>,
    /// Whether the content of active entries is scanned for further entries.
    pub recursive: bool,
    /// Its entries.
    #[schema(max_items = 500)]
    pub entries: Vec<LorebookEntry>,
    /// Extension data of other programs, stored and exported unchanged.
    #[schema(value_type = Object)]
    pub extensions: Map<String, Value>,
    /// Unknown fields of the imported file, stored and exported unchanged.
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

/// An entry of a lorebook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LorebookEntry {
    /// Its id within the book.
    pub id: String,
    /// Its title; for people only.
    pub name: String,
    /// A note about it; for people only.
    pub comment: String,
    /// Words that activate it; `/…/flags` is a pattern.
    pub keys: Vec<String>,
    /// Further words; `logic` decides with them whether it is activated.
    pub secondary_keys: Vec<String>,
    /// How the secondary keys count.
    pub logic: KeyLogic,
    /// Whether the secondary keys count at all.
    pub selective: bool,
    /// The text for the prompt; lines that begin with `@@` at its top are decorators.
    pub content: String,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Whether it is always active, without keys.
    pub constant: bool,
    /// Its order among other entries: lower is earlier.
    pub order: i64,
    /// Which entry is dropped first if tokens run out: the lowest; null: by `order`.
    pub priority: Option<i64>,
    /// Whether keys are case-sensitive.
    pub case_sensitive: bool,
    /// Whether keys match whole words only; null: yes in scripts that put spaces between words.
    pub whole_words: Option<bool>,
    /// Whether all keys are patterns, also without slashes.
    pub use_regex: bool,
    /// Where in the prompt it goes.
    pub position: Position,
    /// How many of the latest messages stand below it if `position` is `atDepth`.
    pub depth: u32,
    /// The role of its message there.
    #[schema(value_type = String)]
    pub role: Role,
    /// The outlet that inserts it if `position` is `outlet`.
    pub outlet: String,
    /// How many of the latest messages are scanned; null: the book's setting.
    pub scan_depth: Option<u32>,
    /// The probability that it is activated when its keys match, in percent.
    pub probability: u32,
    /// Names of groups, separated by commas; only one entry of a group is active at a time.
    pub group: String,
    /// Whether it wins over the others of its group without a draw.
    pub group_override: bool,
    /// Its weight in the draw.
    pub group_weight: u32,
    /// Whether the entry with the most matching keys wins in its group.
    pub group_scoring: bool,
    /// For how many messages it stays active.
    pub sticky: u32,
    /// For how many messages it cannot be activated again after that.
    pub cooldown: u32,
    /// The number of messages before which it cannot be activated.
    pub delay: u32,
    /// Whether the content of other entries cannot activate it.
    pub exclude_recursion: bool,
    /// Whether its own content activates no other entries.
    pub prevent_recursion: bool,
    /// Whether only the content of other entries can activate it, and from which pass on; 0: no.
    pub delay_until_recursion: u32,
    /// Names of the characters it applies to; empty: all.
    pub only_for: Vec<String>,
    /// Names of the characters it does not apply to.
    pub not_for: Vec<String>,
    /// Extension data of other programs, stored and exported unchanged.
    #[schema(value_type = Object)]
    pub extensions: Map<String, Value>,
    /// Unknown fields of the imported file, stored and exported unchanged.
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
    /// The title under which people recognise it.
    #[must_use]
    pub fn title(&self) -> &str {
        let named = [self.name.as_str(), self.comment.as_str()]
            .into_iter()
            .find(|text| !text.trim().is_empty());
        named
            .or_else(|| self.keys.first().map(String::as_str))
            .unwrap_or("untitled")
    }

    /// Its rank if tokens run out: the lowest is dropped first.
    #[must_use]
    pub fn weight(&self) -> i64 {
        self.priority.unwrap_or(self.order)
    }
}

/// How the secondary keys count.
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

/// Where an entry is inserted into the prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Position {
    /// The position that changes the cached prefix least: at depth, or after the persona if it is constant.
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
    /// Below the first messages that are left in the prompt.
    AtReverseDepth,
    /// Above the examples.
    ExamplesTop,
    /// Below the examples.
    ExamplesBottom,
    /// Wherever `{{outlet::name}}` stands.
    Outlet,
}
