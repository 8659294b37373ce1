//! What a file is, by its first bytes and never by its name.

use platform::media::ImageKind;

use super::kind::PictureKind;

/// Bytes by which a file is recognised.
pub(super) const HEAD_BYTES: usize = 64;

/// What a file begins like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beginning {
    /// A picture that can hold a card.
    Picture(PictureKind),
    /// An archive.
    Archive,
    /// Text, or nothing that is known.
    Text,
    /// A card that RisuAI encrypted.
    RisuEncrypted,
    /// Something else, with its name for people.
    Other(&'static str),
}

/// Files that people mistake for cards, by their first bytes.
const OTHERS: [(&[u8], &str); 16] = [
    (b"GIF8", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"%PDF", "a PDF"),
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"\xfd7zXZ", "an XZ archive"),
    (b"SQLite format 3", "a database"),
    (b"ID3", "an MP3"),
    (b"OggS", "an Ogg file"),
    (b"RIFF", "a sound or a film"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"\x1a\x45\xdf\xa3", "a film"),
    (b"RISUSAVE", "a backup of RisuAI"),
];
/// The kinds of files in the ISO base media format, by the brand at their eighth byte.
const BRANDS: [(&[u8], &str); 5] = [
    (b"avif", "an AVIF picture"),
    (b"avis", "an AVIF picture"),
    (b"heic", "a HEIC picture"),
    (b"mif1", "a HEIC picture"),
    (b"", "a film"),
];

/// Recognises a file by its first [`HEAD_BYTES`] bytes.
pub(super) fn recognise(head: &[u8]) -> Beginning {
    match ImageKind::of(head) {
        Some(ImageKind::Png) => return Beginning::Picture(PictureKind::Png),
        Some(ImageKind::Jpeg) => return Beginning::Picture(PictureKind::Jpeg),
        Some(ImageKind::Webp) => return Beginning::Picture(PictureKind::WebP),
        Some(ImageKind::Gif | ImageKind::Bmp) | None => {}
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Beginning::Archive;
    }
    let text = head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(head)
        .trim_ascii_start();
    if text.starts_with(super::card_text::RISU_ENCRYPTED) {
        return Beginning::RisuEncrypted;
    }
    if let Some(brand) = head.get(4..12).and_then(|mark| mark.strip_prefix(b"ftyp")) {
        let known = BRANDS.iter().find(|(name, _)| brand.starts_with(name));
        return known.map_or(Beginning::Text, |(_, what)| Beginning::Other(what));
    }
    let lower = text.to_ascii_lowercase();
    if lower.starts_with(b"<!doctype html") || lower.starts_with(b"<html") {
        return Beginning::Other("a web page (the download page rather than the card)");
    }
    if lower.starts_with(b"<svg") || lower.starts_with(b"<?xml") {
        return Beginning::Other("an SVG picture or another XML file");
    }
    let other = OTHERS.iter().find(|(mark, _)| head.starts_with(mark));
    other.map_or(Beginning::Text, |(_, what)| Beginning::Other(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_recognised_by_their_first_bytes() {
        for (head, beginning) in [
            (
                &b"\x89PNG\r\n\x1a\n\0\0"[..],
                Beginning::Picture(PictureKind::Png),
            ),
            (b"\xff\xd8\xff\xe0", Beginning::Picture(PictureKind::Jpeg)),
            (b"RIFF\x10\0\0\0WEBPVP8 ", Beginning::Picture(PictureKind::WebP)),
            (b"PK\x03\x04", Beginning::Archive),
            (b" {\"name\":", Beginning::Text),
            (b"name: Aki", Beginning::Text),
            (b"rcc||rccv1||", Beginning::RisuEncrypted),
            (b"RIFF\x10\0\0\0WAVEfmt ", Beginning::Other("a sound or a film")),
            (b"\0\0\0\x20ftypheic", Beginning::Other("a HEIC picture")),
            (b"\0\0\0\x20ftypisom", Beginning::Other("a film")),
            (b"Rar!\x1a\x07", Beginning::Other("a RAR archive")),
            (
                b"\n<!DOCTYPE HTML>",
                Beginning::Other("a web page (the download page rather than the card)"),
            ),
            (b"", Beginning::Text),
        ] {
            assert_eq!(recognise(head), beginning, "{head:?}");
        }
    }
}
