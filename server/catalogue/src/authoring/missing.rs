//! What a draft lacks before it can be published.

use super::draft::ScenarioDraft;
use super::validate::DraftProblem;

/// What is missing, each with the field that has to be filled in. A draft may be stored without it.
#[must_use]
pub fn missing(draft: &ScenarioDraft) -> Vec<DraftProblem> {
    let mut found = Vec::new();
    let mut need = |is_there: bool, field: String, message: &'static str| {
        if !is_there {
            found.push(DraftProblem {
                field,
                message: message.to_owned(),
            });
        }
    };
    let says = |text: &str| !text.trim().is_empty();
    need(says(&draft.title), "/title".into(), "Give the scenario a title.");
    need(says(&draft.language), "/language".into(), "Choose the language.");
    need(draft.rating.is_some(), "/rating".into(), "Choose an age rating.");
    need(
        draft.content_notes.is_some(),
        "/contentNotes".into(),
        "Choose content notes, or choose not to say.",
    );
    need(
        draft.origin.is_some(),
        "/origin".into(),
        "Say whose work this is.",
    );
    need(!draft.actors.is_empty(), "/actors".into(), "Add an actor.");
    for (place, actor) in draft.actors.iter().enumerate() {
        need(
            says(&actor.name),
            format!("/actors/{place}/name"),
            "Give the actor a name.",
        );
    }
    let begins = draft
        .openings
        .iter()
        .any(|opening| !opening.group_only && says(&opening.text));
    let groups = draft.actors.len() > 1 && draft.openings.iter().any(|opening| says(&opening.text));
    need(begins || groups, "/openings".into(), "Write an opening.");
    found
}
