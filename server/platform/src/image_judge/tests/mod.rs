//! Tests of the judge.

mod agreement;
mod following;
mod frames;
mod pictures;
mod verdicts;
