//! What a scene answers to a cue.

use platform::llm::{Cue, CueKind};

use super::demo_reply::DemoReply;
use super::demo_texts::{self, DemoTexts};
use super::generic::{continuation, directed, gentle_line, suggestion, summary};
use super::parse_prompt::ParsedLine;
use super::playing::{ReplyBuilder, voice_of};
use super::scene::Scene;
use super::scene_set::SceneSet;
use super::script::NARRATOR;

/// The narrator, as a director names them.
const NARRATORS_NAME: &str = "Narrator";

/// What a scene answers to a cue.
pub(super) fn answer(set: &SceneSet, scene: &Scene, cue: &Cue, parsed: &ParsedLine) -> DemoReply {
    let texts = demo_texts::of(cue);
    let text = match &cue.kind {
        CueKind::Reply if cue.gentle => gentle_line(cue),
        CueKind::Reply => return reply(set, scene, cue, parsed),
        CueKind::Continue(so_far) if cue.gentle => continuation(so_far, &gentle_line(cue)),
        CueKind::Continue(so_far) => {
            let voice = voice_of(scene, &cue.speaker.name);
            let played = ReplyBuilder::new(set, scene, cue).more(&voice);
            return DemoReply {
                ends: played.ends(scene),
                text: continuation(so_far, &played.text),
            };
        }
        // Nothing of the scene, and no words for a player who is not well.
        CueKind::Impersonate if cue.gentle => texts.no_other.clone(),
        CueKind::Impersonate => ReplyBuilder::new(set, scene, cue)
            .suggestion()
            .or_else(|| suggestion(cue))
            .unwrap_or_else(|| texts.no_other.clone()),
        CueKind::Director { names } => direct(set, scene, cue, parsed, names),
        CueKind::Rewrite { .. } if cue.gentle => texts.no_rewrite.clone(),
        CueKind::Rewrite { selection, .. } => rewrite(scene, selection, texts),
        CueKind::Summarise => summary(cue),
    };
    text.into()
}

/// The best reply if it is this speaker's, else the best reply of this speaker.
fn reply(set: &SceneSet, scene: &Scene, cue: &Cue, parsed: &ParsedLine) -> DemoReply {
    let voice = voice_of(scene, &cue.speaker.name);
    let best = ReplyBuilder::new(set, scene, cue).reply(parsed, None);
    let played = if best.by == voice {
        best
    } else {
        ReplyBuilder::new(set, scene, cue).reply(parsed, Some(&voice))
    };
    DemoReply {
        ends: played.ends(scene),
        text: played.text,
    }
}

/// Who of these speaks next: whose reply is best.
fn direct(set: &SceneSet, scene: &Scene, cue: &Cue, parsed: &ParsedLine, names: &[String]) -> String {
    let mut by = ReplyBuilder::new(set, scene, cue).reply(parsed, None).by;
    if by == NARRATOR {
        by = NARRATORS_NAME.to_owned();
    }
    let chosen = Some(by)
        .filter(|by| names.contains(by) || by == NARRATORS_NAME)
        .or_else(|| best_of(set, scene, cue, parsed, names))
        .or_else(|| names.first().cloned());
    directed(chosen.as_ref())
}

/// Who of these has the best answer to the player's line.
fn best_of(
    set: &SceneSet,
    scene: &Scene,
    cue: &Cue,
    parsed: &ParsedLine,
    names: &[String],
) -> Option<String> {
    let score = |name: &&String| ReplyBuilder::new(set, scene, cue).reply(parsed, Some(name)).score;
    // The first of those that are equal.
    names.iter().rev().max_by_key(score).cloned()
}

/// The other version of a scripted text, where the selection is nearly all of it.
fn rewrite(scene: &Scene, selection: &str, texts: &DemoTexts) -> String {
    let selection = selection.trim();
    let covers = |text: &str| text.contains(selection) && selection.len() * 10 > text.len() * 8;
    scene
        .scripted_replies()
        .filter(|scripted| covers(&scripted.text))
        .find_map(|scripted| scripted.other.clone())
        .unwrap_or_else(|| texts.no_rewrite.clone())
}
