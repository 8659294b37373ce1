//! What holds for the prompts of any story.

use catalogue::lorebooks::AttachmentKind;
use platform::llm::count_tokens;
use proptest::prelude::*;

use super::support::*;
use crate::prompt::rules::reply_tokens;
use crate::prompt::{FactView, HistoryLine, PromptInput, PromptKind, Speaker, SummaryView};
use crate::stories::{Author, AuthorsNote, NoteRole};

/// A message that only some characters saw, with a word that occurs nowhere else.
fn witnessed_scene() -> impl Strategy<Value = (PromptInput, Vec<String>, Vec<String>)> {
    let presence = prop_oneof![
        Just(None),
        Just(Some(vec![])),
        Just(Some(vec!["a".to_owned()])),
        Just(Some(vec!["t".to_owned()])),
        Just(Some(vec!["a".to_owned(), "t".to_owned()]))
    ];
    let author = prop_oneof![Just(Author::User), Just(Author::Narrator), Just(Author::Actor)];
    let one = (presence, author, prop::bool::weighted(0.1), 1_usize..40);
    (
        prop::collection::vec(one, 1..60),
        prop::collection::vec(0_usize..80, 0..6),
        prop::collection::vec(0_usize..80, 0..4),
    )
        .prop_map(|(lines, facts, covered)| {
            let mut input = rich();
            input.history = lines
                .into_iter()
                .enumerate()
                .map(|(at, (presence, author, hidden, words))| {
                    let author_id = (author == Author::Actor).then(|| "t".to_owned());
                    let content = format!("canary{at}x {}", "line word ".repeat(words));
                    HistoryLine {
                        id: format!("m{at}"),
                        author,
                        author_id,
                        name: "Tom".to_owned(),
                        content,
                        is_players: false,
                        presence,
                        hidden,
                        at: None,
                    }
                })
                .collect();
            input.facts = facts
                .iter()
                .map(|at| FactView {
                    id: at.to_string(),
                    text: format!("canary{at}x"),
                    pinned: true,
                    source_message_id: Some(format!("m{at}")),
                })
                .collect();
            input.summary = Some(SummaryView {
                text: covered.iter().map(|at| format!("canary{at}x ")).collect(),
                message_ids: covered.iter().map(|at| format!("m{at}")).collect(),
            });
            input.scenario_text =
                "{{lastMessage}} {{lastUserMessage}} {{lastCharMessage}} {{summary}}".to_owned();
            let saw = |line: &HistoryLine| {
                line.presence
                    .as_ref()
                    .is_none_or(|ids| ids.contains(&"a".to_owned()))
            };
            let secret = input
                .history
                .iter()
                .filter(|line| !saw(line))
                .map(|line| line.content.split(' ').next().unwrap_or_default().to_owned())
                .collect();
            let everybody = |line: &HistoryLine| line.presence.as_ref().is_none_or(|ids| ids.len() == 2);
            let not_for_all = input
                .history
                .iter()
                .filter(|line| !everybody(line))
                .map(|line| line.content.split(' ').next().unwrap_or_default().to_owned())
                .collect();
            (input, secret, not_for_all)
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_of_an_unwitnessed_message_is_in_the_prompt((input, secret, not_for_all) in witnessed_scene(), window in 2_000_u32..9_000) {
        for (kind, secret) in [(PromptKind::Reply, &secret), (PromptKind::Continue { so_far: "And".to_owned() }, &secret), (PromptKind::Summarise, &not_for_all)] {
            if let Ok(assembled) = assemble(&input, &model(window), kind) {
                let everything = format!("{:?} {:?} {:?} {:?}", assembled.messages, assembled.record, assembled.demo.recent, assembled.demo.lore);
                for canary in secret {
                    prop_assert!(!everything.contains(canary.as_str()), "{canary}");
                }
            }
        }
    }

    #[test]
    fn a_prompt_fits_its_model(
        lines in prop::collection::vec((0_usize..3, 0_usize..300), 0..80),
        window in 500_u32..12_000,
        length in 0_u32..101,
        words in prop::collection::vec(0_usize..600, 8),
        constant in 0_usize..8,
    ) {
        let mut input = rich();
        input.reply_tokens = reply_tokens(length);
        let author = |number: usize| [Author::User, Author::Actor, Author::Narrator][number];
        input.history = lines.iter().enumerate().map(|(at, (number, words))| line(at, author(*number), &format!("line {}", "日本 word, ".repeat(*words)))).collect();
        input.scenario_text = "A tale. ".repeat(words[0]);
        input.cast[0].persona = "word ".repeat(words[1]);
        input.speaker = Speaker::Actor(Box::new(input.cast[0].clone()));
        input.persona.description = "word ".repeat(words[2]);
        input.examples = vec!["word ".repeat(words[3]); 4];
        input.facts = (0..6).map(|number| FactView { id: String::new(), text: "word ".repeat(words[4] / 6), pinned: number < 2, source_message_id: None }).collect();
        input.summary = Some(SummaryView { text: "It was so. ".repeat(words[5]), message_ids: Vec::new() });
        input.authors_note = Some(AuthorsNote { text: "word ".repeat(words[6]), depth: 3, interval: 2, role: NoteRole::System });
        let entries = (0..8).map(|number| lore("e", &"lore ".repeat(words[7]), |entry| entry.constant = number < constant)).collect();
        input.books = vec![book(AttachmentKind::Story, "story", entries)];
        match assemble(&input, &model(window), PromptKind::Reply) {
            Err(error) => prop_assert!(!error.sentence().is_empty()),
            Ok(assembled) => {
                let used: u32 = assembled.messages.iter().map(|message| count_tokens(&message.content) + 4).sum();
                let budget = assembled.record.budget;
                prop_assert_eq!(used, budget.used);
                prop_assert!(used <= budget.available, "{} of {}", used, budget.available);
                prop_assert!(used + assembled.max_tokens + budget.safety <= window);
                if let Some(last) = input.history.iter().rev().find(|line| line.author == Author::User) {
                    let is_there = assembled.messages.iter().any(|message| message.content.contains(last.content.trim()));
                    prop_assert!(is_there, "the player's last message is always there");
                }
            }
        }
    }
}
