//! Own cards: scenarios of one actor, written and read in the form of the older cards.
//!
//! These calls are a second way to the same things: a card that is created here is a draft like any other,
//! and opens in the same editor. Every change goes through `authoring` and `publishing`, so versions, limits,
//! the judge and what is missing are the same, and only the names of fields differ ([`convert`]). What a card
//! has no field for (books, expressions, pictures …) stays as it is.

mod actions;
mod convert;
mod errors;
mod http;
mod model;
mod store;
#[cfg(test)]
mod tests;

pub use http::calls;

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "own_cards",
    about: None,
    uses: &[
        "db",
        "idempotency",
        "search",
        "tags",
        "identity",
        "scenarios",
        "cards",
        "authoring",
        "publishing",
        "social",
    ],
    tables: &[],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: errors::ERRORS,
    report_kinds: &[],
};
