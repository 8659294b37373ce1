//! Exporting: scenarios of several actors, cards of one.

use serde_json::{Value, json};

use super::bring_back;
use crate::authoring::{
    ActorNote, DraftActor, DraftBook, DraftExpression, DraftImage, DraftOpening, DraftPicture, FocusPoint,
    Making, ScenarioDraft, WorkOrigin, validate,
};
use crate::card_fields::{CardForm, Carrier, export_card, export_scenario};
use crate::lorebooks::{Book, LorebookEntry};
use crate::scenarios::{ContentNotes, PlayerRole};

fn image(key: &str) -> Option<DraftImage> {
    Some(DraftImage {
        key: key.to_owned(),
        alt: format!("a view of {}", key.replace('/', " ")),
        focus: Some(FocusPoint { x: 0.25, y: 0.5 }),
        ..DraftImage::default()
    })
}

fn book(id: &str) -> DraftBook {
    let entry = LorebookEntry {
        id: "007".to_owned(),
        keys: vec![format!("key of {id}")],
        content: format!("content of {id}"),
        use_regex: true,
        ..LorebookEntry::default()
    };
    DraftBook {
        id: id.to_owned(),
        book: Book {
            name: id.to_owned(),
            scan_depth: Some(id.len() as u32),
            token_budget: Some(100),
            entries: vec![entry],
            ..Book::default()
        },
    }
}

fn actor(id: &str) -> DraftActor {
    let mut actor = DraftActor {
        id: id.to_owned(),
        name: format!("{id} the Great"),
        nickname: id.to_uppercase(),
        role: "guard".to_owned(),
        portrait: image(&format!("{id}/face.webp")),
        description: format!("{id} is tall."),
        voice: "low".to_owned(),
        note: ActorNote {
            text: format!("{id} limps."),
            depth: 7,
            ..ActorNote::default()
        },
        expressions: vec![
            DraftExpression {
                name: "joy".to_owned(),
                image: image("shared/joy.png"),
            },
            DraftExpression {
                name: "?".to_owned(),
                image: None,
            },
        ],
        pictures: vec![DraftPicture {
            name: "room".to_owned(),
            kind: "background".to_owned(),
            uri: "__asset:4".to_owned(),
            key: Some(format!("{id}/room.jpg")),
            ..DraftPicture::default()
        }],
        talkativeness: Some(0.3),
        lorebooks: vec![book(&format!("of-{id}"))],
        ..DraftActor::default()
    };
    actor.kept.creator = format!("maker of {id}");
    actor.kept.source = vec![format!("https://example.org/{id}")];
    actor
        .kept
        .extensions
        .insert("unheard".to_owned(), json!({ id: [null] }));
    actor
}

/// A scenario of three actors that uses every field.
fn cast_of_three() -> ScenarioDraft {
    let opening = |id: &str, speaker: Option<&str>, group_only| DraftOpening {
        id: id.to_owned(),
        title: format!("Opening {id}"),
        text: format!("Text {id}"),
        speaker: speaker.map(str::to_owned),
        group_only,
    };
    ScenarioDraft {
        title: "The Gate".to_owned(),
        tagline: "Three guards.".to_owned(),
        description: "For readers.".to_owned(),
        setting: "A gate.".to_owned(),
        language: "en-GB".to_owned(),
        tags: vec!["gate".to_owned()],
        rating: Some(kernel::Rating::Mature),
        content_notes: Some(ContentNotes::Undisclosed),
        actors: vec![actor("ada"), actor("bo"), actor("cy")],
        openings: vec![
            opening("1", Some("bo"), true),
            opening("2", None, false),
            opening("3", Some("ada"), false),
            opening("4", Some("cy"), true),
        ],
        lorebooks: vec![book("world"), book("town")],
        player_role: PlayerRole {
            name: "Guest".to_owned(),
            description: "Late.".to_owned(),
        },
        cover: image("own/cover.jpg"),
        banner: image("own/banner.jpg"),
        origin: Some(WorkOrigin::Permission {
            from: "a friend".to_owned(),
        }),
        making: Making::Open,
    }
}

#[test]
fn a_whole_scenario_is_read_back_equal() {
    let draft = cast_of_three();
    assert_eq!(validate(&draft), []);
    let exported = export_scenario(&draft);
    assert_eq!(exported.left_out, 0);
    // Three portraits, three rooms, cover, banner, and one picture that all three share.
    assert_eq!(exported.files.len(), 9);
    let text = exported.card.to_string();
    for file in &exported.files {
        assert!(!text.contains(&file.key), "the key {} is in the card", file.key);
    }
    assert_eq!(bring_back(&exported), draft);
    let again: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(again, exported.card);
}

#[test]
fn drafts_of_any_state_are_read_back_equal() {
    let full = cast_of_three();
    let one = ScenarioDraft {
        actors: vec![actor("solo")],
        openings: Vec::new(),
        ..full.clone()
    };
    let only_world = ScenarioDraft {
        lorebooks: vec![book("world")],
        ..ScenarioDraft::default()
    };
    let mut no_face = one.clone();
    no_face.actors[0].portrait = None;
    no_face.actors[0].name.clear();
    no_face.actors[0].lorebooks.clear();
    no_face.lorebooks.truncate(1);
    let mut empty_opening = full.clone();
    empty_opening.openings[1].text.clear();
    for draft in [ScenarioDraft::default(), one, only_world, no_face, empty_opening] {
        assert_eq!(bring_back(&export_scenario(&draft)), draft);
    }
}

#[test]
fn a_card_of_one_actor_has_the_setting_its_openings_and_books() {
    let draft = cast_of_three();
    assert_eq!(
        export_card(&draft, "nobody", CardForm::V3, Carrier::Archive),
        None
    );
    for form in [CardForm::V2, CardForm::V3] {
        let exported = export_card(&draft, "bo", form, Carrier::Archive).expect("the actor");
        let data = &exported.card["data"];
        assert_eq!(data["name"], "bo the Great");
        assert_eq!(data["scenario"], "A gate.");
        assert_eq!(
            (&data["first_mes"], &data["alternate_greetings"]),
            (&json!("Text 2"), &json!([]))
        );
        assert_eq!(data["group_only_greetings"], json!(["Text 1"]));
        assert_eq!(data["creator"], "maker of bo");
        assert_eq!(data["extensions"]["depth_prompt"]["prompt"], "bo limps.");
        assert_eq!(data["extensions"]["unheard"], json!({ "bo": [null] }));
        let book = &data["character_book"];
        assert_eq!(book["token_budget"], 300);
        let entries = book["entries"].as_array().expect("entries");
        let contents: Vec<&Value> = entries.iter().map(|entry| &entry["content"]).collect();
        assert_eq!(
            contents,
            ["content of of-bo", "content of world", "content of town"]
        );
        let text = exported.card.to_string();
        assert!(
            !text.contains("ada") && !text.contains("cy the"),
            "another actor is in the card"
        );
        let alone = ScenarioDraft {
            actors: vec![draft.actors[1].clone()],
            openings: vec![draft.openings[0].clone(), draft.openings[1].clone()],
            ..draft.clone()
        };
        assert_eq!(bring_back(&exported), alone);
    }
}

#[test]
fn a_picture_carries_only_the_portrait() {
    let draft = cast_of_three();
    let exported = export_card(&draft, "ada", CardForm::V3, Carrier::Picture).expect("the actor");
    let files: Vec<(&str, &str)> = exported
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.key.as_str()))
        .collect();
    assert_eq!(files, [("ccdefault:", "ada/face.webp")]);
    assert_eq!(exported.left_out, 4, "an expression, a room, cover and banner");
    assert!(!exported.card.to_string().contains("joy.png"));
}

#[test]
fn paths_are_standard_safe_and_distinct() {
    let mut one = actor("x");
    one.expressions = ["a b", "A_B", "喜び", "../../etc"]
        .into_iter()
        .enumerate()
        .map(|(number, name)| DraftExpression {
            name: name.to_owned(),
            image: image(&format!("{number}.png")),
        })
        .collect();
    if let Some(image) = &mut one.expressions[3].image {
        image.uri = "embeded://assets/../../secret.png".to_owned();
    }
    let draft = ScenarioDraft {
        actors: vec![one],
        ..ScenarioDraft::default()
    };
    let exported = export_scenario(&draft);
    let paths: Vec<&str> = exported.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "assets/icon/images/main.webp",
            "assets/emotion/images/a_b.png",
            "assets/emotion/images/A_B-2.png",
            "assets/emotion/images/__.png",
            "assets/emotion/images/______etc.png",
            "assets/background/images/room.jpg",
        ]
    );
    assert_eq!(bring_back(&exported), draft);
}

/// What another program changes in the ordinary fields of our card is what we read.
#[test]
fn an_edit_elsewhere_counts() {
    let draft = cast_of_three();
    let mut exported = export_scenario(&draft);
    exported.card["data"]["description"] = json!("ada is short.");
    exported.card["data"]["scenario"] = json!("A bridge.");
    let read = bring_back(&exported);
    assert_eq!(
        (read.actors[0].description.as_str(), read.setting.as_str()),
        ("ada is short.", "A bridge.")
    );
    assert_eq!(
        (read.tagline, read.actors[1].clone()),
        (draft.tagline, draft.actors[1].clone())
    );
}
