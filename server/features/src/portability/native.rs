//! Our own JSON, in which nothing is lost. docs/story-format.md describes it.

use std::collections::HashMap;

use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::draft::{Draft, DraftFact, DraftMessage, DraftRevision, DraftSummary, unusable};
use super::report::Report;
use super::rules::{MAX_CAST, MAX_DESCRIPTION_CHARS, MAX_MESSAGES, MAX_NAME_CHARS, MAX_REVISIONS, MAX_SUMMARIES};
use crate::blobs::BlobKey;
use crate::memory;
use crate::scenarios::media_url;
use crate::stories::{Author, Character, MessageState, Origin, SettingsChange, Setup, Story, StorySettings, WholeMessage};
use crate::web::Problem;

/// By this a file says what it is.
pub(super) const FORMAT: &str = "dramatis.story";
/// The version that is written; all up to it are read.
pub(super) const VERSION: u32 = 1;
/// Under this name unknown fields are kept until they are written again.
const UNKNOWN: &str = "unknown";
/// Under this name it is kept how the model was prompted for a message.
const PROMPT: &str = "prompt";
/// Under this name it is kept in which turn a message was written, elsewhere.
const TURN: &str = "turnId";

/// A whole file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FileOut<'a> {
    format: &'static str,
    version: u32,
    exported_on: Timestamp,
    story: FileStory,
    characters: Vec<FileCharacter>,
    messages: Vec<FileMessage>,
    memory: FileMemory,
    #[serde(flatten)]
    unknown: &'a Map<String, Value>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct FileStory {
    id: Option<String>,
    title: String,
    #[serde(rename = "themeID")]
    theme_id: Option<String>,
    #[serde(rename = "scenarioID")]
    scenario_id: Option<String>,
    #[serde(rename = "cardID")]
    card_id: Option<String>,
    created_on: Option<Timestamp>,
    head_id: Option<String>,
    setup: Value,
    settings: Value,
    #[serde(skip_serializing_if = "Map::is_empty")]
    extra: Map<String, Value>,
    #[serde(flatten)]
    unknown: Map<String, Value>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileCharacter {
    id: String,
    name: String,
    #[serde(default)]
    role: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    persona: String,
    #[serde(default)]
    examples: String,
    #[serde(default)]
    avatar: Option<String>,
    #[serde(default)]
    muted: bool,
    #[serde(default = "half")]
    talkativeness: f64,
}

fn half() -> f64 {
    0.5
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct FileTokens {
    #[serde(default)]
    prompt: Option<i64>,
    #[serde(default)]
    reply: Option<i64>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileMessage {
    id: String,
    #[serde(default)]
    parent_id: Option<String>,
    author: Author,
    #[serde(default)]
    author_id: Option<String>,
    #[serde(default)]
    name: String,
    content: String,
    #[serde(default = "complete")]
    state: MessageState,
    #[serde(default)]
    presence: Option<Vec<String>>,
    #[serde(default)]
    hidden: bool,
    #[serde(default = "imported")]
    origin: Origin,
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    tokens: Option<FileTokens>,
    #[serde(default)]
    price: i64,
    #[serde(default)]
    turn_id: Option<String>,
    #[serde(default = "one")]
    version: i64,
    #[serde(default)]
    created_on: Option<Timestamp>,
    #[serde(default)]
    edited_on: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deleted_on: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deleted_in: Option<i64>,
    #[serde(default)]
    active_child_id: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    revisions: Vec<FileRevision>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prompt: Option<Value>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    extra: Map<String, Value>,
    #[serde(flatten)]
    unknown: Map<String, Value>,
}

fn complete() -> MessageState {
    MessageState::Complete
}

fn imported() -> Origin {
    Origin::Imported
}

fn one() -> i64 {
    1
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileRevision {
    version: i64,
    content: String,
    #[serde(default)]
    created_on: Option<Timestamp>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct FileMemory {
    facts: Vec<FileFact>,
    summaries: Vec<FileSummary>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileFact {
    text: String,
    #[serde(default)]
    message_id: Option<String>,
    #[serde(default)]
    pinned: bool,
    #[serde(default = "one")]
    version: i64,
    #[serde(default)]
    created_on: Option<Timestamp>,
    #[serde(default)]
    updated_on: Option<Timestamp>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileSummary {
    id: String,
    text: String,
    first_message_id: String,
    last_message_id: String,
    #[serde(default)]
    left_out: Vec<String>,
    #[serde(default)]
    edited: bool,
    #[serde(default)]
    based_on: Option<String>,
    #[serde(default)]
    model: Option<String>,
    #[serde(default = "one")]
    version: i64,
    #[serde(default)]
    created_on: Option<Timestamp>,
    #[serde(default)]
    updated_on: Option<Timestamp>,
}

/// Everything that is written.
pub(super) struct Whole<'a> {
    pub(super) story: &'a Story,
    pub(super) cast: &'a [Character],
    /// Parents before what follows them.
    pub(super) messages: &'a [WholeMessage],
    pub(super) facts: &'a [memory::Fact],
    pub(super) summaries: &'a [memory::Summary],
    /// What the model was shown, by message.
    pub(super) prompts: &'a HashMap<String, Value>,
    /// Kept from imports: of the story, and by message.
    pub(super) extra: Map<String, Value>,
    pub(super) message_extras: HashMap<String, Map<String, Value>>,
}

fn take_map(map: &mut Map<String, Value>, name: &str) -> Map<String, Value> {
    match map.remove(name) {
        Some(Value::Object(taken)) => taken,
        _ => Map::new(),
    }
}

/// The story as a file.
pub(super) fn write(whole: Whole<'_>, now: Timestamp) -> Result<String, serde_json::Error> {
    let Whole { story, cast, messages, facts, summaries, prompts, mut extra, mut message_extras } = whole;
    let mut unknown = take_map(&mut extra, UNKNOWN);
    let story_unknown = take_map(&mut unknown, "story");
    let known: std::collections::HashSet<&str> = messages.iter().map(|one| one.row.id.as_str()).collect();
    let message = |one: &WholeMessage| {
        let row = &one.row;
        let mut extra = message_extras.remove(row.id.as_str()).unwrap_or_default();
        let unknown = take_map(&mut extra, UNKNOWN);
        let kept_prompt = extra.remove(PROMPT);
        let kept_turn = extra.remove(TURN).and_then(|turn| turn.as_str().map(str::to_owned));
        FileMessage {
            id: row.id.to_string(),
            parent_id: row.parent_id.as_ref().map(ToString::to_string),
            author: row.author,
            author_id: row.author_id.clone(),
            name: row.name.clone(),
            content: row.content.clone(),
            // A file cannot go on writing.
            state: if row.state == MessageState::Writing { MessageState::Interrupted } else { row.state },
            presence: row.presence.clone(),
            hidden: row.hidden,
            origin: row.origin,
            model: row.model.clone(),
            tokens: (row.prompt_tokens.is_some() || row.reply_tokens.is_some()).then_some(FileTokens { prompt: row.prompt_tokens, reply: row.reply_tokens }),
            price: row.price,
            turn_id: row.turn_id.clone().or(kept_turn),
            version: row.version,
            created_on: Some(row.created_at),
            edited_on: row.edited_at,
            deleted_on: row.deleted_at,
            deleted_in: one.deleted_in,
            active_child_id: row.active_child_id.as_ref().map(ToString::to_string).filter(|id| known.contains(id.as_str())),
            revisions: one
                .revisions
                .iter()
                .map(|(version, content, at)| FileRevision { version: *version, content: content.clone(), created_on: Some(*at) })
                .collect(),
            prompt: prompts.get(row.id.as_str()).cloned().or(kept_prompt),
            extra,
            unknown,
        }
    };
    let messages_out = messages.iter().map(message).collect();
    let fact = |fact: &memory::Fact| FileFact {
        text: fact.text.clone(),
        message_id: fact.source_message_id.as_ref().map(ToString::to_string),
        pinned: fact.pinned,
        version: fact.version,
        created_on: Some(fact.created_at),
        updated_on: Some(fact.updated_at),
    };
    let is_there = |id: Option<&str>| id.is_none_or(|id| known.contains(id));
    let summary = |one: &memory::Summary| FileSummary {
        id: one.id.clone(),
        text: one.text.clone(),
        first_message_id: one.first_message_id.to_string(),
        last_message_id: one.last_message_id.to_string(),
        left_out: one.left_out.iter().map(ToString::to_string).collect(),
        edited: one.edited,
        based_on: one.based_on.clone(),
        model: one.model.clone(),
        version: one.version,
        created_on: Some(one.created_at),
        updated_on: Some(one.updated_at),
    };
    let character = |one: &Character| FileCharacter {
        id: one.id.clone(),
        name: one.name.clone(),
        role: one.role.clone(),
        description: one.description.clone(),
        persona: one.persona.clone(),
        examples: one.examples.clone(),
        avatar: one.avatar.as_deref().map(media_url),
        muted: one.muted,
        talkativeness: one.talkativeness,
    };
    let file = FileOut {
        format: FORMAT,
        version: VERSION,
        exported_on: now,
        story: FileStory {
            id: Some(story.id.to_string()),
            title: story.title.clone(),
            theme_id: story.theme_id.clone(),
            scenario_id: story.scenario_id.as_ref().map(ToString::to_string),
            card_id: story.card_id.as_ref().map(ToString::to_string),
            created_on: Some(story.created_at),
            head_id: story.head_id.as_ref().map(ToString::to_string),
            setup: serde_json::to_value(&story.setup)?,
            settings: serde_json::to_value(&story.settings)?,
            extra,
            unknown: story_unknown,
        },
        characters: cast.iter().map(character).collect(),
        messages: messages_out,
        memory: FileMemory {
            facts: facts.iter().filter(|one| is_there(one.source_message_id.as_ref().map(kernel::ids::MessageId::as_str))).map(fact).collect(),
            summaries: summaries.iter().filter(|one| is_there(Some(one.last_message_id.as_str()))).map(summary).collect(),
        },
        unknown: &unknown,
    };
    serde_json::to_string(&file)
}

fn take<T: serde::de::DeserializeOwned>(value: Value, what: &str) -> Result<T, Problem> {
    serde_json::from_value(value).map_err(|error| unusable(format!("{what} does not fit: {error}.")))
}

fn take_list(file: &mut Map<String, Value>, name: &str) -> Result<Vec<Value>, Problem> {
    match file.remove(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => Ok(list),
        Some(_) => Err(unusable(format!("{name} is no list."))),
    }
}

/// Reads a file of ours.
pub(super) fn read(mut file: Map<String, Value>, report: &mut Report) -> Result<Draft, Problem> {
    file.remove("format");
    file.remove("exportedOn");
    let version = file.remove("version").and_then(|version| version.as_f64()).ok_or_else(|| unusable("version is missing."))?;
    if version > f64::from(VERSION) {
        report
            .changed("version", format!("The file is of version {version}, which is newer than ours ({VERSION}). What we do not know is kept, but not used."));
    }
    let story: FileStory = take(file.remove("story").unwrap_or_else(|| Value::Object(Map::new())), "story")?;
    let messages = take_list(&mut file, "messages")?;
    if messages.len() > MAX_MESSAGES {
        return Err(unusable(format!("A story to be imported has at most {MAX_MESSAGES} messages; this one has {}.", messages.len())));
    }
    let cast = read_cast(take_list(&mut file, "characters")?, report)?;
    let memory = file.remove("memory").filter(|memory| !memory.is_null()).map_or(Ok(FileMemory::default()), |memory| take(memory, "memory"))?;
    let mut draft = Draft {
        title: story.title,
        theme_id: read_theme(story.theme_id, report),
        cast,
        created_at: story.created_on,
        scenario_id: story.scenario_id,
        ..Draft::default()
    };
    draft.setup = read_setup(story.setup, report);
    draft.settings = read_settings(story.settings, &draft.cast, report);
    if story.card_id.is_some() {
        report.dropped("story.cardID", "Which card the story was begun from is not kept; its characters are.");
    }
    let places = read_messages(&mut draft, messages, report)?;
    draft.head = match story.head_id {
        Some(id) => match places.get(&id) {
            Some(place) if draft.messages[*place].deleted_at.is_none() => Some(*place),
            _ => {
                report.changed("story.headId", "You are at the end of the first line, because the place where you were is not in the file.");
                None
            }
        },
        None => None,
    };
    read_memory(&mut draft, memory, &places, report)?;
    draft.extra = story.extra;
    let mut unknown = file;
    if !story.unknown.is_empty() {
        unknown.insert("story".to_owned(), Value::Object(story.unknown));
    }
    if !unknown.is_empty() {
        report.kept(
            "unknown",
            format!("Unknown fields are kept and written back on export: {}.", unknown.keys().take(10).cloned().collect::<Vec<_>>().join(", ")),
        );
        draft.extra.insert(UNKNOWN.to_owned(), Value::Object(unknown));
    }
    report.kept("messages", format!("{} messages on all branches were read.", draft.messages.len()));
    Ok(draft)
}

fn read_theme(id: Option<String>, report: &mut Report) -> Option<String> {
    let good = id.clone().filter(|id| kernel::ids::is_well_formed(id));
    if id.is_some() && good.is_none() {
        report.dropped("story.themeID", "This is not the id of a theme.");
    }
    good
}

fn cut(text: &str, most: usize, field: &str, report: &mut Report) -> String {
    let clean = crate::stories::rules::clean_text(text);
    if clean.chars().count() <= most {
        return clean;
    }
    report.changed(field, format!("It was cut after {most} characters."));
    clean.chars().take(most).collect()
}

fn read_cast(list: Vec<Value>, report: &mut Report) -> Result<Vec<Character>, Problem> {
    if list.len() > MAX_CAST {
        return Err(unusable(format!("At most {MAX_CAST} characters play in a story.")));
    }
    let mut cast: Vec<Character> = Vec::new();
    for (number, one) in list.into_iter().enumerate() {
        let one: FileCharacter = take(one, &format!("characters[{number}]"))?;
        if !kernel::ids::is_well_formed(&one.id) || cast.iter().any(|other| other.id == one.id) {
            return Err(unusable(format!("characters[{number}].id is not an id of its own.")));
        }
        let avatar = one.avatar.as_deref().and_then(|url| url.strip_prefix("/media/")).filter(|key| BlobKey::parse(key).is_ok()).map(str::to_owned);
        if one.avatar.is_some() && avatar.is_none() {
            report.dropped("characters.avatar", "Portraits are not part of the file.");
        }
        let text = |text: &str, field: &str, report: &mut Report| cut(text, MAX_DESCRIPTION_CHARS, field, report);
        cast.push(Character {
            name: super::draft::clean_name(&one.name),
            role: cut(&one.role, MAX_NAME_CHARS * 2, "characters.role", report),
            description: text(&one.description, "characters.description", report),
            persona: text(&one.persona, "characters.persona", report),
            examples: text(&one.examples, "characters.examples", report),
            avatar,
            muted: one.muted,
            talkativeness: if one.talkativeness.is_finite() { one.talkativeness.clamp(0.0, 1.0) } else { half() },
            id: one.id,
        });
    }
    Ok(cast)
}

fn read_setup(value: Value, report: &mut Report) -> Setup {
    if value.is_null() {
        return Setup::default();
    }
    let Ok(mut setup) = serde_json::from_value::<Setup>(value) else {
        report.dropped("story.setup", "What the scenario said cannot be read.");
        return Setup::default();
    };
    setup.name = cut(&setup.name, MAX_NAME_CHARS, "story.setup.name", report);
    setup.description = cut(&setup.description, MAX_DESCRIPTION_CHARS, "story.setup.description", report);
    setup.setting = cut(&setup.setting, MAX_DESCRIPTION_CHARS, "story.setup.setting", report);
    setup.language = setup.language.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(35).collect();
    setup.author_note = setup.author_note.map(|note| cut(&note, MAX_DESCRIPTION_CHARS, "story.setup.authorNote", report));
    setup.example_dialogue.truncate(200);
    for line in &mut setup.example_dialogue {
        line.speaker = super::draft::clean_name(&line.speaker);
        line.text = cut(&line.text, MAX_DESCRIPTION_CHARS, "story.setup.exampleDialogue", report);
    }
    setup
}

/// As many of the settings as can be set; the others are named in the report.
fn read_settings(value: Value, cast: &[Character], report: &mut Report) -> StorySettings {
    let Value::Object(mut fields) = value else { return StorySettings::default() };
    let ids: Vec<&str> = cast.iter().map(|one| one.id.as_str()).collect();
    for _ in 0..=fields.len() {
        let change = match serde_json::from_value::<SettingsChange>(Value::Object(fields.clone())) {
            Ok(change) => change,
            Err(error) => {
                report.dropped("story.settings", format!("The settings cannot be read: {error}."));
                return StorySettings::default();
            }
        };
        match change.apply(&StorySettings::default(), &ids, |_| true) {
            Ok(settings) => return settings,
            Err((pointer, why)) => {
                let field = pointer.split('/').nth(1).unwrap_or_default().to_owned();
                report.dropped(&format!("story.settings.{field}"), why);
                // Mode and puppet belong together.
                let names = if field == "puppetID" || field == "controlMode" { vec!["controlMode", "puppetID"] } else { vec![field.as_str()] };
                if names.into_iter().filter_map(|name| fields.remove(name)).count() == 0 {
                    return StorySettings::default();
                }
            }
        }
    }
    StorySettings::default()
}

type Places = HashMap<String, usize>;

fn read_messages(draft: &mut Draft, list: Vec<Value>, report: &mut Report) -> Result<Places, Problem> {
    let mut read = Vec::with_capacity(list.len());
    let mut by_id = HashMap::with_capacity(list.len());
    let mut revisions = 0;
    for (number, one) in list.into_iter().enumerate() {
        let one: FileMessage = take(one, &format!("messages[{number}]"))?;
        if by_id.insert(one.id.clone(), number).is_some() {
            return Err(unusable(format!("messages[{number}].id is there twice.")));
        }
        revisions += one.revisions.len();
        if revisions > MAX_REVISIONS {
            return Err(unusable(format!("At most {MAX_REVISIONS} earlier versions of messages can be imported.")));
        }
        read.push(one);
    }
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); read.len() + 1];
    for (number, one) in read.iter().enumerate() {
        let place = match &one.parent_id {
            None => 0,
            Some(id) => {
                by_id.get(id).map(|parent| parent + 1).ok_or_else(|| unusable(format!("messages[{number}] follows a message that is not in the file.")))?
            }
        };
        after[place].push(number);
    }
    // From the beginnings on, level by level: whatever is not reached goes round in circles.
    let mut order = after[0].clone();
    let mut at = 0;
    while let Some(number) = order.get(at).copied() {
        order.extend_from_slice(&after[number + 1]);
        at += 1;
    }
    if order.len() < read.len() {
        return Err(unusable("Some messages follow each other in a circle."));
    }
    let mut place_of = vec![0; read.len()];
    for (place, number) in order.iter().enumerate() {
        place_of[*number] = place;
    }
    let cast: Vec<String> = draft.cast.iter().map(|one| one.id.clone()).collect();
    let mut slots: Vec<Option<FileMessage>> = read.into_iter().map(Some).collect();
    for number in &order {
        let Some(one) = slots[*number].take() else { continue };
        let parent = one.parent_id.as_ref().and_then(|id| by_id.get(id)).map(|number| place_of[*number]);
        let active_child =
            one.active_child_id.as_ref().and_then(|id| by_id.get(id)).filter(|child| after[*number + 1].contains(child)).map(|number| place_of[*number]);
        let message = message(draft, one, parent, active_child, &cast, report);
        draft.push(message)?;
    }
    for place in 0..draft.messages.len() {
        let deleted = draft.messages[place].parent.map(|parent| (draft.messages[parent].deleted_at, draft.messages[parent].deleted_in));
        if let Some((Some(at), deletion)) = deleted
            && draft.messages[place].deleted_at.is_none()
        {
            report.changed("messages.deletedOn", "A message follows a deleted one; it is deleted, too.");
            draft.messages[place].deleted_at = Some(at);
            draft.messages[place].deleted_in = deletion;
        }
    }
    Ok(by_id.into_iter().map(|(id, number)| (id, place_of[number])).collect())
}

fn message(draft: &Draft, one: FileMessage, parent: Option<usize>, active_child: Option<usize>, cast: &[String], report: &mut Report) -> DraftMessage {
    let mut extra = one.extra;
    if !one.unknown.is_empty() {
        extra.insert(UNKNOWN.to_owned(), Value::Object(one.unknown));
    }
    if let Some(prompt) = one.prompt {
        extra.insert(PROMPT.to_owned(), prompt);
    }
    if let Some(turn) = one.turn_id {
        extra.insert(TURN.to_owned(), Value::String(turn));
    }
    let presence = one.presence.map(|ids| {
        let known: Vec<String> = ids.iter().filter(|id| cast.contains(id)).cloned().collect();
        if known.len() < ids.len() {
            report.changed("messages.presence", "Witnesses who do not play in the story were left out.");
        }
        known
    });
    let author_id =
        one.author_id.filter(|id| kernel::ids::is_well_formed(id) && (one.author != Author::Actor || draft.cast.iter().any(|known| known.id == *id)));
    let count = |n: Option<i64>| n.filter(|n| (0..=10_000_000).contains(n));
    DraftMessage {
        author_id,
        name: one.name,
        content: one.content,
        state: if one.state == MessageState::Writing { MessageState::Interrupted } else { one.state },
        presence,
        hidden: one.hidden,
        origin: one.origin,
        model: one.model.map(|name| name.chars().filter(|c| !c.is_control()).take(200).collect()),
        prompt_tokens: count(one.tokens.and_then(|tokens| tokens.prompt)),
        reply_tokens: count(one.tokens.and_then(|tokens| tokens.reply)),
        price: one.price.clamp(0, 1_000_000_000_000),
        version: one.version.clamp(1, i64::from(i32::MAX)),
        created_at: one.created_on,
        edited_at: one.edited_on,
        deleted_at: one.deleted_on,
        deleted_in: one.deleted_on.map(|_| one.deleted_in.unwrap_or(1).clamp(1, i64::from(i32::MAX))),
        active_child,
        revisions: one.revisions.into_iter().map(|old| DraftRevision { version: old.version, content: old.content, created_at: old.created_on }).collect(),
        extra,
        ..DraftMessage::new(parent, one.author, "", "")
    }
}

fn read_memory(draft: &mut Draft, memory: FileMemory, places: &Places, report: &mut Report) -> Result<(), Problem> {
    use crate::memory::rules::{MAX_FACT_CHARS, MAX_FACTS, MAX_SUMMARY_CHARS};
    if memory.facts.len() > MAX_FACTS || memory.summaries.len() > MAX_SUMMARIES {
        return Err(unusable(format!("A story remembers at most {MAX_FACTS} facts and {MAX_SUMMARIES} summaries.")));
    }
    for fact in memory.facts {
        let message = match fact.message_id {
            None => None,
            Some(id) => match places.get(&id) {
                Some(place) => Some(*place),
                None => {
                    report.dropped("memory.facts", "A fact belongs to a message that is not in the file.");
                    continue;
                }
            },
        };
        let text = cut(&fact.text, MAX_FACT_CHARS, "memory.facts.text", report).trim().to_owned();
        if text.is_empty() {
            report.dropped("memory.facts", "A fact without a text was left out.");
            continue;
        }
        draft.facts.push(DraftFact {
            text,
            pinned: fact.pinned,
            message,
            version: fact.version.max(1),
            created_at: fact.created_on,
            updated_at: fact.updated_on,
        });
    }
    let mut kept: HashMap<String, usize> = HashMap::new();
    let mut ends = std::collections::HashSet::new();
    for one in memory.summaries {
        let (first, last) = (places.get(&one.first_message_id).copied(), places.get(&one.last_message_id).copied());
        let pair = first.zip(last).filter(|(first, last)| is_before(draft, *first, *last) && ends.insert(*last));
        let Some((first, last)) = pair else {
            report.dropped("memory.summaries", "A summary tells of messages that are not in the file, or not on one line.");
            continue;
        };
        let summary = DraftSummary {
            text: cut(&one.text, MAX_SUMMARY_CHARS, "memory.summaries.text", report),
            first,
            last,
            left_out: one.left_out.iter().filter_map(|id| places.get(id)).copied().collect(),
            edited: one.edited,
            // Those from which others were carried on come first.
            based_on: one.based_on.and_then(|id| kept.get(&id).copied()),
            model: one.model,
            version: one.version.max(1),
            created_at: one.created_on,
            updated_at: one.updated_on,
        };
        kept.insert(one.id, draft.summaries.len());
        draft.summaries.push(summary);
    }
    Ok(())
}

/// Whether one message is on the line that leads to another.
fn is_before(draft: &Draft, first: usize, last: usize) -> bool {
    let mut at = Some(last);
    while let Some(place) = at {
        if place == first {
            return true;
        }
        at = draft.messages[place].parent;
    }
    false
}
