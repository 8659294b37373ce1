//! The story from the viewpoint of one voice.

use std::collections::HashMap;

use super::fence::one_line;
use super::model::{CastView, HistoryLine, PromptInput, PromptKind, Speaker};
use super::rules::{NARRATOR, UNNAMED_PLAYER};
use crate::stories::Author;

/// Lines of the history that the director sees.
const DIRECTOR_LINES: usize = 16;

/// Whose witness decides what the prompt may contain.
pub(super) enum Witness<'a> {
    /// The narrator or the player: they see everything.
    All,
    /// A character.
    One(&'a str),
    /// Everybody: the text is for all of them, so it may contain only what all of them saw.
    Everybody,
}

/// The story from the viewpoint of one voice.
pub(super) struct Viewpoint<'a> {
    pub(super) witness: Witness<'a>,
    /// The speaker; `None` for the narrator and the player.
    pub(super) actor: Option<&'a CastView>,
    /// The name of the voice.
    pub(super) voice: String,
    pub(super) player: String,
    /// The lines that may be used, oldest first.
    pub(super) lines: Vec<&'a HistoryLine>,
    pub(super) by_id: HashMap<&'a str, &'a HistoryLine>,
    pub(super) hidden: u32,
    pub(super) unwitnessed: u32,
    /// Whether the player's own lines are the model's, too.
    pub(super) as_player: bool,
}

impl<'a> Viewpoint<'a> {
    pub(super) fn of(input: &'a PromptInput, kind: &PromptKind) -> Self {
        let player = if input.persona.name.trim().is_empty() {
            UNNAMED_PLAYER.to_owned()
        } else {
            one_line(&input.persona.name)
        };
        let puppet = input
            .puppet_id
            .as_deref()
            .and_then(|id| input.cast.iter().find(|one| one.id == id));
        let speaker = match &input.speaker {
            Speaker::Actor(actor) => Some(actor.as_ref()),
            Speaker::Narrator => None,
        };
        let as_player = matches!(kind, PromptKind::Impersonate { .. });
        let actor = match kind {
            PromptKind::Impersonate { .. } => puppet,
            PromptKind::Next | PromptKind::Summarise | PromptKind::Director { .. } => None,
            PromptKind::Reply | PromptKind::Continue { .. } | PromptKind::Rewrite { .. } => speaker,
        };
        let witness = match (kind, actor) {
            (PromptKind::Summarise, _) => Witness::Everybody,
            (_, Some(actor)) => Witness::One(&actor.id),
            (_, None) => Witness::All,
        };
        let voice = match actor {
            Some(actor) => one_line(&actor.name),
            None if as_player => player.clone(),
            None => NARRATOR.to_owned(),
        };
        let mut view = Self {
            witness,
            actor,
            voice,
            player,
            lines: Vec::new(),
            by_id: HashMap::new(),
            hidden: 0,
            unwitnessed: 0,
            as_player,
        };
        if !input.facts.is_empty() || input.summary.is_some() {
            view.by_id = input
                .history
                .iter()
                .map(|line| (line.id.as_str(), line))
                .collect();
        }
        for line in &input.history {
            if line.hidden || line.content.trim().is_empty() {
                view.hidden += 1;
            } else if !view.witnessed(input, line) {
                view.unwitnessed += 1;
            } else {
                view.lines.push(line);
            }
        }
        if matches!(kind, PromptKind::Director { .. }) {
            view.lines
                .drain(..view.lines.len().saturating_sub(DIRECTOR_LINES));
        }
        view
    }

    pub(super) fn witnessed(&self, input: &PromptInput, line: &HistoryLine) -> bool {
        let Some(presence) = &line.presence else {
            return true;
        };
        match self.witness {
            Witness::All => true,
            Witness::One(id) => {
                presence.iter().any(|present| present == id) || line.author_id.as_deref() == Some(id)
            }
            Witness::Everybody => input.cast.iter().all(|one| presence.contains(&one.id)),
        }
    }

    /// Whether the voice may know what comes from these messages. A message that is not on the path may not
    /// be known.
    pub(super) fn may_know(&self, input: &PromptInput, ids: &[&str]) -> bool {
        ids.iter()
            .all(|id| self.by_id.get(id).is_some_and(|line| self.witnessed(input, line)))
    }

    /// Whether this line is spoken by the same voice.
    pub(super) fn is_own(&self, line: &HistoryLine) -> bool {
        match (self.actor, line.author) {
            (Some(actor), _) if line.author_id.as_deref() == Some(actor.id.as_str()) => true,
            (Some(_), _) => false,
            (None, Author::User) => self.as_player,
            (None, Author::Narrator) => !self.as_player,
            (None, Author::Actor) => false,
        }
    }

    /// The voice of the player's message: the puppet, if there is one.
    pub(super) fn voice_of_player(&self) -> String {
        if self.as_player {
            self.voice.clone()
        } else {
            self.player.clone()
        }
    }
}
