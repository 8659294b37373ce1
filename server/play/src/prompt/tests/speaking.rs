//! Who speaks in a prompt, and what each kind of prompt asks for.

use platform::llm::{ChatMessage, Role};

use super::support::*;
use crate::prompt::{Assembled, HistoryLine, PromptInput, PromptKind};
use crate::stories::Author;

#[test]
fn roles_follow_the_speaker() {
    let mut input = input();
    input.history = vec![
        line(0, Author::Narrator, "Dawn."),
        line(1, Author::User, "Hello."),
        line(2, Author::Actor, "Hi."),
        HistoryLine {
            name: "Tom".to_owned(),
            author_id: Some("t".to_owned()),
            ..line(3, Author::Actor, "Ho.")
        },
    ];
    let said = |input: &PromptInput, kind: PromptKind| -> Vec<(Role, String)> {
        let assembled = assemble(input, &model(8_000), kind).expect("a prompt");
        assembled.messages[1..5]
            .iter()
            .map(|ChatMessage { role, content, .. }| (*role, content.clone()))
            .collect()
    };
    let pairs = |roles: [Role; 4], texts: [&str; 4]| {
        roles
            .into_iter()
            .zip(texts.map(str::to_owned))
            .collect::<Vec<_>>()
    };
    use Role::{Assistant, User};
    assert_eq!(
        said(&input, PromptKind::Reply),
        pairs(
            [User, User, Assistant, User],
            ["Narrator: Dawn.", "Sam: Hello.", "Hi.", "Tom: Ho."]
        )
    );
    assert_eq!(
        said(&input, PromptKind::Next),
        pairs(
            [Assistant, User, User, User],
            ["Dawn.", "Sam: Hello.", "Ada: Hi.", "Tom: Ho."]
        )
    );
    let impersonate = PromptKind::Impersonate {
        draft: "I go".to_owned(),
    };
    assert_eq!(
        said(&input, impersonate.clone()),
        pairs(
            [User, Assistant, User, User],
            ["Narrator: Dawn.", "Hello.", "Ada: Hi.", "Tom: Ho."]
        )
    );
    let text = whole(&assemble(&input, &model(8_000), impersonate.clone()).expect("a prompt"));
    assert!(
        text.contains("next message of Sam now")
            && text.contains("<draft>\nI go\n</draft>")
            && !text.contains("inner life")
    );
    // A puppeteer writes for the puppet, and sees what the puppet saw.
    input.puppet_id = Some("t".to_owned());
    assert_eq!(
        said(&input, impersonate),
        pairs(
            [User, User, User, Assistant],
            ["Narrator: Dawn.", "Sam: Hello.", "Ada: Hi.", "Ho."]
        )
    );
    input.cast.truncate(1);
    assert_eq!(
        said(&input, PromptKind::Reply)[1].1,
        "Hello.",
        "two alone need no names"
    );
}

#[test]
fn kinds_ask_for_what_they_are() {
    let mut input = rich();
    let last = |assembled: &Assembled| {
        assembled
            .messages
            .last()
            .map(|message| (message.role, message.content.clone()))
            .expect("a message")
    };
    let so_far = || PromptKind::Continue {
        so_far: "And then {{user}} said ".to_owned(),
    };
    let continued = assemble(&input, &model(8_000), so_far()).expect("a prompt");
    assert!(last(&continued).1.contains("Carry on"));
    assert_eq!(
        continued.messages[continued.messages.len() - 2].content,
        "And then Sam said"
    );
    let mut carries_on = model(8_000);
    carries_on.capabilities.prefill = true;
    let prefilled = assemble(&input, &carries_on, so_far()).expect("a prompt");
    assert_eq!(
        last(&prefilled),
        (Role::Assistant, "And then Sam said".to_owned())
    );
    input.note = Some("More {{char}}, less talk.".to_owned());
    assert!(
        last(&put(&input, 8_000))
            .1
            .contains("<direction>\nMore Ada, less talk.\n</direction>")
    );
    let rewritten = PromptKind::Rewrite {
        message: "One. Two.".to_owned(),
        selection: "Two.".to_owned(),
        note: "funnier".to_owned(),
    };
    let rewritten = assemble(&input, &model(8_000), rewritten).expect("a prompt");
    assert!(
        last(&rewritten).1.contains("<passage>\nTwo.\n</passage>")
            && last(&rewritten).1.contains("funnier")
            && !last(&rewritten).1.contains("less talk")
    );
    assert!(rewritten.stops.is_empty());
    let names = vec!["Ada".to_owned(), "Tom".to_owned()];
    let director = assemble(&input, &model(8_000), PromptKind::Director { names }).expect("a prompt");
    assert!(
        last(&director).1.contains("\"Ada\", \"Tom\"")
            && director.max_tokens < 100
            && !whole(&director).contains("Always lore.")
    );
    let summary = assemble(&input, &model(8_000), PromptKind::Summarise).expect("a prompt");
    assert!(
        last(&summary).1.contains("record of what happened") && whole(&summary).contains("They quarrelled.")
    );
    assert_eq!(
        assemble(&input, &model(8_000), PromptKind::Next)
            .expect("a prompt")
            .record
            .speaker_name,
        "Narrator"
    );
}

#[test]
fn who_may_speak_and_appear_is_said() {
    let mut input = input();
    let text = whole(&put(&input, 8_000));
    assert!(
        text.contains("Never write what Sam says")
            && text.contains("Do not speak for Tom")
            && !text.contains("Only these exist")
    );
    input.speak_for_player = true;
    let assembled = put(&input, 8_000);
    assert!(assembled.stops.is_empty() && !whole(&assembled).contains("Never write"));
    input.npcs_enabled = false;
    assert!(
        whole(&put(&input, 8_000))
            .contains("Only these exist in this story and may speak or act: Ada, Tom, Sam.")
    );
}
