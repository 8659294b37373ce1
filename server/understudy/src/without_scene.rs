//! The demo's answer in a scenario without a scene.

use platform::llm::{DemoRequest, DemoTask};

use super::demo_reply::DemoReply;
use super::demo_texts;
use super::excerpts::Excerpts;
use super::generic::{continuation, directed, gentle_line, suggestion, summary};
use super::parse_prompt::ParsedLine;
use super::text::key;

/// Answers a request in a scenario without a scene.
pub(super) fn answer(request: &DemoRequest, parsed: &ParsedLine) -> DemoReply {
    let texts = demo_texts::of(request);
    let text = match &request.kind {
        DemoTask::Reply if request.gentle => gentle_line(request),
        DemoTask::Reply => return Excerpts::new(request).reply(parsed),
        DemoTask::Continue(so_far) if request.gentle => continuation(so_far, &gentle_line(request)),
        DemoTask::Continue(so_far) => continuation(so_far, &Excerpts::new(request).more(parsed)),
        DemoTask::Impersonate if request.gentle => texts.no_other.clone(),
        DemoTask::Impersonate => suggestion(request).unwrap_or_else(|| texts.no_other.clone()),
        DemoTask::Director { names } => directed(next_speaker(request, names)),
        DemoTask::Rewrite { .. } => texts.no_rewrite.clone(),
        DemoTask::Summarise => summary(request),
    };
    text.into()
}

/// The next speaker of these: the one whom the last message names, else anybody but its speaker.
fn next_speaker<'a>(request: &DemoRequest, names: &'a [String]) -> Option<&'a String> {
    let last = request.recent.last();
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
