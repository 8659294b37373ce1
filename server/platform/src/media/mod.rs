//! Pictures: stored originals, the optimiser that makes them small, and the pictures that link previews show.
//!
//! Three routes at the root of the site ([`router`]): `GET /media/{key}` serves what is stored, `GET /_image`
//! makes it in another size, shape and format, and `GET /og/scenario/{id}.png` draws a card. The slice
//! promises that a picture is decoded and encoded before it is shown in another size, so that nothing but
//! pixels survives; that no request makes it contact an address inside our own network; that memory, disk and
//! processor have their caps; and that nothing a client sends is answered with 500. It never serves SVG,
//! never follows a name where it can look at the bytes, and owns no table: who may see which picture is the
//! business of whoever hands out its address. But an explicit picture is given as it is only to who has
//! confirmed to see such; everybody else gets its blurred derivative under the same address, on each of the
//! three routes (O-10). [`Gate`] says which and who; what it said of a picture is believed for seconds.
//!
//! Other slices may use:
//! - [`crate::blobs`] to store pictures; a key is served at [`MEDIA_PATH`]` + key`. What users bring is
//!   checked with [`inspect`], re-encoded with [`transform`] and stored with
//!   [`crate::blobs::Blobs::put_content`].

mod cache;
mod error;
mod gate;
mod http;
mod og;
mod optimiser;
mod picture;
mod rules;
mod sniff;
mod source;
#[cfg(test)]
mod tests;
mod urls;
mod workers;

pub use error::{MediaError, SourceRefusal, Unreadable};
pub use gate::{Gate, NoGate};
pub use http::{OG_PATH, router};
pub use og::{NoCards, OG_HEIGHT, OG_WIDTH, OgCard, OgCards, Painter};
pub use optimiser::{Media, MediaSettings};
pub use picture::{Derivative, Stop, inspect, transform};
pub use rules::{Fit, Format, HEIGHTS, ImageRecipe, UPLOAD_BYTES, WIDTHS};
pub use sniff::Kind;
pub use source::{MEDIA_PATH, OPTIMISER_PATH};
pub use urls::{AvatarUrls, media_url};

use crate::slice::Facts;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "media",
    uses: &["blobs"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
};
