//! Reading our own JSON: what does not fit is named in the report, or refused.

use std::collections::HashMap;

use platform::blobs::BlobKey;
use platform::web::{Problem, Report};
use serde_json::{Map, Value};

use super::{FileCharacter, FileMemory, FileMessage, FileStory, PROMPT, TURN, UNKNOWN, VERSION, half};
use crate::import_export::draft::{
    Draft, DraftFact, DraftMessage, DraftRevision, DraftSummary, clean_name, unusable,
};
use crate::import_export::rules::{
    MAX_CAST, MAX_DESCRIPTION_CHARS, MAX_MESSAGES, MAX_NAME_CHARS, MAX_REVISIONS, MAX_SUMMARIES,
};
use crate::prompt::Variables;
use crate::stories::{Author, Character, MessageState, SettingsChange, Setup, StorySafety, StorySettings};

/// Most strikes that a file can bring along; more than close a story mean nothing.
const MAX_STRIKES: i64 = 100;

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
pub(in crate::import_export) fn read(
    mut file: Map<String, Value>,
    report: &mut Report,
) -> Result<Draft, Problem> {
    file.remove("format");
    file.remove("exportedOn");
    let version = file
        .remove("version")
        .and_then(|version| version.as_f64())
        .ok_or_else(|| unusable("version is missing."))?;
    if version > f64::from(VERSION) {
        report.changed("version", format!("The file uses version {version}, which is newer than ours ({VERSION}). What we don’t know is kept but not used."));
    }
    let story: FileStory = take(
        file.remove("story").unwrap_or_else(|| Value::Object(Map::new())),
        "story",
    )?;
    let messages = take_list(&mut file, "messages")?;
    if messages.len() > MAX_MESSAGES {
        return Err(unusable(format!(
            "An imported story can have up to {MAX_MESSAGES} messages; this one has {}.",
            messages.len()
        )));
    }
    let cast = read_cast(take_list(&mut file, "characters")?, report)?;
    let memory = file
        .remove("memory")
        .filter(|memory| !memory.is_null())
        .map_or(Ok(FileMemory::default()), |memory| take(memory, "memory"))?;
    let variables = file.remove("variables").filter(|variables| !variables.is_null());
    let mut draft = Draft {
        title: story.title,
        variables: variables.map_or(Ok(Variables::default()), |variables| take(variables, "variables"))?,
        theme_id: read_theme(story.theme_id, report),
        cast,
        created_at: story.created_on,
        scenario_id: story.scenario_id,
        safety: StorySafety {
            gentle_since: story.gentle_since,
            strikes: story.strikes.clamp(0, MAX_STRIKES),
            closed_at: story.closed_on,
            ..StorySafety::default()
        },
        ..Draft::default()
    };
    draft.setup = read_setup(story.setup, report);
    draft.settings = read_settings(story.settings, &draft.cast, report);
    if story.card_id.is_some() {
        report.dropped(
            "story.cardID",
            "The card the story started from isn’t kept, but its characters are.",
        );
    }
    let places = read_messages(&mut draft, messages, report)?;
    draft.head = match story.head_id {
        Some(id) => match places.get(&id) {
            Some(place) if draft.messages[*place].deleted_at.is_none() => Some(*place),
            _ => {
                report.changed(
                    "story.headId",
                    "You’re at the end of the first branch, because the file doesn’t say where you were.",
                );
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
            format!(
                "Unknown fields are kept and included when you export: {}.",
                unknown.keys().take(10).cloned().collect::<Vec<_>>().join(", ")
            ),
        );
        draft.extra.insert(UNKNOWN.to_owned(), Value::Object(unknown));
    }
    report.kept(
        "messages",
        format!("{} messages on all branches were read.", draft.messages.len()),
    );
    Ok(draft)
}

fn read_theme(id: Option<String>, report: &mut Report) -> Option<String> {
    let good = id.clone().filter(|id| accounts::users::rules::is_theme(id));
    if id.is_some() && good.is_none() {
        report.dropped(
            "story.themeID",
            "This theme doesn’t exist here, so the story has the default one.",
        );
    }
    good
}

fn cut(text: &str, most: usize, field: &str, report: &mut Report) -> String {
    let clean = crate::stories::rules::clean_text(text);
    if clean.chars().count() <= most {
        return clean;
    }
    report.changed(field, format!("Shortened to {most} characters."));
    clean.chars().take(most).collect()
}

fn read_cast(list: Vec<Value>, report: &mut Report) -> Result<Vec<Character>, Problem> {
    if list.len() > MAX_CAST {
        return Err(unusable(format!("A story can have up to {MAX_CAST} characters.")));
    }
    let mut cast: Vec<Character> = Vec::new();
    for (number, one) in list.into_iter().enumerate() {
        let one: FileCharacter = take(one, &format!("characters[{number}]"))?;
        if !kernel::ids::is_well_formed(&one.id) || cast.iter().any(|other| other.id == one.id) {
            return Err(unusable(format!(
                "characters[{number}].id is not an id of its own."
            )));
        }
        let avatar = one
            .avatar
            .as_deref()
            .and_then(|url| url.strip_prefix("/media/"))
            .filter(|key| BlobKey::parse(key).is_ok())
            .map(str::to_owned);
        if one.avatar.is_some() && avatar.is_none() {
            report.dropped("characters.avatar", "Portraits aren’t included in the file.");
        }
        let text =
            |text: &str, field: &str, report: &mut Report| cut(text, MAX_DESCRIPTION_CHARS, field, report);
        cast.push(Character {
            name: clean_name(&one.name),
            role: cut(&one.role, MAX_NAME_CHARS * 2, "characters.role", report),
            description: text(&one.description, "characters.description", report),
            persona: text(&one.persona, "characters.persona", report),
            examples: text(&one.examples, "characters.examples", report),
            avatar,
            muted: one.muted,
            talkativeness: if one.talkativeness.is_finite() {
                one.talkativeness.clamp(0.0, 1.0)
            } else {
                half()
            },
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
        report.dropped("story.setup", "The scenario’s text couldn’t be read.");
        return Setup::default();
    };
    setup.name = cut(&setup.name, MAX_NAME_CHARS, "story.setup.name", report);
    setup.description = cut(
        &setup.description,
        MAX_DESCRIPTION_CHARS,
        "story.setup.description",
        report,
    );
    setup.setting = cut(
        &setup.setting,
        MAX_DESCRIPTION_CHARS,
        "story.setup.setting",
        report,
    );
    setup.language = setup
        .language
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .take(35)
        .collect();
    setup.author_note = setup
        .author_note
        .map(|note| cut(&note, MAX_DESCRIPTION_CHARS, "story.setup.authorNote", report));
    setup.example_dialogue.truncate(200);
    for line in &mut setup.example_dialogue {
        line.speaker = clean_name(&line.speaker);
        line.text = cut(
            &line.text,
            MAX_DESCRIPTION_CHARS,
            "story.setup.exampleDialogue",
            report,
        );
    }
    setup
}

/// As many of the settings as can be set; the others are named in the report.
fn read_settings(value: Value, cast: &[Character], report: &mut Report) -> StorySettings {
    let Value::Object(mut fields) = value else {
        return StorySettings::default();
    };
    let ids: Vec<&str> = cast.iter().map(|one| one.id.as_str()).collect();
    for _ in 0..=fields.len() {
        let change = match serde_json::from_value::<SettingsChange>(Value::Object(fields.clone())) {
            Ok(change) => change,
            Err(error) => {
                report.dropped(
                    "story.settings",
                    format!("The settings couldn’t be read: {error}."),
                );
                return StorySettings::default();
            }
        };
        match change.apply(&StorySettings::default(), &ids, |_| true, |_| true) {
            Ok(settings) => return settings,
            Err((pointer, why)) => {
                let field = pointer.split('/').nth(1).unwrap_or_default().to_owned();
                report.dropped(&format!("story.settings.{field}"), why);
                // Mode and puppet belong together.
                let names = if field == "puppetID" || field == "controlMode" {
                    vec!["controlMode", "puppetID"]
                } else {
                    vec![field.as_str()]
                };
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
            return Err(unusable(format!(
                "At most {MAX_REVISIONS} earlier versions of messages can be imported."
            )));
        }
        read.push(one);
    }
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); read.len() + 1];
    for (number, one) in read.iter().enumerate() {
        let place = match &one.parent_id {
            None => 0,
            Some(id) => by_id.get(id).map(|parent| parent + 1).ok_or_else(|| {
                unusable(format!(
                    "messages[{number}] follows a message that is not in the file."
                ))
            })?,
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
        return Err(unusable("Some messages reply to each other in a circle."));
    }
    let mut place_of = vec![0; read.len()];
    for (place, number) in order.iter().enumerate() {
        place_of[*number] = place;
    }
    let cast: Vec<String> = draft.cast.iter().map(|one| one.id.clone()).collect();
    let mut slots: Vec<Option<FileMessage>> = read.into_iter().map(Some).collect();
    for number in &order {
        let Some(one) = slots[*number].take() else {
            continue;
        };
        let parent = one
            .parent_id
            .as_ref()
            .and_then(|id| by_id.get(id))
            .map(|number| place_of[*number]);
        let active_child = one
            .active_child_id
            .as_ref()
            .and_then(|id| by_id.get(id))
            .filter(|child| after[*number + 1].contains(child))
            .map(|number| place_of[*number]);
        let message = message(draft, one, parent, active_child, &cast, report);
        draft.push(message)?;
    }
    for place in 0..draft.messages.len() {
        let deleted = draft.messages[place].parent.map(|parent| {
            (
                draft.messages[parent].deleted_at,
                draft.messages[parent].deleted_in,
            )
        });
        if let Some((Some(at), deletion)) = deleted
            && draft.messages[place].deleted_at.is_none()
        {
            report.changed(
                "messages.deletedOn",
                "A message replies to a deleted one, so it was deleted, too.",
            );
            draft.messages[place].deleted_at = Some(at);
            draft.messages[place].deleted_in = deletion;
        }
    }
    Ok(by_id
        .into_iter()
        .map(|(id, number)| (id, place_of[number]))
        .collect())
}

fn message(
    draft: &Draft,
    one: FileMessage,
    parent: Option<usize>,
    active_child: Option<usize>,
    cast: &[String],
    report: &mut Report,
) -> DraftMessage {
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
            report.changed(
                "messages.presence",
                "Witnesses who aren’t in the story were left out.",
            );
        }
        known
    });
    let author_id = one.author_id.filter(|id| {
        kernel::ids::is_well_formed(id)
            && (one.author != Author::Actor || draft.cast.iter().any(|known| known.id == *id))
    });
    let count = |n: Option<i64>| n.filter(|n| (0..=10_000_000).contains(n));
    DraftMessage {
        author_id,
        name: one.name,
        content: one.content,
        state: if one.state == MessageState::Writing {
            MessageState::Interrupted
        } else {
            one.state
        },
        presence,
        hidden: one.hidden,
        origin: one.origin,
        aside: one.aside,
        ending: one.ending,
        model: one
            .model
            .map(|name| name.chars().filter(|c| !c.is_control()).take(200).collect()),
        prompt_tokens: count(one.tokens.and_then(|tokens| tokens.prompt)),
        reply_tokens: count(one.tokens.and_then(|tokens| tokens.reply)),
        price: one.price.clamp(0, 1_000_000_000_000),
        version: one.version.clamp(1, i64::from(i32::MAX)),
        created_at: one.created_on,
        edited_at: one.edited_on,
        deleted_at: one.deleted_on,
        deleted_in: one
            .deleted_on
            .map(|_| one.deleted_in.unwrap_or(1).clamp(1, i64::from(i32::MAX))),
        active_child,
        revisions: one
            .revisions
            .into_iter()
            .map(|old| DraftRevision {
                version: old.version,
                content: old.content,
                created_at: old.created_on,
            })
            .collect(),
        extra,
        ..DraftMessage::new(parent, one.author, "", "")
    }
}

fn read_memory(
    draft: &mut Draft,
    memory: FileMemory,
    places: &Places,
    report: &mut Report,
) -> Result<(), Problem> {
    use crate::memory::rules::{MAX_FACT_CHARS, MAX_FACTS, MAX_SUMMARY_CHARS};
    if memory.facts.len() > MAX_FACTS || memory.summaries.len() > MAX_SUMMARIES {
        return Err(unusable(format!(
            "A story remembers at most {MAX_FACTS} facts and {MAX_SUMMARIES} summaries."
        )));
    }
    for fact in memory.facts {
        let message = match fact.message_id {
            None => None,
            Some(id) => match places.get(&id) {
                Some(place) => Some(*place),
                None => {
                    report.dropped(
                        "memory.facts",
                        "A fact belongs to a message that isn’t in the file.",
                    );
                    continue;
                }
            },
        };
        let text = cut(&fact.text, MAX_FACT_CHARS, "memory.facts.text", report)
            .trim()
            .to_owned();
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
        let (first, last) = (
            places.get(&one.first_message_id).copied(),
            places.get(&one.last_message_id).copied(),
        );
        let pair = first
            .zip(last)
            .filter(|(first, last)| is_before(draft, *first, *last) && ends.insert(*last));
        let Some((first, last)) = pair else {
            report.dropped(
                "memory.summaries",
                "A summary covers messages that aren’t in the file, or aren’t on one branch.",
            );
            continue;
        };
        let summary = DraftSummary {
            text: cut(&one.text, MAX_SUMMARY_CHARS, "memory.summaries.text", report),
            first,
            last,
            left_out: one
                .left_out
                .iter()
                .filter_map(|id| places.get(id))
                .copied()
                .collect(),
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
