//! Minors in a story: whether somebody in it is described or plainly meant as under 18, and whether a text is
//! romantic with them in it (docs/adr/0020). It is pure: lists of phrases and no model, so that it is
//! immediate, deterministic and readable. If it cannot tell with whom a romance is and the only other person
//! is a minor, the romance counts as one with them.
//!
//! A text is read in this order: [`language`] splits it into clauses and marks its [`numbers`]; [`ages`]
//! finds what marks somebody as a minor, and [`learning`] whom it marks; [`romance`] finds what is romantic,
//! and [`participants`] who takes part; [`line`] combines both. [`people`] is what is remembered of a story.

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
pub use model::{DescribedPerson, StorySpeaker, StoryTexts, Utterance};
pub use story::{Minors, names_minor};
