//! Builds the input of a prompt from the context of a reply.

use kernel::Timestamp;

use super::reply::ReplyContext;
use super::story::{StoryContext, has_text};
use crate::prompt::{self, CastView, HistoryLine, PromptInput, Speaker};
use crate::stories::Story;

/// The parameters that differ between prompts in the same context.
pub(in crate::turns) struct PromptParams<'a> {
    pub(in crate::turns) now: Timestamp,
    /// The player's time zone.
    pub(in crate::turns) timezone: Option<&'a str>,
    /// The character who speaks; `None`: the narrator.
    pub(in crate::turns) speaker: Option<&'a str>,
    /// The player's direction for this turn.
    pub(in crate::turns) note: Option<&'a str>,
    pub(in crate::turns) seed: u64,
}

/// The input of a prompt for this speaker.
pub(in crate::turns) fn prompt_input(context: &ReplyContext, params: &PromptParams<'_>) -> PromptInput {
    let StoryContext {
        story,
        cast,
        persona,
        texts,
    } = &context.base;
    let texts = texts.as_ref();
    let settings = &story.settings;
    let speaker = params
        .speaker
        .and_then(|id| context.base.character(id))
        .map_or(Speaker::Narrator, |one| {
            Speaker::Actor(Box::new(prompt::with_note(one.into(), texts)))
        });
    let authors = texts.and_then(|texts| texts.actor(speaker.id()?));
    let (author_system_prompt, author_post_history) = authors
        .map(|own| (own.system_prompt.clone(), own.post_history.clone()))
        .unwrap_or_default();
    PromptInput {
        story_id: story.id.to_string(),
        title: story.setup.name.clone(),
        scenario_text: story.setup.description.clone(),
        setting: story.setup.setting.clone(),
        language: Some(story.setup.language.clone()).filter(|language| !language.is_empty()),
        examples: examples(story),
        system_prompt: settings.system_prompt.clone(),
        post_history: settings.post_history.clone(),
        author_system_prompt,
        author_post_history,
        closed: texts.is_some_and(|texts| texts.closed),
        cast: cast.iter().map(CastView::from).collect(),
        speaker,
        persona: persona.clone(),
        puppet_id: context.base.puppet().map(|puppet| puppet.id.clone()),
        history: context
            .path
            .iter()
            .filter(|row| has_text(row))
            .map(HistoryLine::from)
            .collect(),
        facts: context.facts.clone(),
        summary: context.summary.clone(),
        books: context.books.clone(),
        authors_note: Some(&settings.authors_note)
            .filter(|note| !note.text.trim().is_empty())
            .cloned(),
        speak_for_player: settings.speak_for_player,
        npcs_enabled: settings.npcs_enabled,
        gentle: story.safety.gentle_since.is_some(),
        note: params.note.map(str::to_owned),
        opening: context.opening,
        alternative: context.alternative,
        versions: context.versions.clone(),
        reply_tokens: prompt::reply_tokens(u32::from(settings.response_length)),
        seed: params.seed,
        now: params.now,
        timezone: params.timezone.map(str::to_owned),
        variables: context.variables.clone(),
    }
}

/// The example dialogue of the scenario, as one block.
fn examples(story: &Story) -> Vec<String> {
    let lines: Vec<String> = story
        .setup
        .example_dialogue
        .iter()
        .map(|line| format!("{}: {}", line.speaker, line.text))
        .collect();
    if lines.is_empty() {
        Vec::new()
    } else {
        vec![lines.join("\n")]
    }
}
