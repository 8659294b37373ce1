//! Decides whether an entry becomes active in a pass, and why.

use super::outcome::{Activation, Verdict};
use super::prepare::{PreparedEntry, Scanner, Timing};

impl Scanner<'_> {
    pub(super) fn judge(&self, entry: &PreparedEntry<'_>, pass: u32) -> Verdict {
        if let Some(why) = &entry.exclusion {
            return Verdict::Never(why.clone());
        }
        let timing = *entry.timing.get_or_init(|| self.timing(entry));
        excluded_by_timing(entry, timing)
            .or_else(|| waiting_for_recursion(entry, pass))
            .or_else(|| decided_without_keys(entry, timing))
            .unwrap_or_else(|| self.match_keys(entry, self.input.lines.len(), true))
    }
}

fn excluded_by_timing(entry: &PreparedEntry<'_>, timing: Timing) -> Option<Verdict> {
    if let Some(messages) = timing.cooldown_for {
        return Some(Verdict::Never(format!(
            "it came up recently and rests for {messages} more messages"
        )));
    }
    let is_used_up = entry.decorators.not_after_match && timing.came_up;
    is_used_up.then(|| Verdict::Never("it comes up only once, and it already has".to_owned()))
}

fn waiting_for_recursion(entry: &PreparedEntry<'_>, pass: u32) -> Option<Verdict> {
    if entry.entry.delay_until_recursion > pass {
        return Some(Verdict::NotNow(
            "it waits for the text of another entry".to_owned(),
        ));
    }
    let is_for_messages_only = pass > 0 && entry.entry.exclude_recursion;
    is_for_messages_only.then(|| Verdict::NotNow("none of its keys was found in the messages".to_owned()))
}

fn decided_without_keys(entry: &PreparedEntry<'_>, timing: Timing) -> Option<Verdict> {
    if entry.decorators.activate {
        return Some(Verdict::Active(Activation::because("its decorator says: always")));
    }
    if entry.decorators.dont_activate {
        return Some(Verdict::Never("its decorator says: never".to_owned()));
    }
    if entry.entry.constant && !entry.entry.use_regex {
        return Some(Verdict::Active(Activation::because("it is always there")));
    }
    if let Some(messages) = timing.sticky_for {
        return Some(Verdict::Active(Activation::sticky(format!(
            "it came up before and stays for {messages} more messages"
        ))));
    }
    let is_kept = entry.decorators.keep_after_match && timing.came_up;
    is_kept.then(|| Verdict::Active(Activation::sticky("it came up before and stays for good")))
}
