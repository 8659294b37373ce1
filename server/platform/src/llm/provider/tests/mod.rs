//! What providers do wrong, and what becomes of it.

mod attempts;
mod double;
mod limits;
mod probes;
mod replies;
mod requests;
mod support;
