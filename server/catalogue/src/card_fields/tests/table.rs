//! Every row of `docs/cards.md`, held against what is done.

use std::collections::BTreeMap;
use std::path::Path;

use regex::Regex;
use serde_json::{Map, Value, json};

use super::{bring, bring_back, files_of};
use crate::authoring::{KeptCard, ScenarioDraft, apply_edit, rules};
use crate::card_fields::report::MAX_ROWS;
use crate::card_fields::{CardForm, Carrier, FieldOutcome, FieldReport, export_card};
use crate::card_fields::{form, not_exported};
use crate::lorebooks::rules::{MAX_BOOK_BYTES, MAX_ENTRIES};
use crate::lorebooks::{Book, LorebookEntry, Position, export_v3};
use crate::scenarios::PlayerRole;

/// A row of a table of fields.
struct Row {
    /// The heading it stands under.
    section: String,
    field: String,
    example: Value,
    /// Pointers into the draft with the value there.
    here: Vec<(String, Value)>,
    outcome: Option<FieldOutcome>,
    /// A path in the written card with the value there; `None`: not written.
    written: Option<(String, Value)>,
}

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cards.md");
    std::fs::read_to_string(path).expect("docs/cards.md")
}

/// The cells of the rows of all tables, each with its heading.
fn cells(text: &str) -> Vec<(String, Vec<String>)> {
    let mut section = String::new();
    let mut rows = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading.to_owned();
        }
        if let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix('|')) {
            let cells = row.split('|').map(|cell| cell.trim().to_owned());
            rows.push((section.clone(), cells.collect()));
        }
    }
    rows
}

fn parse_json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What a cell says in code, each with the value after `=`.
fn spans(cell: &str) -> Vec<(String, Option<Value>)> {
    let span = Regex::new("`([^`]*)`(?: = `([^`]*)`)?").expect("a pattern");
    span.captures_iter(cell)
        .map(|found| {
            let value = found.get(2).map(|value| parse_json(value.as_str()));
            (found[1].to_owned(), value)
        })
        .collect()
}

fn rows() -> Vec<Row> {
    let rows = cells(&document())
        .into_iter()
        .filter(|(_, cells)| cells.len() == 6 && cells[0].starts_with('`'));
    rows.map(|(section, cells)| {
        let code = |cell: &str| cell.trim_matches('`').to_owned();
        let (field, example) = (code(&cells[0]), parse_json(&code(&cells[1])));
        let here = spans(&cells[2]);
        let here = here
            .into_iter()
            .map(|(pointer, value)| (pointer, value.unwrap_or_else(|| example.clone())));
        let outcome = match cells[3].as_str() {
            "taken" => Some(FieldOutcome::Taken),
            "changed" => Some(FieldOutcome::Changed),
            "kept" => Some(FieldOutcome::Kept),
            "refused" => Some(FieldOutcome::Refused),
            "left out" => Some(FieldOutcome::LeftOut),
            "—" => None,
            other => panic!("{field}: unknown report {other}"),
        };
        let written = match cells[4].as_str() {
            "same" => Some((field.clone(), example.clone())),
            "—" => None,
            cell => {
                let (path, value) = spans(cell).remove(0);
                Some((path, value.unwrap_or_else(|| example.clone())))
            }
        };
        Row {
            here: here.collect(),
            section,
            field,
            example,
            outcome,
            written,
        }
    })
    .collect()
}

/// A card of the section's form that has only a name.
fn base(section: &str) -> Value {
    let nested = |spec: &str, version: &str| json!({ "spec": spec, "spec_version": version, "data": { "name": "Ada" } });
    match section {
        "V1" => json!({ "name": "Ada", "description": "x" }),
        "V2" | "SillyTavern" | "RisuAI" | "Chub" | "Agnai" => nested("chara_card_v2", "2.0"),
        "Pygmalion" => json!({ "char_name": "Ada" }),
        "YAML" => json!({ "name": "Ada", "context": "x" }),
        _ => nested("chara_card_v3", "3.0"),
    }
}

/// Puts a value at a path, in which `[]` is the only item of a list.
fn put(target: &mut Value, path: &str, value: Value) {
    let (first, rest) = path
        .split_once('.')
        .map_or((path, None), |(first, rest)| (first, Some(rest)));
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let fields = target.as_object_mut().expect("an object");
    let place = match first.strip_suffix("[]") {
        Some(name) => {
            let list = fields.entry(name).or_insert_with(|| json!([null]));
            &mut list[0]
        }
        None => fields.entry(first).or_insert(Value::Null),
    };
    match rest {
        Some(rest) => put(place, rest, value),
        None => *place = value,
    }
}

/// The value at a path.
fn get<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.')
        .try_fold(value, |value, part| match part.strip_suffix("[]") {
            Some(name) => value.get(name)?.get(0),
            None => value.get(part),
        })
}

/// Whether a row of the report is about this field or what it stands in.
fn is_about(row: &FieldReport, field: &str) -> bool {
    field == row.field
        || field
            .strip_prefix(row.field.as_str())
            .is_some_and(|rest| rest.starts_with(['.', '[']) && !row.field.is_empty())
}

/// What is wrong with a row.
fn faults(row: &Row) -> Vec<String> {
    let mut faults = Vec::new();
    let mut card = base(&row.section);
    put(&mut card, &row.field, row.example.clone());
    let (files, keys) = files_of(&row.example);
    let (draft, report) = bring(&card, &files, &keys);
    let document = serde_json::to_value(&draft).expect("JSON");
    for (pointer, value) in &row.here {
        let found = document.pointer(pointer);
        if found != Some(value) {
            faults.push(format!("{pointer} is {found:?}, not {value}"));
        }
    }
    let is_reported = match row.outcome {
        Some(outcome) => report
            .iter()
            .any(|said| said.outcome == outcome && is_about(said, &row.field)),
        None => report.iter().all(|said| said.field != row.field),
    };
    if !is_reported {
        faults.push(format!("the report is {report:?}"));
    }
    faults.extend(faults_of_export(row, &draft, "as imported"));
    if row.field != "data.extensions.dramatis" {
        faults.extend(faults_of_export(row, &edited(&draft), "after an edit"));
    }
    faults
}

/// The draft after an edit of other fields that also tries to empty what is kept.
fn edited(draft: &ScenarioDraft) -> ScenarioDraft {
    let mut sent = draft.clone();
    sent.tagline = "Edited.".to_owned();
    sent.player_role = PlayerRole {
        name: "Somebody".to_owned(),
        description: "You.".to_owned(),
    };
    sent.actors[0].voice = "low".to_owned();
    sent.actors[0].kept = KeptCard::default();
    apply_edit(draft, sent)
}

fn faults_of_export(row: &Row, draft: &ScenarioDraft, when: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let exported = export_card(draft, "actor-1", CardForm::V3, Carrier::Archive).expect("the actor");
    let mut card = exported.card.clone();
    if let Some(Value::Object(extensions)) = card.pointer_mut("/data/extensions")
        && row.field != "data.extensions.dramatis"
    {
        extensions.shift_remove("dramatis");
    }
    let card = &card;
    match &row.written {
        Some((path, value)) if get(card, path) == Some(value) => {}
        Some((path, value)) => {
            faults.push(format!(
                "{when}: {path} is written as {:?}, not {value}",
                get(card, path)
            ));
        }
        None if row.example.is_null() || get(card, &row.field) != Some(&row.example) => {}
        None => faults.push(format!("{when}: it is written")),
    }
    let texts = [card.to_string(), serde_json::to_string(draft).expect("JSON")];
    if matches!(row.outcome, Some(FieldOutcome::Refused | FieldOutcome::LeftOut))
        && texts.iter().any(|text| text.contains("canary"))
    {
        faults.push(format!("{when}: it is still there"));
    }
    if bring_back(&exported) != *draft {
        faults.push(format!("{when}: it is not read back equal"));
    }
    faults
}

#[test]
fn every_field_is_treated_as_the_document_says() {
    let rows = rows();
    assert!(rows.len() > 150, "only {} rows were found", rows.len());
    let wrong: Vec<String> = rows
        .iter()
        .flat_map(|row| {
            let named = format!("{}, {} = {}", row.section, row.field, row.example);
            faults(row)
                .into_iter()
                .map(move |fault| format!("{named}: {fault}"))
        })
        .collect();
    assert!(wrong.is_empty(), "docs/cards.md is wrong:\n{}", wrong.join("\n"));
}

#[test]
fn a_wrong_row_would_be_found() {
    let right = || Row {
        section: "V2".to_owned(),
        field: "data.scenario".to_owned(),
        example: json!("x"),
        here: vec![("/setting".to_owned(), json!("x"))],
        outcome: Some(FieldOutcome::Taken),
        written: Some(("data.scenario".to_owned(), json!("x"))),
    };
    assert!(faults(&right()).is_empty());
    let wrong = [
        Row {
            here: vec![("/tagline".to_owned(), json!("x"))],
            ..right()
        },
        Row {
            outcome: Some(FieldOutcome::Kept),
            ..right()
        },
        Row {
            outcome: None,
            ..right()
        },
        Row {
            written: None,
            ..right()
        },
        Row {
            written: Some(("data.name".to_owned(), json!("x"))),
            ..right()
        },
    ];
    for row in wrong {
        assert!(!faults(&row).is_empty());
    }
}

/// A field that the code knows by name and the document does not mention would be treated in secret.
#[test]
fn every_field_that_the_code_knows_stands_in_the_document() {
    let rows = rows();
    let mut known: Vec<String> = Vec::new();
    known.extend(
        form::V1
            .iter()
            .chain(&form::LATER)
            .map(|name| format!("data.{name}")),
    );
    known.extend(form::V1.map(str::to_owned));
    known.extend(
        form::PYGMALION
            .iter()
            .chain(&form::YAML)
            .map(|(name, _)| (*name).to_owned()),
    );
    known.extend(not_exported::TOP.iter().map(|name| (*name).to_owned()));
    let of_people = not_exported::EXTENSIONS.iter();
    known.extend(of_people.map(|name| format!("data.extensions.{name}")));
    let entry = LorebookEntry {
        priority: Some(1),
        position: Position::AtDepth,
        only_for: vec!["x".to_owned()],
        ..LorebookEntry::default()
    };
    let book = Book {
        scan_depth: Some(1),
        token_budget: Some(1),
        entries: vec![entry],
        ..Book::default()
    };
    let written = export_v3(&book)["data"].take();
    let names = |value: &Value, path: &str| -> Vec<String> {
        let fields = value.as_object().expect("an object");
        fields.keys().map(|name| format!("{path}{name}")).collect()
    };
    let of_entries = "data.character_book.entries[].";
    known.extend(names(&written, "data.character_book."));
    known.extend(names(&written["entries"][0], of_entries));
    known.extend(names(
        &written["entries"][0]["extensions"],
        &format!("{of_entries}extensions."),
    ));
    let is_said = |name: &str| {
        rows.iter().any(|row| {
            let rest = row.field.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        })
    };
    known.retain(|name| !is_said(name));
    assert!(known.is_empty(), "docs/cards.md lacks {known:?}");
}

#[test]
fn the_document_has_the_limits_of_the_code() {
    let said: BTreeMap<String, usize> = cells(&document())
        .into_iter()
        .filter(|(section, cells)| section == "Limits" && cells.len() == 2)
        .filter_map(|(_, cells)| Some((cells[0].clone(), cells[1].parse().ok()?)))
        .collect();
    let limits = [
        ("Characters of a name", rules::MAX_NAME_CHARS),
        ("Characters of a long text", rules::MAX_TEXT_CHARS),
        ("Characters of a tag", rules::MAX_TAG_CHARS),
        ("Tags", rules::MAX_TAGS),
        ("Openings", rules::MAX_OPENINGS),
        ("Expressions of an actor", rules::MAX_EXPRESSIONS),
        ("Further pictures of an actor", rules::MAX_PICTURES),
        ("Depth of a note", rules::MAX_NOTE_DEPTH as usize),
        ("Entries of a lorebook", MAX_ENTRIES),
        ("Bytes of a lorebook as JSON", MAX_BOOK_BYTES),
        ("Rows of a report", MAX_ROWS),
    ];
    assert_eq!(said, limits.map(|(name, value)| (name.to_owned(), value)).into());
}
