//! The plain model: balances, keys and holds in memory.

use std::collections::HashMap;

use super::steps::{Class, MINUTE, Step, USERS};
use crate::ledger;

/// The plain model.
#[derive(Debug, Clone, Default)]
pub(super) struct Model {
    pub(super) wallets: [i64; USERS as usize],
    /// What was posted under each key, as far as it must be the same when it is repeated.
    keys: HashMap<String, String>,
    holds: HashMap<u8, ModelHold>,
    /// What can be reversed.
    posted: Vec<Entry>,
    pub(super) revenue: i64,
}

#[derive(Debug, Clone)]
struct ModelHold {
    of: u8,
    amount: i64,
    until: i64,
    captured: Option<i64>,
}

#[derive(Debug, Clone)]
struct Entry {
    user: u8,
    /// What the wallet would gain if it were reversed.
    back: i64,
    /// What revenue would lose then.
    from_revenue: i64,
    reversible: bool,
    reversed: bool,
}

impl Model {
    /// A movement of one wallet under a key.
    fn moved(
        &mut self,
        user: u8,
        key: String,
        amount: i64,
        gain: i64,
        revenue: i64,
        reversible: bool,
    ) -> Class {
        if !(1..=ledger::MAX_AMOUNT).contains(&amount) {
            return Class::OutOfRange;
        }
        let content = format!("{user} {gain} {revenue}");
        if let Some(first) = self.keys.get(&key) {
            return if *first == content {
                Class::Repeated
            } else {
                Class::KeyReused
            };
        }
        let wallet = &mut self.wallets[usize::from(user)];
        if gain < 0 && *wallet + gain < 0 {
            return Class::Insufficient;
        }
        *wallet += gain;
        self.revenue += revenue;
        self.keys.insert(key, content);
        self.posted.push(Entry {
            user,
            back: -gain,
            from_revenue: revenue,
            reversible,
            reversed: false,
        });
        Class::Done
    }

    fn close(&mut self, hold: u8, captured: i64) -> Class {
        let Some(open) = self.holds.get_mut(&hold) else {
            return Class::UnknownHold;
        };
        if captured > open.amount {
            return Class::TooLarge;
        }
        match open.captured {
            Some(before) if before == captured => return Class::Repeated,
            Some(_) => return Class::Closed,
            None => open.captured = Some(captured),
        }
        self.wallets[usize::from(open.of)] += open.amount - captured;
        self.revenue += captured;
        self.posted.push(Entry {
            user: open.of,
            back: captured,
            from_revenue: captured,
            reversible: captured > 0,
            reversed: false,
        });
        Class::Done
    }

    fn bulk(&mut self, key: u8, amounts: &[i64]) -> Class {
        let before = self.clone();
        let mut class = Class::Repeated;
        for (n, amount) in (0_u8..).zip(amounts) {
            match self.moved(n % USERS, format!("b{key}:{n}"), *amount, *amount, 0, true) {
                Class::Done => class = Class::Done,
                Class::Repeated => {}
                refusal => {
                    *self = before;
                    return refusal;
                }
            }
        }
        class
    }

    fn hold(&mut self, of: u8, key: u8, amount: i64, until: i64) -> Class {
        let class = self.moved(of, format!("h{key}"), amount, amount.saturating_neg(), 0, false);
        if class == Class::Done {
            let hold = ModelHold {
                of,
                amount,
                until,
                captured: None,
            };
            self.holds.insert(key, hold);
        }
        class
    }

    fn expire(&mut self, now: i64) -> Class {
        let mut due: Vec<(i64, u8)> = self
            .holds
            .iter()
            .filter(|(_, hold)| hold.captured.is_none() && hold.until <= now)
            .map(|(key, hold)| (hold.until, *key))
            .collect();
        due.sort_unstable();
        for (_, hold) in due {
            self.close(hold, 0);
        }
        Class::Nothing
    }

    fn reverse(&mut self, nth: usize) -> Class {
        let Some(entry) = self.posted.get_mut(nth) else {
            return Class::UnknownTransaction;
        };
        if !entry.reversible {
            return Class::NotReversible;
        }
        if std::mem::replace(&mut entry.reversed, true) {
            return Class::AlreadyReversed;
        }
        let entry = entry.clone();
        self.wallets[usize::from(entry.user)] += entry.back;
        self.revenue -= entry.from_revenue;
        self.posted.push(Entry {
            reversible: false,
            ..entry
        });
        Class::Done
    }

    pub(super) fn apply(&mut self, step: &Step, now: i64) -> Class {
        match step {
            Step::Grant { to, key, amount } => self.moved(*to, format!("g{key}"), *amount, *amount, 0, true),
            Step::Purchase { to, event, amount } => {
                self.moved(*to, format!("p{event}"), *amount, *amount, 0, true)
            }
            Step::Gift { to, gift } => self.moved(*to, format!("gift{gift}:{to}"), 7, 7, 0, true),
            Step::Referral { to, referee } => self.moved(*to, format!("ref{referee}"), 11, 11, 0, true),
            Step::Streak { to, day } => self.moved(*to, format!("streak{to}:{day}"), 3, 3, 0, true),
            Step::Spend { from, key, amount } => self.moved(
                *from,
                format!("s{key}"),
                *amount,
                amount.saturating_neg(),
                *amount,
                true,
            ),
            Step::Debit { from, key, amount } => self.moved(
                *from,
                format!("d{key}"),
                *amount,
                amount.saturating_neg(),
                0,
                true,
            ),
            Step::Bulk { key, amounts } => self.bulk(*key, amounts),
            Step::Hold {
                of,
                key,
                amount,
                minutes,
            } => self.hold(*of, *key, *amount, now + i64::from(*minutes) * MINUTE),
            Step::Capture { amount, .. } if !(1..=ledger::MAX_AMOUNT).contains(amount) => Class::OutOfRange,
            Step::Capture { hold, amount } => self.close(*hold, *amount),
            Step::Release { hold } => self.close(*hold, 0),
            Step::Expire { minutes } => self.expire(now + i64::from(*minutes) * MINUTE),
            Step::Reverse { nth } => self.reverse(usize::from(*nth)),
            Step::DryRun(step) => self.clone().apply(step, now),
            Step::Repeat { .. } | Step::Reopen | Step::Crash { .. } | Step::Fail { .. } => Class::Nothing,
        }
    }
}
