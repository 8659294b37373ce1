//! A model behind an OpenAI-compatible server.

mod body;
mod breaker;
mod client;
mod probing;
mod queue;
mod roles;
mod sse;
mod stops;
mod templates;
#[cfg(test)]
mod tests;
mod transport;
mod wire;

pub(super) use client::Provider;
pub use templates::Template;
