//! The addresses of blobs.

use std::fmt;

use kernel::hex;
use sha2::{Digest, Sha256};

/// The most segments a key may have.
const KEY_SEGMENTS: usize = 6;
/// The most bytes a segment of a key may have.
const SEGMENT_BYTES: usize = 64;
/// Hexadecimal digits of the content's hash in a content key: 128 bits.
const HASH_DIGITS: usize = 32;

/// The address of a blob: one to six segments of `[A-Za-z0-9._-]{1,64}`, none starting with a dot (U-13).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlobKey(String);

/// The text is not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a blob key")]
pub struct BadKey;

impl BlobKey {
    /// Reads a key exactly as written: nothing is decoded, resolved or trimmed.
    ///
    /// # Errors
    /// [`BadKey`] for anything but such a path.
    pub fn parse(text: &str) -> Result<Self, BadKey> {
        let segments_fit = text.split('/').count() <= KEY_SEGMENTS && text.split('/').all(is_segment);
        match segments_fit {
            true => Ok(Self(text.to_owned())),
            false => Err(BadKey),
        }
    }

    /// The key of some content below a folder: `{folder}/{128 bits of its SHA-256}.{extension}`.
    ///
    /// # Errors
    /// [`BadKey`] if the folder or the extension has other characters than a key.
    pub fn of_content(folder: &str, content: &[u8], extension: &str) -> Result<Self, BadKey> {
        let hash = hex(&Sha256::digest(content)[..HASH_DIGITS / 2]);
        Self::parse(&format!("{folder}/{hash}.{extension}"))
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last segment.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// Whether the name is a hash of the content, so that the content under it never changes.
    pub fn is_content(&self) -> bool {
        let stem = self.name().split('.').next().unwrap_or_default();
        stem.len() == HASH_DIGITS && stem.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    }

    pub(super) fn path(&self) -> object_store::path::Path {
        object_store::path::Path::from(self.0.as_str())
    }
}

impl fmt::Display for BlobKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

fn is_segment(text: &str) -> bool {
    let is_key_byte = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=SEGMENT_BYTES).contains(&text.len()) && !text.starts_with('.') && text.bytes().all(is_key_byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_harmless_paths_and_nothing_else() {
        let long = "a".repeat(64);
        for good in [
            "a",
            "starter/orchard/cover.webp",
            "a/b/c/d/e/f",
            "A-b_c.9",
            "CON",
            long.as_str(),
        ] {
            assert_eq!(
                BlobKey::parse(good).map(|key| key.as_str().to_owned()),
                Ok(good.to_owned())
            );
        }
        let longer = "a".repeat(65);
        let endless = "a/".repeat(2_048);
        for bad in [
            "",
            "/",
            "/a",
            "a/",
            "a//b",
            ".",
            "..",
            "../a",
            "a/../b",
            "a/./b",
            ".hidden",
            "a/.hidden",
            "a/b/c/d/e/f/g",
            "a b",
            "a\\b",
            "a%2fb",
            "..%2fa",
            "%5c",
            "a%00",
            "a\0b",
            "a\nb",
            "ä",
            "a․b",
            "．．/a",
            "a:b",
            "a#1",
            "a?b",
            longer.as_str(),
            endless.as_str(),
        ] {
            assert_eq!(BlobKey::parse(bad), Err(BadKey), "{bad:?}");
        }
    }

    #[test]
    fn content_keys_say_so() {
        let key = BlobKey::of_content("uploads", b"hello", "webp").expect("a key");
        assert_eq!(key.as_str(), "uploads/2cf24dba5fb0a30e26e83b2ac5b9e29e.webp");
        assert!(key.is_content());
        assert!(
            !BlobKey::parse("starter/orchard/cover.webp")
                .expect("a key")
                .is_content()
        );
        assert_eq!(BlobKey::of_content("../up", b"", "webp"), Err(BadKey));
    }
}
