//! A section of the prompt: its text, its size, and the reason why it is in or out.

use platform::llm::count_tokens;

use super::fence::fence;
use super::model::{PartSource, PromptPart};
use super::rules::MESSAGE_TOKENS;

/// The most tokens of a pair of tags.
pub(super) const TAGS: u32 = 12;

/// A rendered section of the prompt.
#[derive(Debug, Clone)]
pub(super) struct Section {
    pub(super) part: PromptPart,
    pub(super) title: String,
    pub(super) source: PartSource,
    pub(super) text: String,
    pub(super) tokens: u32,
    /// Why it was dropped; `None` if it is in.
    pub(super) dropped: Option<String>,
    /// Why it is in.
    pub(super) why: String,
}

impl Section {
    pub(super) fn new(
        part: PromptPart,
        title: impl Into<String>,
        source: PartSource,
        text: String,
        why: impl Into<String>,
    ) -> Self {
        let tokens = if text.trim().is_empty() { 0 } else { cost(&text) };
        Self {
            part,
            title: title.into(),
            source,
            text,
            tokens,
            dropped: None,
            why: why.into(),
        }
    }

    pub(super) fn kept(&self) -> bool {
        self.tokens > 0 && self.dropped.is_none()
    }

    /// Its text if it is in, else empty.
    pub(super) fn sent(&self) -> &str {
        if self.kept() { &self.text } else { "" }
    }

    /// Its tokens, if it is in.
    pub(super) fn size(&self) -> u32 {
        if self.kept() { self.tokens } else { 0 }
    }

    pub(super) fn drop_for(&mut self, why: impl Into<String>) {
        self.dropped = Some(why.into());
    }

    pub(super) fn replace(&mut self, text: String, why: impl Into<String>) {
        self.tokens = if text.trim().is_empty() { 0 } else { cost(&text) };
        self.text = text;
        self.why = why.into();
    }
}

/// The tokens of a text as a message, or as a part of one.
pub(super) fn cost(text: &str) -> u32 {
    count_tokens(text).saturating_add(MESSAGE_TOKENS)
}

/// The text between tags; empty if the text is.
pub(super) fn fenced(tag: &str, name: Option<&str>, text: &str) -> String {
    if text.trim().is_empty() {
        String::new()
    } else {
        fence(tag, name.filter(|name| !name.trim().is_empty()), text)
    }
}

/// Drops the last block that is in; returns whether there was one.
pub(super) fn drop_last(sections: &mut [Section], why: &str) -> bool {
    sections
        .iter_mut()
        .rev()
        .find(|section| section.kept())
        .map(|section| section.drop_for(why))
        .is_some()
}
