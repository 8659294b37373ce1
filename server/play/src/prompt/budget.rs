//! The token budget of a prompt: its shares, and where the history is cut.

use super::model::{BudgetRecord, CapsRecord, PromptError};
use super::rules::{
    EXAMPLES_PERCENT, HISTORY_PERCENT, LORE_PERCENT, MEMORY_PERCENT, ROOT_PERCENT, SAFETY_DIVISOR, STRIDES,
};

/// Lines after which a turn ends even if the player writes nothing.
const MAX_TURN_LINES: usize = 8;

/// The tokens of one prompt.
#[derive(Debug, Clone, Copy)]
pub(super) struct TokenBudget {
    pub(super) record: BudgetRecord,
}

impl TokenBudget {
    /// The tokens that a model's window leaves beside a reply.
    pub(super) fn of(window: u32, reply: u32) -> Result<Self, PromptError> {
        let safety = window.div_ceil(SAFETY_DIVISOR);
        let available = window.saturating_sub(reply).saturating_sub(safety);
        if available == 0 {
            return Err(PromptError::WindowTooSmall { window, reply });
        }
        let share = |percent: u32| (u64::from(available) * u64::from(percent) / 100) as u32;
        let caps = CapsRecord {
            lore: share(LORE_PERCENT),
            memory: share(MEMORY_PERCENT),
            examples: share(EXAMPLES_PERCENT),
            history_floor: share(HISTORY_PERCENT),
        };
        Ok(Self {
            record: BudgetRecord {
                window,
                reply,
                safety,
                available,
                used: 0,
                history: 0,
                caps,
            },
        })
    }

    pub(super) fn available(&self) -> u32 {
        self.record.available
    }

    pub(super) fn caps(&self) -> CapsRecord {
        self.record.caps
    }

    /// The most that the story's first message may take to be kept permanently.
    pub(super) fn root_cap(&self) -> u32 {
        (u64::from(self.record.available) * u64::from(ROOT_PERCENT) / 100) as u32
    }
}

/// The lines of the history that are kept: perhaps the first, everything from `from` on, and the player's
/// last one in any case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeptLines {
    /// Whether the first line stays although the lines after it do not.
    pub(super) root: bool,
    /// The first line of the continuous end.
    pub(super) from: usize,
    /// The player's last line, if it lies before that end.
    pub(super) user: Option<usize>,
}

impl KeptLines {
    /// The numbers of the lines, in order.
    pub(super) fn lines(&self, len: usize) -> Vec<usize> {
        let mut lines: Vec<usize> = (self.root && self.from > 0).then_some(0).into_iter().collect();
        lines.extend(
            self.user
                .filter(|user| *user < self.from && !lines.contains(user)),
        );
        lines.extend(self.from..len);
        lines
    }
}

/// The beginnings of turns: where the player speaks after somebody else, and after too many lines without
/// that.
fn turns(is_user: &[bool]) -> Vec<usize> {
    let mut starts = Vec::new();
    for (at, user) in is_user.iter().enumerate() {
        let begins = at == 0 || (*user && !is_user[at - 1]);
        if begins || starts.last().is_some_and(|last| at - last >= MAX_TURN_LINES) {
            starts.push(at);
        }
    }
    starts
}

/// Cuts the history so that it fits `room`. `size` and `is_user` are per line, oldest first. Only the sizes
/// of lines that might be kept are requested, so that a long story costs no more than a short one.
///
/// Cuts lie at every eighth turn, counted from the story's beginning (or every fourth or second, if turns are
/// long): between two such steps, the beginning of the prompt stays the same while the story grows.
pub(super) fn cut_history(
    size: impl Fn(usize) -> u32,
    is_user: &[bool],
    room: u32,
    root_cap: u32,
) -> KeptLines {
    let len = is_user.len();
    let user = is_user.iter().rposition(|user| *user);
    let reserved = user.map_or(0, &size);
    let fits_from = |room: u32| {
        let mut left = room.saturating_sub(reserved);
        let mut from = len;
        while from > 0 {
            let tokens = if Some(from - 1) == user { 0 } else { size(from - 1) };
            if tokens > left {
                break;
            }
            left -= tokens;
            from -= 1;
        }
        (from, left)
    };
    let (all, _) = fits_from(room);
    if all == 0 {
        return KeptLines {
            root: false,
            from: 0,
            user,
        };
    }
    let root_tokens = size(0);
    let root = root_tokens <= root_cap && root_tokens <= room.saturating_sub(reserved);
    let room = if root { room - root_tokens } else { room };
    let (least, left) = fits_from(room);
    let held = room.saturating_sub(left);
    let starts = turns(is_user);
    let latest = user.map_or(len, |user| {
        starts
            .iter()
            .rev()
            .find(|start| **start <= user)
            .copied()
            .unwrap_or(user)
    });
    let mut lost = 0;
    let mut at = least;
    let mut best = None;
    // From the largest stride down: the first cut that wastes at most half of what fits.
    for stride in STRIDES {
        let cut = starts
            .iter()
            .enumerate()
            .filter(|(number, _)| number % stride == 0)
            .map(|(_, start)| *start)
            .find(|start| *start >= least);
        let Some(cut) = cut.filter(|cut| *cut <= latest) else {
            continue;
        };
        while at < cut {
            lost += size(at);
            at += 1;
        }
        let wasted: u32 = if at == cut {
            lost
        } else {
            (least..cut).map(&size).sum()
        };
        best = Some(cut);
        if wasted <= held / 2 {
            break;
        }
    }
    KeptLines {
        root,
        from: best.unwrap_or(least),
        user,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_is_shared() {
        let room = TokenBudget::of(10_000, 300).expect("room");
        assert_eq!(room.available(), 9_500);
        assert_eq!(
            room.caps(),
            CapsRecord {
                lore: 2_375,
                memory: 1_900,
                examples: 1_425,
                history_floor: 3_800
            }
        );
        assert_eq!(
            TokenBudget::of(1_000, 1_000).expect_err("none"),
            PromptError::WindowTooSmall {
                window: 1_000,
                reply: 1_000
            }
        );
    }

    #[test]
    fn history_is_cut_in_whole_turns_and_seldom() {
        // Turns of two lines, ten tokens a line.
        let mut cuts = Vec::new();
        for len in (2..200).step_by(2) {
            let is_user: Vec<bool> = (0..len).map(|at| at % 2 == 0).collect();
            let kept = cut_history(|_| 10, &is_user, 600, 50);
            let lines = kept.lines(len);
            assert!(lines.len() * 10 <= 600, "{len}");
            assert!(lines.contains(&(len - 1)) && lines[0] == 0, "{len}");
            assert!(kept.from % 16 == 0 || kept.from == 0, "{len}: {kept:?}");
            cuts.push(kept.from);
        }
        assert!(cuts.is_sorted());
        cuts.dedup();
        assert!(cuts.len() <= 11, "{cuts:?}");
    }

    #[test]
    fn the_players_last_line_is_kept_whatever_happens() {
        let is_user = [true, true, false, false, false];
        let kept = cut_history(|_| 100, &is_user, 250, 10);
        assert_eq!(kept.lines(5), [1, 4]);
        assert_eq!(cut_history(|_| 100, &[], 250, 10).lines(0), Vec::<usize>::new());
        let kept = cut_history(|_| 100, &[false; 40], 1_000, 10);
        assert!(
            kept.lines(40).len() <= 10 && kept.lines(40).len() >= 3,
            "{kept:?}"
        );
    }
}
