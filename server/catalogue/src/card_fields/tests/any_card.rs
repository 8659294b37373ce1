//! Whatever JSON is sent: it is imported or refused, and unknown fields survive.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{bring, bring_back, files_of};
use crate::authoring::{ScenarioDraft, validate};
use crate::card_fields::form::{LATER, V1};
use crate::card_fields::{CardForm, Carrier, export_card, export_scenario, import};

/// Further names that mean something in one form of card or another.
const NAMES: [&str; 18] = [
    "creator_notes_multilingual",
    "entries",
    "keys",
    "content",
    "depth_prompt",
    "prompt",
    "depth",
    "role",
    "talkativeness",
    "risuai",
    "emotions",
    "additionalAssets",
    "dramatis",
    "beyond",
    "set",
    "in",
    "at",
    "add",
];

/// A name that means something in a card.
fn known_name() -> impl Strategy<Value = String> {
    let names: Vec<&str> = V1
        .into_iter()
        .chain(LATER)
        .chain(["char_name"])
        .chain(NAMES)
        .collect();
    prop::sample::select(names).prop_map(str::to_owned)
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        Just("embeded://a.png".to_owned()),
        Just("__asset:0".to_owned()),
        Just("ccdefault:".to_owned()),
        Just("data:image/png;base64,AA".to_owned()),
        Just("icon".to_owned()),
        Just("emotion".to_owned()),
        Just("3.0".to_owned()),
        Just("1e309".to_owned()),
    ]
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 48, 6, |inner| {
        let name = prop_oneof![4 => known_name(), 1 => any_text()];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((name, inner), 0..6)
                .prop_map(|fields| Value::Object(Map::from_iter(fields))),
        ]
    })
}

/// A card of any form with anything in its fields.
fn any_card() -> impl Strategy<Value = Value> {
    let field = prop_oneof![
        4 => known_name(),
        1 => any_text(),
    ];
    let fields = || prop::collection::vec((field.clone(), any_json()), 0..10);
    let spec = prop::sample::select(vec!["chara_card_v2", "chara_card_v3", "chara_card_v9", ""]);
    (fields(), fields(), spec).prop_map(|(data, top, spec)| {
        let mut card = Map::from_iter(top);
        card.insert("spec".to_owned(), json!(spec));
        let mut data = Map::from_iter(data);
        data.entry("description").or_insert(json!("x"));
        card.insert("data".to_owned(), Value::Object(data));
        Value::Object(card)
    })
}

/// Checks all that is promised of an imported card.
fn check(card: &Value) {
    let (files, keys) = files_of(card);
    let (draft, _) = bring(card, &files, &keys);
    assert_eq!(validate(&draft), [], "{card}");
    assert!(bring_back(&export_scenario(&draft)) == draft, "{card}");
    for form in [CardForm::V2, CardForm::V3] {
        let face = draft
            .actors
            .first()
            .map(|actor| actor.id.clone())
            .unwrap_or_default();
        if let Some(exported) = export_card(&draft, &face, form, Carrier::Picture) {
            let text = exported.card.to_string();
            assert!(serde_json::from_str::<Value>(&text).is_ok());
        }
    }
}

/// Names that no form of card knows.
fn unknown_fields() -> impl Strategy<Value = Map<String, Value>> {
    let named = ("[a-z]{0,6}", any_json()).prop_map(|(name, value)| (format!("un-{name}"), value));
    prop::collection::vec(named, 0..5).prop_map(Map::from_iter)
}

fn has_nul(fields: &Map<String, Value>) -> bool {
    json!(fields).to_string().contains("\\u0000")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_json_is_imported_or_refused(value in any_json()) {
        if import(&value, &[], None).is_ok() {
            check(&value);
        }
    }

    #[test]
    fn any_card_is_imported_and_read_back_equal(card in any_card()) {
        match import(&card, &[], None) {
            Ok(_) => check(&card),
            Err(_) => prop_assert_eq!(&card["spec"], ""),
        }
    }

    #[test]
    fn unknown_fields_survive_an_edit(
        top in unknown_fields(),
        data in unknown_fields(),
        extensions in unknown_fields(),
        book in unknown_fields(),
        entry in unknown_fields(),
    ) {
        prop_assume!([&top, &data, &extensions, &book, &entry].iter().all(|fields| !has_nul(fields)));
        let mut card = json!({ "spec": "chara_card_v3", "spec_version": "3.0", "data": {
            "name": "x", "extensions": extensions,
            "character_book": { "entries": [{ "keys": ["k"], "content": "c" }] },
        } });
        let places = [("", &top), ("/data", &data), ("/data/character_book", &book), ("/data/character_book/entries/0", &entry)];
        for (place, fields) in places {
            let into = card.pointer_mut(place).and_then(Value::as_object_mut).expect("an object");
            into.extend(fields.clone());
        }
        let mut draft: ScenarioDraft = import(&card, &[], None).expect("a card").draft;
        draft.title = "Edited".to_owned();
        draft.actors[0].description = "Edited".to_owned();
        draft.actors[0].lorebooks[0].book.entries[0].content = "Edited".to_owned();
        let written = export_card(&draft, "actor-1", CardForm::V3, Carrier::Archive).expect("the actor").card;
        for (place, fields) in places.into_iter().chain([("/data/extensions", &extensions)]) {
            for (name, value) in fields {
                let found = written.pointer(place).and_then(|place| place.get(name));
                prop_assert_eq!(found, Some(value), "{} in {}", name, place);
            }
        }
    }
}
