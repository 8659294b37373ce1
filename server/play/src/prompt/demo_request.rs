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
        let examples = input.examples.iter().filter(|_| model.is_demo && !input.closed);
        let latest = view.lines.len().saturating_sub(DEMO_LINES);
        DemoRequest {
            kind: demo_task(self.kind),
            seed: input.seed,
            speaker: view.actor.map_or_else(narrator, |one| member(one, input.closed)),
            cast: input.cast.iter().map(|one| member(one, input.closed)).collect(),
            player: view.player.clone(),
            persona: input.persona.description.clone(),
            setting: if input.closed {
                String::new()
            } else {
                scenario_text(input)
            },
            language: input.language.clone(),
            lore: self
                .lore
                .sorted()
                .into_iter()
                .filter(|_| !input.closed)
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

/// A member of the cast. The demo quotes what it is given: of a closed scenario it gets nothing to quote.
fn member(one: &CastView, is_closed: bool) -> CastMember {
    let quotable = |text: &str| if is_closed { String::new() } else { text.to_owned() };
    CastMember {
        name: one.name.clone(),
        role: one.role.clone(),
        description: quotable(&one.description),
        persona: quotable(&one.persona),
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
