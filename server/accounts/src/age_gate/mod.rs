//! The age gate: which images are explicit, and who has confirmed to see them (reliability O-10; spec section
//! 6, "NSFW display").
//!
//! The images of an explicit scenario or card and the portraits of its cast are explicit, no matter who may
//! see the scenario itself and whether it was removed. [`AgeGate`] answers for them to the media slice, which
//! blurs the bytes. [`confirmed_by_cookies`] is the rule for visitors, which pages follow, too.

mod gate;
pub mod rules;
pub mod store;

pub use gate::{AgeGate, ShowsExplicit};
pub use rules::confirmed_by_cookies;

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "age_gate",
    about: None,
    uses: &["db", "blobs", "media", "users", "identity"],
    tables: &[],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
