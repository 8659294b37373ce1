//! Fits a prompt to what a model takes: with or without system messages, turns in strict alternation or as
//! they come.

use super::super::{ChatMessage, Role};

/// What a model insists on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Roles {
    /// It takes system messages.
    pub(super) system: bool,
    /// After one system message at most, user and assistant take turns, and the user begins.
    pub(super) alternate: bool,
    /// A last message of the assistant is carried on.
    pub(super) prefill: bool,
}

/// The user's message if a model insists that the user begins.
const BEGIN: &str = "(The scene begins.)";
/// The user's message if a model would otherwise have to follow itself.
const GO_ON: &str = "(Go on.)";

/// The messages as the model takes them. Nothing is lost; neighbours of one role are put together where the
/// model needs that.
pub(super) fn adapt(messages: &[ChatMessage], roles: Roles) -> Vec<ChatMessage> {
    let mut adapted: Vec<ChatMessage> = Vec::with_capacity(messages.len());
    for message in messages
        .iter()
        .filter(|message| !message.content.trim().is_empty())
    {
        // Only the instructions at the top are a system message for a model that alternates.
        let at_top = adapted.iter().all(|earlier| earlier.role == Role::System);
        let role = match message.role {
            Role::System if !roles.system || (roles.alternate && !at_top) => Role::User,
            role => role,
        };
        let merges = roles.alternate || !roles.system;
        match adapted.last_mut() {
            Some(last) if merges && last.role == role => {
                last.content.push_str("\n\n");
                last.content.push_str(&message.content);
                last.name = None;
            }
            _ => adapted.push(ChatMessage {
                role,
                name: message.name.clone(),
                content: message.content.clone(),
            }),
        }
    }
    if roles.alternate {
        let first = adapted
            .iter()
            .position(|message| message.role != Role::System)
            .unwrap_or(adapted.len());
        if adapted
            .get(first)
            .is_none_or(|message| message.role != Role::User)
        {
            adapted.insert(first, ChatMessage::new(Role::User, BEGIN));
        }
        if !roles.prefill
            && adapted
                .last()
                .is_some_and(|message| message.role == Role::Assistant)
        {
            adapted.push(ChatMessage::new(Role::User, GO_ON));
        }
    }
    adapted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(Role, &str)]) -> Vec<ChatMessage> {
        pairs
            .iter()
            .map(|(role, content)| ChatMessage::new(*role, *content))
            .collect()
    }

    #[test]
    fn prompts_fit_their_models() {
        use Role::{Assistant, System, User};
        let prompt = of(&[
            (System, "rules"),
            (System, "cast"),
            (Assistant, "opening"),
            (User, "hi"),
            (System, " "),
            (System, "nudge"),
        ]);
        let free = Roles {
            system: true,
            alternate: false,
            prefill: false,
        };
        assert_eq!(
            adapt(&prompt, free),
            of(&[
                (System, "rules"),
                (System, "cast"),
                (Assistant, "opening"),
                (User, "hi"),
                (System, "nudge")
            ])
        );
        let strict = Roles {
            system: true,
            alternate: true,
            prefill: false,
        };
        assert_eq!(
            adapt(&prompt, strict),
            of(&[
                (System, "rules\n\ncast"),
                (User, BEGIN),
                (Assistant, "opening"),
                (User, "hi\n\nnudge")
            ])
        );
        let bare = Roles {
            system: false,
            alternate: true,
            prefill: false,
        };
        assert_eq!(
            adapt(&prompt, bare),
            of(&[
                (User, "rules\n\ncast"),
                (Assistant, "opening"),
                (User, "hi\n\nnudge")
            ])
        );
        let half = of(&[(System, "rules"), (User, "hi"), (Assistant, "Well,")]);
        assert_eq!(
            adapt(&half, strict),
            of(&[
                (System, "rules"),
                (User, "hi"),
                (Assistant, "Well,"),
                (User, GO_ON)
            ])
        );
        assert_eq!(
            adapt(
                &half,
                Roles {
                    prefill: true,
                    ..strict
                }
            ),
            half
        );
        assert_eq!(adapt(&[], strict), of(&[(User, BEGIN)]));
    }
}
