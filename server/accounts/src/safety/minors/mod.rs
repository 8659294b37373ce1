//! Minors in play: whether somebody in a story is described or plainly meant as under 18, and whether a text
//! is romantic with them in it (docs/adr/0020). It is pure: lists of phrases and no model, so that it answers
//! at once, everywhere alike, and can be read. Where it cannot tell with whom a romance is and the only other
//! person is a minor, the romance is with them.
//!
//! A text is read in this order: [`language`] cuts it into clauses and marks its [`numbers`]; [`ages`] finds
//! what marks somebody as a minor, and [`learning`] whom it marks; [`romance`] finds what is romantic, and
//! [`participants`] who takes part; [`line`] brings both together. [`people`] is what is remembered of a
//! story.

mod ages;
mod description;
mod language;
mod learning;
mod lexicon;
mod line;
mod model;
mod names;
mod numbers;
mod participants;
mod people;
mod romance;
mod story;
#[cfg(test)]
mod tests;
mod values;

pub use description::{describes_minor, may_publish};
pub use model::{By, InPlay, Role, Said};
pub use story::{Minors, names_minor};
