//! What a derivative is called and what is kept of it.

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::media::pipeline::ImageKind;

/// Names one derivative: which source (in which version), and which variant of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::media) struct CacheKey {
    pub(super) source: u128,
    variant: u128,
}

impl CacheKey {
    /// A key made of a text that differs between sources and one that differs between variants of a source.
    pub(in crate::media) fn new(source: &str, variant: &str) -> Self {
        Self {
            source: digest(source),
            variant: digest(&format!("{source}\n{variant}")),
        }
    }

    /// Hexadecimal digits that identify this derivative and no other; usable as an entity tag.
    pub(in crate::media) fn tag(&self) -> String {
        format!("{:032x}", self.variant)
    }

    /// The name of its file, without the extension.
    pub(super) fn stem(&self) -> String {
        format!("{:032x}-{:032x}", self.source, self.variant)
    }

    pub(super) fn of_stem(stem: &str) -> Option<Self> {
        let (source, variant) = stem.split_once('-')?;
        let read = |digits: &str| {
            (digits.len() == 32)
                .then(|| u128::from_str_radix(digits, 16).ok())
                .flatten()
        };
        Some(Self {
            source: read(source)?,
            variant: read(variant)?,
        })
    }
}

fn digest(text: &str) -> u128 {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter()
        .take(16)
        .fold(0, |sum, &byte| (sum << 8) | u128::from(byte))
}

/// A derivative as it is kept and served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::media) struct StoredImage {
    /// The file's content.
    pub(in crate::media) bytes: Bytes,
    /// Its kind.
    pub(in crate::media) kind: ImageKind,
}
