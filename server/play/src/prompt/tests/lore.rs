//! What of lorebooks comes into a prompt.

use catalogue::lorebooks::{AttachmentKind, Position};
use platform::llm::Role;

use super::support::*;
use crate::prompt::rules::CACHE_MARK_DEPTH;

#[test]
fn outlets_and_notes_take_lore() {
    let mut input = rich();
    input.scenario_text = "Here: {{outlet::Inn}}!".to_owned();
    input.books = vec![book(
        AttachmentKind::Persona,
        "p",
        vec![
            lore("inn", "Warm, {{user}}.", |entry| {
                (entry.position, entry.outlet) = (Position::Outlet, "inn".to_owned())
            }),
            lore("top", "Above the note.", |entry| {
                entry.position = Position::NoteTop
            }),
            lore("bottom", "Below the note.", |entry| {
                entry.position = Position::NoteBottom
            }),
            lore("deep", "Far up.", |entry| {
                (entry.position, entry.depth) = (Position::AtDepth, 1_000)
            }),
            lore("last", "At the end.", |entry| {
                (entry.position, entry.depth, entry.role) = (Position::AtDepth, 0, Role::User)
            }),
        ],
    )];
    let text = whole(&put(&input, 8_000));
    assert!(text.contains("Here: Warm, Sam.!"));
    let places = ["Above the note.", "It rains.", "Below the note."].map(|part| place(&text, part));
    assert!(places.is_sorted());
    assert!(
        place(&text, "At the end.") > place(&text, "line8x")
            && place(&text, "At the end.") < place(&text, "Keep to Ada.")
    );
    input.authors_note = None;
    assert!(whole(&put(&input, 8_000)).contains("Above the note.\nBelow the note."));
    input.persona.id = None;
    assert!(
        !whole(&put(&input, 8_000)).contains("Warm"),
        "a persona's book goes with the persona"
    );
    input.books = vec![book(
        AttachmentKind::Actor,
        "t",
        vec![lore("x", "Of Tom.", |entry| entry.constant = true)],
    )];
    assert!(
        !whole(&put(&input, 8_000)).contains("Of Tom."),
        "an actor's book goes with the actor"
    );
    input.history = history(60, 2);
    input.books = vec![book(
        AttachmentKind::Story,
        "story",
        vec![lore("deep", "Far up.", |entry| {
            (entry.position, entry.depth) = (Position::AtDepth, 1_000)
        })],
    )];
    let assembled = put(&input, 16_000);
    let at = assembled
        .messages
        .iter()
        .position(|message| message.content.contains("Far up."))
        .expect("lore");
    let after = assembled.messages[at..]
        .iter()
        .filter(|message| message.content.contains("word"))
        .count();
    assert_eq!(after, CACHE_MARK_DEPTH, "nothing goes above the mark");
}

#[test]
fn lore_keeps_to_its_share() {
    let mut input = input();
    input.history = history(3, 3);
    let text = "lore ".repeat(150);
    let entries = (0..30)
        .map(|number| {
            lore(&format!("e{number}"), &text, |entry| {
                (entry.order, entry.constant) = (number, number == 0)
            })
        })
        .collect();
    input.books = vec![book(AttachmentKind::Story, "story", entries)];
    let assembled = put(&input, 4_300);
    let kept: Vec<&str> = assembled
        .record
        .lore
        .iter()
        .filter(|one| one.fired)
        .map(|one| one.entry_id.as_str())
        .collect();
    assert!(kept.len() > 3 && kept.len() < 8, "{kept:?}");
    assert_eq!(
        (kept[0], kept[kept.len() - 1]),
        ("e0", "e29"),
        "what is always there, then what weighs most"
    );
    let tokens: u32 = assembled
        .record
        .lore
        .iter()
        .filter(|one| one.fired)
        .map(|one| one.tokens)
        .sum();
    assert!(tokens <= assembled.record.budget.caps.lore);
    assert!(
        assembled
            .record
            .lore
            .iter()
            .filter(|one| !one.fired)
            .all(|one| one.why.contains("a quarter"))
    );
    input.books[0].book.token_budget = Some(400);
    let assembled = put(&input, 4_300);
    assert_eq!(assembled.record.lore.iter().filter(|one| one.fired).count(), 2);
    assert!(
        assembled.record.lore[5]
            .why
            .contains("this lorebook can use 400 tokens")
    );
}

platform::both_engines!(a_story_shows_its_lorebooks_at_work, async |app| {
    use serde_json::json;
    let (ann, eve) = (app.person("ann").await, app.person("eve").await);
    let scenario = app.scenario(crate::testing::NewScenario::named("Open")).await;
    let story = ann
        .post("/stories/", &json!({ "scenarioId": scenario }))
        .await
        .json["id"]
        .as_str()
        .expect("a story")
        .to_owned();
    let entries = json!([{ "name": "Dragon", "keys": ["dragon"], "content": "{{user}} fears it." }, { "keys": ["begins"], "content": "x" }, { "keys": ["elf"], "content": "y" }]);
    let book = ann
        .post("/lorebooks", &json!({ "name": "Beasts", "entries": entries }))
        .await
        .json["id"]
        .as_str()
        .expect("a book")
        .to_owned();
    let place = json!({ "attachments": [{ "kind": "story", "id": story }] });
    assert_eq!(
        ann.put(&format!("/lorebooks/{book}/attachments"), &place)
            .await
            .json["attachments"][0]["id"],
        json!(story)
    );
    let path = format!("/stories/{story}/lorebooks");
    let list = ann.get(&path).await;
    assert_eq!(
        list.json["books"][0],
        json!({ "id": book, "name": "Beasts", "kind": "story", "targetId": story, "why": "attached to this story", "entryCount": 3, "own": true })
    );
    let tried = ann
        .post(&format!("{path}/test"), &json!({ "text": "A dragon!" }))
        .await;
    assert_eq!(tried.status, 200, "{}", tried.json);
    let fired = tried.json["fired"].as_array().expect("a list");
    assert_eq!(
        fired.iter().map(|one| one["fired"] == true).collect::<Vec<_>>(),
        [true, true, false]
    );
    assert_eq!(
        (
            &fired[0]["matchedKey"],
            &fired[0]["messageId"],
            &fired[0]["entry"]
        ),
        (&json!("dragon"), &json!(null), &json!("Dragon"))
    );
    assert!(
        fired[1]["messageId"].is_string()
            && fired[2]["why"]
                .as_str()
                .is_some_and(|why| why.contains("none of its keys"))
    );
    eve.get(&path).await.assert_problem(404, "NOT_FOUND");
    eve.post(&format!("{path}/test"), &json!({ "text": "x" }))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.post(
        &format!("{path}/test"),
        &json!({ "text": "x", "speakerId": "nobody" }),
    )
    .await
    .assert_problem(422, "VALIDATION_FAILED");
    ann.post(&format!("{path}/test"), &json!({ "text": "x".repeat(20_000) }))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
});
