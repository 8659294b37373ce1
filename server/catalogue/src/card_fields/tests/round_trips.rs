//! Cards of all forms: imported, exported and imported again.

use std::path::Path;

use serde_json::{Value, json};

use super::{bring, bring_back, files_of};
use crate::authoring::{ScenarioDraft, rules, validate};
use crate::card_fields::{CardForm, Carrier, ExportedCard, export_card, export_scenario, import};

/// The cards of the folder `cards`, and those that are too large for it.
fn cards() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/card_fields/tests/cards");
    let mut cards: Vec<(String, Value)> = std::fs::read_dir(folder)
        .expect("the cards")
        .map(|file| {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("a readable file");
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, serde_json::from_str(&text).expect("JSON"))
        })
        .collect();
    let entries: Vec<Value> = (0..500)
        .map(|number| {
            json!({ "keys": [format!("key {number}")], "content": format!("fact {number} {{{{char}}}}"), "enabled": number % 7 != 0,
                "insertion_order": number, "id": number, "extensions": { "probability": number % 100, "odd": number } })
        })
        .collect();
    let with = |data: Value| json!({ "spec": "chara_card_v3", "spec_version": "3.0", "data": data });
    cards.push((
        "a book of 500 entries".to_owned(),
        with(json!({ "name": "Many", "character_book": { "name": "b", "entries": entries } })),
    ));
    let long = "é".repeat(rules::MAX_TEXT_CHARS + 5);
    cards.push((
        "huge fields".to_owned(),
        with(json!({ "name": long, "description": long, "first_mes": long, "alternate_greetings": [long],
            "unheard": long, "nickname": long, "extensions": { "depth_prompt": { "prompt": long, "depth": 1e300 } } })),
    ));
    let large = json!({ "keys": ["a"], "content": "x".repeat(100_000) });
    cards.push((
        "a book that is too large".to_owned(),
        with(json!({ "name": "Large", "character_book": { "entries": vec![large; 15] } })),
    ));
    let greetings: Vec<String> = (0..150).map(|number| format!("hello {number}")).collect();
    cards.push((
        "150 greetings".to_owned(),
        with(json!({ "name": "Greets", "first_mes": "hi", "alternate_greetings": greetings })),
    ));
    cards
}

/// Every way to write a card.
fn exports(draft: &ScenarioDraft) -> Vec<(&'static str, ExportedCard)> {
    let card = |form, carrier| export_card(draft, "actor-1", form, carrier).expect("the actor");
    vec![
        ("V2 in an archive", card(CardForm::V2, Carrier::Archive)),
        ("V3 in an archive", card(CardForm::V3, Carrier::Archive)),
        ("the whole scenario", export_scenario(draft)),
    ]
}

/// The draft without the pictures that a single picture cannot carry.
fn without_files(mut draft: ScenarioDraft) -> ScenarioDraft {
    (draft.cover, draft.banner) = (None, None);
    for actor in &mut draft.actors {
        actor.expressions.iter_mut().for_each(|one| one.image = None);
        actor.pictures.iter_mut().for_each(|one| one.key = None);
    }
    draft
}

#[test]
fn every_card_is_the_same_after_export_and_import() {
    let cards = cards();
    assert!(cards.len() >= 30, "only {} cards", cards.len());
    for (name, card) in cards {
        let (files, keys) = files_of(&card);
        let (draft, report) = bring(&card, &files, &keys);
        assert_eq!(validate(&draft), [], "{name}");
        assert!(!report.is_empty() || name == "v2_minimal", "{name}");
        for (how, exported) in exports(&draft) {
            assert!(bring_back(&exported) == draft, "{name}: {how}: {}", exported.card);
            assert_eq!(exported.left_out, 0, "{name}: {how}");
        }
        for form in [CardForm::V2, CardForm::V3] {
            let exported = export_card(&draft, "actor-1", form, Carrier::Picture).expect("the actor");
            assert!(
                bring_back(&exported) == without_files(draft.clone()),
                "{name}: {form:?} in a picture"
            );
        }
    }
}

/// A card is written as it was read: a second export differs in nothing.
#[test]
fn a_written_card_is_written_the_same_again() {
    for (name, card) in cards() {
        let (files, keys) = files_of(&card);
        let (draft, _) = bring(&card, &files, &keys);
        let first = export_scenario(&draft);
        let second = export_scenario(&bring_back(&first));
        assert!(first == second, "{name}");
    }
}

/// What was written needs our extension only where cards have no field.
#[test]
fn a_common_card_needs_no_extension_of_ours() {
    let common = [
        "v2_full",
        "v2_minimal",
        "v3_full",
        "german",
        "japanese",
        "chinese",
        "emoji",
        "many_tags",
    ];
    for (name, card) in cards()
        .into_iter()
        .filter(|(name, _)| common.contains(&name.as_str()))
    {
        let (draft, _) = bring(&card, &[], &[]);
        let exported = export_card(&draft, "actor-1", CardForm::V3, Carrier::Picture).expect("the actor");
        assert_eq!(
            exported.card["data"]["extensions"].get("dramatis"),
            None,
            "{name}"
        );
    }
}

#[test]
fn full_cards_leave_as_they_came() {
    for name in ["v2_full", "v3_full"] {
        let (_, card) = cards()
            .into_iter()
            .find(|(known, _)| known == name)
            .expect("the card");
        let form = if name == "v2_full" {
            CardForm::V2
        } else {
            CardForm::V3
        };
        let own = [crate::card_fields::AssetName {
            path: crate::card_fields::OWN_PICTURE.to_owned(),
            is_picture: true,
        }];
        let with_portrait = if name == "v3_full" { own.as_slice() } else { &[] };
        let (draft, _) = bring(&card, with_portrait, &["blob/0.png".to_owned()]);
        let exported = export_card(&draft, "actor-1", form, Carrier::Picture).expect("the actor");
        assert_eq!(exported.card, card, "{name}");
    }
}

#[test]
fn what_is_about_people_is_in_no_export() {
    let (_, card) = cards()
        .into_iter()
        .find(|(name, _)| name == "st_full")
        .expect("the card");
    let draft = import(&card, &[], None).expect("a card").draft;
    for (how, exported) in exports(&draft) {
        for name in ["chat", "fav", "create_date", "avatar"] {
            assert!(exported.card.get(name).is_none(), "{how}: {name}");
            assert!(
                exported.card["data"]["extensions"].get(name).is_none(),
                "{how}: {name}"
            );
        }
    }
}
