//! The document an author works on.

use std::collections::BTreeSet;

use kernel::Rating;
use serde_json::{Value, json};

use super::rules::{MAX_TAGS, MAX_TEXT_CHARS, MAX_TITLE_CHARS, fits, is_id, is_language};
use super::*;
use crate::lorebooks::{Book, LorebookEntry};
use crate::scenarios::{ContentNote, ContentNotes, PlayerRole};

fn full_image(alt: String) -> DraftImage {
    DraftImage {
        key: "a/b.webp".into(),
        alt,
        focus: Some(FocusPoint { x: 0.5, y: 0.25 }),
        crop: Some(Crop {
            x: 0.0,
            y: 0.25,
            width: 0.5,
            height: 0.75,
        }),
        ..DraftImage::default()
    }
}

fn full_book(id: &str, text: &mut dyn FnMut(&str) -> String) -> DraftBook {
    let entry = LorebookEntry {
        id: "1".into(),
        name: text("entry"),
        comment: text("comment"),
        keys: vec![text("key")],
        secondary_keys: vec![text("second")],
        content: text("content"),
        ..LorebookEntry::default()
    };
    DraftBook {
        id: id.into(),
        book: Book {
            name: text("book"),
            description: text("about"),
            entries: vec![entry],
            ..Book::default()
        },
    }
}

fn full_actor(text: &mut dyn FnMut(&str) -> String) -> DraftActor {
    DraftActor {
        id: "ada".into(),
        name: text("name"),
        nickname: text("nickname"),
        role: text("role"),
        portrait: Some(full_image(text("portrait"))),
        description: text("description"),
        personality: text("personality"),
        voice: text("voice"),
        example_dialogue: text("example"),
        system_prompt: text("system"),
        post_history_instructions: text("after"),
        note: ActorNote {
            text: text("note"),
            ..ActorNote::default()
        },
        expressions: vec![DraftExpression {
            name: text("joy"),
            image: Some(full_image(text("joy seen"))),
        }],
        pictures: vec![DraftPicture {
            name: text("room"),
            kind: "background".into(),
            alt: text("room seen"),
            ext: "png".into(),
            ..DraftPicture::default()
        }],
        talkativeness: Some(0.25),
        lorebooks: vec![full_book("own", text)],
        kept: KeptCard {
            creator: text("creator"),
            creator_notes_multilingual: [("de/~".to_owned(), json!(text("notes")))].into_iter().collect(),
            ..KeptCard::default()
        },
    }
}

/// A draft in which every field has a value, and every text another one.
fn full_draft() -> ScenarioDraft {
    let mut number = 0;
    let mut text = |what: &str| {
        number += 1;
        format!("{what} {number}")
    };
    ScenarioDraft {
        title: text("title"),
        tagline: text("tagline"),
        description: text("readers"),
        setting: text("setting"),
        language: "en".into(),
        tags: vec![text("tag")],
        rating: Some(Rating::Mature),
        content_notes: Some(ContentNotes::Listed {
            notes: vec![ContentNote::War],
        }),
        actors: vec![full_actor(&mut text)],
        openings: vec![DraftOpening {
            id: "first".into(),
            title: text("opening"),
            text: text("once"),
            speaker: Some("ada".into()),
            group_only: false,
        }],
        lorebooks: vec![full_book("shared", &mut text)],
        player_role: PlayerRole {
            name: text("player"),
            description: text("player is"),
        },
        cover: Some(full_image(text("cover"))),
        banner: Some(full_image(text("banner"))),
        origin: Some(WorkOrigin::Mine),
        making: Making::Open,
    }
}

/// All texts of a JSON value that have a space in them, as those of [`full_draft`] have.
fn words_in(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if text.contains(' ') => drop(found.insert(text.clone())),
        Value::Array(list) => list.iter().for_each(|inner| words_in(inner, found)),
        Value::Object(fields) => fields.values().for_each(|inner| words_in(inner, found)),
        _ => {}
    }
}

#[test]
fn every_text_is_listed_under_its_pointer() {
    let draft = full_draft();
    let document = serde_json::to_value(&draft).unwrap();
    let listed = texts(&draft);
    for one in &listed {
        assert_eq!(
            document.pointer(&one.field),
            Some(&json!(one.text)),
            "{}",
            one.field
        );
    }
    let mut all = BTreeSet::new();
    words_in(&document, &mut all);
    let named: BTreeSet<String> = listed
        .into_iter()
        .map(|one| one.text.to_owned())
        .filter(|text| text.contains(' '))
        .collect();
    assert_eq!(named, all);
}

#[test]
fn a_full_draft_is_valid_complete_and_read_back_equal() {
    let draft = full_draft();
    assert_eq!(validate(&draft), []);
    assert_eq!(missing(&draft), []);
    let text = serde_json::to_string(&draft).unwrap();
    assert_eq!(serde_json::from_str::<ScenarioDraft>(&text).unwrap(), draft);
}

#[test]
fn an_empty_draft_is_valid_and_says_what_it_lacks() {
    let draft = ScenarioDraft::default();
    assert_eq!(validate(&draft), []);
    let lacks: Vec<String> = missing(&draft).into_iter().map(|problem| problem.field).collect();
    assert_eq!(
        lacks,
        [
            "/title",
            "/language",
            "/rating",
            "/contentNotes",
            "/origin",
            "/actors",
            "/openings"
        ]
    );
    assert_eq!(serde_json::from_str::<ScenarioDraft>("{}").unwrap(), draft);
    assert!(serde_json::from_str::<ScenarioDraft>(r#"{"titel":"x"}"#).is_err());
}

#[test]
fn what_is_wrong_is_named_with_its_field() {
    type Change = fn(&mut ScenarioDraft);
    let cases: [(&str, Change); 20] = [
        ("/title", |draft| draft.title = "é".repeat(MAX_TITLE_CHARS + 1)),
        ("/setting", |draft| draft.setting = "a\0b".into()),
        ("/language", |draft| draft.language = "no language".into()),
        ("/tags", |draft| {
            draft.tags = (0..=MAX_TAGS).map(|n| n.to_string()).collect()
        }),
        ("/tags/1", |draft| draft.tags = vec!["Noir".into(), "noir".into()]),
        ("/tags/0", |draft| draft.tags = vec![" ".into()]),
        ("/contentNotes", |draft| {
            draft.content_notes = Some(ContentNotes::Listed {
                notes: vec![ContentNote::War; 2],
            });
        }),
        ("/actors/0/id", |draft| {
            draft.actors[0].id = "../ada".into();
            draft.openings.clear();
        }),
        ("/actors/1/id", |draft| draft.actors.push(draft.actors[0].clone())),
        ("/actors/0/note/text", |draft| {
            draft.actors[0].note.text = "n".repeat(MAX_TEXT_CHARS + 1)
        }),
        ("/actors/0/note/depth", |draft| draft.actors[0].note.depth = 1_000),
        ("/actors/0/talkativeness", |draft| {
            draft.actors[0].talkativeness = Some(1.5)
        }),
        ("/actors/0/expressions/1/name", |draft| {
            let again = draft.actors[0].expressions[0].clone();
            draft.actors[0].expressions.push(again);
        }),
        ("/actors/0/portrait/key", |draft| {
            draft.actors[0].portrait = Some(DraftImage::default())
        }),
        ("/actors/0/lorebooks/0/book/name", |draft| {
            draft.actors[0].lorebooks[0].book.name.clear()
        }),
        ("/openings/0/speaker", |draft| {
            draft.openings[0].speaker = Some("nobody".into())
        }),
        ("/openings", |draft| {
            draft.openings = (0..=rules::MAX_OPENINGS)
                .map(|n| DraftOpening {
                    id: n.to_string(),
                    ..DraftOpening::default()
                })
                .collect();
        }),
        ("/cover/focus", |draft| {
            draft.cover.as_mut().unwrap().focus = Some(FocusPoint { x: f64::NAN, y: 0.0 });
        }),
        ("/banner/crop", |draft| {
            draft.banner.as_mut().unwrap().crop = Some(Crop {
                x: 0.75,
                y: 0.0,
                width: 0.5,
                height: 1.0,
            });
        }),
        ("/origin/from", |draft| {
            draft.origin = Some(WorkOrigin::Permission { from: " ".into() })
        }),
    ];
    for (field, change) in cases {
        let mut draft = full_draft();
        change(&mut draft);
        let found: Vec<String> = validate(&draft)
            .into_iter()
            .map(|problem| problem.field)
            .collect();
        assert_eq!(found, [field], "{field}");
    }
}

#[test]
fn an_edit_changes_nothing_that_is_kept() {
    let stored = full_draft();
    let mut edited = stored.clone();
    edited.title = "another".into();
    edited.actors[0].kept = KeptCard::default();
    let applied = apply_edit(&stored, edited.clone());
    assert_eq!(
        (applied.title.as_str(), &applied.actors[0].kept),
        ("another", &stored.actors[0].kept)
    );
    let without = ScenarioDraft {
        actors: Vec::new(),
        ..stored.clone()
    };
    assert_eq!(apply_edit(&without, stored.clone()), stored, "an undone removal");
}

#[test]
fn sizes_count_what_is_kept_apart() {
    let mut draft = full_draft();
    draft.actors[0]
        .kept
        .data
        .insert("x".into(), json!("y".repeat(rules::MAX_KEPT_BYTES)));
    let found: Vec<String> = validate(&draft)
        .into_iter()
        .map(|problem| problem.field)
        .collect();
    assert_eq!(found, ["/actors"]);
}

#[test]
fn texts_ids_and_languages_are_measured() {
    assert!(fits("", 0) && fits("éé", 2) && !fits("ééé", 2));
    for (id, good) in [("a-B_9", true), ("", false), ("a b", false), ("é", false)] {
        assert_eq!(is_id(id), good, "{id}");
    }
    for (tag, good) in [
        ("en", true),
        ("pt-BR", true),
        ("zh-Hant-TW", true),
        ("", false),
        ("9", false),
        ("en_US", false),
        ("en-", false),
    ] {
        assert_eq!(is_language(tag), good, "{tag}");
    }
}
