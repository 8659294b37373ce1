//! The fields of a card's character: its texts, openings, tags and dates.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::fields::{Fields, Texts, cut, too_long};
use super::report::{CardReport, KEPT};
use crate::authoring::rules::{
    MAX_NAME_CHARS, MAX_OPENINGS, MAX_TAG_CHARS, MAX_TAGS, MAX_TEXT_CHARS, MAX_TITLE_CHARS, fits,
};
use crate::authoring::{DraftOpening, KeptCard, ScenarioDraft};

/// Reads the texts into the draft, whose first actor is the card's.
pub(super) fn read_texts(data: &mut Fields, draft: &mut ScenarioDraft, report: &mut CardReport) {
    let mut text = |name: &str, note: &str| data.text(name, MAX_TEXT_CHARS, note, report);
    draft.description = text("creator_notes", "It is what readers see before they start.");
    draft.setting = text("scenario", "It is the scenario’s setting.");
    let actor = &mut draft.actors[0];
    actor.description = text("description", "It says who the actor is.");
    actor.personality = text("personality", "It is the actor’s personality.");
    actor.example_dialogue = text("mes_example", "It is the actor’s example dialogue.");
    actor.system_prompt = text("system_prompt", "It is the actor’s system prompt.");
    actor.post_history_instructions = text(
        "post_history_instructions",
        "They are the actor’s post-history instructions.",
    );
    actor.nickname = data.text("nickname", MAX_NAME_CHARS, "It is the actor’s nickname.", report);
    actor.name = data.text(
        "name",
        MAX_NAME_CHARS,
        "It is the name of the actor and of the scenario.",
        report,
    );
    if actor.name.trim().is_empty() {
        report.changed(&data.path("name"), "The card has no name. Give the actor one.");
    }
    draft.title = cut(actor.name.trim(), MAX_TITLE_CHARS);
}

/// Reads the openings: the first message, the other greetings, those for groups.
pub(super) fn read_openings(data: &mut Fields, draft: &mut ScenarioDraft, report: &mut CardReport) {
    let first = data.text("first_mes", MAX_TEXT_CHARS, "It is the first opening.", report);
    let speaker = draft.actors[0].id.clone();
    let add = |openings: &mut Vec<DraftOpening>, text: String, group_only: bool| {
        openings.push(DraftOpening {
            id: format!("opening-{}", openings.len() + 1),
            text,
            speaker: Some(speaker.clone()),
            group_only,
            ..DraftOpening::default()
        });
    };
    if !first.trim().is_empty() {
        add(&mut draft.openings, first, false);
    }
    for (name, group_only, note) in [
        ("alternate_greetings", false, "Each is an opening."),
        (
            "group_only_greetings",
            true,
            "Each is an opening for stories with several actors.",
        ),
    ] {
        let path = data.path(name);
        let Texts {
            list,
            mut is_changed,
            is_single,
        } = data.texts(name, report);
        let count = list.len();
        if count == 0 {
            continue;
        }
        let mut too_many = 0;
        let mut is_cut = false;
        for text in list {
            if text.trim().is_empty() {
                is_changed = true;
            } else if draft.openings.len() >= MAX_OPENINGS {
                too_many += 1;
            } else {
                is_cut |= !fits(&text, MAX_TEXT_CHARS);
                add(&mut draft.openings, cut(&text, MAX_TEXT_CHARS), group_only);
            }
        }
        if too_many > 0 {
            let why = format!("Left out: what is beyond the first {MAX_OPENINGS} openings ({too_many}).");
            report.refused(&path, why);
        }
        match (is_cut, is_changed) {
            (true, _) => report.changed(&path, too_long(MAX_TEXT_CHARS)),
            (_, true) if is_single => {
                report.changed(&path, format!("It was one text instead of a list. {note}"))
            }
            (_, true) => report.changed(&path, format!("Empty items were left out. {note}")),
            _ => report.taken(&path, note),
        }
    }
}

/// Reads the tags: suggestions for the author, as many as a scenario may have.
pub(super) fn read_tags(data: &mut Fields, draft: &mut ScenarioDraft, report: &mut CardReport) {
    let path = data.path("tags");
    let Texts {
        list,
        mut is_changed,
        is_single,
    } = data.texts("tags", report);
    let list: Vec<String> = if is_single {
        list.iter()
            .flat_map(|text| text.split(','))
            .map(str::to_owned)
            .collect()
    } else {
        list
    };
    let mut used = HashSet::new();
    let (mut beyond, mut count) = (0, 0);
    for tag in list {
        let trimmed = tag.trim();
        is_changed |= trimmed != tag;
        if trimmed.is_empty() || !used.insert(trimmed.to_lowercase()) {
            is_changed = true;
        } else if draft.tags.len() < MAX_TAGS && fits(trimmed, MAX_TAG_CHARS) {
            draft.tags.push(trimmed.to_owned());
            count += 1;
        } else {
            draft.actors[0].kept.tags.push(trimmed.to_owned());
            beyond += 1;
        }
    }
    if is_changed {
        report.changed(
            &path,
            "They were tidied: a list of distinct tags. They are suggestions.",
        );
    } else if count > 0 {
        report.taken(&path, "They are suggested as tags.");
    }
    if beyond > 0 {
        let why = "A scenario can have fewer or shorter tags. They are kept and exported again.";
        report.kept(&path, format!("Further tags: {beyond}. {why}"));
    }
}

/// Reads whose the card is and when it was made. This is kept and never changed.
pub(super) fn read_origin(data: &mut Fields, draft: &mut ScenarioDraft, report: &mut CardReport) {
    let shown = "It is kept, shown and exported again. Editing cannot change it.";
    let mut kept = KeptCard::default();
    for (name, into) in [
        ("creator", &mut kept.creator),
        ("character_version", &mut kept.character_version),
    ] {
        let path = data.path(name);
        match data.take(name) {
            Some(Value::String(text)) => {
                if !text.is_empty() {
                    report.kept(&path, shown);
                }
                *into = text;
            }
            Some(Value::Number(number)) => {
                report.changed(&path, format!("It was a number. {shown}"));
                *into = number.to_string();
            }
            Some(_) => report.refused(&path, "Left out: it is not a text."),
            None => {}
        }
    }
    let path = data.path("source");
    let Texts { list, is_changed, .. } = data.texts("source", report);
    match (list.is_empty(), is_changed) {
        (true, _) => {}
        (_, true) => report.changed(&path, format!("It is a list of texts now. {shown}")),
        _ => report.kept(&path, shown),
    }
    kept.source = list;
    kept.creation_date = read_date("creation_date", data, report);
    kept.modification_date = read_date("modification_date", data, report);
    kept.creator_notes_multilingual = data.object("creator_notes_multilingual", report);
    read_notes_by_language(&kept.creator_notes_multilingual, data, draft, report);
    kept.tags = std::mem::take(&mut draft.actors[0].kept.tags);
    draft.actors[0].kept = kept;
}

fn read_date(name: &str, data: &mut Fields, report: &mut CardReport) -> Option<i64> {
    let path = data.path(name);
    let (seconds, was_text) = data.number(name, report)?;
    let whole = seconds as i64;
    if was_text || whole as f64 != seconds {
        report.changed(&path, format!("It is the number {whole} here."));
    } else {
        report.kept(&path, KEPT);
    }
    Some(whole)
}

/// The notes by language are kept; where the card has no other notes, the English or the first ones are what
/// readers see.
fn read_notes_by_language(
    notes: &Map<String, Value>,
    data: &Fields,
    draft: &mut ScenarioDraft,
    report: &mut CardReport,
) {
    if notes.is_empty() {
        return;
    }
    let path = data.path("creator_notes_multilingual");
    report.kept(&path, KEPT);
    let first = notes.get("en").or_else(|| notes.values().next());
    if draft.description.is_empty()
        && let Some(text) = first.and_then(Value::as_str)
    {
        draft.description = cut(text, MAX_TEXT_CHARS);
        report.changed(&path, "The card has no other notes, so readers see these.");
    }
}
