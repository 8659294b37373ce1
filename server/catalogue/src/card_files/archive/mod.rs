//! The part of the zip format that CHARX files use, read without trust
//! (<https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>).
//!
//! The crate `zip` writes our archives. Its reader keeps the whole directory in memory and drops entries that
//! share a name, and how much memory a hostile directory takes is up to that directory; here one entry is
//! looked at after the other.

mod directory;
mod entry;

pub(crate) use directory::{Directory, find, visit};
pub(crate) use entry::{PackedFile, open_file};
