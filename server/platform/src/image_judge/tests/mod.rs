//! Tests of the judge.

mod agreement;
mod frames;
mod pictures;
mod verdicts;
