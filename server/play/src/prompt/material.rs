//! Texts that several sections and the macros use.

use std::collections::BTreeMap;

use platform::llm::ModelInfo;

use super::macros::MacroValues;
use super::model::{PromptInput, PromptKind, SummaryView};
use super::viewpoint::Viewpoint;
use crate::stories::Author;

/// Texts that several sections and the macros use.
pub(super) struct Material<'a> {
    /// The scenario's text, and its setting.
    pub(super) scenario: String,
    /// The text of the author's note.
    pub(super) authors_note: &'a str,
    /// The summary, if there is one.
    pub(super) summary: Option<&'a SummaryView>,
    /// Whether the voice may know all that the summary covers.
    pub(super) may_know_summary: bool,
}

impl<'a> Material<'a> {
    pub(super) fn of(input: &'a PromptInput, view: &Viewpoint<'_>) -> Self {
        let summary = input
            .summary
            .as_ref()
            .filter(|summary| !summary.text.trim().is_empty());
        let may_know_summary = summary.is_some_and(|summary| {
            let ids: Vec<&str> = summary.message_ids.iter().map(String::as_str).collect();
            view.may_know(input, &ids)
        });
        Self {
            scenario: scenario_text(input),
            authors_note: input.authors_note.as_ref().map_or("", |note| note.text.as_str()),
            summary,
            may_know_summary,
        }
    }
}

/// The scenario's text, and its setting.
pub(super) fn scenario_text(input: &PromptInput) -> String {
    [input.scenario_text.trim(), input.setting.trim()]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// The values of macros in this prompt, without outlets.
pub(super) fn macro_values<'a>(
    input: &'a PromptInput,
    model: &'a ModelInfo,
    kind: &'a PromptKind,
    view: &'a Viewpoint<'a>,
    material: &'a Material<'a>,
    max_prompt: u32,
) -> MacroValues<'a> {
    let last = |author: Option<Author>| {
        let mut latest = view.lines.iter().rev();
        latest.find(|line| author.is_none_or(|author| line.author == author))
    };
    let last_text = |author: Option<Author>| last(author).map_or("", |line| line.content.as_str());
    let last_heard = last(Some(Author::User)).and_then(|line| line.at);
    let summary = material.summary.filter(|_| material.may_know_summary);
    // A player's own texts could print what a closed scenario says to models.
    let open = |text: &'a str| if input.closed { "" } else { text };
    MacroValues {
        char: &view.voice,
        user: &view.player,
        cast: input
            .cast
            .iter()
            .map(|one| (one.name.as_str(), one.muted))
            .collect(),
        persona: &input.persona.description,
        description: open(view.actor.map_or("", |actor| actor.description.as_str())),
        personality: open(view.actor.map_or("", |actor| actor.persona.as_str())),
        scenario: open(&material.scenario),
        examples: open(view.actor.map_or("", |actor| actor.examples.as_str())),
        char_version: view.actor.map_or("", |actor| actor.version.as_str()),
        char_prompt: input
            .system_prompt
            .as_deref()
            .unwrap_or(open(&input.author_system_prompt)),
        char_jailbreak: input
            .post_history
            .as_deref()
            .unwrap_or(open(&input.author_post_history)),
        authors_note: material.authors_note,
        summary: summary.map_or("", |summary| summary.text.as_str()),
        last_message: last_text(None),
        last_user_message: last_text(Some(Author::User)),
        last_char_message: last_text(Some(Author::Actor)),
        last_message_index: view.lines.len().checked_sub(1),
        alternative: input.alternative,
        generation_type: kind.name(),
        model: &model.name,
        max_prompt,
        input: match kind {
            PromptKind::Impersonate { draft } => draft,
            _ => "",
        },
        outlets: BTreeMap::new(),
        now: input.now,
        timezone: input.timezone.as_deref(),
        idle_millis: last_heard.map(|at| (input.now.0 - at.0).max(0)),
        chat: &input.story_id,
        seed: input.seed,
    }
}
