//! Makes the weights, and measures what they reach.

mod examples;
mod figures;
mod fit;
