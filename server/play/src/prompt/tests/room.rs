//! What is kept where not all of a story fits its model.

use super::support::*;
use crate::prompt::rules::reply_tokens;
use crate::prompt::{FactView, PromptError, PromptKind, PromptPart, Speaker, SummaryView};
use crate::stories::Author;

#[test]
fn what_must_be_there_and_does_not_fit_is_named() {
    let mut input = input();
    input.cast[0].persona = "word ".repeat(3_000);
    input.speaker = Speaker::Actor(Box::new(input.cast[0].clone()));
    let error = assemble(&input, &model(2_000), PromptKind::Reply).expect_err("too large");
    assert!(
        matches!(&error, PromptError::TooLarge { largest, .. } if largest == "the character Ada"),
        "{error:?}"
    );
    assert!(error.sentence().contains("the character Ada"));
    let mut input = self::input();
    input.history = vec![line(0, Author::User, &"word ".repeat(3_000))];
    assert!(
        matches!(assemble(&input, &model(2_000), PromptKind::Reply), Err(PromptError::TooLarge { largest, .. }) if largest == "the player's last message")
    );
    assert!(matches!(
        assemble(&self::input(), &model(300), PromptKind::Reply),
        Err(PromptError::WindowTooSmall { .. })
    ));
    // The scenario is shortened before any required part.
    let mut input = self::input();
    input.scenario_text = "A long tale. ".repeat(2_000);
    let assembled = put(&input, 2_000);
    let part = assembled
        .record
        .parts
        .iter()
        .find(|part| part.part == PromptPart::Scenario)
        .expect("a scenario");
    assert!(part.kept && part.why.contains("shortened"));
}

#[test]
fn the_root_the_newest_and_pinned_facts_stay_in_long_stories() {
    let mut input = rich();
    input.history = history(400, 30);
    let assembled = put(&input, 4_096);
    let text = whole(&assembled);
    assert!(
        text.contains("line0x")
            && text.contains("line399x")
            && text.contains("left out here")
            && !text.contains("line100x")
    );
    assert!(text.contains("Sam owes Tom a boat."));
    let older = assembled
        .record
        .parts
        .iter()
        .find(|part| part.part == PromptPart::History && !part.kept)
        .expect("older messages");
    let kept = assembled
        .record
        .parts
        .iter()
        .find(|part| part.part == PromptPart::History && part.kept)
        .expect("messages");
    assert_eq!(older.messages + kept.messages, 400);
    assert!(
        assembled.record.budget.history * 100 >= assembled.record.budget.available * 25,
        "{:?}",
        assembled.record.budget
    );
    for length in [0, 100] {
        input.reply_tokens = reply_tokens(length);
        put(&input, 4_096);
    }
}

#[test]
fn memory_is_held_to_its_share_but_pinned_facts_are_not_dropped() {
    let mut input = input();
    input.history = history(30, 20);
    let fact = |number: usize, pinned: bool| FactView {
        id: number.to_string(),
        text: format!("fact{number}x {}", "word ".repeat(30)),
        pinned,
        source_message_id: None,
    };
    input.facts = (0..40).map(|number| fact(number, number < 5)).collect();
    input.summary = Some(SummaryView {
        text: (0..200)
            .map(|number| format!("Then came thing{number}x. "))
            .collect(),
        message_ids: Vec::new(),
    });
    let assembled = put(&input, 4_096);
    let text = whole(&assembled);
    assert!((0..5).all(|number| text.contains(&format!("fact{number}x"))));
    assert!(
        !text.contains("fact5x") && text.contains("fact39x"),
        "the oldest that are not pinned go first"
    );
    assert!(
        text.contains("thing199x") && !text.contains("thing0x"),
        "of a summary, the latest stays"
    );
    let tokens: u32 = assembled
        .record
        .parts
        .iter()
        .filter(|part| part.kept && matches!(part.part, PromptPart::Facts | PromptPart::Summary))
        .map(|part| part.tokens)
        .sum();
    assert!(tokens <= assembled.record.budget.caps.memory);
}
