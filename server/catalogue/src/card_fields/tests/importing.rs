//! Importing: what is refused, what is listed, and what a forged card cannot do.

use serde_json::{Value, json};

use super::bring;
use crate::authoring::{ScenarioDraft, validate};
use crate::card_fields::report::MAX_ROWS;
use crate::card_fields::{AssetName, CardFieldsError, FieldOutcome, PicturePlace, import, place_picture};

fn v3(data: Value) -> Value {
    json!({ "spec": "chara_card_v3", "spec_version": "3.0", "data": data })
}

#[test]
fn what_is_no_card_is_refused_with_a_reason() {
    use CardFieldsError::{EmptyBook, NotACard};
    for (value, error) in [
        (json!(null), NotACard),
        (json!(5), NotACard),
        (json!("card"), NotACard),
        (json!([]), NotACard),
        (json!({}), NotACard),
        (json!({ "name": "x" }), NotACard),
        (json!({ "data": [] }), NotACard),
        (json!({ "spec": "chara_card_v2" }), NotACard),
        (
            json!({ "spec": "other", "data": { "name": "x", "description": "y" } }),
            NotACard,
        ),
        (json!({ "format": "dramatis.story", "messages": [] }), NotACard),
        (json!({ "entries": {} }), EmptyBook),
        (
            json!({ "name": "x", "description": "y", "entries": [] }),
            EmptyBook,
        ),
        (
            json!({ "spec": "lorebook_v3", "data": { "entries": [] } }),
            EmptyBook,
        ),
    ] {
        assert!(error.to_string().ends_with('.'));
        assert_eq!(import(&value, &[], None).err(), Some(error), "{value}");
    }
}

#[test]
fn a_book_without_a_name_is_called_like_its_character() {
    let card = v3(json!({
        "name": "Dr. Ida",
        "character_book": { "entries": [{ "keys": ["k"], "content": "c" }] },
    }));
    let imported = import(&card, &[], None).expect("a card");
    assert_eq!(imported.draft.actors[0].lorebooks[0].book.name, "Dr. Ida");
}

#[test]
fn links_elsewhere_are_listed_with_their_places() {
    let card = v3(json!({
        "name": "x",
        "first_mes": "![a](https://example.org/a.png) https://example.org/page",
        "assets": [{ "type": "background", "uri": "https://example.org/b", "name": "b", "ext": "png" }],
        "extensions": { "chub": { "expressions": { "joy": "https://example.org/joy.png" } } },
        "character_book": { "entries": [{ "keys": ["k"], "content": "<img src='https://example.org/c.gif'>" }] },
    }));
    let imported = import(&card, &[], None).expect("a card");
    let listed: Vec<(&str, &str)> = imported
        .links
        .iter()
        .map(|link| (link.place.as_str(), link.address.as_str()))
        .collect();
    assert_eq!(
        listed,
        [
            (
                "/actors/0/lorebooks/0/book/entries/0/content",
                "https://example.org/c.gif"
            ),
            ("/openings/0/text", "https://example.org/a.png"),
            (
                "/actors/0/kept/extensions/chub/expressions/joy",
                "https://example.org/joy.png"
            ),
            ("/actors/0/pictures/0/uri", "https://example.org/b"),
        ]
    );
    let document = serde_json::to_value(&imported.draft).expect("JSON");
    for link in &imported.links {
        assert!(document.pointer(&link.place).is_some(), "{}", link.place);
        let row = imported.report.iter().find(|row| row.field == link.address);
        assert_eq!(row.map(|row| row.outcome), Some(FieldOutcome::Refused));
    }
}

#[test]
fn nul_characters_are_removed_everywhere() {
    let card = v3(json!({ "name": "a\u{0}b", "un\u{0}heard": ["\u{0}x"], "tags": ["t\u{0}"] }));
    let (draft, report) = bring(&card, &[], &[]);
    assert_eq!(draft.actors[0].name, "ab");
    assert!(!serde_json::to_string(&draft).expect("JSON").contains("\\u0000"));
    assert_eq!(draft.actors[0].kept.data["unheard"], json!(["x"]));
    assert!(
        report
            .iter()
            .any(|row| row.outcome == FieldOutcome::Changed && row.note.contains("NUL"))
    );
}

#[test]
fn a_report_has_a_limit() {
    let mut data = json!({ "name": "x" });
    for number in 0..1_000 {
        data[format!("field {number}")] = json!(number);
    }
    let (draft, report) = bring(&v3(data), &[], &[]);
    assert_eq!((report.len(), draft.actors[0].kept.data.len()), (MAX_ROWS, 1_000));
    assert!(
        report[MAX_ROWS - 1].note.starts_with("602 "),
        "{}",
        report[MAX_ROWS - 1].note
    );
}

#[test]
fn a_picture_goes_where_its_place_is_or_nowhere() {
    let card = v3(json!({ "name": "x", "assets": [
        { "type": "emotion", "uri": "embeded://a.png", "name": "joy", "ext": "png" },
        { "type": "background", "uri": "embeded://b.png", "name": "b", "ext": "png" },
    ] }));
    let files = ["b.png", "a.png"].map(|path| AssetName {
        path: path.to_owned(),
        is_picture: true,
    });
    let imported = import(&card, &files, None).expect("a card");
    let actor = || "actor-1".to_owned();
    let places: Vec<_> = imported
        .pictures
        .iter()
        .map(|one| (one.asset, one.place.clone()))
        .collect();
    assert_eq!(
        places,
        [
            (
                Some(1),
                PicturePlace::Expression {
                    actor: actor(),
                    name: "joy".to_owned()
                }
            ),
            (
                Some(0),
                PicturePlace::Picture {
                    actor: actor(),
                    index: 0
                }
            ),
        ]
    );
    for picture in &imported.pictures {
        let mut elsewhere = ScenarioDraft::default();
        assert!(!place_picture(&mut elsewhere, picture, "key"));
        assert_eq!(elsewhere, ScenarioDraft::default());
    }
}

#[test]
fn our_extension_is_taken_only_if_it_makes_a_valid_draft() {
    let with = |own: Value| v3(json!({ "name": "x", "extensions": { "dramatis": own } }));
    let outcome = |own: Value| {
        let (draft, report) = bring(&with(own), &[], &[]);
        assert_eq!(validate(&draft), []);
        let row = report.iter().find(|row| row.field == "data.extensions.dramatis");
        (draft, row.expect("a row").outcome)
    };
    let change = |beyond: Value| json!({ "version": 1, "beyond": beyond });
    for own in [
        json!(1),
        json!({}),
        change(json!({ "set": 5 })),
        change(json!({ "in": { "unheard": { "set": 1 } } })),
        change(json!({ "in": { "tagline": { "set": "x".repeat(1_000) } } })),
        change(json!({ "in": { "actors": { "at": { "0": { "in": { "id": { "set": "../x" } } } } } } })),
    ] {
        let (draft, outcome) = outcome(own.clone());
        assert_eq!(outcome, FieldOutcome::Refused, "{own}");
        assert_eq!(draft.actors[0].name, "x");
    }
    let (draft, taken) = outcome(change(
        json!({ "in": { "cover": { "set": { "key": "somebody/else.png" } } } }),
    ));
    assert_eq!(
        (draft.cover, taken),
        (None, FieldOutcome::Taken),
        "a key of a stored image is never believed"
    );
    let forged = json!({ "in": { "actors": { "at": { "0": { "in": { "kept": { "in": {
        "top": { "set": { "chat": "x", "mine": 1 } } } } } } } } } });
    let (draft, _) = outcome(change(forged));
    assert_eq!(
        Value::Object(draft.actors[0].kept.top.clone()),
        json!({ "mine": 1 })
    );
    let gone = json!({ "in": { "tagline": { "set": "t" }, "openings": { "at": { "3": { "set": {} } } } } });
    let (draft, changed) = outcome(change(gone));
    assert_eq!((draft.tagline.as_str(), changed), ("t", FieldOutcome::Changed));
}
