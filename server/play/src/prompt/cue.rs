//! What the understudy is given instead of the messages.

use platform::llm::{CastMember, Cue, CueKind, CueLine, ModelInfo};

use super::draft::PromptDraft;
use super::macros::names_only;
use super::material::scenario_text;
use super::model::{CastView, HistoryLine, PromptKind};
use crate::stories::Author;

/// Lines that the understudy sees.
const CUE_LINES: usize = 16;

impl PromptDraft<'_> {
    pub(super) fn cue(&self, model: &ModelInfo, reply_tokens: u32) -> Cue {
        let (input, view) = (self.input, self.view);
        let narrator = || CastMember {
            name: view.voice.clone(),
            ..CastMember::default()
        };
        // Only the understudy reads these.
        let path = input.history.iter().filter(|_| model.is_demo);
        let examples = input.examples.iter().filter(|_| model.is_demo);
        let latest = view.lines.len().saturating_sub(CUE_LINES);
        Cue {
            kind: cue_kind(self.kind),
            seed: input.seed,
            speaker: view.actor.map_or_else(narrator, member),
            cast: input.cast.iter().map(member).collect(),
            player: view.player.clone(),
            persona: input.persona.description.clone(),
            setting: scenario_text(input),
            language: input.language.clone(),
            lore: self
                .lore
                .sorted()
                .into_iter()
                .map(|one| one.section.text.clone())
                .collect(),
            title: input.title.clone(),
            path: path.map(|line| self.cue_line(line)).collect(),
            versions: input.versions.clone(),
            examples: examples
                .map(|text| names_only(text, &view.voice, &view.player))
                .collect(),
            recent: view.lines[latest..]
                .iter()
                .map(|line| (line.name.clone(), self.plain(line)))
                .collect(),
            reply_tokens,
            gentle: input.gentle,
        }
    }

    fn cue_line(&self, line: &HistoryLine) -> CueLine {
        CueLine {
            by_player: line.author == Author::User || line.is_players,
            name: line.name.clone(),
            text: self.plain(line),
        }
    }

    /// What a line says, with names put in.
    fn plain(&self, line: &HistoryLine) -> String {
        names_only(&line.content, &line.name, &self.view.player)
    }
}

fn member(one: &CastView) -> CastMember {
    CastMember {
        name: one.name.clone(),
        role: one.role.clone(),
        description: one.description.clone(),
        persona: one.persona.clone(),
    }
}

fn cue_kind(kind: &PromptKind) -> CueKind {
    match kind {
        PromptKind::Reply | PromptKind::Next => CueKind::Reply,
        PromptKind::Continue { so_far } => CueKind::Continue(so_far.clone()),
        PromptKind::Impersonate { .. } => CueKind::Impersonate,
        PromptKind::Rewrite { selection, note, .. } => CueKind::Rewrite {
            selection: selection.clone(),
            note: note.clone(),
        },
        PromptKind::Summarise => CueKind::Summarise,
        PromptKind::Director { names } => CueKind::Director { names: names.clone() },
    }
}
