//! The blob store: images and other files, by key, on the local disk or in an S3-compatible store.
//!
//! Other slices may use everything here. A key is a short path of harmless segments, so that it can stand in
//! a URL and on a disk without encoding; [`BlobKey::parse`] is the only way in. Files that users upload get a
//! key made from their content ([`BlobKey::of_content`]), which never depends on a name they chose and is
//! never overwritten with other content. The store has no media types (a local directory cannot have them):
//! the key's extension gives a blob's type, and the slice that stores it ensures that. Local directories are
//! durable once [`Blobs::put`] returns; the store never lists keys.

mod error;
mod key;
mod store;

pub use error::BlobError;
pub use key::{BadKey, BlobKey};
pub use store::{BlobInfo, Blobs, OpenBlob};

use crate::slice::Facts;

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "blobs",
    about: None,
    uses: &["db"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
