//! Putting a prompt together (reference 4.2, `docs/adr/0019`).

use std::cell::OnceCell;
use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::budget::{Room, cut_history};
use super::fence::{disarm, fence, one_line};
use super::macros::{Expander, Purpose, Values, names_only};
use super::model::{
    Assembled, CastView, EstimatedPrice, HistoryLine, Kind, LineAuthor, LoreRecord, Part, PartRecord, PromptError, PromptRecord, Scene, Source, Speaker,
};
use super::rules::{CACHE_MARK_DEPTH, DIRECTOR_TOKENS, LORE_STEPS, MAX_NAMED_MESSAGES, MAX_STOPS, MESSAGE_TOKENS, NARRATOR, NOBODY, SUMMARY_TOKENS};
use super::texts;
use crate::blobs::hex;
use crate::lorebooks::{self, AttachedBook, AttachmentKind, Fired, Position, ScanInput, ScanLine};
use crate::models::{CastMember, ChatMessage, Cue, CueKind, ModelInfo, Role, count_tokens};

/// Lines of the history that the director sees.
const DIRECTOR_LINES: usize = 16;
/// Lines that the understudy sees.
const CUE_LINES: usize = 16;
/// What stands where history was dropped after the story's first message.
const GAP: &str = "[Some of the story is left out here.]";

/// The prompt for `kind` of text in this scene by this model.
///
/// # Errors
/// When what must be in it does not fit; the error names the largest of that.
pub fn assemble(scene: &Scene, model: &ModelInfo, kind: Kind) -> Result<Assembled, PromptError> {
    let max_tokens = match &kind {
        Kind::Director { .. } => DIRECTOR_TOKENS,
        Kind::Summarise => SUMMARY_TOKENS,
        _ => scene.reply_tokens,
    };
    let max_tokens = max_tokens.clamp(1, model.max_reply_tokens.max(1));
    let room = Room::of(model.context_tokens, max_tokens)?;
    let view = View::of(scene, &kind);
    let draft = Draft::render(scene, model, &kind, &view, room);
    draft.fit()?.finish(model, max_tokens)
}

/// Whose eyes the prompt is written for.
enum Eyes<'a> {
    /// The narrator's and the player's: they see everything.
    All,
    /// A character's.
    One(&'a str),
    /// What is written is for everybody, so only what everybody saw may be in it.
    Everybody,
}

/// The scene as one voice knows it.
struct View<'a> {
    eyes: Eyes<'a>,
    /// The one who speaks; none for the narrator and the player.
    actor: Option<&'a CastView>,
    /// The name of the voice.
    voice: String,
    player: String,
    /// The lines that may be used, oldest first.
    lines: Vec<&'a HistoryLine>,
    by_id: HashMap<&'a str, &'a HistoryLine>,
    hidden: u32,
    unwitnessed: u32,
    /// Whether the player's own lines are the model's, too.
    as_player: bool,
}

impl<'a> View<'a> {
    fn of(scene: &'a Scene, kind: &Kind) -> Self {
        let player = if scene.persona.name.trim().is_empty() { NOBODY.to_owned() } else { one_line(&scene.persona.name) };
        let puppet = scene.puppet_id.as_deref().and_then(|id| scene.cast.iter().find(|one| one.id == id));
        let speaker = match &scene.speaker {
            Speaker::Actor(actor) => Some(actor.as_ref()),
            Speaker::Narrator => None,
        };
        let as_player = matches!(kind, Kind::Impersonate { .. });
        let actor = match kind {
            Kind::Impersonate { .. } => puppet,
            Kind::Next | Kind::Summarise | Kind::Director { .. } => None,
            Kind::Reply | Kind::Continue { .. } | Kind::Rewrite { .. } => speaker,
        };
        let eyes = match (kind, actor) {
            (Kind::Summarise, _) => Eyes::Everybody,
            (_, Some(actor)) => Eyes::One(&actor.id),
            (_, None) => Eyes::All,
        };
        let voice = match actor {
            Some(actor) => one_line(&actor.name),
            None if as_player => player.clone(),
            None => NARRATOR.to_owned(),
        };
        let mut view = Self { eyes, actor, voice, player, lines: Vec::new(), by_id: HashMap::new(), hidden: 0, unwitnessed: 0, as_player };
        if !scene.facts.is_empty() || scene.summary.is_some() {
            view.by_id = scene.history.iter().map(|line| (line.id.as_str(), line)).collect();
        }
        for line in &scene.history {
            if line.hidden || line.content.trim().is_empty() {
                view.hidden += 1;
            } else if !view.witnessed(scene, line) {
                view.unwitnessed += 1;
            } else {
                view.lines.push(line);
            }
        }
        if matches!(kind, Kind::Director { .. }) {
            view.lines.drain(..view.lines.len().saturating_sub(DIRECTOR_LINES));
        }
        view
    }

    fn witnessed(&self, scene: &Scene, line: &HistoryLine) -> bool {
        let Some(presence) = &line.presence else { return true };
        match self.eyes {
            Eyes::All => true,
            Eyes::One(id) => presence.iter().any(|present| present == id) || line.author_id.as_deref() == Some(id),
            Eyes::Everybody => scene.cast.iter().all(|one| presence.contains(&one.id)),
        }
    }

    /// Whether what comes from these messages may be told. A message that is not on the path has no business in the prompt.
    fn may_know(&self, scene: &Scene, ids: &[&str]) -> bool {
        ids.iter().all(|id| self.by_id.get(id).is_some_and(|line| self.witnessed(scene, line)))
    }

    /// Whether this line is said by the voice that is to speak.
    fn is_own(&self, line: &HistoryLine) -> bool {
        match (self.actor, line.author) {
            (Some(actor), _) if line.author_id.as_deref() == Some(actor.id.as_str()) => true,
            (Some(_), _) => false,
            (None, LineAuthor::User) => self.as_player,
            (None, LineAuthor::Narrator) => !self.as_player,
            (None, LineAuthor::Actor) => false,
        }
    }
}

/// A part of the prompt, rendered.
#[derive(Debug, Clone)]
struct Piece {
    part: Part,
    title: String,
    source: Source,
    text: String,
    tokens: u32,
    /// Why it was left out; none where it is in.
    dropped: Option<String>,
    /// Why it is in.
    why: String,
}

impl Piece {
    fn new(part: Part, title: impl Into<String>, source: Source, text: String, why: impl Into<String>) -> Self {
        let tokens = if text.trim().is_empty() { 0 } else { cost(&text) };
        Self { part, title: title.into(), source, text, tokens, dropped: None, why: why.into() }
    }

    fn kept(&self) -> bool {
        self.tokens > 0 && self.dropped.is_none()
    }

    /// What it takes.
    fn size(&self) -> u32 {
        if self.kept() { self.tokens } else { 0 }
    }

    fn drop_for(&mut self, why: impl Into<String>) {
        self.dropped = Some(why.into());
    }

    fn replace(&mut self, text: String, why: impl Into<String>) {
        self.tokens = if text.trim().is_empty() { 0 } else { cost(&text) };
        self.text = text;
        self.why = why.into();
    }
}

/// What a text costs as a message, or as a part of one.
fn cost(text: &str) -> u32 {
    count_tokens(text).saturating_add(MESSAGE_TOKENS)
}

/// A lorebook entry that came up.
struct Lore {
    fired: usize,
    piece: Piece,
    position: Position,
    depth: u32,
    role: Role,
    order: i64,
    weight: i64,
    constant: bool,
    ignorable: bool,
    outlet: String,
}

impl Lore {
    /// Whether it may come and go without changing the beginning of the prompt.
    fn is_volatile(&self) -> bool {
        !self.constant
    }
}

/// A note within the history.
struct Note {
    piece: Piece,
    depth: u32,
    role: Role,
    /// Whether it is sent this time; its room is kept in any case.
    due: bool,
}

/// Everything rendered, before anything is left out.
struct Draft<'a> {
    scene: &'a Scene,
    kind: &'a Kind,
    view: &'a View<'a>,
    room: Room,
    frame: Piece,
    system: Piece,
    scenario: Piece,
    cast: Piece,
    /// The cast by name only, where there is no room for more.
    short_cast: String,
    /// The scenario's text within its tags, to be shortened.
    scenario_text: String,
    speaker: Piece,
    persona: Piece,
    examples: Vec<Piece>,
    facts: Vec<(Piece, bool)>,
    summary: Option<Piece>,
    lore: Vec<Lore>,
    fired: Vec<Fired>,
    books: Vec<AttachedBook>,
    notes: Vec<Note>,
    post_history: Piece,
    nudge: Piece,
    so_far: Option<Piece>,
    prefill: bool,
    /// The lines of the history as they would be sent, made when they are asked for: of a long story, most are not.
    lines: Vec<OnceCell<(ChatMessage, u32)>>,
    is_user: Vec<bool>,
    kept: Vec<usize>,
    has_gap: bool,
    variables: Option<super::model::Variables>,
}

impl<'a> Draft<'a> {
    fn render(scene: &'a Scene, model: &ModelInfo, kind: &'a Kind, view: &'a View<'a>, room: Room) -> Self {
        let is_report = matches!(kind, Kind::Summarise | Kind::Director { .. });
        let scenario_source = [scene.scenario_text.trim(), scene.setting.trim()].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n");
        let summary = scene.summary.as_ref().filter(|summary| !summary.text.trim().is_empty());
        let summary_known = summary.is_some_and(|summary| view.may_know(scene, &summary.message_ids.iter().map(String::as_str).collect::<Vec<_>>()));
        let note_text = scene.authors_note.as_ref().map_or("", |note| note.text.as_str());
        let values = values(
            scene,
            model,
            kind,
            view,
            &scenario_source,
            note_text,
            summary.filter(|_| summary_known).map_or("", |summary| summary.text.as_str()),
            room.available(),
        );

        let books: Vec<AttachedBook> = if is_report { Vec::new() } else { lorebooks_of(scene, view) };
        let fired = scan(scene, view, &values, &books);
        let mut expander = Expander::new(&values, scene.variables.clone(), Purpose::Prompt);
        let mut lore = Vec::new();
        for (number, one) in fired.iter().enumerate().filter(|(_, one)| one.fired) {
            let (book, entry) = (&books[one.book].book, &books[one.book].book.entries[one.entry]);
            let text = disarm(&expander.expand(&one.content)).trim().to_owned();
            let part = if one.constant { Part::ConstantLore } else { Part::TriggeredLore };
            let title = format!("{}: {}", book.name, entry.title());
            let mut piece = Piece::new(part, title, Source::Lorebook, text, one.why.clone());
            if piece.tokens > 0 {
                // Its tags are part of it.
                piece.tokens += TAGS;
            }
            let (order, weight) = (entry.order, entry.weight());
            lore.push(Lore {
                fired: number,
                piece,
                position: one.position,
                depth: one.depth,
                role: one.role,
                order,
                weight,
                constant: one.constant,
                ignorable: one.ignorable,
                outlet: entry.outlet.clone(),
            });
        }
        let variables = expander.into_variables();
        limit_lore(&mut lore, &books, &fired, room.caps().lore);

        // Outlets are texts that other texts may name, so they are known before those.
        let mut values = values;
        for one in lore.iter_mut().filter(|one| one.position == Position::Outlet && one.piece.kept()) {
            let outlet = values.outlets.entry(one.outlet.clone()).or_default();
            if !outlet.is_empty() {
                outlet.push('\n');
            }
            outlet.push_str(&one.piece.text);
        }
        let mut expander = Expander::new(&values, variables, Purpose::Prompt);
        let no_system = lore.iter().any(|one| one.piece.kept() && fired[one.fired].disables_system_prompt);
        let no_post_history = lore.iter().any(|one| one.piece.kept() && fired[one.fired].disables_post_history);

        let frame = Piece::new(Part::System, "How to read this", Source::House, texts::FRAME.to_owned(), "always there");
        let system = system_piece(scene, kind, view, &mut expander, no_system);
        let scenario_text = disarm(&expander.expand(&scenario_source)).trim().to_owned();
        let scenario = Piece::new(Part::Scenario, "The scenario", Source::Scenario, fenced("scenario", Some(&scene.title), &scenario_text), "always there");
        let (cast, short_cast) = cast_piece(scene, view, kind, &mut expander);
        let speaker = speaker_piece(view, is_report, &mut expander);
        let persona_text = if is_report && scene.persona.description.is_empty() { String::new() } else { disarm(&expander.expand(&scene.persona.description)) };
        let persona_text = if persona_text.trim().is_empty() { String::new() } else { fence("player", Some(&view.player), &persona_text) };
        let persona = Piece::new(Part::Persona, format!("{}, whom the player plays", view.player), Source::Player, persona_text, "always there");
        let examples = if is_report || view.as_player { Vec::new() } else { example_pieces(scene, view, &mut expander) };
        let facts = fact_pieces(scene, view);
        let summary = summary.map(|summary| {
            let mut piece = Piece::new(
                Part::Summary,
                "What happened before",
                Source::Memory,
                disarm(&summary.text).trim().to_owned(),
                "what it covers may be out of sight by now",
            );
            if !summary_known {
                piece.drop_for(format!("it covers messages that {} did not witness, or that are not on this path", view.voice));
            }
            piece
        });
        let notes = if is_report || view.as_player { Vec::new() } else { note_pieces(scene, view, &mut expander) };
        let post_text = scene.post_history.as_deref().filter(|_| !is_report && !view.as_player && !no_post_history).unwrap_or_default();
        let post_text = disarm(&expander.expand_override(post_text, ""));
        let post_text = if post_text.trim().is_empty() { String::new() } else { fence("instructions", None, &post_text) };
        let post_history = Piece::new(Part::PostHistory, "Instructions after the history", Source::Player, post_text, "always there");
        // What a rewriting shall be like is said with it.
        let has_wish = matches!(kind, Kind::Rewrite { .. });
        let direction = scene.note.as_deref().filter(|_| !is_report && !has_wish).map(|note| expander.expand(note));
        let nudge_text = texts::nudge(kind, &view.voice, &view.voice_of_player(), direction.as_deref(), disarm);
        let mut nudge = Piece::new(Part::Nudge, "The last word", Source::House, nudge_text, "says who speaks now");
        let so_far = match kind {
            Kind::Continue { so_far } if !so_far.trim().is_empty() => {
                let text = disarm(&names_only(so_far, &view.voice, &view.player));
                Some(Piece::new(Part::Prefill, "The message so far", Source::Story, text.trim_end().to_owned(), "it is carried on"))
            }
            _ => None,
        };
        let prefill = so_far.is_some() && model.capabilities.prefill;
        if prefill && direction.is_none() {
            nudge.drop_for("the model carries on by itself");
        }
        let lines = view.lines.iter().map(|_| OnceCell::new()).collect();
        let is_user = view.lines.iter().map(|line| line.author == LineAuthor::User).collect();
        let variables = expander.into_variables();
        Self {
            scene,
            kind,
            view,
            room,
            frame,
            system,
            scenario,
            cast,
            short_cast,
            scenario_text,
            speaker,
            persona,
            examples,
            facts,
            summary,
            lore,
            fired,
            books,
            notes,
            post_history,
            nudge,
            so_far,
            prefill,
            lines,
            is_user,
            kept: Vec::new(),
            has_gap: false,
            variables: (variables != scene.variables).then_some(variables),
        }
    }

    fn line(&self, at: usize) -> &(ChatMessage, u32) {
        self.lines[at].get_or_init(|| {
            let message = chat_line(self.scene, self.view, self.view.lines[at]);
            let tokens = cost(&message.content);
            (message, tokens)
        })
    }

    fn line_size(&self, at: usize) -> u32 {
        self.line(at).1
    }

    /// The tokens of all lines, or anything above `limit` where that is more.
    fn history_size(&self, limit: u32) -> u32 {
        let mut sum: u32 = 0;
        for at in (0..self.lines.len()).rev() {
            sum = sum.saturating_add(self.line_size(at));
            if sum > limit {
                break;
            }
        }
        sum
    }

    fn lore_size(&self, volatile: bool) -> u32 {
        // What goes to an outlet is counted where the outlet stands.
        self.lore.iter().filter(|one| one.is_volatile() == volatile && one.position != Position::Outlet).map(|one| one.piece.size()).sum()
    }

    /// Room set aside for lore that comes and goes: in steps, so that it moves nothing else.
    fn volatile_room(&self) -> u32 {
        let step = (self.room.available() / LORE_STEPS).max(1);
        self.lore_size(true).div_ceil(step) * step
    }

    fn memory_size(&self) -> u32 {
        let facts: u32 = self.facts.iter().map(|(piece, _)| piece.size()).sum();
        let heads = u32::from(facts > 0) * TAGS + u32::from(self.summary.as_ref().is_some_and(Piece::kept)) * TAGS;
        facts + heads + self.summary.as_ref().map_or(0, Piece::size)
    }

    fn examples_size(&self) -> u32 {
        let blocks: u32 = self.examples.iter().map(Piece::size).sum();
        if blocks > 0 { blocks + TAGS } else { 0 }
    }

    /// Everything that is neither history nor optional.
    fn fixed_size(&self) -> u32 {
        let pieces = [&self.frame, &self.system, &self.scenario, &self.cast, &self.speaker, &self.persona, &self.post_history, &self.nudge];
        let pieces: u32 = pieces.into_iter().map(Piece::size).sum();
        pieces + self.so_far.as_ref().map_or(0, Piece::size) + self.notes.iter().map(|note| note.piece.size()).sum::<u32>() + cost(GAP)
    }

    /// Everything but the history.
    fn taken(&self) -> u32 {
        self.fixed_size() + self.examples_size() + self.memory_size() + self.lore_size(false) + self.volatile_room()
    }

    /// What is left for the history.
    fn history_room(&self) -> u32 {
        self.room.available().saturating_sub(self.taken())
    }

    /// Whether so much history does not fit.
    fn lacks(&self, history: u32) -> bool {
        self.taken().saturating_add(history) > self.room.available()
    }

    /// Leaves out what does not fit, in the order of reference 4.2.
    fn fit(mut self) -> Result<Self, PromptError> {
        self.require()?;
        self.limit_memory();
        self.limit_examples();
        let last_turn = self.is_user.iter().rposition(|user| *user).map_or(0, |at| self.line_size(at));
        let needed = self.history_size(self.room.available());
        while self.lacks(needed) && drop_last(&mut self.examples, "the history needs the room") {}
        let floor = needed.min(self.room.caps().history_floor).max(last_turn);
        while self.lacks(floor) && self.drop_lore(true, "the history needs the room") {}
        while self.lacks(floor) && self.drop_fact("the history needs the room") {}
        if self.lacks(last_turn) {
            self.shorten_summary(last_turn);
        }
        while self.lacks(last_turn) && self.drop_lore(false, "the player's last message needs the room") {}
        let room = self.history_room();
        let kept = cut_history(|at| self.line_size(at), &self.is_user, room, self.room.root_cap());
        self.has_gap = kept.root && kept.from > 1;
        self.kept = kept.lines(self.lines.len());
        Ok(self)
    }

    /// Refuses where the parts that must be there do not fit, and shortens the scenario and the cast where only they are too much.
    fn require(&mut self) -> Result<(), PromptError> {
        let available = self.room.available();
        let last_user = self.is_user.iter().rposition(|user| *user);
        let pinned: u32 = self.facts.iter().filter(|(_, pinned)| *pinned).map(|(piece, _)| piece.size()).sum();
        let voice = &self.view.voice;
        let needs = [
            ("the instructions".to_owned(), self.frame.size() + self.system.size()),
            (format!("the character {voice}"), self.speaker.size()),
            ("the persona".to_owned(), self.persona.size()),
            ("the instructions after the history".to_owned(), self.post_history.size()),
            ("what is asked for".to_owned(), self.nudge.size() + cost(GAP)),
            ("the pinned facts".to_owned(), if pinned > 0 { pinned + TAGS } else { 0 }),
            ("the message that is carried on".to_owned(), self.so_far.as_ref().map_or(0, Piece::size)),
            ("the player's last message".to_owned(), last_user.map_or(0, |at| self.line_size(at))),
        ];
        let needed: u32 = needs.iter().map(|(_, tokens)| tokens).sum();
        if needed > available {
            let (largest, tokens) = needs.into_iter().max_by_key(|(_, tokens)| *tokens).unwrap_or_default();
            return Err(PromptError::TooLarge { needed, budget: available, largest, tokens });
        }
        let mut left = available - needed;
        // Notes, then who else is there, then the scenario: each as far as it fits.
        for note in &mut self.notes {
            if note.piece.size() > left {
                note.piece.drop_for("no room is left for it");
            }
            left = left.saturating_sub(note.piece.size());
        }
        if self.scenario.size() + self.cast.size() > left {
            self.cast.replace(self.short_cast.clone(), "shortened to names: no room is left for more");
        }
        if self.cast.size() > left {
            self.cast.drop_for("no room is left for it");
        }
        left = left.saturating_sub(self.cast.size());
        if self.scenario.size() > left {
            let frame = cost(&fenced("scenario", Some(&self.scene.title), "…")) + 1;
            let text = shorten_end(&self.scenario_text, left.saturating_sub(frame));
            if text.is_empty() {
                self.scenario.drop_for("no room is left for it");
            } else {
                self.scenario.replace(fenced("scenario", Some(&self.scene.title), &text), "shortened: no room is left for all of it");
            }
        }
        Ok(())
    }

    /// Holds facts and the summary to their share. Pinned facts stay whatever they take.
    fn limit_memory(&mut self) {
        let cap = self.room.caps().memory.min(self.room.available().saturating_sub(self.fixed_size()));
        while self.memory_size() > cap && self.facts_are_more_than_half(cap) && self.drop_fact("facts and summary may take a fifth of the prompt") {}
        let over = self.memory_size().saturating_sub(cap);
        if over > 0
            && let Some(summary) = self.summary.as_mut().filter(|summary| summary.kept())
        {
            shorten_piece(summary, over, "facts and summary may take a fifth of the prompt");
        }
        while self.memory_size() > cap && self.drop_fact("facts and summary may take a fifth of the prompt") {}
    }

    /// Neither facts nor the summary shall drive the other out.
    fn facts_are_more_than_half(&self, cap: u32) -> bool {
        self.summary.as_ref().is_none_or(|summary| !summary.kept()) || self.facts.iter().map(|(piece, _)| piece.size()).sum::<u32>() > cap / 2
    }

    fn limit_examples(&mut self) {
        let cap = self.room.caps().examples.min(self.room.available().saturating_sub(self.fixed_size() + self.memory_size()));
        while self.examples_size() > cap && drop_last(&mut self.examples, "examples may take a seventh of the prompt") {}
    }

    /// Leaves out the entry that matters least; whether there was one.
    fn drop_lore(&mut self, volatile: bool, why: &str) -> bool {
        let candidates = self.lore.iter_mut().filter(|one| one.is_volatile() == volatile && one.piece.kept() && one.position != Position::Outlet);
        let least = candidates.min_by_key(|one| (!one.ignorable, one.weight, std::cmp::Reverse(one.fired)));
        least.map(|one| one.piece.drop_for(why)).is_some()
    }

    /// Leaves out the oldest fact that is not pinned; whether there was one.
    fn drop_fact(&mut self, why: &str) -> bool {
        let oldest = self.facts.iter_mut().find(|(piece, pinned)| !pinned && piece.kept());
        oldest.map(|(piece, _)| piece.drop_for(why)).is_some()
    }

    fn shorten_summary(&mut self, needed: u32) {
        let over = self.taken().saturating_add(needed).saturating_sub(self.room.available());
        if let Some(summary) = self.summary.as_mut().filter(|summary| summary.kept()) {
            shorten_piece(summary, over, "the player's last message needs the room");
        }
    }

    fn finish(self, model: &ModelInfo, max_tokens: u32) -> Result<Assembled, PromptError> {
        let (messages, history_tokens) = self.messages();
        let stops = self.stops();
        let used: u32 = messages.iter().map(|message| cost(&message.content)).sum();
        let mut budget = self.room.record;
        (budget.used, budget.history) = (used, history_tokens);
        let lore = self.lore_records();
        let record = PromptRecord {
            kind: self.kind.name().to_owned(),
            speaker_id: self.view.actor.map(|actor| actor.id.clone()),
            speaker_name: self.view.voice.clone(),
            model: model.name.clone(),
            parts: self.part_records(),
            lore,
            budget,
            stops: stops.clone(),
            hash: fingerprint(&messages, &stops, max_tokens, &model.name),
            estimated_price: EstimatedPrice { shekels: model.price, prompt_tokens: used, reply_tokens: max_tokens },
        };
        let cue = self.cue(model, max_tokens);
        Ok(Assembled { messages, stops, max_tokens, record, cue, variables: self.variables })
    }

    /// The messages, and the tokens of those that are the story's.
    fn messages(&self) -> (Vec<ChatMessage>, u32) {
        let mut messages = Vec::new();
        let mut stable: Vec<&str> = vec![&self.frame.text];
        let placed = |positions: &[Position]| self.placed(positions);
        let texts = |pieces: Vec<&Lore>| pieces.iter().map(|one| one.piece.text.as_str()).collect::<Vec<_>>().join("\n");
        let lore_at = |positions: &[Position]| {
            let found = placed(positions);
            if found.is_empty() { String::new() } else { fence("lore", None, &texts(found)) }
        };
        let after_scenario = lore_at(&[Position::Scenario]);
        let before = lore_at(&[Position::BeforeCharacter]);
        let after = lore_at(&[Position::Personality, Position::AfterCharacter]);
        let constant = {
            let found: Vec<&Lore> = self.sorted_lore().into_iter().filter(|one| one.position == Position::Auto && one.constant).collect();
            if found.is_empty() { String::new() } else { fence("lore", None, &texts(found)) }
        };
        let blocks: Vec<&str> = self.examples.iter().filter(|piece| piece.kept()).map(|piece| piece.text.as_str()).collect();
        let examples = if blocks.is_empty() { String::new() } else { fence("examples", None, &blocks.join("\n\n")) };
        let above_examples = lore_at(&[Position::ExamplesTop]);
        let below_examples = lore_at(&[Position::ExamplesBottom]);
        fn text(piece: &Piece) -> &str {
            if piece.kept() { &piece.text } else { "" }
        }
        stable.extend([text(&self.system), text(&self.scenario), &after_scenario, text(&self.cast), &before, text(&self.speaker), &after, text(&self.persona)]);
        stable.extend([constant.as_str(), &above_examples, &examples, &below_examples]);
        stable.retain(|text| !text.trim().is_empty());
        messages.push(ChatMessage::new(Role::System, stable.join("\n\n")));
        let memory = self.memory_text();
        if !memory.is_empty() {
            messages.push(ChatMessage::new(Role::System, memory));
        }
        let history_tokens = self.push_history(&mut messages);
        if self.post_history.kept() {
            messages.push(ChatMessage::new(Role::System, self.post_history.text.clone()));
        }
        let so_far = self.so_far.as_ref().map(|piece| ChatMessage { role: Role::Assistant, name: Some(self.view.voice.clone()), content: piece.text.clone() });
        let nudge = self.nudge.kept().then(|| ChatMessage::new(Role::System, self.nudge.text.clone()));
        if self.prefill {
            messages.extend(nudge);
            messages.extend(so_far);
        } else {
            messages.extend(so_far);
            messages.extend(nudge);
        }
        (messages, history_tokens)
    }

    /// Entries in use, as they stand one after another.
    fn sorted_lore(&self) -> Vec<&Lore> {
        let mut found: Vec<&Lore> = self.lore.iter().filter(|one| one.piece.kept()).collect();
        found.sort_by_key(|one| (one.order, one.fired));
        found
    }

    fn placed(&self, positions: &[Position]) -> Vec<&Lore> {
        self.sorted_lore().into_iter().filter(|one| positions.contains(&one.position)).collect()
    }

    fn memory_text(&self) -> String {
        let facts: Vec<String> = self.facts.iter().filter(|(piece, _)| piece.kept()).map(|(piece, _)| piece.text.clone()).collect();
        let mut texts = Vec::new();
        if !facts.is_empty() {
            texts.push(fence("facts", None, &facts.join("\n")));
        }
        if let Some(summary) = self.summary.as_ref().filter(|summary| summary.kept()) {
            texts.push(fence("summary", None, &summary.text));
        }
        texts.join("\n\n")
    }

    /// The history with the notes and the lore that belong into it.
    fn push_history(&self, messages: &mut Vec<ChatMessage>) -> u32 {
        let mut history: Vec<&ChatMessage> = self.kept.iter().map(|at| &self.line(*at).0).collect();
        let tokens = self.kept.iter().map(|at| self.line_size(*at)).sum();
        let gap = ChatMessage::new(Role::System, GAP);
        if self.has_gap && history.len() > 1 {
            history.insert(1, &gap);
        }
        let len = history.len();
        // Nothing is put above the mark: neither far from the end, nor before the first line that is kept for good.
        let mark = len.saturating_sub(CACHE_MARK_DEPTH).max(if self.has_gap { 2.min(len) } else { 0 });
        let at_depth = |depth: u32| len.saturating_sub(depth as usize).max(mark);
        let mut inserted: Vec<(usize, i64, ChatMessage)> = Vec::new();
        for one in self.sorted_lore() {
            let place = match one.position {
                Position::AtDepth => at_depth(one.depth),
                Position::AtReverseDepth => (one.depth as usize).min(len).max(mark),
                Position::Auto if !one.constant => at_depth(one.depth),
                _ => continue,
            };
            let content = if one.role == Role::System { fence("lore", None, &one.piece.text) } else { one.piece.text.clone() };
            inserted.push((place, one.order, ChatMessage::new(one.role, content)));
        }
        let top: Vec<&str> = self.placed(&[Position::NoteTop]).into_iter().map(|one| one.piece.text.as_str()).collect();
        let bottom: Vec<&str> = self.placed(&[Position::NoteBottom]).into_iter().map(|one| one.piece.text.as_str()).collect();
        let mut around_done = top.is_empty() && bottom.is_empty();
        for note in self.notes.iter().filter(|note| note.piece.kept() && note.due) {
            let is_authors = note.piece.part == Part::AuthorsNote;
            let mut texts: Vec<&str> = Vec::new();
            if is_authors {
                texts.extend(&top);
            }
            texts.push(&note.piece.text);
            if is_authors {
                texts.extend(&bottom);
                around_done = true;
            }
            inserted.push((at_depth(note.depth), i64::MAX, ChatMessage::new(note.role, fence("note", None, &texts.join("\n")))));
        }
        if !around_done {
            let depth = self.scene.authors_note.as_ref().map_or(super::rules::DEFAULT_DEPTH, |note| note.depth);
            let texts: Vec<&str> = top.into_iter().chain(bottom).collect();
            inserted.push((at_depth(depth), i64::MAX, ChatMessage::new(Role::System, fence("lore", None, &texts.join("\n")))));
        }
        inserted.sort_by_key(|(place, order, _)| (*place, *order));
        let mut inserted = inserted.into_iter().peekable();
        for (at, line) in history.into_iter().enumerate() {
            while let Some((_, _, message)) = inserted.next_if(|(place, ..)| *place <= at) {
                messages.push(message);
            }
            messages.push(line.clone());
        }
        messages.extend(inserted.map(|(_, _, message)| message));
        tokens
    }

    /// Texts before which the reply must end: the names of those for whom it must not speak.
    fn stops(&self) -> Vec<String> {
        if self.scene.speak_for_player || !matches!(self.kind, Kind::Reply | Kind::Continue { .. } | Kind::Next | Kind::Impersonate { .. }) {
            return Vec::new();
        }
        let mut stops: Vec<String> = Vec::new();
        let cast = self.scene.cast.iter().map(|one| one_line(&one.name));
        for name in std::iter::once(self.view.player.clone()).chain(cast) {
            let stop = format!("\n{name}:");
            let is_own = name.eq_ignore_ascii_case(&self.view.voice);
            if !name.is_empty() && !is_own && !stops.contains(&stop) && stops.len() < MAX_STOPS {
                stops.push(stop);
            }
        }
        stops
    }

    fn lore_records(&self) -> Vec<LoreRecord> {
        let to_record = |(number, one): (usize, &Fired)| {
            let attached = &self.books[one.book];
            let entry = &attached.book.entries[one.entry];
            let piece = self.lore.iter().find(|lore| lore.fired == number).map(|lore| &lore.piece);
            LoreRecord {
                book_id: attached.id.clone(),
                book: attached.book.name.clone(),
                attached_to: attached.kind,
                entry: entry.title().to_owned(),
                entry_id: entry.id.clone(),
                fired: piece.is_some_and(Piece::kept),
                why: piece.and_then(|piece| piece.dropped.clone()).unwrap_or_else(|| one.why.clone()),
                matched_key: one.matched_key.clone(),
                message_id: one.message_id.clone(),
                position: one.position,
                tokens: piece.map_or(0, |piece| piece.tokens),
            }
        };
        self.fired.iter().enumerate().map(to_record).collect()
    }

    fn part_records(&self) -> Vec<PartRecord> {
        let mut parts = Vec::new();
        let mut push = |piece: &Piece| {
            if piece.tokens > 0 || piece.dropped.is_some() {
                parts.push(PartRecord {
                    part: piece.part,
                    title: piece.title.clone(),
                    source: piece.source,
                    tokens: piece.tokens,
                    kept: piece.kept(),
                    why: piece.dropped.clone().unwrap_or_else(|| piece.why.clone()),
                    text: piece.kept().then(|| piece.text.clone()),
                    message_ids: Vec::new(),
                    messages: 0,
                });
            }
        };
        let lore = |position: Position| self.lore.iter().filter(move |one| one.position == position);
        push(&self.frame);
        push(&self.system);
        push(&self.scenario);
        lore(Position::Scenario).for_each(|one| push(&one.piece));
        push(&self.cast);
        lore(Position::BeforeCharacter).for_each(|one| push(&one.piece));
        push(&self.speaker);
        lore(Position::Personality).chain(lore(Position::AfterCharacter)).for_each(|one| push(&one.piece));
        push(&self.persona);
        lore(Position::Auto).filter(|one| one.constant).for_each(|one| push(&one.piece));
        lore(Position::ExamplesTop).for_each(|one| push(&one.piece));
        self.examples.iter().for_each(&mut push);
        lore(Position::ExamplesBottom).chain(lore(Position::Outlet)).for_each(|one| push(&one.piece));
        self.facts.iter().for_each(|(piece, _)| push(piece));
        self.summary.iter().for_each(&mut push);
        parts.extend(self.history_records());
        let mut push = |piece: &Piece| {
            if piece.tokens > 0 || piece.dropped.is_some() {
                let why = piece.dropped.clone().unwrap_or_else(|| piece.why.clone());
                let text = piece.kept().then(|| piece.text.clone());
                let (part, title, source, tokens, kept) = (piece.part, piece.title.clone(), piece.source, piece.tokens, piece.kept());
                parts.push(PartRecord { part, title, source, tokens, kept, why, text, message_ids: Vec::new(), messages: 0 });
            }
        };
        let within = [Position::AtDepth, Position::AtReverseDepth, Position::NoteTop, Position::NoteBottom];
        self.lore.iter().filter(|one| within.contains(&one.position) || (one.position == Position::Auto && !one.constant)).for_each(|one| push(&one.piece));
        for note in &self.notes {
            let mut piece = note.piece.clone();
            if !note.due && piece.dropped.is_none() {
                piece.drop_for("it is not its turn: it comes with every so many messages of the player");
            }
            push(&piece);
        }
        push(&self.post_history);
        self.so_far.iter().for_each(&mut push);
        push(&self.nudge);
        parts
    }

    fn history_records(&self) -> Vec<PartRecord> {
        let record = |title: &str, numbers: Vec<usize>, kept: bool, tokens: u32, why: &str| {
            let ids: Vec<String> = numbers.iter().map(|at| self.view.lines[*at].id.clone()).collect();
            let messages = ids.len() as u32;
            let message_ids = match ids.as_slice() {
                [first, .., last] if ids.len() > MAX_NAMED_MESSAGES => vec![first.clone(), last.clone()],
                _ => ids,
            };
            let (part, source, title, why) = (Part::History, Source::Story, title.to_owned(), why.to_owned());
            PartRecord { part, title, source, tokens, kept, why, text: None, message_ids, messages }
        };
        let mut records = Vec::new();
        let dropped: Vec<usize> = (0..self.lines.len()).filter(|at| self.kept.binary_search(at).is_err()).collect();
        if !dropped.is_empty() {
            // Counted only where that is cheap: a long story is not read to its beginning for the record's sake.
            let tokens = dropped.iter().rev().take(MAX_NAMED_MESSAGES).map(|at| self.line_size(*at)).sum();
            records.push(record("Older messages", dropped, false, tokens, "the oldest turns go first where room is short, several at once"));
        }
        if !self.kept.is_empty() {
            let tokens = self.kept.iter().map(|at| self.line_size(*at)).sum();
            records.push(record("Messages of the story", self.kept.clone(), true, tokens, "the newest are kept, and the first where it is short"));
        }
        let silent = [
            (self.view.unwitnessed, "Messages nobody told", format!("{} did not witness them", self.view.voice)),
            (self.view.hidden, "Hidden messages", "they are kept out of prompts, or empty".to_owned()),
        ];
        for (messages, title, why) in silent.into_iter().filter(|(messages, ..)| *messages > 0) {
            let (part, source, title) = (Part::History, Source::Story, title.to_owned());
            records.push(PartRecord { part, title, source, tokens: 0, kept: false, why, text: None, message_ids: Vec::new(), messages });
        }
        records
    }

    fn cue(&self, model: &ModelInfo, reply_tokens: u32) -> Cue {
        let scene = self.scene;
        let member =
            |one: &CastView| CastMember { name: one.name.clone(), role: one.role.clone(), description: one.description.clone(), persona: one.persona.clone() };
        let kind = match self.kind {
            Kind::Reply | Kind::Next => CueKind::Reply,
            Kind::Continue { so_far } => CueKind::Continue(so_far.clone()),
            Kind::Impersonate { .. } => CueKind::Impersonate,
            Kind::Rewrite { selection, note, .. } => CueKind::Rewrite { selection: selection.clone(), note: note.clone() },
            Kind::Summarise => CueKind::Summarise,
            Kind::Director { names } => CueKind::Director { names: names.clone() },
        };
        let plain = |line: &&HistoryLine| names_only(&line.content, &line.name, &self.view.player);
        let latest = self.view.lines.len().saturating_sub(CUE_LINES);
        // Only the understudy reads it.
        let said_before = scene.history.iter().filter(|line| model.is_demo && line.author != LineAuthor::User);
        Cue {
            kind,
            seed: scene.seed,
            speaker: self.view.actor.map_or_else(|| CastMember { name: self.view.voice.clone(), ..CastMember::default() }, member),
            cast: scene.cast.iter().map(member).collect(),
            player: self.view.player.clone(),
            setting: [scene.scenario_text.trim(), scene.setting.trim()].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n"),
            language: scene.language.clone(),
            lore: self.sorted_lore().into_iter().map(|one| one.piece.text.clone()).collect(),
            said_before: said_before.map(|line| line.content.clone()).collect(),
            recent: self.view.lines[latest..].iter().map(|line| (line.name.clone(), plain(line))).collect(),
            reply_tokens,
        }
    }
}

/// What a pair of tags costs at most.
const TAGS: u32 = 12;

impl View<'_> {
    /// The one for whom the player's message is written: the puppet, where there is one.
    fn voice_of_player(&self) -> String {
        if self.as_player { self.voice.clone() } else { self.player.clone() }
    }
}

#[expect(clippy::too_many_arguments, reason = "each is a text that was made just before")]
fn values<'a>(
    scene: &'a Scene,
    model: &'a ModelInfo,
    kind: &'a Kind,
    view: &'a View<'a>,
    scenario: &'a str,
    authors_note: &'a str,
    summary: &'a str,
    max_prompt: u32,
) -> Values<'a> {
    let last = |author: Option<LineAuthor>| {
        let found = view.lines.iter().rev().find(|line| author.is_none_or(|author| line.author == author));
        found.map_or("", |line| line.content.as_str())
    };
    let last_heard = view.lines.iter().rev().find(|line| line.author == LineAuthor::User).and_then(|line| line.at);
    Values {
        char: &view.voice,
        user: &view.player,
        cast: scene.cast.iter().map(|one| (one.name.as_str(), one.muted)).collect(),
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
        last_user_message: last(Some(LineAuthor::User)),
        last_char_message: last(Some(LineAuthor::Actor)),
        last_message_index: view.lines.len().checked_sub(1),
        generation_type: kind.name(),
        model: &model.name,
        max_prompt,
        input: match kind {
            Kind::Impersonate { draft } => draft,
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
fn lorebooks_of(scene: &Scene, view: &View<'_>) -> Vec<AttachedBook> {
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

fn scan(scene: &Scene, view: &View<'_>, values: &Values<'_>, books: &[AttachedBook]) -> Vec<Fired> {
    let lines: Vec<ScanLine<'_>> =
        view.lines.iter().map(|line| ScanLine { id: &line.id, name: &line.name, text: &line.content, is_user: line.author == LineAuthor::User }).collect();
    let expand = |text: &str| {
        if !text.contains("{{") && !text.contains('<') {
            return text.to_owned();
        }
        Expander::new(values, scene.variables.clone(), Purpose::Scan).expand(text)
    };
    lorebooks::scan(&ScanInput { books, lines: &lines, speaker: &view.voice, story_id: &scene.story_id, opening: scene.opening, expand: &expand })
}

/// Holds lore to its share of the prompt and each book to its own: what is always there first, then what weighs most, until one does not fit.
fn limit_lore(lore: &mut [Lore], books: &[AttachedBook], fired: &[Fired], cap: u32) {
    let mut ranked: Vec<&mut Lore> = lore.iter_mut().collect();
    ranked.sort_by_key(|one| (one.ignorable, !one.constant, std::cmp::Reverse(one.weight), one.fired));
    let mut left = cap;
    let mut is_full = false;
    let mut of_book = vec![0_u32; books.len()];
    for one in ranked {
        let book = fired[one.fired].book;
        let tokens = one.piece.size();
        let own = books[book].book.token_budget;
        if own.is_some_and(|own| of_book[book] + tokens > own) {
            one.piece.drop_for(format!("this book may take {} tokens", own.unwrap_or_default()));
        } else if is_full || tokens > left {
            is_full = true;
            one.piece.drop_for(format!("lore may take a quarter of the prompt: {cap} tokens"));
        } else {
            left -= tokens;
            of_book[book] += tokens;
        }
    }
}

fn system_piece(scene: &Scene, kind: &Kind, view: &View<'_>, expander: &mut Expander<'_>, turned_off: bool) -> Piece {
    let is_report = matches!(kind, Kind::Summarise | Kind::Director { .. });
    let own = match kind {
        Kind::Summarise => texts::RECORDING,
        Kind::Director { .. } => texts::DIRECTING,
        Kind::Impersonate { .. } => texts::WRITING,
        _ if view.actor.is_some() => texts::ACTING,
        _ => texts::NARRATING,
    };
    let own = expander.expand(own);
    let replaced = scene.system_prompt.as_deref().filter(|text| !text.trim().is_empty() && !is_report && !view.as_player && !turned_off);
    let (title, source, text, why) = match replaced {
        Some(text) => {
            let text = disarm(&expander.expand_override(text, &own));
            ("Instructions of the story", Source::Player, text.trim().to_owned(), "they replace ours")
        }
        None => ("Instructions", Source::House, own, "always there"),
    };
    let others: Vec<&str> = scene.cast.iter().map(|one| one.name.as_str()).filter(|name| !one_line(name).eq_ignore_ascii_case(&view.voice)).collect();
    let bounds = if is_report || view.as_player { String::new() } else { texts::bounds(scene, &view.player, &others) };
    let text = [text, bounds].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n");
    Piece::new(Part::System, title, source, text, why)
}

/// The others of the cast with what everybody may know of them, and the same by names only.
fn cast_piece(scene: &Scene, view: &View<'_>, kind: &Kind, expander: &mut Expander<'_>) -> (Piece, String) {
    let is_speaker = |one: &CastView| view.actor.is_some_and(|actor| actor.id == one.id);
    let mut lines = Vec::new();
    let mut names = Vec::new();
    for one in scene.cast.iter().filter(|one| !is_speaker(one)) {
        let name = one_line(&one.name);
        let role = disarm(&expander.expand(&one.role));
        let title = if role.trim().is_empty() { name.clone() } else { format!("{name}, {}", role.trim()) };
        names.push(format!("- {title}"));
        // Their own description speaks of them as {{char}}.
        let description = disarm(&expander.expand(&names_only(&one.description, &name, &view.player)));
        let is_brief = matches!(kind, Kind::Director { .. }) || description.trim().is_empty();
        lines.push(if is_brief { format!("- {title}") } else { format!("- {title}: {}", description.trim()) });
    }
    let fenced = |lines: &[String]| if lines.is_empty() { String::new() } else { fence("cast", None, &lines.join("\n")) };
    let title = if view.actor.is_some() { "Who else is there" } else { "Who is there" };
    (Piece::new(Part::Cast, title, Source::Scenario, fenced(&lines), "always there"), fenced(&names))
}

fn speaker_piece(view: &View<'_>, is_report: bool, expander: &mut Expander<'_>) -> Piece {
    let Some(actor) = view.actor.filter(|_| !is_report) else {
        return Piece::new(Part::Speaker, "The speaker", Source::Character, String::new(), "");
    };
    let texts = [&actor.role, &actor.description, &actor.persona].map(|text| disarm(&expander.expand(text)).trim().to_owned());
    let text = texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n");
    let text = if text.is_empty() { String::new() } else { fence("character", Some(&actor.name), &text) };
    Piece::new(Part::Speaker, format!("{}, who speaks", view.voice), Source::Character, text, "always there")
}

/// Blocks of example dialogue: the character's own first, then the scenario's.
fn example_pieces(scene: &Scene, view: &View<'_>, expander: &mut Expander<'_>) -> Vec<Piece> {
    let own = view.actor.map_or("", |actor| actor.examples.as_str());
    let blocks =
        split_examples(own).into_iter().map(|block| (block, Source::Character)).chain(scene.examples.iter().map(|block| (block.clone(), Source::Scenario)));
    let mut pieces = Vec::new();
    for (number, (block, source)) in blocks.enumerate() {
        let text = disarm(&expander.expand(&block)).trim().to_owned();
        if !text.is_empty() {
            pieces.push(Piece::new(Part::Examples, format!("Example {}", number + 1), source, text, "there is room for it"));
        }
    }
    pieces
}

/// Cuts examples at `<START>`.
fn split_examples(text: &str) -> Vec<String> {
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

fn fact_pieces(scene: &Scene, view: &View<'_>) -> Vec<(Piece, bool)> {
    let to_piece = |fact: &super::model::FactView| {
        let why = if fact.pinned { "pinned" } else { "there is room for it" };
        let text = disarm(fact.text.trim()).replace('\n', " ");
        let title: String = fact.text.chars().take(40).collect();
        let mut piece = Piece::new(Part::Facts, title, Source::Memory, format!("- {text}"), why);
        if fact.source_message_id.as_deref().is_some_and(|id| !view.may_know(scene, &[id])) {
            piece.title = "A fact".to_owned();
            piece.drop_for(format!("{} did not witness the message it comes from, or it is not on this path", view.voice));
        }
        (piece, fact.pinned)
    };
    scene.facts.iter().filter(|fact| !fact.text.trim().is_empty()).map(to_piece).collect()
}

fn note_pieces(scene: &Scene, view: &View<'_>, expander: &mut Expander<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    if let Some((actor, note)) = view.actor.and_then(|actor| actor.depth_note.as_ref().map(|note| (actor, note))) {
        let text = disarm(&expander.expand(&note.text)).trim().to_owned();
        let piece = Piece::new(Part::CharacterNote, format!("A note of {}", one_line(&actor.name)), Source::Character, text, "it belongs to the speaker");
        notes.push(Note { piece, depth: note.depth, role: note.role, due: true });
    }
    if let Some(note) = scene.authors_note.as_ref().filter(|note| note.interval > 0) {
        let text = disarm(&expander.expand(&note.text)).trim().to_owned();
        let said = view.lines.iter().filter(|line| line.author == LineAuthor::User).count();
        let due = said % note.interval as usize == 0 || note.interval == 1;
        let piece = Piece::new(Part::AuthorsNote, "The author's note", Source::Player, text, "it is its turn");
        notes.push(Note { piece, depth: note.depth, role: note.role, due });
    }
    notes.retain(|note| note.piece.tokens > 0);
    for note in &mut notes {
        // Its tags are part of it.
        note.piece.tokens += TAGS;
    }
    notes
}

/// A message of the story as the model reads it: names are put in, and nothing else of it is a macro.
fn chat_line(scene: &Scene, view: &View<'_>, line: &HistoryLine) -> ChatMessage {
    let own = view.is_own(line);
    let name = match line.author {
        LineAuthor::User if line.author_id.is_none() && line.name.trim().is_empty() => view.player.clone(),
        LineAuthor::Narrator if line.name.trim().is_empty() => NARRATOR.to_owned(),
        _ => one_line(&line.name),
    };
    let char = if line.author == LineAuthor::Actor { name.as_str() } else { view.voice.as_str() };
    let text = disarm(&names_only(&line.content, char, &view.player)).trim().to_owned();
    // Where only one character is there, nobody needs to be told who speaks.
    let is_plain = own || (line.author == LineAuthor::User && line.author_id.is_none() && scene.cast.len() < 2 && !view.as_player);
    let content = if is_plain || name.is_empty() { text } else { format!("{name}: {text}") };
    ChatMessage { role: if own { Role::Assistant } else { Role::User }, name: Some(name), content }
}

fn fenced(tag: &str, name: Option<&str>, text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { fence(tag, name.filter(|name| !name.trim().is_empty()), text) }
}

/// Leaves out the last block that is in; whether there was one.
fn drop_last(pieces: &mut [Piece], why: &str) -> bool {
    pieces.iter_mut().rev().find(|piece| piece.kept()).map(|piece| piece.drop_for(why)).is_some()
}

/// Makes a piece smaller by at least so many tokens, keeping its end; leaves it out where too little would stay.
fn shorten_piece(piece: &mut Piece, by: u32, why: &str) {
    let room = piece.tokens.saturating_sub(by);
    let text = shorten_start(&piece.text, room.saturating_sub(MESSAGE_TOKENS + 1));
    if text.is_empty() {
        piece.drop_for(why);
    } else {
        piece.replace(text, format!("shortened: {why}"));
    }
}

/// The latest sentences that fit so many tokens.
fn shorten_start(text: &str, room: u32) -> String {
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
fn shorten_end(text: &str, room: u32) -> String {
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
    if kept.trim().is_empty() { String::new() } else { format!("{} …", kept.trim_end()) }
}

fn sentences(text: &str) -> Vec<&str> {
    text.split_inclusive(['.', '!', '?', '\n', '。', '！', '？']).collect()
}

fn fingerprint(messages: &[ChatMessage], stops: &[String], max_tokens: u32, model: &str) -> String {
    let text = serde_json::json!({ "messages": messages, "stops": stops, "maxTokens": max_tokens, "model": model }).to_string();
    hex(&Sha256::digest(text.as_bytes()))
}
