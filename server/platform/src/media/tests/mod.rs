//! The slice through its HTTP face.

mod derivatives;
mod frames;
mod gate;
mod hostile;
mod og;
mod optimiser;
mod originals;
mod pipeline;
mod remote;
mod samples;
mod site;
