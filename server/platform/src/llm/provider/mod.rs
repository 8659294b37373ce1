//! A model behind an OpenAI-compatible server.

mod body;
mod breaker;
mod chunk;
mod client;
mod probing;
mod queue;
mod reading;
mod refusal;
mod roles;
mod sse;
mod stops;
mod templates;
#[cfg(test)]
mod tests;
mod transport;

pub(super) use client::Provider;
pub use templates::Template;
