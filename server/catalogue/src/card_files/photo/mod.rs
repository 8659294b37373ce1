//! Cards in the comment of a JPEG's or WebP's EXIF data. No standard covers them, so they are read as well as
//! can be, and never written.

mod containers;
mod exif;
mod read;

pub(crate) use read::read;
