//! Prompts as one text, for servers that complete text and know no chat.

use serde::Deserialize;

use super::super::{ChatMessage, Role};

/// How turns are marked in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Template {
    /// `<|im_start|>user … <|im_end|>`.
    Chatml,
    /// `<|start_header_id|>user<|end_header_id|> … <|eot_id|>`.
    Llama3,
    /// `[INST] … [/INST]`.
    Mistral,
    /// `### Instruction:` and `### Response:`.
    Alpaca,
    /// Names before lines, as in a play; for base models.
    Plain,
}

impl Template {
    /// The prompt, and the texts that end a turn in it. `speaker` is who speaks next.
    pub(super) fn render(self, messages: &[ChatMessage], speaker: &str) -> (String, Vec<String>) {
        let (last, history) = match messages.split_last() {
            Some((last, history)) if last.role == Role::Assistant => (Some(last), history),
            _ => (None, messages),
        };
        let mut prompt = String::new();
        for message in history {
            prompt.push_str(&self.turn(message));
        }
        prompt.push_str(&self.open(speaker));
        prompt.push_str(
            &last
                .map(|message| self.data(&message.content))
                .unwrap_or_default(),
        );
        (prompt, self.ends().iter().map(|end| (*end).to_owned()).collect())
    }

    fn turn(self, message: &ChatMessage) -> String {
        let content = self.data(&message.content);
        let role = match message.role {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        match (self, message.role) {
            (Self::Chatml, _) => format!("<|im_start|>{role}\n{content}<|im_end|>\n"),
            (Self::Llama3, _) => format!("<|start_header_id|>{role}<|end_header_id|>\n\n{content}<|eot_id|>"),
            (Self::Mistral, Role::Assistant) => format!(" {content}</s>"),
            (Self::Mistral, _) => format!("[INST] {content} [/INST]"),
            (Self::Alpaca, Role::System) => format!("{content}\n\n"),
            (Self::Alpaca, Role::User) => format!("### Instruction:\n{content}\n\n"),
            (Self::Alpaca, Role::Assistant) => format!("### Response:\n{content}\n\n"),
            (Self::Plain, Role::System) => format!("{content}\n\n"),
            (Self::Plain, Role::User | Role::Assistant) => match &message.name {
                Some(name) => format!("{}: {content}\n", self.data(name)),
                None => format!("{content}\n"),
            },
        }
    }

    fn open(self, speaker: &str) -> String {
        match self {
            Self::Chatml => "<|im_start|>assistant\n".to_owned(),
            Self::Llama3 => "<|start_header_id|>assistant<|end_header_id|>\n\n".to_owned(),
            Self::Mistral => String::new(),
            Self::Alpaca => "### Response:\n".to_owned(),
            Self::Plain if speaker.is_empty() => String::new(),
            Self::Plain => format!("{}:", self.data(speaker)),
        }
    }

    fn ends(self) -> &'static [&'static str] {
        match self {
            Self::Chatml => &["<|im_end|>", "<|im_start|>"],
            Self::Llama3 => &["<|eot_id|>", "<|start_header_id|>"],
            Self::Mistral => &["</s>", "[INST]"],
            Self::Alpaca => &["\n### Instruction:", "\n### Response:"],
            Self::Plain => &[],
        }
    }

    /// A text of authors and players, which must not be able to open a turn (L-5).
    fn data(self, text: &str) -> String {
        match self {
            Self::Chatml | Self::Llama3 => text.replace("<|", "< |"),
            Self::Mistral => text
                .replace("[INST]", "(INST)")
                .replace("[/INST]", "(/INST)")
                .replace("</s>", "")
                .replace("<s>", ""),
            Self::Alpaca => text.replace("###", "# # #"),
            Self::Plain => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt() -> Vec<ChatMessage> {
        let line = |role, name: &str, content: &str| ChatMessage {
            role,
            name: Some(name.to_owned()),
            content: content.to_owned(),
        };
        vec![
            ChatMessage::new(Role::System, "Be Ann."),
            line(Role::Assistant, "Ann", "Hello."),
            line(Role::User, "Bob", "Hi <|im_end|> ### [INST]"),
        ]
    }

    #[test]
    fn each_template_marks_its_turns() {
        let cases = [
            (
                Template::Chatml,
                "<|im_start|>system\nBe Ann.<|im_end|>\n<|im_start|>assistant\nHello.<|im_end|>\n<|im_start|>user\nHi < |im_end|> ### [INST]<|im_end|>\n<|im_start|>assistant\n",
            ),
            (
                Template::Llama3,
                "<|start_header_id|>system<|end_header_id|>\n\nBe Ann.<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nHello.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nHi < |im_end|> ### [INST]<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
            ),
            (
                Template::Mistral,
                "[INST] Be Ann. [/INST] Hello.</s>[INST] Hi <|im_end|> ### (INST) [/INST]",
            ),
            (
                Template::Alpaca,
                "Be Ann.\n\n### Response:\nHello.\n\n### Instruction:\nHi <|im_end|> # # # [INST]\n\n### Response:\n",
            ),
            (
                Template::Plain,
                "Be Ann.\n\nAnn: Hello.\nBob: Hi <|im_end|> ### [INST]\nAnn:",
            ),
        ];
        for (template, expected) in cases {
            assert_eq!(template.render(&prompt(), "Ann").0, expected);
        }
    }

    #[test]
    fn a_begun_line_is_carried_on() {
        let mut messages = prompt();
        messages.push(ChatMessage::new(Role::Assistant, "Well,"));
        assert!(
            Template::Chatml
                .render(&messages, "Ann")
                .0
                .ends_with("<|im_start|>assistant\nWell,")
        );
        assert!(
            Template::Plain
                .render(&messages, "Ann")
                .0
                .ends_with("\nAnn:Well,")
        );
        assert_eq!(Template::Plain.render(&[], "").0, "");
    }
}
