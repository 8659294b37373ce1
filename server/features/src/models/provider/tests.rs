//! What providers do wrong, and what becomes of it.
