//! What the demo answers where a scenario has no scene.

use platform::llm::{Cue, CueKind};

use super::demo_reply::DemoReply;
use super::demo_texts;
use super::excerpts::Excerpts;
use super::generic::{continuation, directed, gentle_line, suggestion, summary};
use super::parse_prompt::ParsedLine;
use super::text::key;

/// What the demo answers to a cue where a scenario has no scene.
pub(super) fn answer(cue: &Cue, parsed: &ParsedLine) -> DemoReply {
    let texts = demo_texts::of(cue);
    let text = match &cue.kind {
        CueKind::Reply if cue.gentle => gentle_line(cue),
        CueKind::Reply => return Excerpts::new(cue).reply(parsed),
        CueKind::Continue(so_far) if cue.gentle => continuation(so_far, &gentle_line(cue)),
        CueKind::Continue(so_far) => continuation(so_far, &Excerpts::new(cue).more(parsed)),
        CueKind::Impersonate if cue.gentle => texts.no_other.clone(),
        CueKind::Impersonate => suggestion(cue).unwrap_or_else(|| texts.no_other.clone()),
        CueKind::Director { names } => directed(next_speaker(cue, names)),
        CueKind::Rewrite { .. } => texts.no_rewrite.clone(),
        CueKind::Summarise => summary(cue),
    };
    text.into()
}

/// Who of these speaks next: whom the last message names, else anybody but its speaker.
fn next_speaker<'a>(cue: &Cue, names: &'a [String]) -> Option<&'a String> {
    let last = cue.recent.last();
    let line = last
        .map(|(_, text)| format!(" {} ", key(text)))
        .unwrap_or_default();
    let is_named = |name: &&String| {
        key(name)
            .split(' ')
            .any(|part| part.len() > 2 && line.contains(&format!(" {part} ")))
    };
    let is_silent = |name: &&String| last.is_none_or(|(speaker, _)| speaker != *name);
    names
        .iter()
        .filter(is_silent)
        .find(is_named)
        .or_else(|| names.iter().find(is_silent))
        .or(names.first())
}
