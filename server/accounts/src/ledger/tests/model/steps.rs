//! Random requests to the ledger.

use proptest::prelude::*;

use crate::ledger;

/// A request to the ledger. Numbers are small, so that they often coincide.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Grant {
        to: u8,
        key: u8,
        amount: i64,
    },
    Spend {
        from: u8,
        key: u8,
        amount: i64,
    },
    Debit {
        from: u8,
        key: u8,
        amount: i64,
    },
    Purchase {
        to: u8,
        event: u8,
        amount: i64,
    },
    Gift {
        to: u8,
        gift: u8,
    },
    Referral {
        to: u8,
        referee: u8,
    },
    Streak {
        to: u8,
        day: u8,
    },
    /// All or nothing.
    Bulk {
        key: u8,
        amounts: Vec<i64>,
    },
    Hold {
        of: u8,
        key: u8,
        amount: i64,
        minutes: u8,
    },
    Capture {
        hold: u8,
        amount: i64,
    },
    Release {
        hold: u8,
    },
    /// Time passes and the job runs.
    Expire {
        minutes: u8,
    },
    Reverse {
        nth: u8,
    },
    /// Requested, and rolled back.
    DryRun(Box<Step>),
    /// An earlier step once more.
    Repeat {
        nth: u8,
    },
    /// The server is stopped and started.
    Reopen,
    /// The machine goes down in the middle of a grant.
    Crash {
        to: u8,
        amount: i64,
    },
    /// From here on this percentage of the commits fails.
    Fail {
        percent: u8,
    },
}

/// How a step was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Done,
    Repeated,
    Insufficient,
    KeyReused,
    OutOfRange,
    TooLarge,
    Closed,
    UnknownHold,
    UnknownTransaction,
    AlreadyReversed,
    NotReversible,
    Nothing,
}

pub(super) const USERS: u8 = 3;
pub(super) const MINUTE: i64 = 60_000;

pub(super) fn steps() -> impl Strategy<Value = Vec<Step>> {
    let user = || 0..USERS;
    let key = || 0..6_u8;
    let amount = || prop_oneof![12 => 1..60_i64, 1 => -3..1_i64, 1 => Just(ledger::MAX_AMOUNT), 1 => Just(ledger::MAX_AMOUNT + 1)];
    let simple = prop_oneof![
        4 => (user(), key(), amount()).prop_map(|(to, key, amount)| Step::Grant { to, key, amount }),
        4 => (user(), key(), amount()).prop_map(|(from, key, amount)| Step::Spend { from, key, amount }),
        1 => (user(), key(), amount()).prop_map(|(from, key, amount)| Step::Debit { from, key, amount }),
        3 => (user(), key(), amount()).prop_map(|(to, event, amount)| Step::Purchase { to, event, amount }),
        1 => (user(), 0..2_u8).prop_map(|(to, gift)| Step::Gift { to, gift }),
        1 => (user(), user()).prop_map(|(to, referee)| Step::Referral { to, referee }),
        1 => (user(), 0..3_u8).prop_map(|(to, day)| Step::Streak { to, day }),
        1 => (key(), prop::collection::vec(amount(), 1..4)).prop_map(|(key, amounts)| Step::Bulk { key, amounts }),
        3 => (user(), key(), amount(), 1..30_u8).prop_map(|(of, key, amount, minutes)| Step::Hold { of, key, amount, minutes }),
        3 => (key(), amount()).prop_map(|(hold, amount)| Step::Capture { hold, amount }),
        2 => key().prop_map(|hold| Step::Release { hold }),
        3 => (0..20_u8).prop_map(|nth| Step::Reverse { nth }),
    ];
    let step = prop_oneof![
        16 => simple.clone(),
        2 => simple.prop_map(|step| Step::DryRun(Box::new(step))),
        2 => (0..50_u8).prop_map(|nth| Step::Repeat { nth }),
        1 => (0..20_u8).prop_map(|minutes| Step::Expire { minutes }),
        1 => (user(), 1..9_i64).prop_map(|(to, amount)| Step::Crash { to, amount }),
        1 => (0..30_u8).prop_map(|percent| Step::Fail { percent }),
        1 => Just(Step::Reopen),
    ];
    prop_oneof![6 => prop::collection::vec(step.clone(), 1..12), 1 => prop::collection::vec(step, 12..=50)]
}
