//! Between the fields of cards and those of drafts. Pure.

use std::collections::HashSet;

use super::model::OwnCardForm;
use crate::authoring::{DraftActor, DraftOpening, ScenarioDraft};

/// The id of the actor of a new card within its draft.
const NEW_ACTOR: &str = "actor";

/// A draft and a card name the same fields; the longest prefixes first.
const FIELDS: &[(&str, &str)] = &[
    ("/actors/0/name", "/cardModel/name"),
    ("/actors/0/description", "/cardModel/description"),
    ("/actors/0/personality", "/cardModel/personality"),
    ("/actors/0/exampleDialogue", "/cardModel/mes_example"),
    ("/setting", "/cardModel/scenario"),
    ("/openings", "/cardModel/messages"),
    ("/title", "/displayData/displayName"),
    ("/tagline", "/displayData/tagline"),
    ("/description", "/displayData/authorNotes"),
    ("/language", "/displayData/language"),
    ("/tags", "/displayData/tags"),
    ("/rating", "/displayData/rating"),
    ("/contentNotes", "/displayData/contentNotes"),
    ("/origin", "/displayData/origin"),
];

/// The field of a card for a field of its draft. Those that cards do not have keep their names.
pub(super) fn card_field(draft_field: &str) -> String {
    for (of_draft, of_card) in FIELDS {
        if let Some(rest) = draft_field.strip_prefix(of_draft)
            && (rest.is_empty() || rest.starts_with('/'))
        {
            // The text of an opening is the whole message.
            let rest = rest.strip_suffix("/text").unwrap_or(rest);
            return format!("{of_card}{rest}");
        }
    }
    draft_field.to_owned()
}

/// Writes a card into a draft of one actor or of none yet. What the card has no field for stays.
pub(super) fn apply(draft: &mut ScenarioDraft, form: OwnCardForm) {
    let (model, texts) = (form.card_model, form.display_data);
    if draft.actors.is_empty() {
        draft.actors.push(DraftActor {
            id: NEW_ACTOR.to_owned(),
            ..DraftActor::default()
        });
    }
    draft.title = if texts.display_name.trim().is_empty() {
        model.name.clone()
    } else {
        texts.display_name
    };
    draft.tagline = texts.tagline;
    draft.description = texts.author_notes;
    draft.language = texts.language;
    draft.tags = texts.tags;
    draft.rating = texts.rating;
    draft.content_notes = texts.content_notes;
    draft.origin = texts.origin;
    draft.making = texts.making;
    draft.setting = model.scenario;
    let actor = &mut draft.actors[0];
    actor.name = model.name;
    actor.description = model.description;
    actor.personality = model.personality;
    actor.example_dialogue = model.mes_example;
    let speaker = actor.id.clone();
    draft.openings = openings(&draft.openings, model.messages, &speaker);
}

/// The openings with these texts: each at its place keeps what else it has, and new ones are spoken by the
/// actor.
fn openings(before: &[DraftOpening], messages: Vec<String>, speaker: &str) -> Vec<DraftOpening> {
    let mut taken: HashSet<String> = before.iter().map(|opening| opening.id.clone()).collect();
    let mut new_id = || {
        let free = (1..).map(|number| format!("message-{number}"));
        let id = free
            .into_iter()
            .find(|id| !taken.contains(id))
            .unwrap_or_default();
        taken.insert(id.clone());
        id
    };
    let opening = |(place, text): (usize, String)| match before.get(place) {
        Some(known) => DraftOpening {
            text,
            ..known.clone()
        },
        None => DraftOpening {
            id: new_id(),
            text,
            speaker: Some(speaker.to_owned()),
            ..DraftOpening::default()
        },
    };
    messages.into_iter().enumerate().map(opening).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_drafts_have_the_names_of_cards() {
        for (of_draft, of_card) in [
            ("/actors/0/name", "/cardModel/name"),
            ("/openings", "/cardModel/messages"),
            ("/openings/2/text", "/cardModel/messages/2"),
            ("/tags/3", "/displayData/tags/3"),
            ("/title", "/displayData/displayName"),
            ("/description", "/displayData/authorNotes"),
            ("/actors/0/descriptions", "/actors/0/descriptions"),
            ("/lorebooks/0", "/lorebooks/0"),
        ] {
            assert_eq!(card_field(of_draft), of_card);
        }
    }
}
