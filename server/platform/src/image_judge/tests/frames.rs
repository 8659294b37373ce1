//! Which frames of a file are looked at.

use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::{Frame, ImageFormat, Rgba, RgbaImage};

use crate::blocking::Stop;
use crate::media::{MediaError, decode_frames};

fn frames_of(file: &[u8]) -> Vec<[u8; 3]> {
    let frames = decode_frames(file, &Stop::default()).expect("an image");
    let colour = |frame: &image::DynamicImage| {
        let Rgba([red, green, blue, _]) = *frame.to_rgba8().get_pixel(0, 0);
        [red, green, blue]
    };
    frames.iter().map(colour).collect()
}

/// An animation whose frame `n` is of the colour `(n, 0, 0)` times 40.
fn gif(frames: u8) -> Vec<u8> {
    let mut file = Vec::new();
    let frames = (0..frames).map(|number| {
        Frame::new(RgbaImage::from_pixel(
            8,
            8,
            Rgba([number.saturating_mul(40), 0, 0, 255]),
        ))
    });
    GifEncoder::new(&mut file).encode_frames(frames).expect("a file");
    file
}

#[test]
fn the_first_the_middle_and_the_last_frame_are_looked_at() {
    assert_eq!(frames_of(&gif(1)), [[0, 0, 0]]);
    assert_eq!(frames_of(&gif(2)), [[0, 0, 0], [40, 0, 0]]);
    assert_eq!(frames_of(&gif(5)), [[0, 0, 0], [80, 0, 0], [160, 0, 0]]);
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let mut still = Cursor::new(Vec::new());
        let image = RgbaImage::from_pixel(8, 8, Rgba([9, 9, 9, 255]));
        image.write_to(&mut still, format).expect("a file");
        assert_eq!(frames_of(still.get_ref()), [[9, 9, 9]], "{format:?}");
    }
}

#[test]
fn every_frame_of_an_animated_png_and_webp_may_be_looked_at() {
    assert_eq!(
        frames_of(&animated_png(&[10, 20, 30])),
        [[10; 3], [20; 3], [30; 3]]
    );
    assert_eq!(
        frames_of(&animated_webp(&[10, 20, 30])).len(),
        3,
        "lossy colours differ a little"
    );
}

#[test]
fn damaged_animations_and_endless_ones_are_refused() {
    let whole = gif(5);
    let refused = decode_frames(&whole[..whole.len() - 12], &Stop::default());
    assert!(matches!(refused, Err(MediaError::Unreadable(_))));
    let mut long = Vec::new();
    let frames = (0..1_001).map(|_| Frame::new(RgbaImage::new(1, 1)));
    GifEncoder::new_with_speed(&mut long, 30)
        .encode_frames(frames)
        .expect("a file");
    assert!(matches!(
        decode_frames(&long, &Stop::default()),
        Err(MediaError::Unreadable(_))
    ));
    let stopped = Stop::default();
    stopped.raise();
    assert_eq!(decode_frames(&whole, &stopped).map(|_| ()), Err(MediaError::Late));
}

/// An animated PNG of these shades of grey, one a frame.
fn animated_png(shades: &[u8]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let size = [0, 0, 0, 4, 0, 0, 0, 4];
    chunk(&mut file, b"IHDR", &[&size[..], &[8, 2, 0, 0, 0]].concat());
    let frames = u32::try_from(shades.len()).expect("few");
    chunk(
        &mut file,
        b"acTL",
        &[frames.to_be_bytes(), 0_u32.to_be_bytes()].concat(),
    );
    let mut sequence = 0_u32;
    for (number, shade) in shades.iter().enumerate() {
        let control = [&sequence.to_be_bytes()[..], &size, &[0; 8], &[0, 1, 0, 10, 0, 0]].concat();
        chunk(&mut file, b"fcTL", &control);
        sequence += 1;
        let rows: Vec<u8> = [[&[0], &[*shade; 12][..]].concat(), Vec::new()]
            .concat()
            .repeat(4);
        let pixels = stored(&rows);
        if number == 0 {
            chunk(&mut file, b"IDAT", &pixels);
        } else {
            chunk(
                &mut file,
                b"fdAT",
                &[&sequence.to_be_bytes()[..], &pixels].concat(),
            );
            sequence += 1;
        }
    }
    chunk(&mut file, b"IEND", &[]);
    file
}

/// A zlib stream that holds these bytes as they are.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).expect("short");
    let (low, high) = bytes.iter().fold((1_u32, 0_u32), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    [
        &[0x78, 0x01, 0x01][..],
        &length.to_le_bytes(),
        &(!length).to_le_bytes(),
        bytes,
        &((high << 16) | low).to_be_bytes(),
    ]
    .concat()
}

fn chunk(file: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
    file.extend(u32::try_from(content.len()).expect("short").to_be_bytes());
    let named = [&name[..], content].concat();
    file.extend(&named);
    let sum = named.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xEDB8_8320 * (sum & 1))
        })
    });
    file.extend((!sum).to_be_bytes());
}

/// An animated WebP of these shades of grey, one a frame.
fn animated_webp(shades: &[u8]) -> Vec<u8> {
    let mut config = webp::WebPConfig::new().expect("a configuration");
    config.lossless = 1;
    let pictures: Vec<Vec<u8>> = shades.iter().map(|shade| vec![*shade; 8 * 8 * 3]).collect();
    let mut encoder = webp::AnimEncoder::new(8, 8, &config);
    for (number, pixels) in pictures.iter().enumerate() {
        let at = i32::try_from(number * 100).expect("few");
        encoder.add_frame(webp::AnimFrame::from_rgb(pixels, 8, 8, at));
    }
    encoder.encode().to_vec()
}
