//! Decorators: lines that begin with `@@` at the top of an entry's text (reference 3.5).

use platform::llm::Role;

use super::book::Position;

/// The values of an entry's decorators.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Decorators {
    pub(super) only_after: Option<u32>,
    pub(super) only_every: Option<u32>,
    pub(super) keep_after_match: bool,
    pub(super) not_after_match: bool,
    pub(super) activate: bool,
    pub(super) dont_activate: bool,
    pub(super) greeting: Option<u32>,
    pub(super) additional_keys: Vec<String>,
    pub(super) exclude_keys: Vec<String>,
    pub(super) scan_depth: Option<u32>,
    pub(super) depth: Option<u32>,
    pub(super) reverse_depth: Option<u32>,
    pub(super) role: Option<Role>,
    pub(super) position: Option<Position>,
    pub(super) ignorable: bool,
    pub(super) no_post_history: bool,
    pub(super) no_system_prompt: bool,
}

/// Reads the decorators of a text; returns them and the text without them.
pub(super) fn read(content: &str) -> (Decorators, &str) {
    let mut decorators = Decorators::default();
    let mut seen: Vec<&str> = Vec::new();
    // Whether the last decorator was unknown, so that its fallback applies.
    let mut wants_fallback = false;
    let mut rest = content.trim_start_matches(['\n', '\r']);
    while rest.trim_start_matches([' ', '\t']).starts_with("@@") {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = after;
        let line = line.trim();
        let (name, is_fallback) = match line.strip_prefix("@@@") {
            Some(name) => (name, true),
            None => (line.trim_start_matches('@'), false),
        };
        if is_fallback && !wants_fallback {
            continue;
        }
        let (name, value) = name.split_once(char::is_whitespace).unwrap_or((name, ""));
        let is_repeatable = matches!(name, "additional_keys" | "exclude_keys");
        if seen.contains(&name) && !is_repeatable {
            wants_fallback = false;
            continue;
        }
        let known = decorators.apply(name, value.trim());
        if known {
            seen.push(name);
        }
        wants_fallback = !known;
    }
    if rest.len() < content.len() {
        (decorators, rest.trim())
    } else {
        (decorators, content.trim())
    }
}

impl Decorators {
    /// Applies a decorator; returns whether it is known and its value is valid.
    fn apply(&mut self, name: &str, value: &str) -> bool {
        let list = || {
            value
                .split(',')
                .map(|one| one.trim().to_owned())
                .filter(|one| !one.is_empty())
        };
        fn number(value: &str, into: &mut Option<u32>) -> bool {
            *into = value.parse().ok();
            into.is_some()
        }
        match name {
            "activate_only_after" => return number(value, &mut self.only_after),
            "activate_only_every" => return number(value, &mut self.only_every),
            "keep_activate_after_match" => self.keep_after_match = true,
            "dont_activate_after_match" => self.not_after_match = true,
            "activate" => self.activate = true,
            "dont_activate" => self.dont_activate = true,
            "is_greeting" => return number(value, &mut self.greeting),
            "additional_keys" => self.additional_keys.extend(list()),
            "exclude_keys" => self.exclude_keys.extend(list()),
            "scan_depth" => return number(value, &mut self.scan_depth),
            "depth" => return number(value, &mut self.depth),
            "reverse_depth" => return number(value, &mut self.reverse_depth),
            "role" => {
                self.role = match value {
                    "system" => Some(Role::System),
                    "user" => Some(Role::User),
                    "assistant" => Some(Role::Assistant),
                    _ => return false,
                }
            }
            "position" => {
                self.position = match value {
                    "after_desc" => Some(Position::AfterCharacter),
                    "before_desc" => Some(Position::BeforeCharacter),
                    "personality" => Some(Position::Personality),
                    "scenario" => Some(Position::Scenario),
                    _ => return false,
                }
            }
            "ignore_on_max_context" => self.ignorable = true,
            "disable_ui_prompt" => match value {
                "post_history_instructions" => self.no_post_history = true,
                "system_prompt" => self.no_system_prompt = true,
                _ => return false,
            },
            // is_user_icon: personas have no images of their own here. instruct_…: prompts always consist of
            // messages.
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decorators_are_taken_off_and_read() {
        let (read, text) = super::read(
            "\n@@depth 2\n@@role user\n@@additional_keys a, b\n@@additional_keys c\n\nThe text.\n@@depth 9",
        );
        assert_eq!(
            (read.depth, read.role, text),
            (Some(2), Some(Role::User), "The text.\n@@depth 9")
        );
        assert_eq!(read.additional_keys, ["a", "b", "c"]);
        assert_eq!(super::read("plain"), (Decorators::default(), "plain"));
        assert_eq!(super::read("@@activate").1, "");
    }

    #[test]
    fn a_fallback_stands_in_for_what_is_unknown() {
        let chain = "@@is_user_icon x\n@@@unheard\n@@@instruct_depth 1\n@@@never 2\n@@@also_not\n@@@depth 5\n@@@depth 6\ntext";
        assert_eq!(super::read(chain).0.depth, Some(5));
        assert_eq!(
            super::read("@@depth 1\n@@@depth 2\ntext").0.depth,
            Some(1),
            "what is known needs no fallback"
        );
        assert_eq!(
            super::read("@@depth deep\n@@@depth 3\ntext").0.depth,
            Some(3),
            "what makes no sense is not known"
        );
        assert_eq!(
            super::read("@@depth 1\n@@depth 2\ntext").0.depth,
            Some(1),
            "the first of a name wins"
        );
        assert_eq!(super::read("@@unheard\ntext"), (Decorators::default(), "text"));
    }
}
