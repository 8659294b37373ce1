//! The sizes and qualities that exist. Pure.
//!
//! A requested size is moved to one of a list, so that a source has few variants (U-11). Spec sections 5 ("Image
//! optimization"), 7 and 9.

use crate::media::pipeline::RESULT_SIDE;

/// Every width an image is made in, in pixels. Spec section 5: "a fixed list of widths from 16 up to 3840".
///
/// Beside the usual layout widths it holds what the 233 wide thumbnail card needs at 1x, 2x and 3x (spec
/// section 9).
pub(in crate::media) const WIDTHS: [u32; 19] = [
    16, 32, 48, 64, 96, 128, 233, 256, 384, 466, 640, 699, 750, 828, 1080, 1200, 1920, 2048, 3840,
];

/// Every height that limits an image that keeps its own shape (`inside`, `outside`).
pub(super) const HEIGHTS: [u32; 22] = [
    16, 32, 48, 64, 96, 128, 233, 256, 350, 384, 466, 640, 699, 700, 750, 828, 1050, 1080, 1200, 1920, 2048,
    3840,
];

/// Boxes that an image fills have a height that is a multiple of one 48th of their width: fine enough for
/// 2:3, 16:9, 8:3 and 4:3 to be exact, coarse enough for a source to have few boxes (U-11).
const SHAPE_STEPS: u64 = 48;
/// No box is flatter than 8:1 or taller than 1:8, in [`SHAPE_STEPS`].
const SHAPES: std::ops::RangeInclusive<u64> = SHAPE_STEPS / 8..=SHAPE_STEPS * 8;

/// Quality if none is requested (spec section 9).
pub(super) const DEFAULT_QUALITY: u8 = 80;
/// Qualities are multiples of this, so that a source has few variants (U-11).
const QUALITY_STEP: u8 = 5;

/// The entry of a sorted list nearest to `size`; of two equally near, the larger (sharper) one.
pub(super) fn snap(size: u32, list: &[u32]) -> u32 {
    list.iter()
        .copied()
        .min_by_key(|&entry| (entry.abs_diff(size), std::cmp::Reverse(entry)))
        .unwrap_or(size)
}

/// The height that keeps a box's shape when its width was moved to the list, so that a layout of 40 by 40
/// pixels gets a square of 48 and not 48 by 40.
pub(super) fn box_height(requested_width: u32, requested_height: u32, width: u32) -> u32 {
    let (requested_width, requested_height) =
        (u64::from(requested_width.max(1)), u64::from(requested_height));
    let shape = (requested_height * SHAPE_STEPS + requested_width / 2) / requested_width;
    let shape = shape.clamp(*SHAPES.start(), *SHAPES.end());
    let height = (u64::from(width) * shape + SHAPE_STEPS / 2) / SHAPE_STEPS;
    u32::try_from(height).unwrap_or(RESULT_SIDE).clamp(1, RESULT_SIDE)
}

/// The quality that is made for a requested one: the nearest multiple of [`QUALITY_STEP`], and 1 for the lowest.
pub(super) fn quality_bucket(quality: u8) -> u8 {
    let nearest = (u16::from(quality.min(100)) + u16::from(QUALITY_STEP) / 2) / u16::from(QUALITY_STEP);
    u8::try_from(nearest * u16::from(QUALITY_STEP))
        .unwrap_or(100)
        .clamp(1, 100)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn lists_are_sorted_and_reach_from_16_to_3840() {
        for list in [&WIDTHS[..], &HEIGHTS[..]] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
            assert_eq!((list.first(), list.last()), (Some(&16), Some(&3840)));
        }
        for card in [233, 466, 699] {
            assert!(WIDTHS.contains(&card));
        }
        for card in [350, 700, 1050] {
            assert!(HEIGHTS.contains(&card));
        }
    }

    #[test]
    fn widths_snap_to_the_nearest() {
        let cases = [
            (0, 16),
            (1, 16),
            (24, 32),
            (23, 16),
            (100, 96),
            (112, 128),
            (200, 233),
            (233, 233),
            (244, 233),
            (245, 256),
            (467, 466),
            (720, 699),
            (730, 750),
            (1000, 1080),
            (1560, 1920),
            (3000, 3840),
            (3840, 3840),
            (3841, 3840),
            (u32::MAX, 3840),
        ];
        for (requested, snapped) in cases {
            assert_eq!(snap(requested, &WIDTHS), snapped, "{requested}");
        }
    }

    #[test]
    fn a_source_has_few_boxes_and_qualities() {
        let boxes: BTreeSet<u32> = (0..100_000).map(|height| box_height(640, height, 640)).collect();
        assert!(boxes.len() <= 288, "{}", boxes.len());
        let buckets: BTreeSet<u8> = (0..=255).map(quality_bucket).collect();
        assert_eq!(buckets.len(), 21);
    }
}
