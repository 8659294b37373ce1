//! Finds the EXIF data in a JPEG and in a WebP.

use std::io::{self, Read, Seek};
use std::ops::Range;

use crate::card_files::kind::PictureKind;
use crate::card_files::limits::MAX_CHUNKS;
use crate::card_files::source::Source;

/// What stands in front of the EXIF data in a JPEG, and in WebP files of some programs.
const EXIF_MARK: &[u8] = b"Exif\0\0";
/// Segments of a JPEG that have no length.
const MARKERS_WITHOUT_LENGTH: [u8; 10] = [0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8];
/// Where the pixels of a JPEG begin, and where the picture ends.
const START_OF_SCAN: u8 = 0xda;
const END_OF_IMAGE: u8 = 0xd9;
/// The segment with EXIF data.
const APP1: u8 = 0xe1;

/// Where the EXIF data of a picture is.
pub(super) fn find_exif<R: Read + Seek>(
    source: &mut Source<R>,
    picture: PictureKind,
) -> io::Result<Option<Range<u64>>> {
    let found = match picture {
        PictureKind::Jpeg => in_jpeg(source)?,
        PictureKind::WebP => in_webp(source)?,
        PictureKind::Png => None,
    };
    Ok(found)
}

fn without_mark<R: Read + Seek>(source: &mut Source<R>, range: Range<u64>) -> io::Result<Option<Range<u64>>> {
    let head = source.read_at(range.start, EXIF_MARK.len())?;
    let start = range.start + EXIF_MARK.len() as u64;
    Ok((head == EXIF_MARK && start <= range.end).then_some(start..range.end))
}

fn in_jpeg<R: Read + Seek>(source: &mut Source<R>) -> io::Result<Option<Range<u64>>> {
    let mut at = 2;
    for _ in 0..MAX_CHUNKS {
        let head = source.read_at(at, 4)?;
        let &[0xff, marker, high, low] = head.as_slice() else {
            return Ok(None);
        };
        if matches!(marker, START_OF_SCAN | END_OF_IMAGE) {
            return Ok(None);
        }
        if marker == 0xff {
            at += 1;
            continue;
        }
        if MARKERS_WITHOUT_LENGTH.contains(&marker) {
            at += 2;
            continue;
        }
        // The length counts its own two bytes.
        let length = u64::from(u16::from_be_bytes([high, low])).max(2);
        let segment = at + 4..(at + 2 + length).min(source.len());
        if marker == APP1
            && segment.start < segment.end
            && let Some(exif) = without_mark(source, segment)?
        {
            return Ok(Some(exif));
        }
        at += 2 + length;
    }
    Ok(None)
}

fn in_webp<R: Read + Seek>(source: &mut Source<R>) -> io::Result<Option<Range<u64>>> {
    let mut at = 12;
    for _ in 0..MAX_CHUNKS {
        let head = source.read_at(at, 8)?;
        let &[a, b, c, d, ref length @ ..] = head.as_slice() else {
            return Ok(None);
        };
        let &[e, f, g, h] = length else {
            return Ok(None);
        };
        let length = u64::from(u32::from_le_bytes([e, f, g, h]));
        let chunk = at + 8..(at + 8 + length).min(source.len());
        if [a, b, c, d] == *b"EXIF" {
            let marked = without_mark(source, chunk.clone())?;
            return Ok(Some(marked.unwrap_or(chunk)));
        }
        // Chunks begin at even places.
        at += 8 + length + length % 2;
    }
    Ok(None)
}
