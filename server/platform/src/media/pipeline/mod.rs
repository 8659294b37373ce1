//! From the bytes of one image to the bytes of another: check, decode, turn upright, resize, encode.
//!
//! All of it is blocking work for one core. Nothing of the source but its pixels survives: no EXIF, XMP,
//! IPTC, comment or colour profile is ever written (U-9), and a file that is two formats at once loses the
//! second (U-6).

mod decode;
mod encode;
mod frames;
mod kind;
mod layout;
mod recipe;
mod resize;
mod transform;

pub use encode::Derivative;
pub(super) use encode::{GROUND, encode_png};
pub use frames::decode_frames;
pub use kind::ImageKind;
pub(super) use layout::RESULT_SIDE;
pub use recipe::{Fit, Format, ImageRecipe};
pub(super) use resize::stretch;
pub(super) use transform::{PIPELINE, inspect, pixels, transform};
