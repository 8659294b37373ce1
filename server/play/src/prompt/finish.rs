//! Finishes the prompt: adds its stop sequences, its hash and its record.

use kernel::hex;
use platform::llm::{ChatMessage, ModelInfo};
use sha2::{Digest, Sha256};

use super::draft::PromptDraft;
use super::fence::one_line;
use super::model::{Assembled, EstimatedPrice, PromptKind, PromptRecord};
use super::rules::MAX_STOPS;
use super::section::cost;

impl PromptDraft<'_> {
    pub(super) fn finish(self, model: &ModelInfo, max_tokens: u32) -> Assembled {
        let messages = self.messages();
        let stops = self.stops();
        let used: u32 = messages.iter().map(|message| cost(&message.content)).sum();
        let mut budget = self.budget.record;
        (budget.used, budget.history) = (used, self.history.kept_size());
        let mut record = PromptRecord {
            kind: self.kind.name().to_owned(),
            speaker_id: self.view.actor.map(|actor| actor.id.clone()),
            speaker_name: self.view.voice.clone(),
            model: model.name.clone(),
            parts: self.part_records(),
            lore: self.lore.records(),
            budget,
            stops: stops.clone(),
            hash: fingerprint(&messages, &stops, max_tokens, &model.name),
            estimated_price: EstimatedPrice {
                shekels: model.price,
                prompt_tokens: used,
                reply_tokens: max_tokens,
            },
        };
        if self.input.closed {
            record.redact();
        }
        let demo = self.demo_request(model, max_tokens);
        Assembled {
            messages,
            stops,
            max_tokens,
            record,
            demo,
            variables: self.variables,
        }
    }

    /// Texts before which the reply must end: the names of those whom it must not speak for.
    fn stops(&self) -> Vec<String> {
        if self.input.speak_for_player
            || !matches!(
                self.kind,
                PromptKind::Reply
                    | PromptKind::Continue { .. }
                    | PromptKind::Next
                    | PromptKind::Impersonate { .. }
            )
        {
            return Vec::new();
        }
        let mut stops: Vec<String> = Vec::new();
        let cast = self.input.cast.iter().map(|one| one_line(&one.name));
        for name in std::iter::once(self.view.player.clone()).chain(cast) {
            let stop = format!("\n{name}:");
            let is_own = name.eq_ignore_ascii_case(&self.view.voice);
            if !name.is_empty() && !is_own && !stops.contains(&stop) && stops.len() < MAX_STOPS {
                stops.push(stop);
            }
        }
        stops
    }
}

fn fingerprint(messages: &[ChatMessage], stops: &[String], max_tokens: u32, model: &str) -> String {
    let text =
        serde_json::json!({ "messages": messages, "stops": stops, "maxTokens": max_tokens, "model": model })
            .to_string();
    hex(&Sha256::digest(text.as_bytes()))
}
