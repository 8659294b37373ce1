//! Putting a prompt together (reference 4.2, `docs/adr/0019`).

use std::cell::OnceCell;

use catalogue::lorebooks::{AttachedBook, Fired, Position};
use platform::blocking::Stop;
use platform::llm::{ChatMessage, ModelInfo};

use super::budget::{Room, cut_history};
use super::fence::{disarm, fence};
use super::macros::{Expander, Purpose, names_only};
use super::model::{
    Assembled, LoreRecord, PartSource, PromptError, PromptInput, PromptKind, PromptPart, Shorten, Variables,
};
use super::pieces::{
    Lore, Note, Piece, TAGS, cast_piece, chat_line, cost, drop_last, example_pieces, fact_pieces, fenced,
    limit_lore, lorebooks_of, note_pieces, scan, shorten_end, shorten_piece, speaker_piece, system_piece,
    values,
};
use super::rules::{DIRECTOR_TOKENS, LORE_STEPS, SUMMARY_TOKENS};
use super::texts;
use super::view::View;
use crate::stories::Author;

/// What stands where history was dropped after the story's first message.
pub(super) const GAP: &str = "[Some of the story is left out here.]";

/// The prompt for `kind` of text in this scene by this model. No patterns of lorebooks are searched for
/// after `stop` is raised.
///
/// # Errors
/// When what must be in it does not fit; the error names the largest of that.
pub fn assemble(
    scene: &PromptInput,
    model: &ModelInfo,
    kind: PromptKind,
    stop: &Stop,
) -> Result<Assembled, PromptError> {
    let max_tokens = match &kind {
        PromptKind::Director { .. } => DIRECTOR_TOKENS,
        PromptKind::Summarise => SUMMARY_TOKENS,
        _ => scene.reply_tokens,
    };
    let max_tokens = max_tokens.clamp(1, model.max_reply_tokens.max(1));
    let room = Room::of(model.context_tokens, max_tokens)?;
    let view = View::of(scene, &kind);
    let draft = PromptDraft::render(scene, model, &kind, &view, room, stop);
    Ok(draft.fit()?.finish(model, max_tokens))
}

/// What becomes of every entry of the scene's lorebooks where its speaker speaks, with no regard to whether
/// the rest of the prompt fits.
///
/// # Errors
/// Where the model has no room for anything.
pub fn judge_lore(
    scene: &PromptInput,
    model: &ModelInfo,
    stop: &Stop,
) -> Result<Vec<LoreRecord>, PromptError> {
    let room = Room::of(
        model.context_tokens,
        scene.reply_tokens.clamp(1, model.max_reply_tokens.max(1)),
    )?;
    let view = View::of(scene, &PromptKind::Reply);
    Ok(PromptDraft::render(scene, model, &PromptKind::Reply, &view, room, stop).lore_records())
}

/// Everything rendered, before anything is left out.
pub(super) struct PromptDraft<'a> {
    pub(super) scene: &'a PromptInput,
    pub(super) kind: &'a PromptKind,
    pub(super) view: &'a View<'a>,
    pub(super) room: Room,
    pub(super) frame: Piece,
    pub(super) system: Piece,
    pub(super) scenario: Piece,
    pub(super) cast: Piece,
    /// The cast by name only, where there is no room for more.
    pub(super) short_cast: String,
    /// The scenario's text within its tags, to be shortened.
    pub(super) scenario_text: String,
    pub(super) speaker: Piece,
    pub(super) persona: Piece,
    pub(super) examples: Vec<Piece>,
    pub(super) facts: Vec<(Piece, bool)>,
    pub(super) summary: Option<Piece>,
    pub(super) lore: Vec<Lore>,
    pub(super) fired: Vec<Fired>,
    pub(super) books: Vec<AttachedBook>,
    pub(super) notes: Vec<Note>,
    pub(super) post_history: Piece,
    pub(super) nudge: Piece,
    pub(super) so_far: Option<Piece>,
    pub(super) prefill: bool,
    /// The lines of the history as they would be sent, made when they are asked for: of a long story, most
    /// are not.
    pub(super) lines: Vec<OnceCell<(ChatMessage, u32)>>,
    pub(super) is_user: Vec<bool>,
    pub(super) kept: Vec<usize>,
    pub(super) has_gap: bool,
    pub(super) variables: Option<Variables>,
}

impl<'a> PromptDraft<'a> {
    pub(super) fn render(
        scene: &'a PromptInput,
        model: &ModelInfo,
        kind: &'a PromptKind,
        view: &'a View<'a>,
        room: Room,
        stop: &Stop,
    ) -> Self {
        let is_report = matches!(kind, PromptKind::Summarise | PromptKind::Director { .. });
        let scenario_source = [scene.scenario_text.trim(), scene.setting.trim()]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("\n\n");
        let summary = scene
            .summary
            .as_ref()
            .filter(|summary| !summary.text.trim().is_empty());
        let summary_known = summary.is_some_and(|summary| {
            view.may_know(
                scene,
                &summary.message_ids.iter().map(String::as_str).collect::<Vec<_>>(),
            )
        });
        let note_text = scene.authors_note.as_ref().map_or("", |note| note.text.as_str());
        let values = values(
            scene,
            model,
            kind,
            view,
            &scenario_source,
            note_text,
            summary
                .filter(|_| summary_known)
                .map_or("", |summary| summary.text.as_str()),
            room.available(),
        );

        let books: Vec<AttachedBook> = if is_report {
            Vec::new()
        } else {
            lorebooks_of(scene, view)
        };
        let fired = scan(scene, view, &values, &books, stop);
        let mut expander = Expander::new(&values, scene.variables.clone(), Purpose::Prompt);
        let mut lore = Vec::new();
        for (number, one) in fired.iter().enumerate().filter(|(_, one)| one.fired) {
            let (book, entry) = (&books[one.book].book, &books[one.book].book.entries[one.entry]);
            let text = disarm(&expander.expand(&one.content)).trim().to_owned();
            let part = if one.constant {
                PromptPart::ConstantLore
            } else {
                PromptPart::TriggeredLore
            };
            let title = format!("{}: {}", book.name, entry.title());
            let mut piece = Piece::new(part, title, PartSource::Lorebook, text, one.why.clone());
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
        for one in lore
            .iter_mut()
            .filter(|one| one.position == Position::Outlet && one.piece.kept())
        {
            let outlet = values.outlets.entry(one.outlet.clone()).or_default();
            if !outlet.is_empty() {
                outlet.push('\n');
            }
            outlet.push_str(&one.piece.text);
        }
        let mut expander = Expander::new(&values, variables, Purpose::Prompt);
        let no_system = lore
            .iter()
            .any(|one| one.piece.kept() && fired[one.fired].disables_system_prompt);
        let no_post_history = lore
            .iter()
            .any(|one| one.piece.kept() && fired[one.fired].disables_post_history);

        let frame = Piece::new(
            PromptPart::System,
            "How to read the prompt",
            PartSource::House,
            texts::frame(scene),
            "always included",
        );
        let system = system_piece(scene, kind, view, &mut expander, no_system);
        let scenario_text = disarm(&expander.expand(&scenario_source)).trim().to_owned();
        let scenario = Piece::new(
            PromptPart::Scenario,
            "Scenario",
            PartSource::Scenario,
            fenced("scenario", Some(&scene.title), &scenario_text),
            "always included",
        );
        let (cast, short_cast) = cast_piece(scene, view, kind, &mut expander);
        let speaker = speaker_piece(view, is_report, &mut expander);
        let persona_text = if is_report && scene.persona.description.is_empty() {
            String::new()
        } else {
            disarm(&expander.expand(&scene.persona.description))
        };
        let persona_text = if persona_text.trim().is_empty() {
            String::new()
        } else {
            fence("player", Some(&view.player), &persona_text)
        };
        let persona = Piece::new(
            PromptPart::Persona,
            format!("{} (player)", view.player),
            PartSource::Player,
            persona_text,
            "always included",
        );
        let examples = if is_report || view.as_player {
            Vec::new()
        } else {
            example_pieces(scene, view, &mut expander)
        };
        let facts = fact_pieces(scene, view);
        let summary = summary.map(|summary| {
            let mut piece = Piece::new(
                PromptPart::Summary,
                "What happened before",
                PartSource::Memory,
                disarm(&summary.text).trim().to_owned(),
                "what it covers may no longer fit",
            );
            if !summary_known {
                piece.drop_for(format!(
                    "it covers messages that {} didn’t witness or that aren’t on this branch",
                    view.voice
                ));
            }
            piece
        });
        let notes = if is_report || view.as_player {
            Vec::new()
        } else {
            note_pieces(scene, view, &mut expander)
        };
        let post_text = scene
            .post_history
            .as_deref()
            .filter(|_| !is_report && !view.as_player && !no_post_history)
            .unwrap_or_default();
        let post_text = disarm(&expander.expand_override(post_text, ""));
        let post_text = if post_text.trim().is_empty() {
            String::new()
        } else {
            fence("instructions", None, &post_text)
        };
        let post_history = Piece::new(
            PromptPart::PostHistory,
            "Instructions after the history",
            PartSource::Player,
            post_text,
            "always included",
        );
        // What a rewriting shall be like is said with it.
        let has_wish = matches!(kind, PromptKind::Rewrite { .. });
        let direction = scene
            .note
            .as_deref()
            .filter(|_| !is_report && !has_wish)
            .map(|note| expander.expand(note));
        let nudge_text = texts::nudge(
            kind,
            &view.voice,
            &view.voice_of_player(),
            direction.as_deref(),
            disarm,
        );
        let mut nudge = Piece::new(
            PromptPart::Nudge,
            "Final instruction",
            PartSource::House,
            nudge_text,
            "says who speaks now",
        );
        let so_far = match kind {
            PromptKind::Continue { so_far } if !so_far.trim().is_empty() => {
                let text = disarm(&names_only(so_far, &view.voice, &view.player));
                Some(Piece::new(
                    PromptPart::Prefill,
                    "The message so far",
                    PartSource::Story,
                    text.trim_end().to_owned(),
                    "continued",
                ))
            }
            _ => None,
        };
        let prefill = so_far.is_some() && model.capabilities.prefill;
        if prefill && direction.is_none() {
            nudge.drop_for("the model continues by itself");
        }
        let lines = view.lines.iter().map(|_| OnceCell::new()).collect();
        let is_user = view
            .lines
            .iter()
            .map(|line| line.author == Author::User)
            .collect();
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

    pub(super) fn line(&self, at: usize) -> &(ChatMessage, u32) {
        self.lines[at].get_or_init(|| {
            let message = chat_line(self.scene, self.view, self.view.lines[at]);
            let tokens = cost(&message.content);
            (message, tokens)
        })
    }

    pub(super) fn line_size(&self, at: usize) -> u32 {
        self.line(at).1
    }

    /// The tokens of all lines, or anything above `limit` where that is more.
    pub(super) fn history_size(&self, limit: u32) -> u32 {
        let mut sum: u32 = 0;
        for at in (0..self.lines.len()).rev() {
            sum = sum.saturating_add(self.line_size(at));
            if sum > limit {
                break;
            }
        }
        sum
    }

    pub(super) fn lore_size(&self, volatile: bool) -> u32 {
        // What goes to an outlet is counted where the outlet stands.
        self.lore
            .iter()
            .filter(|one| one.is_volatile() == volatile && one.position != Position::Outlet)
            .map(|one| one.piece.size())
            .sum()
    }

    /// Room set aside for lore that comes and goes: in steps, so that it moves nothing else.
    pub(super) fn volatile_room(&self) -> u32 {
        let step = (self.room.available() / LORE_STEPS).max(1);
        self.lore_size(true).div_ceil(step) * step
    }

    pub(super) fn memory_size(&self) -> u32 {
        let facts: u32 = self.facts.iter().map(|(piece, _)| piece.size()).sum();
        let heads =
            u32::from(facts > 0) * TAGS + u32::from(self.summary.as_ref().is_some_and(Piece::kept)) * TAGS;
        facts + heads + self.summary.as_ref().map_or(0, Piece::size)
    }

    pub(super) fn examples_size(&self) -> u32 {
        let blocks: u32 = self.examples.iter().map(Piece::size).sum();
        if blocks > 0 { blocks + TAGS } else { 0 }
    }

    /// Everything that is neither history nor optional.
    pub(super) fn fixed_size(&self) -> u32 {
        let pieces = [
            &self.frame,
            &self.system,
            &self.scenario,
            &self.cast,
            &self.speaker,
            &self.persona,
            &self.post_history,
            &self.nudge,
        ];
        let pieces: u32 = pieces.into_iter().map(Piece::size).sum();
        pieces
            + self.so_far.as_ref().map_or(0, Piece::size)
            + self.notes.iter().map(|note| note.piece.size()).sum::<u32>()
            + cost(GAP)
    }

    /// Everything but the history.
    pub(super) fn taken(&self) -> u32 {
        self.fixed_size()
            + self.examples_size()
            + self.memory_size()
            + self.lore_size(false)
            + self.volatile_room()
    }

    /// What is left for the history.
    pub(super) fn history_room(&self) -> u32 {
        self.room.available().saturating_sub(self.taken())
    }

    /// Whether so much history does not fit.
    pub(super) fn lacks(&self, history: u32) -> bool {
        self.taken().saturating_add(history) > self.room.available()
    }

    /// Leaves out what does not fit, in the order of reference 4.2.
    pub(super) fn fit(mut self) -> Result<Self, PromptError> {
        self.require()?;
        self.limit_memory();
        self.limit_examples();
        let last_turn = self
            .is_user
            .iter()
            .rposition(|user| *user)
            .map_or(0, |at| self.line_size(at));
        let needed = self.history_size(self.room.available());
        while self.lacks(needed) && drop_last(&mut self.examples, "the messages need the space") {}
        let floor = needed.min(self.room.caps().history_floor).max(last_turn);
        while self.lacks(floor) && self.drop_lore(true, "the messages need the space") {}
        while self.lacks(floor) && self.drop_fact("the messages need the space") {}
        if self.lacks(last_turn) {
            self.shorten_summary(last_turn);
        }
        while self.lacks(last_turn) && self.drop_lore(false, "the player’s last message needs the space") {}
        let room = self.history_room();
        let kept = cut_history(|at| self.line_size(at), &self.is_user, room, self.room.root_cap());
        self.has_gap = kept.root && kept.from > 1;
        self.kept = kept.lines(self.lines.len());
        Ok(self)
    }

    /// Refuses where the parts that must be there do not fit, and shortens the scenario and the cast where
    /// only they are too much.
    pub(super) fn require(&mut self) -> Result<(), PromptError> {
        let available = self.room.available();
        let last_user = self.is_user.iter().rposition(|user| *user);
        let pinned: u32 = self
            .facts
            .iter()
            .filter(|(_, pinned)| *pinned)
            .map(|(piece, _)| piece.size())
            .sum();
        let voice = &self.view.voice;
        let own = |piece: &Piece| (piece.source == PartSource::Player).then_some(Shorten::Instructions);
        let needs = [
            (
                "the instructions".to_owned(),
                self.frame.size() + self.system.size(),
                own(&self.system),
            ),
            (format!("the character {voice}"), self.speaker.size(), None),
            (
                "the persona".to_owned(),
                self.persona.size(),
                Some(Shorten::Persona),
            ),
            (
                "the instructions after the history".to_owned(),
                self.post_history.size(),
                own(&self.post_history),
            ),
            (
                "what is asked for".to_owned(),
                self.nudge.size() + cost(GAP),
                None,
            ),
            (
                "the pinned facts".to_owned(),
                if pinned > 0 { pinned + TAGS } else { 0 },
                Some(Shorten::Memory),
            ),
            (
                "the message that is carried on".to_owned(),
                self.so_far.as_ref().map_or(0, Piece::size),
                None,
            ),
            (
                "the player's last message".to_owned(),
                last_user.map_or(0, |at| self.line_size(at)),
                Some(Shorten::Message),
            ),
        ];
        let needed: u32 = needs.iter().map(|(_, tokens, _)| tokens).sum();
        if needed > available {
            let shorten = needs
                .iter()
                .filter(|(_, tokens, own)| own.is_some() && *tokens > 0)
                .max_by_key(|(_, tokens, _)| *tokens)
                .and_then(|(.., own)| *own);
            let (largest, tokens, _) = needs
                .into_iter()
                .max_by_key(|(_, tokens, _)| *tokens)
                .unwrap_or_default();
            return Err(PromptError::TooLarge {
                needed,
                budget: available,
                largest,
                tokens,
                shorten,
            });
        }
        let mut left = available - needed;
        // Notes, then who else is there, then the scenario: each as far as it fits.
        for note in &mut self.notes {
            if note.piece.size() > left {
                note.piece.drop_for("there’s no space left for it");
            }
            left = left.saturating_sub(note.piece.size());
        }
        if self.scenario.size() + self.cast.size() > left {
            self.cast.replace(
                self.short_cast.clone(),
                "shortened to names: there’s no space for more",
            );
        }
        if self.cast.size() > left {
            self.cast.drop_for("there’s no space left for it");
        }
        left = left.saturating_sub(self.cast.size());
        if self.scenario.size() > left {
            let frame = cost(&fenced("scenario", Some(&self.scene.title), "…")) + 1;
            let text = shorten_end(&self.scenario_text, left.saturating_sub(frame));
            if text.is_empty() {
                self.scenario.drop_for("there’s no space left for it");
            } else {
                self.scenario.replace(
                    fenced("scenario", Some(&self.scene.title), &text),
                    "shortened: there’s no space for all of it",
                );
            }
        }
        Ok(())
    }

    /// Holds facts and the summary to their share. Pinned facts stay whatever they take.
    pub(super) fn limit_memory(&mut self) {
        let cap = self
            .room
            .caps()
            .memory
            .min(self.room.available().saturating_sub(self.fixed_size()));
        while self.memory_size() > cap
            && self.facts_are_more_than_half(cap)
            && self.drop_fact("facts and summary can use a fifth of the prompt")
        {}
        let over = self.memory_size().saturating_sub(cap);
        if over > 0
            && let Some(summary) = self.summary.as_mut().filter(|summary| summary.kept())
        {
            shorten_piece(summary, over, "facts and summary can use a fifth of the prompt");
        }
        while self.memory_size() > cap && self.drop_fact("facts and summary can use a fifth of the prompt") {}
    }

    /// Neither facts nor the summary shall drive the other out.
    pub(super) fn facts_are_more_than_half(&self, cap: u32) -> bool {
        self.summary.as_ref().is_none_or(|summary| !summary.kept())
            || self.facts.iter().map(|(piece, _)| piece.size()).sum::<u32>() > cap / 2
    }

    pub(super) fn limit_examples(&mut self) {
        let cap = self.room.caps().examples.min(
            self.room
                .available()
                .saturating_sub(self.fixed_size() + self.memory_size()),
        );
        while self.examples_size() > cap
            && drop_last(&mut self.examples, "examples can use a seventh of the prompt")
        {}
    }

    /// Leaves out the entry that matters least; whether there was one.
    pub(super) fn drop_lore(&mut self, volatile: bool, why: &str) -> bool {
        let candidates = self.lore.iter_mut().filter(|one| {
            one.is_volatile() == volatile && one.piece.kept() && one.position != Position::Outlet
        });
        let least = candidates.min_by_key(|one| (!one.ignorable, one.weight, std::cmp::Reverse(one.fired)));
        least.map(|one| one.piece.drop_for(why)).is_some()
    }

    /// Leaves out the oldest fact that is not pinned; whether there was one.
    pub(super) fn drop_fact(&mut self, why: &str) -> bool {
        let oldest = self
            .facts
            .iter_mut()
            .find(|(piece, pinned)| !pinned && piece.kept());
        oldest.map(|(piece, _)| piece.drop_for(why)).is_some()
    }

    pub(super) fn shorten_summary(&mut self, needed: u32) {
        let over = self
            .taken()
            .saturating_add(needed)
            .saturating_sub(self.room.available());
        if let Some(summary) = self.summary.as_mut().filter(|summary| summary.kept()) {
            shorten_piece(summary, over, "the player’s last message needs the space");
        }
    }
}
