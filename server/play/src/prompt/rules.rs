//! The constants of prompts (`docs/adr/0019`).

/// The safety margin, as one part in this many of the model's window, because tokens are only estimated.
pub const SAFETY_DIVISOR: u32 = 50;
/// Percent of the prompt for lorebook entries, at most.
pub const LORE_PERCENT: u32 = 25;
/// Percent of the prompt for facts and the summary, at most.
pub const MEMORY_PERCENT: u32 = 20;
/// Percent of the prompt for examples, at most.
pub const EXAMPLES_PERCENT: u32 = 15;
/// Percent of the prompt that the history gets at least, if it needs it.
pub const HISTORY_PERCENT: u32 = 40;
/// Percent of the prompt that the story's first message may take to be kept permanently.
pub const ROOT_PERCENT: u32 = 10;
/// History is dropped in this many whole turns at once, so that the beginning of the prompt rarely changes;
/// smaller strides if the larger one would waste more than half of the tokens.
pub const STRIDES: [usize; 4] = [8, 4, 2, 1];
/// Nothing is inserted deeper into the history than this many messages from its end: what is above stays the
/// same, so providers can cache it.
pub const CACHE_MARK_DEPTH: usize = 16;
/// The default depth of the author's note and of activated lore: how many of the latest messages stand below
/// it.
pub const DEFAULT_DEPTH: u32 = 4;
/// Tokens of a message besides its text.
pub const MESSAGE_TOKENS: u32 = 4;
/// Tokens for lore that comes and goes are reserved in steps of one part in this many of the prompt, so that
/// it does not move the cut.
pub const LORE_STEPS: u32 = 16;
/// The most stop sequences.
pub const MAX_STOPS: usize = 16;
/// How likely a character speaks without being addressed, by default.
pub const DEFAULT_TALKATIVENESS: f64 = 0.5;
/// The most replies to one message of the player, by default.
pub const DEFAULT_MAX_REPLIES: u32 = 3;
/// The narrator's name.
pub const NARRATOR: &str = "Narrator";
/// The name of a player without a persona.
pub const UNNAMED_PLAYER: &str = "You";
/// Tokens for a director's answer.
pub const DIRECTOR_TOKENS: u32 = 60;
/// Tokens for a summary.
pub const SUMMARY_TOKENS: u32 = 500;
/// A part with up to this many messages lists all of their ids in the record.
pub const MAX_NAMED_MESSAGES: usize = 400;

/// The longest reply, in tokens, for a position of the reader's slider (spec section 2.7): 0 → 80, 50 → 300,
/// 100 → 900, with the same factor from step to step on each side of the middle.
#[must_use]
pub fn reply_tokens(response_length: u32) -> u32 {
    let at = f64::from(response_length.min(100));
    let tokens = if at <= 50.0 {
        80.0 * (300.0_f64 / 80.0).powf(at / 50.0)
    } else {
        300.0 * (900.0_f64 / 300.0).powf((at - 50.0) / 50.0)
    };
    tokens.round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slider_reaches_from_80_to_900_tokens() {
        for (length, tokens) in [(0, 80), (25, 155), (50, 300), (75, 520), (100, 900), (500, 900)] {
            assert_eq!(reply_tokens(length), tokens, "{length}");
        }
        assert!((0..100).all(|length| reply_tokens(length) < reply_tokens(length + 1)));
    }
}
