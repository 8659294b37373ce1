//! The judge of images: a small classifier in this process says how explicit a picture is; nothing is sent
//! anywhere.
//!
//! An uploaded image is registered by its blob key ([`register`]) in the transaction that stores its row,
//! and judged within seconds ([`judge_soon`]) or by the next round of the job. Until then it is *pending*,
//! and shown blurred to those who have not confirmed to see explicit images ([`is_blurred`], which the age
//! gate asks). What was never registered is not judged: the starter catalogue's images are our own. The
//! model is in a folder (`models/explicit`); without it every registered image stays pending. A moderator's
//! decision ([`decide`]) is kept apart from what the model found, and counts before it.
//!
//! Those who keep a copy of a verdict lock it while they make one ([`lock_verdict`]), and follow every later
//! change of it: each is marked until somebody has taken it ([`list_unapplied`], [`take_unapplied`]), and said
//! as a change of `pictures`.
//!
//! [`is_explicit`] is the one rule that turns probabilities into a judgement.

mod actions;
mod classifier;
mod progress;
mod rules;
mod service;
pub mod store;
#[cfg(test)]
mod tests;

pub use actions::{decide, judge_soon};
pub use classifier::ClassifierError;
pub use progress::{JudgingProgress, read_progress};
pub use rules::{AvatarMetric, Verdict, VerdictState, is_explicit};
pub use service::{ImageJudge, NotJudged};
pub use store::{
    forget, forget_folder, is_blurred, list_unapplied, lock_verdict, register, take_unapplied, verdicts_of,
};

use crate::AppState;
use crate::slice::jobs::{Every, Job};
use crate::slice::{Facts, PersonalData, Table};

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "image_judge",
    about: None,
    uses: &["db", "audit", "blobs", "media"],
    tables: &[Table {
        name: "image_verdicts",
        personal_data: PersonalData::None,
    }],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "image_judge.judge_pending",
    every: Every::HalfMinute,
    after: &[],
    run: |app| Box::pin(actions::judge_pending(app)),
}];
