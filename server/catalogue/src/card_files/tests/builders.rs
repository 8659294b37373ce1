//! Builds card files of every kind, and broken ones.

use std::io::{Cursor, Write};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::{DeflateEncoder, ZlibEncoder};
use serde_json::Value;

/// A PNG of two by two pixels.
pub(crate) fn picture() -> Vec<u8> {
    let pixels = image::RgbImage::from_fn(2, 2, |x, y| image::Rgb([x as u8 * 90, y as u8 * 90, 7]));
    let mut png = Cursor::new(Vec::new());
    pixels
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("a picture");
    png.into_inner()
}

/// One chunk of a PNG.
pub(crate) fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [name, data].concat();
    let length = u32::try_from(data.len()).expect("a short chunk").to_be_bytes();
    [&length[..], &body, &crc32fast::hash(&body).to_be_bytes()].concat()
}

/// A text chunk.
pub(crate) fn text_chunk(keyword: &str, text: &[u8]) -> Vec<u8> {
    chunk(b"tEXt", &[keyword.as_bytes(), b"\0", text].concat())
}

/// A text chunk with a card in base64.
pub(crate) fn card_chunk(keyword: &str, card: &Value) -> Vec<u8> {
    text_chunk(keyword, BASE64_STANDARD.encode(card.to_string()).as_bytes())
}

pub(crate) fn zlib(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).expect("memory");
    encoder.finish().expect("memory")
}

pub(crate) fn deflate(content: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).expect("memory");
    encoder.finish().expect("memory")
}

/// A picture with further chunks before its end chunk.
pub(crate) fn png_with(chunks: &[Vec<u8>]) -> Vec<u8> {
    let picture = picture();
    let (front, end) = picture.split_at(picture.len() - 12);
    [front, &chunks.concat(), end].concat()
}

/// A picture with further chunks right behind its first one.
pub(crate) fn png_with_early(chunks: &[Vec<u8>]) -> Vec<u8> {
    let picture = picture();
    let (front, rest) = picture.split_at(8 + 12 + 13);
    [front, &chunks.concat(), rest].concat()
}

/// A file in an archive, and what the archive states of it. What is stated is true at first.
#[derive(Clone)]
pub(crate) struct ZipFile {
    pub(crate) name: Vec<u8>,
    /// The name in the header in front of the content.
    pub(crate) header_name: Vec<u8>,
    pub(crate) flags: u16,
    pub(crate) method: u16,
    pub(crate) checksum: u32,
    pub(crate) packed: Vec<u8>,
    pub(crate) packed_bytes: u32,
    pub(crate) unpacked_bytes: u32,
    pub(crate) extra: Vec<u8>,
}

pub(crate) fn stored(name: &str, content: &[u8]) -> ZipFile {
    let length = u32::try_from(content.len()).expect("a short file");
    ZipFile {
        name: name.into(),
        header_name: name.into(),
        flags: 0,
        method: 0,
        checksum: crc32fast::hash(content),
        packed: content.to_vec(),
        packed_bytes: length,
        unpacked_bytes: length,
        extra: Vec::new(),
    }
}

pub(crate) fn deflated(name: &str, content: &[u8]) -> ZipFile {
    let packed = deflate(content);
    ZipFile {
        method: 8,
        packed_bytes: u32::try_from(packed.len()).expect("a short file"),
        packed,
        ..stored(name, content)
    }
}

/// An archive behind some other bytes. Its positions count from where it begins.
pub(crate) fn zip_behind(front: &[u8], files: &[ZipFile]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for file in files {
        let at = u32::try_from(archive.len()).expect("a short archive");
        let figures = |name: &[u8], extra: &[u8]| {
            let mut bytes = Vec::new();
            bytes.extend(20u16.to_le_bytes());
            bytes.extend(file.flags.to_le_bytes());
            bytes.extend(file.method.to_le_bytes());
            bytes.extend([0; 4]);
            bytes.extend(file.checksum.to_le_bytes());
            bytes.extend(file.packed_bytes.to_le_bytes());
            bytes.extend(file.unpacked_bytes.to_le_bytes());
            bytes.extend((name.len() as u16).to_le_bytes());
            bytes.extend((extra.len() as u16).to_le_bytes());
            bytes
        };
        archive.extend(b"PK\x03\x04");
        archive.extend(figures(&file.header_name, &[]));
        archive.extend(&file.header_name);
        archive.extend(&file.packed);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(figures(&file.name, &file.extra));
        // The lengths and numbers that are nothing here: comment, disk, and attributes.
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(&file.name);
        directory.extend(&file.extra);
    }
    let start = u32::try_from(archive.len()).expect("a short archive");
    let size = u32::try_from(directory.len()).expect("a short directory");
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend((files.len() as u16).to_le_bytes());
    archive.extend((files.len() as u16).to_le_bytes());
    archive.extend(size.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    [front, &archive].concat()
}

pub(crate) fn zip_of(files: &[ZipFile]) -> Vec<u8> {
    zip_behind(b"", files)
}

/// A CHARX with this card and these files behind it.
pub(crate) fn charx(card: &Value, files: &[ZipFile]) -> Vec<u8> {
    let card = deflated("card.json", card.to_string().as_bytes());
    zip_of(&[&[card], files].concat())
}

/// EXIF data with a comment, in either order of bytes, in the directory of EXIF or in the first one.
pub(crate) fn exif(comment: &[u8], is_big: bool, is_below: bool) -> Vec<u8> {
    let short = |value: u16| {
        if is_big {
            value.to_be_bytes()
        } else {
            value.to_le_bytes()
        }
    };
    let long = |value: u32| {
        if is_big {
            value.to_be_bytes()
        } else {
            value.to_le_bytes()
        }
    };
    let mut tiff = if is_big { b"MM".to_vec() } else { b"II".to_vec() };
    tiff.extend(short(42));
    tiff.extend(long(8));
    let mut entry = |tag: u16, value_type: u16, count: u32, value: u32| {
        tiff.extend(short(1));
        tiff.extend(short(tag));
        tiff.extend(short(value_type));
        tiff.extend(long(count));
        tiff.extend(long(value));
        tiff.extend([0; 4]);
    };
    let count = u32::try_from(comment.len()).expect("a short comment");
    if is_below {
        entry(0x8769, 4, 1, 26);
        entry(0x9286, 7, count, 44);
    } else {
        entry(0x9286, 7, count, 26);
    }
    tiff.extend(comment);
    tiff
}

/// A JPEG of one pixel with EXIF data behind its first segment.
pub(crate) fn jpeg_with(exif: &[u8]) -> Vec<u8> {
    let mut jpeg = Cursor::new(Vec::new());
    image::RgbImage::new(1, 1)
        .write_to(&mut jpeg, image::ImageFormat::Jpeg)
        .expect("a picture");
    let jpeg = jpeg.into_inner();
    let (start, rest) = jpeg.split_at(2);
    let body = [b"Exif\0\0", exif].concat();
    let length = u16::try_from(body.len() + 2)
        .expect("a short segment")
        .to_be_bytes();
    [start, b"\xff\xe1", &length, &body, rest].concat()
}

/// A WebP with EXIF data behind a chunk of odd length.
pub(crate) fn webp_with(exif: &[u8]) -> Vec<u8> {
    let mut body = b"WEBP".to_vec();
    for (name, data) in [(b"VP8X", &[0; 10][..]), (b"VP8 ", &[0; 7]), (b"EXIF", exif)] {
        body.extend(name);
        body.extend(u32::try_from(data.len()).expect("a short chunk").to_le_bytes());
        body.extend(data);
        body.extend(vec![0; data.len() % 2]);
    }
    let length = u32::try_from(body.len()).expect("a short file").to_le_bytes();
    [&b"RIFF"[..], &length, &body].concat()
}
