//! Prompts as a whole.
