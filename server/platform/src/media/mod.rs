//! Images: stored originals, derivatives of other sizes, OG images for link previews, and checks of uploads.
//!
//! Three routes at the root of the site ([`router`]): `GET /media/{key}` serves an original, `GET /_image` serves it in
//! another size, shape and format ([`optimiser`]), and `GET /og/scenario/{id}.png` draws a card ([`og`]). The slice
//! promises that an image is decoded and encoded ([`pipeline`]) before it is shown in another size, so that nothing but
//! pixels survives; that no request makes it contact an address inside our own network; that memory, disk and processor
//! have their caps ([`derivatives`]); and that nothing a client sends is answered with 500. It never serves SVG, never
//! trusts a name where it can look at the bytes, and owns no table.
//!
//! The slice that hands out the address of an image decides who may see it. But an explicit image is only shown to
//! callers who have confirmed to see such; everybody else gets its blurred derivative under the same address, on each of
//! the three routes (O-10). [`Gate`] knows which and who; its answers are believed for seconds.
//!
//! Other slices may use [`crate::blobs`] to store images; a key is served at [`MEDIA_PATH`]` + key`. The
//! address may carry a frame ([`ImageFrame`]), which every derivative keeps to. Uploads are re-encoded with [`reencode_upload`] and stored with [`crate::blobs::Blobs::put_content`].

mod derivatives;
mod error;
mod frame;
mod freshness;
mod gate;
mod http;
mod in_texts;
mod judgements;
mod og;
mod optimiser;
mod originals;
mod parts;
mod pipeline;
mod service;
mod source;
#[cfg(test)]
mod tests;
mod uploads;
mod urls;

pub use crate::blocking::Stop;
pub use error::{MediaError, SourceRefusal, Unreadable};
pub use frame::ImageFrame;
pub use gate::{Gate, NoGate};
pub use http::router;
pub use in_texts::{image_in_text, without_images};
pub use og::{OG_HEIGHT, OG_WIDTH, OgCard, OgCards};
pub use pipeline::{Derivative, Fit, Format, ImageKind, ImageRecipe, decode_frames};
pub use service::{Media, MediaSettings};
pub use uploads::{
    UPLOAD_BODY_BYTES, UPLOAD_BYTES, read_uploaded_image, reencode, reencode_upload, upload_too_large,
};
pub use urls::{AvatarUrls, FramedImage, MEDIA_PATH, framed_url, key_of_url, media_url};

use crate::slice::Facts;

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "media",
    about: None,
    uses: &["blobs"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
