//! Texts as readers and models get them: what is published, and what is judged.

use crate::authoring::{DraftActor, ScenarioDraft};
use crate::card_fields::{with_stored_pictures, without_pictures};

/// A text of an actor's, or that they speak, as it is published.
pub(super) fn as_published(actor: Option<&DraftActor>, text: &str) -> String {
    with_nickname(actor, &for_model(text))
}

/// A text that readers see where its pictures stay: an opening, which this actor speaks, or the description.
pub(super) fn for_readers(draft: &ScenarioDraft, speaker: Option<&DraftActor>, text: &str) -> String {
    let actors: Vec<&DraftActor> = speaker.into_iter().chain(&draft.actors).collect();
    with_nickname(speaker, &with_stored_pictures(&actors, text))
}

/// A text without pictures: models cannot see them.
pub(super) fn for_model(text: &str) -> String {
    without_pictures(text).into_owned()
}

/// The nickname stands for `{{char}}` in an actor's own texts (Character Card V3, `nickname`).
fn with_nickname(actor: Option<&DraftActor>, text: &str) -> String {
    match actor.map(|actor| actor.nickname.trim()) {
        Some(nickname) if !nickname.is_empty() => text
            .replace("{{char}}", nickname)
            .replace("{{Char}}", nickname)
            .replace("<BOT>", nickname)
            .replace("<bot>", nickname),
        _ => text.to_owned(),
    }
}

/// A published text as readers and models get it: without macros that leave nothing behind, with the name that
/// `{{char}}` stands for. What is cut out of the middle of a word joins its ends.
pub(super) fn without_empty_macros(text: &str, name: &str) -> String {
    let mut rest = text;
    let mut shown = String::with_capacity(rest.len());
    while let Some(at) = rest.find("{{") {
        shown.push_str(&rest[..at]);
        let Some(end) = rest[at..].find("}}") else {
            rest = &rest[at..];
            break;
        };
        let within = rest[at + 2..at + end].trim();
        if within.eq_ignore_ascii_case("char") {
            shown.push_str(name);
        } else if !leaves_nothing(within) {
            shown.push_str(&rest[at..at + end + 2]);
        }
        rest = &rest[at + end + 2..];
    }
    shown.push_str(rest);
    shown
}

/// Whether a macro is replaced by nothing: comments, and those that only store something or remove white space.
fn leaves_nothing(within: &str) -> bool {
    let name = within.split([':', ' ']).next().unwrap_or_default();
    within.starts_with("//")
        || within.is_empty()
        || [
            "trim",
            "noop",
            "setvar",
            "addvar",
            "setglobalvar",
            "hidden_key",
            "comment",
        ]
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known))
}
