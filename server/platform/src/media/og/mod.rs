//! OG images: the 1200x630 PNG that a link preview shows for a scenario.
//!
//! The scenario's banner (or its cover, at the right before its own blurred colours), darkened towards the text: title,
//! tagline, author and the wordmark. Lines are broken by the real widths of the real fonts. A text with a character that
//! no font has is left out as a whole: no title is better than boxes. The image of an explicit scenario is blurred beyond
//! recognition, because nobody has confirmed anything where link previews are shown (O-10).

mod card;
mod face;
mod fonts;
mod images;
mod lines;
mod overlay;
mod painter;
mod typesetter;

pub use card::{OgCard, OgCards};
pub(super) use images::{Drawing, OgImages};

/// Width in pixels.
pub const OG_WIDTH: u32 = 1200;
/// Height in pixels.
pub const OG_HEIGHT: u32 = 630;
