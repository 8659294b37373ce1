//! What kind of image some bytes are, decided by the bytes and never by a name or a header.

use crate::media::error::Unreadable;

/// The kinds of image that are decoded. SVG is not among them and never will be: it may hold script (U-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ImageKind {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
    /// GIF; only its first frame is used.
    Gif,
    /// WebP; of an animation only the first frame is used.
    Webp,
    /// Windows bitmap.
    Bmp,
}

/// More scans than any encoder writes; a progressive JPEG with thousands is an attack on the processor.
const JPEG_SCANS: usize = 100;

impl ImageKind {
    /// The kind whose signature `bytes` begin with.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xFF, 0xD8, 0xFF, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some(Self::Png),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            [b'B', b'M', ..] => Some(Self::Bmp),
            _ => None,
        }
    }

    /// The kind a file name's extension stands for, in any case. Names are believed only for files we wrote
    /// ourselves.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "jpg" | "jpeg" => Self::Jpeg,
            "png" => Self::Png,
            "gif" => Self::Gif,
            "webp" => Self::Webp,
            "bmp" => Self::Bmp,
            _ => return None,
        })
    }

    /// The media type to serve it with.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
            Self::Bmp => "image/bmp",
        }
    }

    /// The extension to store it with, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Webp => "webp",
            Self::Bmp => "bmp",
        }
    }
}

/// Walks a JPEG's segments up to its end mark.
///
/// The decoder fills what is missing of a file that was cut short with grey; this finds such a file without
/// decoding it.
///
/// # Errors
/// [`Unreadable::Broken`] where the end mark is missing, a segment is longer than the file, or scans go on
/// and on.
pub(super) fn check_jpeg(bytes: &[u8]) -> Result<(), Unreadable> {
    let mut rest = bytes.get(2..).ok_or(Unreadable::Broken)?;
    let mut scans = 0;
    loop {
        let (marker, after) = next_marker(rest).ok_or(Unreadable::Broken)?;
        rest = match marker {
            0xD9 => return Ok(()),
            0x01 | 0xD0..=0xD7 => after,
            _ => {
                let length = match after {
                    [high, low, ..] => usize::from(u16::from_be_bytes([*high, *low])),
                    _ => return Err(Unreadable::Broken),
                };
                after.get(length.max(2)..).ok_or(Unreadable::Broken)?
            }
        };
        if marker == 0xDA {
            scans += 1;
            if scans > JPEG_SCANS {
                return Err(Unreadable::Broken);
            }
        }
    }
}

/// The next marker's number and what follows it; stuffed zeros and restart marks of a scan's data are passed
/// over.
fn next_marker(mut rest: &[u8]) -> Option<(u8, &[u8])> {
    loop {
        let at = rest.iter().position(|&byte| byte == 0xFF)?;
        rest = &rest[at + 1..];
        match rest.first()? {
            0x00 | 0xD0..=0xD7 => rest = &rest[1..],
            0xFF => {}
            &marker => return Some((marker, &rest[1..])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_their_first_bytes() {
        let cases: [(&[u8], Option<ImageKind>); 11] = [
            (b"\xFF\xD8\xFF\xE0", Some(ImageKind::Jpeg)),
            (b"\x89PNG\r\n\x1a\n....", Some(ImageKind::Png)),
            (b"GIF89a..", Some(ImageKind::Gif)),
            (b"GIF87a..", Some(ImageKind::Gif)),
            (b"RIFF\x10\0\0\0WEBPVP8 ", Some(ImageKind::Webp)),
            (b"BM....", Some(ImageKind::Bmp)),
            (b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", None),
            (b"<!doctype html>", None),
            (b"%PDF-1.7", None),
            (b"", None),
            (b"RIFF\x10\0\0\0WAVE", None),
        ];
        for (bytes, kind) in cases {
            assert_eq!(ImageKind::of(bytes), kind);
        }
    }

    #[test]
    fn names_tell_kinds_in_any_case() {
        let cases = [
            ("a.webp", Some(ImageKind::Webp)),
            ("A.JPG", Some(ImageKind::Jpeg)),
            ("a.b.jpeg", Some(ImageKind::Jpeg)),
            ("a.svg", None),
            ("png", None),
            ("a.html", None),
            ("a.", None),
        ];
        for (name, kind) in cases {
            assert_eq!(ImageKind::of_name(name), kind, "{name}");
        }
    }

    #[test]
    fn a_jpeg_without_its_end_is_broken() {
        let whole =
            b"\xFF\xD8\xFF\xE0\x00\x04ab\xFF\xDA\x00\x03\x01data\xFF\x00more\xFF\xD0still\xFF\xD9trailer";
        assert_eq!(check_jpeg(whole), Ok(()));
        for cut in 2..whole.len() - 8 {
            assert_eq!(check_jpeg(&whole[..cut]), Err(Unreadable::Broken), "{cut}");
        }
        let scans = [
            b"\xFF\xD8\xFF".to_vec(),
            b"\xFF\xDA\x00\x03\x01".repeat(JPEG_SCANS + 1),
            b"\xFF\xD9".to_vec(),
        ];
        assert_eq!(check_jpeg(&scans.concat()), Err(Unreadable::Broken));
    }
}
