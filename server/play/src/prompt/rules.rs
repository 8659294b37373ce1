//! The numbers of prompts (`docs/adr/0019`).

/// The safety margin: one part in so many of the model's window, because tokens are counted by estimate.
pub const SAFETY_DIVISOR: u32 = 50;
/// Percent of the prompt that lorebook entries may take.
pub const LORE_PERCENT: u32 = 25;
/// Percent of the prompt that facts and the summary may take.
pub const MEMORY_PERCENT: u32 = 20;
/// Percent of the prompt that examples may take.
pub const EXAMPLES_PERCENT: u32 = 15;
/// Percent of the prompt that the history gets at least, where it needs it.
pub const HISTORY_PERCENT: u32 = 40;
/// Percent of the prompt that the story's first message may take to be kept for good.
pub const ROOT_PERCENT: u32 = 10;
/// History is dropped in so many whole turns at once, so that the beginning of the prompt seldom changes;
/// smaller strides where the larger would waste more than half of the room.
pub const STRIDES: [usize; 4] = [8, 4, 2, 1];
/// Nothing is put deeper into the history than this many messages from its end: what is above stays as it is,
/// and providers recognise it.
pub const CACHE_MARK_DEPTH: usize = 16;
/// Where the author's note goes, and lore that comes up, by default: above so many of the latest
/// messages.
pub const DEFAULT_DEPTH: u32 = 4;
/// Tokens that a message costs beyond its text.
pub const MESSAGE_TOKENS: u32 = 4;
/// Room for lore that comes and goes is set aside in steps of one part in so many of the prompt, so that it
/// does not move the cut.
pub const LORE_STEPS: u32 = 16;
/// Stop sequences sent at most.
pub const MAX_STOPS: usize = 16;
/// How likely a character joins in unasked, by default.
pub const DEFAULT_TALKATIVENESS: f64 = 0.5;
/// How many replies one message of the player brings at most, by default.
pub const DEFAULT_MAX_REPLIES: u32 = 3;
/// What the narrator is called.
pub const NARRATOR: &str = "Narrator";
/// What a player without a persona is called.
pub const UNNAMED_PLAYER: &str = "You";
/// Tokens for a director's answer.
pub const DIRECTOR_TOKENS: u32 = 60;
/// Tokens for a summary.
pub const SUMMARY_TOKENS: u32 = 500;
/// Up to so many messages of a part are named one by one in the record.
pub const MAX_NAMED_MESSAGES: usize = 400;

/// The longest reply, in tokens, that belongs to the reader's slider (spec section 2.7): 0 → 80, 50 → 300,
/// 100 → 900, each step by the same factor as the one before on its side of the middle.
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
