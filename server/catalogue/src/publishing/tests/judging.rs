//! What the judge refuses, and what it lets pass.

use image::ImageFormat;
use platform::audit::Event;
use platform::{both_engines, image_judge};
use serde_json::{Value, json};

use super::{complete, create, publish, read, save};
use crate::publishing::judge;
use crate::testing::{test_image, upload};

/// Somebody of sixteen, in the four languages that the judge reads.
const STATED: &[&str] = &[
    "She is 16 years old.",
    "Sie ist 16 Jahre alt.",
    "Elle a 16 ans.",
    "Tiene 16 años.",
];

/// Harmless texts with numbers, youth and family in them.
const NEIGHBOURS: &[&str] = &[
    "She is 26 years old.",
    "A woman of thirty-six.",
    "Sixteen years ago she left the harbour.",
    "The clock strikes 16.",
    "Room 16, second floor.",
    "A ship of 16 guns.",
    "He has kept the lamp for 16 years.",
    "She grew up poor, and left home at twenty.",
    "The 16th of May.",
    "Sixteen candles burn on the table.",
    "He is 41 and tired.",
    "A widow in her fifties.",
    "An old friend from the navy.",
    "She drives a 1916 motor car.",
    "Sixteen miles to the border.",
    "The wine is 16 years old.",
    "A whisky aged 16 years.",
    "The house is 17 years old.",
    "Their marriage is 15 years old.",
    "Chapter 16.",
    "She earns 16 an hour.",
    "He is in his early thirties.",
    "Her apprentice is twenty-two.",
    "The kingdom is 16 generations old.",
    "Sie ist 36 Jahre alt.",
    "Vor 16 Jahren verließ er die Stadt.",
    "Der Wein ist 16 Jahre alt.",
    "Zimmer 16 liegt am Ende des Ganges.",
    "Elle a 36 ans.",
    "Il y a 16 ans, la guerre finit.",
    "Un vin de 16 ans.",
    "La chambre 16 donne sur la mer.",
    "Tiene 36 años.",
    "Hace 16 años dejó el puerto.",
    "Un vino de 16 años.",
    "La habitación 16 está vacía.",
    "Two adults who argue about a map.",
    "A grown woman who laughs easily.",
    "The baker, a man of sixty.",
    "A pilot, 28, sure of herself.",
];

/// Every kind of place in which a text can stand, as JSON pointers.
const PLACES: &[&str] = &[
    "/description",
    "/setting",
    "/tagline",
    "/actors/0/description",
    "/actors/0/role",
    "/actors/0/personality",
    "/actors/0/voice",
    "/actors/0/exampleDialogue",
    "/actors/0/systemPrompt",
    "/actors/0/postHistoryInstructions",
    "/actors/0/note/text",
    "/actors/0/expressions/0/name",
    "/actors/0/lorebooks/0/book/entries/0/content",
    "/lorebooks/0/book/entries/0/content",
    "/openings/0/title",
    "/openings/0/text",
    "/cover/alt",
    "/actors/0/portrait/alt",
    "/playerRole/description",
];

/// A scenario for adults with this text in this place.
fn adult_with(place: &str, text: &str) -> Value {
    let mut draft = adult();
    draft["openings"][0]["title"] = json!("");
    let picture = json!({ "key": "p.webp", "alt": "" });
    draft["cover"] = picture.clone();
    draft["actors"][0]["portrait"] = picture;
    *draft.pointer_mut(place).expect(place) = json!(text);
    draft
}

fn adult() -> Value {
    let mut draft = complete();
    draft["rating"] = json!("explicit");
    let book = json!([{ "id": "b", "book": { "name": "Lore", "entries": [{ "id": "1", "keys": ["x"], "content": "" }] } }]);
    draft["lorebooks"] = book.clone();
    draft["playerRole"] = json!({ "name": "", "description": "" });
    let actor = &mut draft["actors"][0];
    for field in [
        "personality",
        "voice",
        "exampleDialogue",
        "systemPrompt",
        "postHistoryInstructions",
    ] {
        actor[field] = json!("");
    }
    actor["note"] = json!({ "text": "" });
    actor["expressions"] = json!([{ "name": "calm" }]);
    actor["lorebooks"] = book;
    draft
}

fn judged(draft: &Value) -> crate::publishing::Judgement {
    judge(&serde_json::from_value(draft.clone()).expect("a draft"))
}

#[test]
fn sixteen_is_found_in_every_place_and_language() {
    for place in PLACES {
        for text in STATED {
            let refused = judged(&adult_with(place, text)).refused;
            assert!(!refused.is_empty(), "{text} as {place}");
            assert!(text.contains(refused[0].passage.trim()), "{}", refused[0].passage);
        }
    }
}

#[test]
fn harmless_neighbours_pass() {
    for place in PLACES {
        for text in NEIGHBOURS {
            let judgement = judged(&adult_with(place, text));
            assert!(
                judgement.refused.is_empty(),
                "{text} as {place}: {:?}",
                judgement.refused
            );
            assert!(
                judgement.doubted.is_empty(),
                "{text} as {place}: {:?}",
                judgement.doubted
            );
        }
    }
}

#[test]
fn a_school_story_passes_and_a_romance_in_it_does_not() {
    let mut draft = complete();
    draft["rating"] = json!("everyone");
    draft["actors"][0]["description"] = json!("Ida is 15 and builds radios.");
    let judgement = judged(&draft);
    assert!(judgement.refused.is_empty() && judgement.doubted.is_empty() && judgement.has_minor);
    draft["openings"][0]["text"] = json!("Ida kisses you passionately and unbuttons her blouse.");
    let refused = judged(&draft).refused;
    assert_eq!(
        refused.first().map(|one| one.field.as_str()),
        Some("/openings/0/text"),
        "{refused:?}"
    );
}

both_engines!(no_way_leads_past_the_judge, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut bad = adult();
    bad["actors"][0]["description"] = json!("She is 16 years old.");
    // A new draft, in both ways of being seen.
    let id = create(app, &ann, &bad).await;
    for access in ["public", "unlisted"] {
        let refused = publish(&ann, &id, 1, access).await;
        refused.assert_problem(422, "SCENARIO_REFUSED");
        let errors = refused.json["errors"].to_string();
        assert!(
            errors.contains("/actors/0/description") && errors.contains("She is 16"),
            "{errors}"
        );
    }
    // Private first, then opened.
    publish(&ann, &id, 1, "private").await.ok();
    for access in ["public", "unlisted"] {
        publish(&ann, &id, 1, access)
            .await
            .assert_problem(422, "SCENARIO_REFUSED");
    }
    // Out of the trash.
    let path = format!("/scenarios/scenario/{id}");
    ann.delete(&path).await;
    ann.post(&format!("{path}/restore"), &json!({})).await;
    for access in ["public", "unlisted"] {
        publish(&ann, &id, 1, access)
            .await
            .assert_problem(422, "SCENARIO_REFUSED");
    }
    assert_eq!(read(&ben, &id).await.status, 404);
    // A later version of a harmless one, and one that was harmless until its rating changed.
    let mut school = bad.clone();
    school["rating"] = json!("everyone");
    let id = create(app, &ann, &school).await;
    publish(&ann, &id, 1, "public").await.ok();
    save(&ann, &id, 1, &bad).await;
    for access in ["public", "unlisted"] {
        publish(&ann, &id, 2, access)
            .await
            .assert_problem(422, "SCENARIO_REFUSED");
    }
    assert_eq!(
        read(&ben, &id).await.ok()["displayData"]["rating"],
        "everyone",
        "the old version stays"
    );
    // Withdrawn and published again.
    ann.post(&format!("/scenarios/scenario/{id}/withdraw"), &json!({}))
        .await
        .ok();
    publish(&ann, &id, 2, "public")
        .await
        .assert_problem(422, "SCENARIO_REFUSED");
});

#[test]
fn the_end_of_a_long_text_is_read_too() {
    let mut draft = adult();
    draft["setting"] = json!(format!("{}She is 16 years old.", "It is so. ".repeat(9_500)));
    let refused = judged(&draft).refused;
    assert_eq!(
        refused.first().map(|one| one.passage.as_str()),
        Some("She is 16 years old.")
    );
}

#[test]
fn what_is_taken_out_of_a_word_hides_nothing() {
    let mut nicknamed = adult();
    nicknamed["actors"][0]["nickname"] = json!("six");
    nicknamed["actors"][0]["description"] = json!("She is {{char}}teen years old.");
    assert!(!judged(&nicknamed).refused.is_empty());
    nicknamed["actors"][0]["description"] = json!("She is <BOT>teen years old.");
    assert!(!judged(&nicknamed).refused.is_empty());
    nicknamed["actors"][0]["description"] = json!("A keeper.");
    nicknamed["openings"][0]["text"] = json!("She is {{char}}teen years old.");
    assert!(!judged(&nicknamed).refused.is_empty());
    for text in [
        "She is sev{{img::x}}enteen years old.",
        "She is sev<img src='x'>enteen years old.",
        "She is sev{{// nothing }}enteen years old.",
        "She is sev\u{2060}enteen years old.",
        "She is sev\u{feff}enteen years old.",
        "She is sev{{trim}}enteen years old.",
    ] {
        assert!(
            !judged(&adult_with("/openings/0/text", text)).refused.is_empty(),
            "{text}"
        );
    }
}

#[test]
fn a_text_without_sentences_is_read_to_its_end() {
    let text = format!("{} she is sixteen years old", "la ".repeat(30_000));
    assert!(!judged(&adult_with("/setting", &text)).refused.is_empty());
}

#[test]
fn words_for_sexualised_children_are_refused_whatever_age_stands_beside_them() {
    for text in ["A loli witch, 900 years old.", "Shota", "Jailbait."] {
        let mut draft = adult();
        draft["tags"] = json!([text]);
        assert!(!judged(&draft).refused.is_empty(), "{text}");
    }
}

#[test]
fn what_may_be_a_disguise_is_doubted() {
    for text in [
        "An elf of 300 years with a child-like body.",
        "Barely legal.",
        "Gerade 18 geworden.",
    ] {
        let mut draft = adult();
        draft["setting"] = json!(text);
        let judgement = judged(&draft);
        assert!(judgement.refused.is_empty(), "{text}: {:?}", judgement.refused);
        assert_eq!(judgement.doubted.len(), 1, "{text}");
    }
}

both_engines!(an_explicit_picture_beside_a_child_is_refused, async |app| {
    let ann = app.person("ann").await;
    let mut draft = complete();
    draft["rating"] = json!("everyone");
    draft["actors"][0]["description"] = json!("Ida is 15 and builds radios.");
    let id = create(app, &ann, &draft).await;
    let path = format!("/scenarios/scenario/{id}/avatar");
    let image = test_image(40, 60, ImageFormat::Png);
    let placed = upload(app, &ann, &path, "file", &image).await;
    let key = placed.json["key"].as_str().expect("a key").to_owned();
    image_judge::decide(&app.state, &key, Some(true), &Event::default())
        .await
        .expect("a decision");
    let refused = publish(&ann, &id, 2, "public").await;
    refused.assert_problem(422, "SCENARIO_REFUSED");
    assert_eq!(refused.json["errors"][0]["pointer"], "/cover", "{}", refused.json);
    image_judge::decide(&app.state, &key, Some(false), &Event::default())
        .await
        .expect("a decision");
    publish(&ann, &id, 2, "public").await.ok();
});
