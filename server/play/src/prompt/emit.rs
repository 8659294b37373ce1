//! What leaves: the messages, the record, the understudy's cue.

use catalogue::lorebooks::{Fired, Position};
use kernel::hex;
use platform::llm::{CastMember, ChatMessage, Cue, CueKind, CueLine, ModelInfo, Role};
use sha2::{Digest, Sha256};

use super::assemble::{GAP, PromptDraft};
use super::fence::{fence, one_line};
use super::macros::names_only;
use super::model::{
    Assembled, CastView, EstimatedPrice, HistoryLine, LoreRecord, PartRecord, PartSource, PromptKind,
    PromptPart, PromptRecord,
};
use super::pieces::{Lore, Piece, cost};
use super::rules::{CACHE_MARK_DEPTH, DEFAULT_DEPTH, MAX_NAMED_MESSAGES, MAX_STOPS};
use crate::stories::Author;

/// Lines that the understudy sees.
const CUE_LINES: usize = 16;

impl PromptDraft<'_> {
    pub(super) fn finish(self, model: &ModelInfo, max_tokens: u32) -> Assembled {
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
            estimated_price: EstimatedPrice {
                shekels: model.price,
                prompt_tokens: used,
                reply_tokens: max_tokens,
            },
        };
        let cue = self.cue(model, max_tokens);
        Assembled {
            messages,
            stops,
            max_tokens,
            record,
            cue,
            variables: self.variables,
        }
    }

    /// The messages, and the tokens of those that are the story's.
    fn messages(&self) -> (Vec<ChatMessage>, u32) {
        let mut messages = Vec::new();
        let mut stable: Vec<&str> = vec![&self.frame.text];
        let placed = |positions: &[Position]| self.placed(positions);
        let texts = |pieces: Vec<&Lore>| {
            pieces
                .iter()
                .map(|one| one.piece.text.as_str())
                .collect::<Vec<_>>()
                .join("\n")
        };
        let lore_at = |positions: &[Position]| {
            let found = placed(positions);
            if found.is_empty() {
                String::new()
            } else {
                fence("lore", None, &texts(found))
            }
        };
        let after_scenario = lore_at(&[Position::Scenario]);
        let before = lore_at(&[Position::BeforeCharacter]);
        let after = lore_at(&[Position::Personality, Position::AfterCharacter]);
        let constant = {
            let found: Vec<&Lore> = self
                .sorted_lore()
                .into_iter()
                .filter(|one| one.position == Position::Auto && one.constant)
                .collect();
            if found.is_empty() {
                String::new()
            } else {
                fence("lore", None, &texts(found))
            }
        };
        let blocks: Vec<&str> = self
            .examples
            .iter()
            .filter(|piece| piece.kept())
            .map(|piece| piece.text.as_str())
            .collect();
        let examples = if blocks.is_empty() {
            String::new()
        } else {
            fence("examples", None, &blocks.join("\n\n"))
        };
        let above_examples = lore_at(&[Position::ExamplesTop]);
        let below_examples = lore_at(&[Position::ExamplesBottom]);
        fn text(piece: &Piece) -> &str {
            if piece.kept() { &piece.text } else { "" }
        }
        stable.extend([
            text(&self.system),
            text(&self.scenario),
            &after_scenario,
            text(&self.cast),
            &before,
            text(&self.speaker),
            &after,
            text(&self.persona),
        ]);
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
        let so_far = self.so_far.as_ref().map(|piece| ChatMessage {
            role: Role::Assistant,
            name: Some(self.view.voice.clone()),
            content: piece.text.clone(),
        });
        let nudge = self
            .nudge
            .kept()
            .then(|| ChatMessage::new(Role::System, self.nudge.text.clone()));
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
        self.sorted_lore()
            .into_iter()
            .filter(|one| positions.contains(&one.position))
            .collect()
    }

    fn memory_text(&self) -> String {
        let facts: Vec<String> = self
            .facts
            .iter()
            .filter(|(piece, _)| piece.kept())
            .map(|(piece, _)| piece.text.clone())
            .collect();
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
        // Nothing is put above the mark: neither far from the end, nor before the first line that is kept for
        // good.
        let mark = len
            .saturating_sub(CACHE_MARK_DEPTH)
            .max(if self.has_gap { 2.min(len) } else { 0 });
        let at_depth = |depth: u32| len.saturating_sub(depth as usize).max(mark);
        let mut inserted: Vec<(usize, i64, ChatMessage)> = Vec::new();
        for one in self.sorted_lore() {
            let place = match one.position {
                Position::AtDepth => at_depth(one.depth),
                Position::AtReverseDepth => (one.depth as usize).min(len).max(mark),
                Position::Auto if !one.constant => at_depth(one.depth),
                _ => continue,
            };
            let content = if one.role == Role::System {
                fence("lore", None, &one.piece.text)
            } else {
                one.piece.text.clone()
            };
            inserted.push((place, one.order, ChatMessage::new(one.role, content)));
        }
        let top: Vec<&str> = self
            .placed(&[Position::NoteTop])
            .into_iter()
            .map(|one| one.piece.text.as_str())
            .collect();
        let bottom: Vec<&str> = self
            .placed(&[Position::NoteBottom])
            .into_iter()
            .map(|one| one.piece.text.as_str())
            .collect();
        let mut around_done = top.is_empty() && bottom.is_empty();
        for note in self.notes.iter().filter(|note| note.piece.kept() && note.due) {
            let is_authors = note.piece.part == PromptPart::AuthorsNote;
            let mut texts: Vec<&str> = Vec::new();
            if is_authors {
                texts.extend(&top);
            }
            texts.push(&note.piece.text);
            if is_authors {
                texts.extend(&bottom);
                around_done = true;
            }
            inserted.push((
                at_depth(note.depth),
                i64::MAX,
                ChatMessage::new(note.role, fence("note", None, &texts.join("\n"))),
            ));
        }
        if !around_done {
            let depth = self
                .scene
                .authors_note
                .as_ref()
                .map_or(DEFAULT_DEPTH, |note| note.depth);
            let texts: Vec<&str> = top.into_iter().chain(bottom).collect();
            inserted.push((
                at_depth(depth),
                i64::MAX,
                ChatMessage::new(Role::System, fence("lore", None, &texts.join("\n"))),
            ));
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
        if self.scene.speak_for_player
            || !matches!(
                self.kind,
                PromptKind::Reply
                    | PromptKind::Continue { .. }
                    | PromptKind::Next
                    | PromptKind::Impersonate { .. }
            )
        {
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

    pub(super) fn lore_records(&self) -> Vec<LoreRecord> {
        let to_record = |(number, one): (usize, &Fired)| {
            let attached = &self.books[one.book];
            let entry = &attached.book.entries[one.entry];
            let piece = self
                .lore
                .iter()
                .find(|lore| lore.fired == number)
                .map(|lore| &lore.piece);
            LoreRecord {
                book_id: attached.id.clone(),
                book: attached.book.name.clone(),
                attached_to: attached.kind,
                entry: entry.title().to_owned(),
                entry_id: entry.id.clone(),
                fired: piece.is_some_and(Piece::kept),
                skipped: one.skipped,
                why: piece
                    .and_then(|piece| piece.dropped.clone())
                    .unwrap_or_else(|| one.why.clone()),
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
        lore(Position::Personality)
            .chain(lore(Position::AfterCharacter))
            .for_each(|one| push(&one.piece));
        push(&self.persona);
        lore(Position::Auto)
            .filter(|one| one.constant)
            .for_each(|one| push(&one.piece));
        lore(Position::ExamplesTop).for_each(|one| push(&one.piece));
        self.examples.iter().for_each(&mut push);
        lore(Position::ExamplesBottom)
            .chain(lore(Position::Outlet))
            .for_each(|one| push(&one.piece));
        self.facts.iter().for_each(|(piece, _)| push(piece));
        self.summary.iter().for_each(&mut push);
        parts.extend(self.history_records());
        let mut push = |piece: &Piece| {
            if piece.tokens > 0 || piece.dropped.is_some() {
                let why = piece.dropped.clone().unwrap_or_else(|| piece.why.clone());
                let text = piece.kept().then(|| piece.text.clone());
                let (part, title, source, tokens, kept) = (
                    piece.part,
                    piece.title.clone(),
                    piece.source,
                    piece.tokens,
                    piece.kept(),
                );
                parts.push(PartRecord {
                    part,
                    title,
                    source,
                    tokens,
                    kept,
                    why,
                    text,
                    message_ids: Vec::new(),
                    messages: 0,
                });
            }
        };
        let within = [
            Position::AtDepth,
            Position::AtReverseDepth,
            Position::NoteTop,
            Position::NoteBottom,
        ];
        self.lore
            .iter()
            .filter(|one| within.contains(&one.position) || (one.position == Position::Auto && !one.constant))
            .for_each(|one| push(&one.piece));
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
            let messages = numbers.len() as u32;
            let named = match numbers.as_slice() {
                [first, .., last] if numbers.len() > MAX_NAMED_MESSAGES => vec![*first, *last],
                _ => numbers,
            };
            let message_ids = named
                .into_iter()
                .map(|at| self.view.lines[at].id.clone())
                .collect();
            let (part, source, title, why) = (
                PromptPart::History,
                PartSource::Story,
                title.to_owned(),
                why.to_owned(),
            );
            PartRecord {
                part,
                title,
                source,
                tokens,
                kept,
                why,
                text: None,
                message_ids,
                messages,
            }
        };
        let mut records = Vec::new();
        let dropped: Vec<usize> = (0..self.lines.len())
            .filter(|at| self.kept.binary_search(at).is_err())
            .collect();
        if !dropped.is_empty() {
            // Counted only where that is cheap: a long story is not read to its beginning for the record's
            // sake.
            let tokens = dropped
                .iter()
                .rev()
                .take(MAX_NAMED_MESSAGES)
                .map(|at| self.line_size(*at))
                .sum();
            records.push(record(
                "Older messages",
                dropped,
                false,
                tokens,
                "the oldest turns go first where room is short, several at once",
            ));
        }
        if !self.kept.is_empty() {
            let tokens = self.kept.iter().map(|at| self.line_size(*at)).sum();
            records.push(record(
                "Messages of the story",
                self.kept.clone(),
                true,
                tokens,
                "the newest are kept, and the first where it is short",
            ));
        }
        let silent = [
            (
                self.view.unwitnessed,
                "Messages nobody told",
                format!("{} did not witness them", self.view.voice),
            ),
            (
                self.view.hidden,
                "Hidden messages",
                "they are kept out of prompts, or empty".to_owned(),
            ),
        ];
        for (messages, title, why) in silent.into_iter().filter(|(messages, ..)| *messages > 0) {
            let (part, source, title) = (PromptPart::History, PartSource::Story, title.to_owned());
            records.push(PartRecord {
                part,
                title,
                source,
                tokens: 0,
                kept: false,
                why,
                text: None,
                message_ids: Vec::new(),
                messages,
            });
        }
        records
    }

    fn cue(&self, model: &ModelInfo, reply_tokens: u32) -> Cue {
        let scene = self.scene;
        let member = |one: &CastView| CastMember {
            name: one.name.clone(),
            role: one.role.clone(),
            description: one.description.clone(),
            persona: one.persona.clone(),
        };
        let kind = match self.kind {
            PromptKind::Reply | PromptKind::Next => CueKind::Reply,
            PromptKind::Continue { so_far } => CueKind::Continue(so_far.clone()),
            PromptKind::Impersonate { .. } => CueKind::Impersonate,
            PromptKind::Rewrite { selection, note, .. } => CueKind::Rewrite {
                selection: selection.clone(),
                note: note.clone(),
            },
            PromptKind::Summarise => CueKind::Summarise,
            PromptKind::Director { names } => CueKind::Director { names: names.clone() },
        };
        let plain = |line: &&HistoryLine| names_only(&line.content, &line.name, &self.view.player);
        let latest = self.view.lines.len().saturating_sub(CUE_LINES);
        // Only the understudy reads them.
        let path = scene.history.iter().filter(|_| model.is_demo);
        let told = |line: &HistoryLine| CueLine {
            by_player: line.author == Author::User || line.is_players,
            name: line.name.clone(),
            text: names_only(&line.content, &line.name, &self.view.player),
        };
        Cue {
            kind,
            seed: scene.seed,
            speaker: self.view.actor.map_or_else(
                || CastMember {
                    name: self.view.voice.clone(),
                    ..CastMember::default()
                },
                member,
            ),
            cast: scene.cast.iter().map(member).collect(),
            player: self.view.player.clone(),
            persona: scene.persona.description.clone(),
            setting: [scene.scenario_text.trim(), scene.setting.trim()]
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect::<Vec<_>>()
                .join("\n\n"),
            language: scene.language.clone(),
            lore: self
                .sorted_lore()
                .into_iter()
                .map(|one| one.piece.text.clone())
                .collect(),
            title: scene.title.clone(),
            path: path.map(told).collect(),
            versions: scene.versions.clone(),
            examples: scene
                .examples
                .iter()
                .filter(|_| model.is_demo)
                .map(|text| names_only(text, &self.view.voice, &self.view.player))
                .collect(),
            recent: self.view.lines[latest..]
                .iter()
                .map(|line| (line.name.clone(), plain(line)))
                .collect(),
            reply_tokens,
            gentle: scene.gentle,
        }
    }
}

fn fingerprint(messages: &[ChatMessage], stops: &[String], max_tokens: u32, model: &str) -> String {
    let text =
        serde_json::json!({ "messages": messages, "stops": stops, "maxTokens": max_tokens, "model": model })
            .to_string();
    hex(&Sha256::digest(text.as_bytes()))
}
