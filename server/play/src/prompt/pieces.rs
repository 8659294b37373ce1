//! The parts of a prompt, rendered one by one.

use std::cell::RefCell;

use catalogue::lorebooks::rules::MAX_STEPS;
use catalogue::lorebooks::{
    self, AttachedBook, AttachmentKind, Fired, Position, ScanBudget, ScanInput, ScanLine,
};
use platform::blocking::Stop;
use platform::llm::{ChatMessage, ModelInfo, Role, count_tokens};

use super::fence::{disarm, fence, one_line};
use super::macros::{Expander, Purpose, Values, names_only};
use super::model::{CastView, FactView, HistoryLine, PartSource, PromptInput, PromptKind, PromptPart};
use super::rules::{MESSAGE_TOKENS, NARRATOR};
use super::texts;
use super::view::View;
use crate::stories::Author;

/// What a pair of tags costs at most.
pub(super) const TAGS: u32 = 12;

/// A part of the prompt, rendered.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) part: PromptPart,
    pub(super) title: String,
    pub(super) source: PartSource,
    pub(super) text: String,
    pub(super) tokens: u32,
    /// Why it was left out; none where it is in.
    pub(super) dropped: Option<String>,
    /// Why it is in.
    pub(super) why: String,
}

impl Piece {
    pub(super) fn new(
        part: PromptPart,
        title: impl Into<String>,
        source: PartSource,
        text: String,
        why: impl Into<String>,
    ) -> Self {
        let tokens = if text.trim().is_empty() { 0 } else { cost(&text) };
        Self {
            part,
            title: title.into(),
            source,
            text,
            tokens,
            dropped: None,
            why: why.into(),
        }
    }

    pub(super) fn kept(&self) -> bool {
        self.tokens > 0 && self.dropped.is_none()
    }

    /// What it takes.
    pub(super) fn size(&self) -> u32 {
        if self.kept() { self.tokens } else { 0 }
    }

    pub(super) fn drop_for(&mut self, why: impl Into<String>) {
        self.dropped = Some(why.into());
    }

    pub(super) fn replace(&mut self, text: String, why: impl Into<String>) {
        self.tokens = if text.trim().is_empty() { 0 } else { cost(&text) };
        self.text = text;
        self.why = why.into();
    }
}

/// What a text costs as a message, or as a part of one.
pub(super) fn cost(text: &str) -> u32 {
    count_tokens(text).saturating_add(MESSAGE_TOKENS)
}

/// A lorebook entry that came up.
pub(super) struct Lore {
    pub(super) fired: usize,
    pub(super) piece: Piece,
    pub(super) position: Position,
    pub(super) depth: u32,
    pub(super) role: Role,
    pub(super) order: i64,
    pub(super) weight: i64,
    pub(super) constant: bool,
    pub(super) ignorable: bool,
    pub(super) outlet: String,
}

impl Lore {
    /// Whether it may come and go without changing the beginning of the prompt.
    pub(super) fn is_volatile(&self) -> bool {
        !self.constant
    }
}

/// A note within the history.
pub(super) struct Note {
    pub(super) piece: Piece,
    pub(super) depth: u32,
    pub(super) role: Role,
    /// Whether it is sent this time; its room is kept in any case.
    pub(super) due: bool,
}

#[expect(
    clippy::too_many_arguments,
    reason = "each is a text that was made just before"
)]
pub(super) fn values<'a>(
    scene: &'a PromptInput,
    model: &'a ModelInfo,
    kind: &'a PromptKind,
    view: &'a View<'a>,
    scenario: &'a str,
    authors_note: &'a str,
    summary: &'a str,
    max_prompt: u32,
) -> Values<'a> {
    let last = |author: Option<Author>| {
        let found = view
            .lines
            .iter()
            .rev()
            .find(|line| author.is_none_or(|author| line.author == author));
        found.map_or("", |line| line.content.as_str())
    };
    let last_heard = view
        .lines
        .iter()
        .rev()
        .find(|line| line.author == Author::User)
        .and_then(|line| line.at);
    Values {
        char: &view.voice,
        user: &view.player,
        cast: scene
            .cast
            .iter()
            .map(|one| (one.name.as_str(), one.muted))
            .collect(),
        persona: &scene.persona.description,
        description: view.actor.map_or("", |actor| actor.description.as_str()),
        personality: view.actor.map_or("", |actor| actor.persona.as_str()),
        scenario,
        examples: view.actor.map_or("", |actor| actor.examples.as_str()),
        char_version: view.actor.map_or("", |actor| actor.version.as_str()),
        char_prompt: scene.system_prompt.as_deref().unwrap_or_default(),
        char_jailbreak: scene.post_history.as_deref().unwrap_or_default(),
        authors_note,
        summary,
        last_message: last(None),
        last_user_message: last(Some(Author::User)),
        last_char_message: last(Some(Author::Actor)),
        last_message_index: view.lines.len().checked_sub(1),
        alternative: scene.alternative,
        generation_type: kind.name(),
        model: &model.name,
        max_prompt,
        input: match kind {
            PromptKind::Impersonate { draft } => draft,
            _ => "",
        },
        outlets: std::collections::BTreeMap::new(),
        now: scene.now,
        timezone: scene.timezone.as_deref(),
        idle_millis: last_heard.map(|at| (scene.now.0 - at.0).max(0)),
        chat: &scene.story_id,
        seed: scene.seed,
    }
}

/// The books that apply where this voice speaks, in the order in which they are scanned.
pub(super) fn lorebooks_of(scene: &PromptInput, view: &View<'_>) -> Vec<AttachedBook> {
    let applies = |book: &&AttachedBook| match book.kind {
        AttachmentKind::Actor => view.actor.is_some_and(|actor| actor.id == book.target_id),
        AttachmentKind::Persona => scene.persona.id.as_deref() == Some(book.target_id.as_str()),
        AttachmentKind::Story | AttachmentKind::Scenario => true,
    };
    let mut books: Vec<AttachedBook> = scene.books.iter().filter(applies).cloned().collect();
    books.sort_by_key(|book| book.kind);
    // One book attached in two places applies once, by the place that comes first.
    let mut seen: Vec<String> = Vec::new();
    books.retain(|book| {
        let is_new = book.id.is_empty() || !seen.contains(&book.id);
        seen.push(book.id.clone());
        is_new
    });
    books
}

pub(super) fn scan(
    scene: &PromptInput,
    view: &View<'_>,
    values: &Values<'_>,
    books: &[AttachedBook],
    stop: &Stop,
) -> Vec<Fired> {
    let lines: Vec<ScanLine<'_>> = view
        .lines
        .iter()
        .map(|line| ScanLine {
            id: &line.id,
            name: &line.name,
            text: &line.content,
            is_user: line.author == Author::User,
        })
        .collect();
    let expander = RefCell::new(Expander::new(values, scene.variables.clone(), Purpose::Scan));
    let expand = |text: &str| expander.borrow_mut().expand_alone(text);
    let budget = ScanBudget::new(MAX_STEPS, stop.clone());
    let (speaker, story_id, opening) = (view.voice.as_str(), scene.story_id.as_str(), scene.opening);
    lorebooks::scan(&ScanInput {
        books,
        lines: &lines,
        speaker,
        story_id,
        opening,
        expand: &expand,
        budget: &budget,
    })
}

/// Holds lore to its share of the prompt and each book to its own: what is always there first, then what
/// weighs most, until one does not fit.
pub(super) fn limit_lore(lore: &mut [Lore], books: &[AttachedBook], fired: &[Fired], cap: u32) {
    let mut ranked: Vec<&mut Lore> = lore.iter_mut().collect();
    ranked.sort_by_key(|one| {
        (
            one.ignorable,
            !one.constant,
            std::cmp::Reverse(one.weight),
            one.fired,
        )
    });
    let mut left = cap;
    let mut is_full = false;
    let mut of_book = vec![0_u32; books.len()];
    for one in ranked {
        let book = fired[one.fired].book;
        let tokens = one.piece.size();
        let own = books[book].book.token_budget;
        if own.is_some_and(|own| of_book[book] + tokens > own) {
            one.piece.drop_for(format!(
                "this lorebook can use {} tokens",
                own.unwrap_or_default()
            ));
        } else if is_full || tokens > left {
            is_full = true;
            one.piece
                .drop_for(format!("lore can use a quarter of the prompt: {cap} tokens"));
        } else {
            left -= tokens;
            of_book[book] += tokens;
        }
    }
}

pub(super) fn system_piece(
    scene: &PromptInput,
    kind: &PromptKind,
    view: &View<'_>,
    expander: &mut Expander<'_>,
    turned_off: bool,
) -> Piece {
    let is_report = matches!(kind, PromptKind::Summarise | PromptKind::Director { .. });
    let own = match kind {
        PromptKind::Summarise => texts::RECORDING,
        PromptKind::Director { .. } => texts::DIRECTING,
        PromptKind::Impersonate { .. } => texts::WRITING,
        _ if view.actor.is_some() => texts::ACTING,
        _ => texts::NARRATING,
    };
    let own = expander.expand(own);
    let replaced = scene
        .system_prompt
        .as_deref()
        .filter(|text| !text.trim().is_empty() && !is_report && !view.as_player && !turned_off);
    let (title, source, text, why) = match replaced {
        Some(text) => {
            let text = disarm(&expander.expand_override(text, &own));
            (
                "Instructions of the story",
                PartSource::Player,
                text.trim().to_owned(),
                "replaces the default",
            )
        }
        None => ("Instructions", PartSource::House, own, "always included"),
    };
    let others: Vec<&str> = scene
        .cast
        .iter()
        .map(|one| one.name.as_str())
        .filter(|name| !one_line(name).eq_ignore_ascii_case(&view.voice))
        .collect();
    let bounds = if is_report || view.as_player {
        String::new()
    } else {
        texts::bounds(scene, &view.player, &others)
    };
    let text = [text, bounds]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n");
    Piece::new(PromptPart::System, title, source, text, why)
}

/// The others of the cast with what everybody may know of them, and the same by names only.
pub(super) fn cast_piece(
    scene: &PromptInput,
    view: &View<'_>,
    kind: &PromptKind,
    expander: &mut Expander<'_>,
) -> (Piece, String) {
    let is_speaker = |one: &CastView| view.actor.is_some_and(|actor| actor.id == one.id);
    let mut lines = Vec::new();
    let mut names = Vec::new();
    for one in scene.cast.iter().filter(|one| !is_speaker(one)) {
        let name = one_line(&one.name);
        let role = disarm(&expander.expand(&one.role));
        let title = if role.trim().is_empty() {
            name.clone()
        } else {
            format!("{name}, {}", role.trim())
        };
        names.push(format!("- {title}"));
        // Their own description speaks of them as {{char}}.
        let description = disarm(&expander.expand(&names_only(&one.description, &name, &view.player)));
        let is_brief = matches!(kind, PromptKind::Director { .. }) || description.trim().is_empty();
        lines.push(if is_brief {
            format!("- {title}")
        } else {
            format!("- {title}: {}", description.trim())
        });
    }
    let fenced = |lines: &[String]| {
        if lines.is_empty() {
            String::new()
        } else {
            fence("cast", None, &lines.join("\n"))
        }
    };
    let title = if view.actor.is_some() {
        "Who else is there"
    } else {
        "Who is there"
    };
    (
        Piece::new(
            PromptPart::Cast,
            title,
            PartSource::Scenario,
            fenced(&lines),
            "always included",
        ),
        fenced(&names),
    )
}

pub(super) fn speaker_piece(view: &View<'_>, is_report: bool, expander: &mut Expander<'_>) -> Piece {
    let Some(actor) = view.actor.filter(|_| !is_report) else {
        return Piece::new(
            PromptPart::Speaker,
            "The speaker",
            PartSource::Character,
            String::new(),
            "",
        );
    };
    let texts = [&actor.role, &actor.description, &actor.persona]
        .map(|text| disarm(&expander.expand(text)).trim().to_owned());
    let text = texts
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n");
    let text = if text.is_empty() {
        String::new()
    } else {
        fence("character", Some(&actor.name), &text)
    };
    Piece::new(
        PromptPart::Speaker,
        format!("{} (speaker)", view.voice),
        PartSource::Character,
        text,
        "always included",
    )
}

/// Blocks of example dialogue: the character's own first, then the scenario's.
pub(super) fn example_pieces(
    scene: &PromptInput,
    view: &View<'_>,
    expander: &mut Expander<'_>,
) -> Vec<Piece> {
    let own = view.actor.map_or("", |actor| actor.examples.as_str());
    let blocks = split_examples(own)
        .into_iter()
        .map(|block| (block, PartSource::Character))
        .chain(
            scene
                .examples
                .iter()
                .map(|block| (block.clone(), PartSource::Scenario)),
        );
    let mut pieces = Vec::new();
    for (number, (block, source)) in blocks.enumerate() {
        let text = disarm(&expander.expand(&block)).trim().to_owned();
        if !text.is_empty() {
            pieces.push(Piece::new(
                PromptPart::Examples,
                format!("Example {}", number + 1),
                source,
                text,
                "it fits",
            ));
        }
    }
    pieces
}

/// Cuts examples at `<START>`.
pub(super) fn split_examples(text: &str) -> Vec<String> {
    const START: &str = "<start>";
    let folded = text.to_ascii_lowercase();
    let mut from = 0;
    let mut blocks = Vec::new();
    for (at, _) in folded.match_indices(START) {
        blocks.push(text[from..at].trim().to_owned());
        from = at + START.len();
    }
    blocks.push(text[from..].trim().to_owned());
    blocks.retain(|block| !block.is_empty());
    blocks
}

pub(super) fn fact_pieces(scene: &PromptInput, view: &View<'_>) -> Vec<(Piece, bool)> {
    let to_piece = |fact: &FactView| {
        let why = if fact.pinned { "pinned" } else { "it fits" };
        let text = disarm(fact.text.trim()).replace('\n', " ");
        let title: String = fact.text.chars().take(40).collect();
        let mut piece = Piece::new(
            PromptPart::Facts,
            title,
            PartSource::Memory,
            format!("- {text}"),
            why,
        );
        if fact
            .source_message_id
            .as_deref()
            .is_some_and(|id| !view.may_know(scene, &[id]))
        {
            piece.title = "A fact".to_owned();
            piece.drop_for(format!(
                "{} did not witness the message it comes from, or it is not on this path",
                view.voice
            ));
        }
        (piece, fact.pinned)
    };
    scene
        .facts
        .iter()
        .filter(|fact| !fact.text.trim().is_empty())
        .map(to_piece)
        .collect()
}

pub(super) fn note_pieces(scene: &PromptInput, view: &View<'_>, expander: &mut Expander<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    if let Some((actor, note)) = view
        .actor
        .and_then(|actor| actor.depth_note.as_ref().map(|note| (actor, note)))
    {
        let text = disarm(&expander.expand(&note.text)).trim().to_owned();
        let piece = Piece::new(
            PromptPart::CharacterNote,
            format!("Note for {}", one_line(&actor.name)),
            PartSource::Character,
            text,
            "it belongs to the speaker",
        );
        notes.push(Note {
            piece,
            depth: note.depth,
            role: note.role,
            due: true,
        });
    }
    if let Some(note) = scene.authors_note.as_ref().filter(|note| note.interval > 0) {
        let text = disarm(&expander.expand(&note.text)).trim().to_owned();
        let said = view
            .lines
            .iter()
            .filter(|line| line.author == Author::User)
            .count();
        let due = said % note.interval as usize == 0 || note.interval == 1;
        let piece = Piece::new(
            PromptPart::AuthorsNote,
            "The author's note",
            PartSource::Player,
            text,
            "it’s due",
        );
        notes.push(Note {
            piece,
            depth: note.depth,
            role: note.role.into(),
            due,
        });
    }
    notes.retain(|note| note.piece.tokens > 0);
    for note in &mut notes {
        // Its tags are part of it.
        note.piece.tokens += TAGS;
    }
    notes
}

/// A message of the story as the model reads it: names are put in, and nothing else of it is a macro.
pub(super) fn chat_line(scene: &PromptInput, view: &View<'_>, line: &HistoryLine) -> ChatMessage {
    let own = view.is_own(line);
    let name = match line.author {
        Author::User if line.name.trim().is_empty() => view.player.clone(),
        Author::Narrator if line.name.trim().is_empty() => NARRATOR.to_owned(),
        _ => one_line(&line.name),
    };
    let char = if line.author == Author::Actor {
        name.as_str()
    } else {
        view.voice.as_str()
    };
    let text = disarm(&names_only(&line.content, char, &view.player))
        .trim()
        .to_owned();
    // Where only one character is there, nobody needs to be told who speaks.
    let is_plain = own
        || (line.author == Author::User && name == view.player && scene.cast.len() < 2 && !view.as_player);
    let content = if is_plain || name.is_empty() {
        text
    } else {
        format!("{name}: {text}")
    };
    ChatMessage {
        role: if own { Role::Assistant } else { Role::User },
        name: Some(name),
        content,
    }
}

pub(super) fn fenced(tag: &str, name: Option<&str>, text: &str) -> String {
    if text.trim().is_empty() {
        String::new()
    } else {
        fence(tag, name.filter(|name| !name.trim().is_empty()), text)
    }
}

/// Leaves out the last block that is in; whether there was one.
pub(super) fn drop_last(pieces: &mut [Piece], why: &str) -> bool {
    pieces
        .iter_mut()
        .rev()
        .find(|piece| piece.kept())
        .map(|piece| piece.drop_for(why))
        .is_some()
}

/// Makes a piece smaller by at least so many tokens, keeping its end; leaves it out where too little would
/// stay.
pub(super) fn shorten_piece(piece: &mut Piece, by: u32, why: &str) {
    let room = piece.tokens.saturating_sub(by);
    let text = shorten_start(&piece.text, room.saturating_sub(MESSAGE_TOKENS + 1));
    if text.is_empty() {
        piece.drop_for(why);
    } else {
        piece.replace(text, format!("shortened: {why}"));
    }
}

/// The latest sentences that fit so many tokens.
pub(super) fn shorten_start(text: &str, room: u32) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut left = room;
    for sentence in sentences(text).into_iter().rev() {
        let tokens = count_tokens(sentence) + 1;
        if tokens > left {
            break;
        }
        left -= tokens;
        kept.push(sentence);
    }
    kept.reverse();
    kept.concat().trim().to_owned()
}

/// The first sentences that fit so many tokens, with a mark that there was more.
pub(super) fn shorten_end(text: &str, room: u32) -> String {
    let mut kept = String::new();
    let mut left = room.saturating_sub(2);
    for sentence in sentences(text) {
        let tokens = count_tokens(sentence) + 1;
        if tokens > left {
            break;
        }
        left -= tokens;
        kept.push_str(sentence);
    }
    if kept.trim().is_empty() {
        String::new()
    } else {
        format!("{} …", kept.trim_end())
    }
}

pub(super) fn sentences(text: &str) -> Vec<&str> {
    text.split_inclusive(['.', '!', '?', '\n', '。', '！', '？'])
        .collect()
}
