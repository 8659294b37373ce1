//! Makes a prompt fit: checks the required parts, and drops others in a fixed order.

use super::draft::{LEFT_OUT_NOTE, PromptDraft};
use super::model::{PartSource, PromptError, Shorten};
use super::section::{Section, TAGS, cost, drop_last, fenced};
use super::shorten::{shorten_end, shorten_section};

/// A required part.
#[derive(Default)]
struct Need {
    /// Its name for people.
    what: String,
    tokens: u32,
    /// The part of it that the player can shorten.
    shorten: Option<Shorten>,
}

impl Need {
    fn of(what: impl Into<String>, tokens: u32, shorten: Option<Shorten>) -> Self {
        Self {
            what: what.into(),
            tokens,
            shorten,
        }
    }
}

impl PromptDraft<'_> {
    /// Drops what does not fit, in the order of reference 4.2.
    pub(super) fn fit(mut self) -> Result<Self, PromptError> {
        self.require()?;
        self.limit_memory();
        self.limit_examples();
        let last_turn = self.history.last_user_size();
        let needed = self.history.size(self.budget.available());
        while self.overflows_with(needed) && drop_last(&mut self.examples, "the messages need the space") {}
        let floor = needed.min(self.budget.caps().history_floor).max(last_turn);
        while self.overflows_with(floor) && self.lore.drop_least(true, "the messages need the space") {}
        while self.overflows_with(floor) && self.drop_fact("the messages need the space") {}
        if self.overflows_with(last_turn) {
            self.shorten_summary(last_turn);
        }
        while self.overflows_with(last_turn)
            && self
                .lore
                .drop_least(false, "the player’s last message needs the space")
        {}
        self.history.cut(self.history_budget(), self.budget.root_cap());
        Ok(self)
    }

    /// Refuses if the required parts do not fit, and shortens the scenario and the cast if only they are too
    /// large.
    fn require(&mut self) -> Result<(), PromptError> {
        let available = self.budget.available();
        let needs = self.needs();
        let needed: u32 = needs.iter().map(|need| need.tokens).sum();
        if needed > available {
            return Err(too_large(needs, needed, available));
        }
        // Notes, then the cast, then the scenario: each as far as it fits.
        let left = self.fit_notes(available - needed);
        let left = self.fit_cast(left);
        self.fit_scenario(left);
        Ok(())
    }

    /// The required parts.
    fn needs(&self) -> Vec<Need> {
        let pinned = self.facts.iter().filter(|(_, pinned)| *pinned);
        let pinned: u32 = pinned.map(|(section, _)| section.size()).sum();
        let own = |section: &Section| (section.source == PartSource::Player).then_some(Shorten::Instructions);
        vec![
            Need::of(
                "the instructions",
                self.frame.size() + self.system.size(),
                own(&self.system),
            ),
            Need::of(
                format!("the character {}", self.view.voice),
                self.speaker.size(),
                None,
            ),
            Need::of("the persona", self.persona.size(), Some(Shorten::Persona)),
            Need::of(
                "the instructions after the history",
                self.post_history.size(),
                own(&self.post_history),
            ),
            Need::of("what is asked for", self.nudge.size() + cost(LEFT_OUT_NOTE), None),
            Need::of(
                "the pinned facts",
                if pinned > 0 { pinned + TAGS } else { 0 },
                Some(Shorten::Memory),
            ),
            Need::of(
                "the message that is carried on",
                self.so_far.as_ref().map_or(0, Section::size),
                None,
            ),
            Need::of(
                "the player's last message",
                self.history.last_user_size(),
                Some(Shorten::Message),
            ),
        ]
    }

    /// Drops notes that do not fit; returns the tokens left.
    fn fit_notes(&mut self, mut left: u32) -> u32 {
        for note in &mut self.notes {
            if note.section.size() > left {
                note.section.drop_for("there’s no space left for it");
            }
            left = left.saturating_sub(note.section.size());
        }
        left
    }

    /// Shortens the cast if it and the scenario do not fit, or drops it; returns the tokens left.
    fn fit_cast(&mut self, left: u32) -> u32 {
        if self.scenario.size() + self.cast.size() > left {
            self.cast.replace(
                self.short_cast.clone(),
                "shortened to names: there’s no space for more",
            );
        }
        if self.cast.size() > left {
            self.cast.drop_for("there’s no space left for it");
        }
        left.saturating_sub(self.cast.size())
    }

    /// Shortens the scenario if it does not fit, or drops it.
    fn fit_scenario(&mut self, left: u32) {
        if self.scenario.size() <= left {
            return;
        }
        let frame = cost(&fenced("scenario", Some(&self.input.title), "…")) + 1;
        let text = shorten_end(&self.scenario_text, left.saturating_sub(frame));
        if text.is_empty() {
            self.scenario.drop_for("there’s no space left for it");
        } else {
            self.scenario.replace(
                fenced("scenario", Some(&self.input.title), &text),
                "shortened: there’s no space for all of it",
            );
        }
    }

    /// Limits facts and the summary to their share. Pinned facts stay, however many tokens they are.
    fn limit_memory(&mut self) {
        let why = "facts and summary can use a fifth of the prompt";
        let cap = self
            .budget
            .caps()
            .memory
            .min(self.budget.available().saturating_sub(self.fixed_size()));
        while self.memory_size() > cap && self.facts_are_more_than_half(cap) && self.drop_fact(why) {}
        let over = self.memory_size().saturating_sub(cap);
        if over > 0
            && let Some(summary) = self.summary.as_mut().filter(|summary| summary.kept())
        {
            shorten_section(summary, over, why);
        }
        while self.memory_size() > cap && self.drop_fact(why) {}
    }

    /// Neither facts nor the summary may push the other out.
    fn facts_are_more_than_half(&self, cap: u32) -> bool {
        self.summary.as_ref().is_none_or(|summary| !summary.kept()) || self.facts_size() > cap / 2
    }

    fn limit_examples(&mut self) {
        let cap = self.budget.caps().examples.min(
            self.budget
                .available()
                .saturating_sub(self.fixed_size() + self.memory_size()),
        );
        while self.examples_size() > cap
            && drop_last(&mut self.examples, "examples can use a seventh of the prompt")
        {}
    }

    /// Drops the oldest fact that is not pinned; returns whether there was one.
    fn drop_fact(&mut self, why: &str) -> bool {
        let oldest = self
            .facts
            .iter_mut()
            .find(|(section, pinned)| !pinned && section.kept());
        oldest.map(|(section, _)| section.drop_for(why)).is_some()
    }

    fn shorten_summary(&mut self, needed: u32) {
        let over = self
            .size_without_history()
            .saturating_add(needed)
            .saturating_sub(self.budget.available());
        if let Some(summary) = self.summary.as_mut().filter(|summary| summary.kept()) {
            shorten_section(summary, over, "the player’s last message needs the space");
        }
    }
}

/// The error if the required parts do not fit: names the largest part, and the largest that the player can
/// shorten.
fn too_large(needs: Vec<Need>, needed: u32, budget: u32) -> PromptError {
    let shorten = needs
        .iter()
        .filter(|need| need.shorten.is_some() && need.tokens > 0)
        .max_by_key(|need| need.tokens)
        .and_then(|need| need.shorten);
    let largest = needs
        .into_iter()
        .max_by_key(|need| need.tokens)
        .unwrap_or_default();
    PromptError::TooLarge {
        needed,
        budget,
        largest: largest.what,
        tokens: largest.tokens,
        shorten,
    }
}
