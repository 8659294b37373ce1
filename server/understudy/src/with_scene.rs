//! The demo's answer in a scenario with a scene.

use platform::llm::{DemoRequest, DemoTask};

use super::demo_reply::DemoReply;
use super::demo_texts::{self, DemoTexts};
use super::generic::{continuation, directed, gentle_line, suggestion, summary};
use super::parse_prompt::ParsedLine;
use super::playing::{ReplyBuilder, voice_of};
use super::scene::Scene;
use super::scene_set::SceneSet;
use super::script::NARRATOR;

/// The name by which a director calls the narrator.
const NARRATORS_NAME: &str = "Narrator";

/// Answers a request from a scene.
pub(super) fn answer(set: &SceneSet, scene: &Scene, request: &DemoRequest, parsed: &ParsedLine) -> DemoReply {
    let texts = demo_texts::of(request);
    let text = match &request.kind {
        DemoTask::Reply if request.gentle => gentle_line(request),
        DemoTask::Reply => return reply(set, scene, request, parsed),
        DemoTask::Continue(so_far) if request.gentle => continuation(so_far, &gentle_line(request)),
        DemoTask::Continue(so_far) => {
            let voice = voice_of(scene, &request.speaker.name);
            let played = ReplyBuilder::new(set, scene, request).more(&voice);
            return DemoReply {
                ends: played.ends(scene),
                text: continuation(so_far, &played.text),
            };
        }
        // Nothing from the scene, and no words for a player who is not well.
        DemoTask::Impersonate if request.gentle => texts.no_other.clone(),
        DemoTask::Impersonate => ReplyBuilder::new(set, scene, request)
            .suggestion()
            .or_else(|| suggestion(request))
            .unwrap_or_else(|| texts.no_other.clone()),
        DemoTask::Director { names } => direct(set, scene, request, parsed, names),
        DemoTask::Rewrite { .. } if request.gentle => texts.no_rewrite.clone(),
        DemoTask::Rewrite { selection, .. } => rewrite(scene, selection, texts),
        DemoTask::Summarise => summary(request),
    };
    text.into()
}

/// The best reply if this speaker gives it, else this speaker's best reply.
fn reply(set: &SceneSet, scene: &Scene, request: &DemoRequest, parsed: &ParsedLine) -> DemoReply {
    let voice = voice_of(scene, &request.speaker.name);
    let best = ReplyBuilder::new(set, scene, request).reply(parsed, None);
    let played = if best.by == voice {
        best
    } else {
        ReplyBuilder::new(set, scene, request).reply(parsed, Some(&voice))
    };
    DemoReply {
        ends: played.ends(scene),
        text: played.text,
    }
}

/// The next speaker of these: the one who gives the best reply.
fn direct(
    set: &SceneSet,
    scene: &Scene,
    request: &DemoRequest,
    parsed: &ParsedLine,
    names: &[String],
) -> String {
    let mut by = ReplyBuilder::new(set, scene, request).reply(parsed, None).by;
    if by == NARRATOR {
        by = NARRATORS_NAME.to_owned();
    }
    let chosen = Some(by)
        .filter(|by| names.contains(by) || by == NARRATORS_NAME)
        .or_else(|| best_of(set, scene, request, parsed, names))
        .or_else(|| names.first().cloned());
    directed(chosen.as_ref())
}

/// The one of these with the best answer to the player's line.
fn best_of(
    set: &SceneSet,
    scene: &Scene,
    request: &DemoRequest,
    parsed: &ParsedLine,
    names: &[String],
) -> Option<String> {
    let score = |name: &&String| {
        ReplyBuilder::new(set, scene, request)
            .reply(parsed, Some(name))
            .score
    };
    // Reversed, so that the first of several equals wins.
    names.iter().rev().max_by_key(score).cloned()
}

/// The other version of a scripted text, if the selection covers nearly all of it.
fn rewrite(scene: &Scene, selection: &str, texts: &DemoTexts) -> String {
    let selection = selection.trim();
    let covers = |text: &str| text.contains(selection) && selection.len() * 10 > text.len() * 8;
    scene
        .scripted_replies()
        .filter(|scripted| covers(&scripted.text))
        .find_map(|scripted| scripted.other.clone())
        .unwrap_or_else(|| texts.no_rewrite.clone())
}
