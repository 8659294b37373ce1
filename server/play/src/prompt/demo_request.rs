//! Builds the request that the demo model reads instead of the messages.

use platform::llm::{CastMember, DemoLine, DemoRequest, DemoTask, ModelInfo};

use super::draft::PromptDraft;
use super::macros::names_only;
use super::material::scenario_text;
use super::model::{CastView, HistoryLine, PromptKind};
use crate::stories::Author;

/// The latest lines that the demo sees.
const DEMO_LINES: usize = 16;

impl PromptDraft<'_> {
    pub(super) fn demo_request(&self, model: &ModelInfo, reply_tokens: u32) -> DemoRequest {
        let (input, view) = (self.input, self.view);
        let narrator = || CastMember {
            name: view.voice.clone(),
            ..CastMember::default()
        };
        // Only the demo reads these.
        let path = input.history.iter().filter(|_| model.is_demo);
        let examples = input.examples.iter().filter(|_| model.is_demo);
        let latest = view.lines.len().saturating_sub(DEMO_LINES);
        DemoRequest {
            kind: demo_task(self.kind),
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
            path: path.map(|line| self.demo_line(line)).collect(),
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

    fn demo_line(&self, line: &HistoryLine) -> DemoLine {
        DemoLine {
            by_player: line.author == Author::User || line.is_players,
            name: line.name.clone(),
            text: self.plain(line),
        }
    }

    /// The text of a line with names filled in.
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

fn demo_task(kind: &PromptKind) -> DemoTask {
    match kind {
        PromptKind::Reply | PromptKind::Next => DemoTask::Reply,
        PromptKind::Continue { so_far } => DemoTask::Continue(so_far.clone()),
        PromptKind::Impersonate { .. } => DemoTask::Impersonate,
        PromptKind::Rewrite { selection, note, .. } => DemoTask::Rewrite {
            selection: selection.clone(),
            note: note.clone(),
        },
        PromptKind::Summarise => DemoTask::Summarise,
        PromptKind::Director { names } => DemoTask::Director { names: names.clone() },
    }
}
