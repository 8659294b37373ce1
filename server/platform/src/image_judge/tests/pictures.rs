//! The pictures that the reference was asked about: `scripts/judge-reference` makes the same.

use image::{DynamicImage, Rgba, RgbaImage};

/// Small pictures of the starter catalogue, in rows.
const TILES: &[u8] = include_bytes!("tiles.webp");
const TILE: u32 = 72;
const COLUMNS: u32 = 10;
/// How many pictures are made of numbers.
const MADE: u32 = 20;

/// All of them, in the order of the reference.
pub(super) fn all() -> Vec<DynamicImage> {
    let tiles = image::load_from_memory(TILES).expect("an image");
    let places = (0..tiles.height() / TILE).flat_map(|row| (0..COLUMNS).map(move |column| (column, row)));
    let cut = places.map(|(column, row)| tiles.crop_imm(column * TILE, row * TILE, TILE, TILE));
    cut.chain((1..=MADE).map(made)).collect()
}

/// A picture that is made of its number: shapes, gradients and noise, some of it transparent.
fn made(number: u32) -> DynamicImage {
    let (width, height) = (1 + number * 197 % 1021, 1 + number * 331 % 769);
    let image = RgbaImage::from_fn(width, height, |x, y| {
        let (across, down) = (
            i64::from(2 * x) - i64::from(width),
            i64::from(2 * y) - i64::from(height),
        );
        let area = f64::from(width * height) / f64::from(1 + number % 4);
        let noise = (u64::from(x) * 7_919 + u64::from(y) * 104_729 + u64::from(number) * 1_299_709) % 65_521;
        let noise = (noise % 256) as u32;
        let [red, green, blue] = if ((across * across + down * down) as f64) < area {
            [224 - number * 3, 172 - number * 2, 120 + noise % (1 + number * 5)]
        } else {
            let last = if number % 2 == 1 { noise } else { number * 12 };
            [x * 255 / width, y * 255 / height, last]
        };
        let alpha = if number % 5 == 4 { y * 255 / height } else { 255 };
        Rgba([red, green, blue, alpha].map(|value| value as u8))
    });
    image.into()
}
