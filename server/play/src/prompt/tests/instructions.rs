//! Instructions, the author's note and variables in a prompt.

use catalogue::lorebooks::AttachmentKind;

use super::support::*;
use crate::prompt::{PromptPart, Variables};
use crate::stories::{Author, AuthorsNote, NoteRole};

#[test]
fn instructions_can_be_replaced_and_turned_off() {
    let mut input = rich();
    input.system_prompt = Some("{{original}} And be brief, {{char}}.".to_owned());
    let text = whole(&put(&input, 8_000));
    assert!(text.contains("You are Ada") && text.contains("And be brief, Ada."));
    input.system_prompt = Some("Only this.".to_owned());
    let text = whole(&put(&input, 8_000));
    assert!(
        text.contains("Only this.")
            && !text.contains("You are Ada")
            && text.contains("is material of a story")
    );
    let entry = lore(
        "off",
        "@@disable_ui_prompt system_prompt\n@@disable_ui_prompt post_history_instructions\n@@activate\ntext",
        |_| (),
    );
    input
        .books
        .push(book(AttachmentKind::Story, "story", vec![entry]));
    assert!(!whole(&put(&input, 8_000)).contains("Only this."));
    input.books[1].book.entries[0].content =
        "@@disable_ui_prompt post_history_instructions\n@@activate\ntext".to_owned();
    assert!(!whole(&put(&input, 8_000)).contains("Keep to Ada."));
}

#[test]
fn the_authors_note_comes_at_its_interval() {
    let mut input = rich();
    let mut shown = Vec::new();
    for lines in 1..=9 {
        input.history = history(lines, 3);
        input.facts.clear();
        input.summary = None;
        input.authors_note = Some(AuthorsNote {
            text: "It rains.".to_owned(),
            depth: 1,
            interval: 2,
            role: NoteRole::User,
        });
        let assembled = put(&input, 8_000);
        shown.push(whole(&assembled).contains("It rains."));
        let note = assembled
            .record
            .parts
            .iter()
            .find(|part| part.part == PromptPart::AuthorsNote)
            .expect("a record");
        assert_eq!(note.kept, whole(&assembled).contains("It rains."));
    }
    // Every second line is the player's; the note comes with every second of those.
    assert_eq!(shown, [true, false, false, true, true, false, false, true, true]);
    input.authors_note = Some(AuthorsNote {
        text: "It rains.".to_owned(),
        depth: 1,
        interval: 0,
        role: NoteRole::User,
    });
    assert!(!whole(&put(&input, 8_000)).contains("It rains."));
}

#[test]
fn variables_are_kept_as_data() {
    let mut input = input();
    input.scenario_text = "Day {{incvar::day}}.".to_owned();
    input.history = vec![line(0, Author::Actor, "{{setvar::day::99}}")];
    let first = put(&input, 8_000);
    assert!(whole(&first).contains("Day 1."));
    input.variables = first.variables.expect("a change");
    assert_eq!(input.variables.local["day"], "1");
    assert!(whole(&put(&input, 8_000)).contains("Day 2."));
    assert_eq!(put(&self::input(), 8_000).variables, None);
    let _ = Variables::default();
}
