//! The site from the outside: the real router and database, a small bundle, and a scripted renderer.

mod addresses;
mod caching;
mod client;
mod closed;
mod engine;
mod faults;
mod fixture;
mod gate;
mod operations;
mod safety;
mod search;
mod seo;
mod viewers;
mod wire;
