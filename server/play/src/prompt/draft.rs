//! A prompt with all its sections, before anything is left out.

use platform::blocking::Stop;
use platform::llm::ModelInfo;

use super::budget::TokenBudget;
use super::history::History;
use super::lore::PromptLore;
use super::macros::{Expander, Purpose};
use super::material::{Material, macro_values};
use super::model::{PromptInput, PromptKind, Variables};
use super::rules::LORE_STEPS;
use super::section::{Section, TAGS, cost};
use super::sections::{NoteSection, SectionRenderer};
use super::viewpoint::Viewpoint;

/// The message that replaces dropped history after the story's first message.
pub(super) const LEFT_OUT_NOTE: &str = "[Some of the story is left out here.]";

/// All sections, rendered, before anything is left out.
pub(super) struct PromptDraft<'a> {
    pub(super) input: &'a PromptInput,
    pub(super) kind: &'a PromptKind,
    pub(super) view: &'a Viewpoint<'a>,
    pub(super) budget: TokenBudget,
    pub(super) frame: Section,
    pub(super) system: Section,
    pub(super) scenario: Section,
    /// The scenario's text without its tags, to be shortened.
    pub(super) scenario_text: String,
    pub(super) cast: Section,
    /// The cast by name only, for when more does not fit.
    pub(super) short_cast: String,
    pub(super) speaker: Section,
    pub(super) persona: Section,
    pub(super) examples: Vec<Section>,
    /// Facts, each with whether it is pinned.
    pub(super) facts: Vec<(Section, bool)>,
    pub(super) summary: Option<Section>,
    pub(super) lore: PromptLore,
    pub(super) notes: Vec<NoteSection>,
    pub(super) post_history: Section,
    pub(super) nudge: Section,
    pub(super) so_far: Option<Section>,
    /// Whether the model continues the message so far by prefill.
    pub(super) prefill: bool,
    pub(super) history: History<'a>,
    /// The story's variables afterwards; `None` if no macro changed any.
    pub(super) variables: Option<Variables>,
}

impl<'a> PromptDraft<'a> {
    pub(super) fn render(
        input: &'a PromptInput,
        model: &ModelInfo,
        kind: &'a PromptKind,
        view: &'a Viewpoint<'a>,
        budget: TokenBudget,
        stop: &Stop,
    ) -> Self {
        let material = Material::of(input, view);
        let mut values = macro_values(input, model, kind, view, &material, budget.available());
        let (lore, variables) = PromptLore::render(input, kind, view, &values, budget.caps().lore, stop);
        // Other texts may insert outlets, so outlets are rendered first.
        values.outlets = lore.outlets();
        let mut sections = SectionRenderer {
            input,
            kind,
            view,
            expander: Expander::new(&values, variables, Purpose::Prompt),
        };
        let frame = sections.frame();
        let system = sections.system(lore.disables_system_prompt());
        let (scenario, scenario_text) = sections.scenario(&material.scenario);
        let (cast, short_cast) = sections.cast();
        let speaker = sections.speaker();
        let persona = sections.persona();
        let examples = sections.examples();
        let facts = sections.facts();
        let summary = sections.summary(&material);
        let notes = sections.notes();
        let post_history = sections.post_history(lore.disables_post_history());
        let direction = sections.direction();
        let mut nudge = sections.nudge(direction.as_deref());
        let so_far = sections.so_far();
        let prefill = so_far.is_some() && model.capabilities.prefill;
        if prefill && direction.is_none() {
            nudge.drop_for("the model continues by itself");
        }
        let variables = sections.expander.into_variables();
        Self {
            input,
            kind,
            view,
            budget,
            frame,
            system,
            scenario,
            scenario_text,
            cast,
            short_cast,
            speaker,
            persona,
            examples,
            facts,
            summary,
            lore,
            notes,
            post_history,
            nudge,
            so_far,
            prefill,
            history: History::of(input, view),
            variables: (variables != input.variables).then_some(variables),
        }
    }

    /// The tokens reserved for lore that comes and goes: in steps, so that it shifts nothing else.
    pub(super) fn volatile_budget(&self) -> u32 {
        let step = (self.budget.available() / LORE_STEPS).max(1);
        self.lore.size(true).div_ceil(step) * step
    }

    /// The tokens of the kept facts, without their tags.
    pub(super) fn facts_size(&self) -> u32 {
        self.facts.iter().map(|(section, _)| section.size()).sum()
    }

    pub(super) fn memory_size(&self) -> u32 {
        let facts = self.facts_size();
        let tags =
            u32::from(facts > 0) * TAGS + u32::from(self.summary.as_ref().is_some_and(Section::kept)) * TAGS;
        facts + tags + self.summary.as_ref().map_or(0, Section::size)
    }

    pub(super) fn examples_size(&self) -> u32 {
        let blocks: u32 = self.examples.iter().map(Section::size).sum();
        if blocks > 0 { blocks + TAGS } else { 0 }
    }

    /// The tokens of everything that is neither history nor optional.
    pub(super) fn fixed_size(&self) -> u32 {
        let sections = [
            &self.frame,
            &self.system,
            &self.scenario,
            &self.cast,
            &self.speaker,
            &self.persona,
            &self.post_history,
            &self.nudge,
        ];
        let sections: u32 = sections.into_iter().map(Section::size).sum();
        sections
            + self.so_far.as_ref().map_or(0, Section::size)
            + self.notes.iter().map(|note| note.section.size()).sum::<u32>()
            + cost(LEFT_OUT_NOTE)
    }

    /// The tokens of everything but the history.
    pub(super) fn size_without_history(&self) -> u32 {
        self.fixed_size()
            + self.examples_size()
            + self.memory_size()
            + self.lore.size(false)
            + self.volatile_budget()
    }

    /// The tokens that are left for the history.
    pub(super) fn history_budget(&self) -> u32 {
        self.budget
            .available()
            .saturating_sub(self.size_without_history())
    }

    /// Whether this many tokens of history do not fit.
    pub(super) fn overflows_with(&self, history: u32) -> bool {
        self.size_without_history().saturating_add(history) > self.budget.available()
    }
}
