//! Images to test with.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

pub(super) const RED: Rgb<u8> = Rgb([220, 20, 20]);
pub(super) const BLUE: Rgb<u8> = Rgb([20, 20, 220]);

pub(super) fn encoded(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.into().write_to(&mut bytes, format).expect("encodable");
    bytes.into_inner()
}

/// Smooth colours that no two pixels share by accident.
pub(super) fn meadow(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        Rgb([(x * 255 / width) as u8, (y * 255 / height) as u8, 96])
    })
}

/// Left half red, right half blue.
pub(super) fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { RED } else { BLUE })
}

pub(super) fn is_near(pixel: Rgb<u8>, wanted: Rgb<u8>) -> bool {
    pixel.0.iter().zip(wanted.0).all(|(&a, b)| a.abs_diff(b) < 40)
}

/// Puts an EXIF block with an orientation and a place name after a JPEG's first mark.
pub(super) fn with_exif(jpeg: &[u8], orientation: u8, canary: &str) -> Vec<u8> {
    let mut tiff = b"II*\0\x08\0\0\0".to_vec();
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [
            &tag.to_le_bytes()[..],
            &kind.to_le_bytes(),
            &count.to_le_bytes(),
            &value.to_le_bytes(),
        ]
        .concat()
    };
    let text_at = 8 + 2 + 2 * 12 + 4;
    tiff.extend(2_u16.to_le_bytes());
    tiff.extend(entry(0x010E, 2, canary.len() as u32 + 1, text_at));
    tiff.extend(entry(0x0112, 3, 1, u32::from(orientation)));
    tiff.extend(0_u32.to_le_bytes());
    tiff.extend(canary.as_bytes());
    tiff.push(0);
    let exif = [b"Exif\0\0", &tiff[..]].concat();
    let length = (exif.len() as u16 + 2).to_be_bytes();
    let comment = format!("comment {canary}");
    let comment_length = (comment.len() as u16 + 2).to_be_bytes();
    [
        &jpeg[..2],
        b"\xFF\xE1",
        &length,
        &exif,
        b"\xFF\xFE",
        &comment_length,
        comment.as_bytes(),
        &jpeg[2..],
    ]
    .concat()
}

pub(super) fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
