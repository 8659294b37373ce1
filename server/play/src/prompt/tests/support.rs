//! Stories for prompts, and what is read off prompts.

use catalogue::lorebooks::{AttachedBook, AttachmentKind, Book, LorebookEntry, Position};
use kernel::{Shekels, Timestamp};
use platform::blocking::Stop;
use platform::llm::{Capabilities, CostPerMillion, ModelInfo, Role};

use crate::prompt::{
    Assembled, CastView, DepthNote, FactView, HistoryLine, PersonaView, PromptError, PromptInput, PromptKind,
    Speaker, SummaryView,
};
use crate::stories::{Author, AuthorsNote, NoteRole};

pub(super) fn model(window: u32) -> ModelInfo {
    ModelInfo {
        name: "m".to_owned(),
        label: "M".to_owned(),
        context_tokens: window,
        max_reply_tokens: 1_000,
        price: Shekels(1),
        is_demo: true,
        capabilities: Capabilities::default(),
        cost_per_million: CostPerMillion::default(),
    }
}

pub(super) fn character(id: &str, name: &str) -> CastView {
    CastView {
        id: id.to_owned(),
        name: name.to_owned(),
        role: "a player".to_owned(),
        description: format!("{name} is known as {{{{char}}}}."),
        persona: format!("The inner life of {name}, told to {{{{user}}}}."),
        ..CastView::default()
    }
}

pub(super) fn input() -> PromptInput {
    let cast = vec![character("a", "Ada"), character("t", "Tom")];
    PromptInput {
        story_id: "story".to_owned(),
        title: "The tower".to_owned(),
        scenario_text: "A tower by the sea.".to_owned(),
        setting: "Winter.".to_owned(),
        speaker: Speaker::Actor(Box::new(cast[0].clone())),
        cast,
        persona: PersonaView {
            id: Some("p".to_owned()),
            name: "Sam".to_owned(),
            description: "A sailor.".to_owned(),
        },
        npcs_enabled: true,
        reply_tokens: 300,
        now: Timestamp(1_795_253_600_000),
        seed: 1,
        ..PromptInput::default()
    }
}

pub(super) fn line(id: usize, author: Author, content: &str) -> HistoryLine {
    let (name, author_id) = match author {
        Author::User => ("Sam", None),
        Author::Actor => ("Ada", Some("a".to_owned())),
        Author::Narrator => ("Narrator", None),
    };
    HistoryLine {
        id: format!("m{id}"),
        author,
        author_id,
        name: name.to_owned(),
        content: content.to_owned(),
        ..HistoryLine::default()
    }
}

/// Lines of about this many words: an opening, then player and actor in turns.
pub(super) fn history(lines: usize, words: usize) -> Vec<HistoryLine> {
    let author = |at: usize| {
        if at == 0 {
            Author::Narrator
        } else {
            [Author::Actor, Author::User][at % 2]
        }
    };
    (0..lines)
        .map(|at| line(at, author(at), &format!("line{at}x {}", "word ".repeat(words))))
        .collect()
}

pub(super) fn assemble(
    input: &PromptInput,
    model: &ModelInfo,
    kind: PromptKind,
) -> Result<Assembled, PromptError> {
    crate::prompt::assemble(input, model, kind, &Stop::default())
}

pub(super) fn put(input: &PromptInput, window: u32) -> Assembled {
    assemble(input, &model(window), PromptKind::Reply).expect("a prompt")
}

pub(super) fn whole(assembled: &Assembled) -> String {
    assembled
        .messages
        .iter()
        .map(|message| message.content.as_str())
        .collect::<Vec<_>>()
        .join("\n---\n")
}

pub(super) fn place(text: &str, of: &str) -> usize {
    text.find(of).unwrap_or_else(|| panic!("“{of}” is not in {text}"))
}

pub(super) fn book(kind: AttachmentKind, target: &str, entries: Vec<LorebookEntry>) -> AttachedBook {
    let book = Book {
        name: "Notes".to_owned(),
        entries,
        ..Book::default()
    };
    AttachedBook {
        id: format!("{kind:?}{target}"),
        kind,
        target_id: target.to_owned(),
        owner_id: String::new(),
        book,
    }
}

pub(super) fn lore(id: &str, content: &str, change: impl FnOnce(&mut LorebookEntry)) -> LorebookEntry {
    let mut entry = LorebookEntry {
        id: id.to_owned(),
        name: id.to_owned(),
        keys: vec!["line".to_owned(), "/line/".to_owned()],
        content: content.to_owned(),
        ..LorebookEntry::default()
    };
    change(&mut entry);
    entry
}

/// A story with everything that can stand in a prompt.
pub(super) fn rich() -> PromptInput {
    let mut input = input();
    input.history = history(9, 5);
    input.cast[0].examples = "<START>\n{{char}}: An example.\n<START>\nAnother.".to_owned();
    input.cast[0].depth_note = Some(DepthNote {
        text: "Ada limps.".to_owned(),
        depth: 2,
        role: Role::System,
    });
    input.speaker = Speaker::Actor(Box::new(input.cast[0].clone()));
    input.examples = vec!["Third: of the scenario.".to_owned()];
    input.post_history = Some("Keep to {{char}}.".to_owned());
    input.authors_note = Some(AuthorsNote {
        text: "It rains.".to_owned(),
        depth: 4,
        interval: 1,
        role: NoteRole::System,
    });
    input.facts = vec![
        FactView {
            id: "f1".to_owned(),
            text: "Sam owes Tom a boat.".to_owned(),
            pinned: true,
            source_message_id: Some("m1".to_owned()),
        },
        FactView {
            id: "f2".to_owned(),
            text: "The lamp is out.".to_owned(),
            pinned: false,
            source_message_id: None,
        },
    ];
    input.summary = Some(SummaryView {
        text: "They met. They quarrelled.".to_owned(),
        message_ids: vec!["m0".to_owned(), "m1".to_owned()],
    });
    input.books = vec![book(
        AttachmentKind::Scenario,
        "s",
        vec![
            lore("constant", "Always lore.", |entry| entry.constant = true),
            lore("triggered", "Lore that came.", |_| ()),
            lore("before", "Before lore.", |entry| {
                entry.position = Position::BeforeCharacter
            }),
            lore("after", "After lore.", |entry| {
                entry.position = Position::AfterCharacter
            }),
        ],
    )];
    input
}
