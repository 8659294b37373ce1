//! Makes the weights, and measures them.

mod examples;
mod figures;
mod fit;
