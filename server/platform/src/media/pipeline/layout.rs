//! Which part of a source goes where in the result. Pure.

use super::decode::SOURCE_SIDE;
use super::recipe::{Fit, ImageRecipe};

/// The longest side of a result, in pixels (U-11).
pub(in crate::media) const RESULT_SIDE: u32 = 3_840;

/// Where an image's pixels go: cut `crop` out of the source, scale it to `scaled`, lay it centred on
/// `canvas`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layout {
    /// Left, top, width and height of the part of the source that is used, in source pixels.
    pub crop: (f64, f64, f64, f64),
    /// What that part is scaled to, in pixels.
    pub scaled: (u32, u32),
    /// The answer's size, in pixels; larger than `scaled` for [`Fit::Contain`] only.
    pub canvas: (u32, u32),
}

impl Layout {
    /// `crop` scaled to `scaled`, without empty margins.
    fn filled(crop: (f64, f64, f64, f64), scaled: (u32, u32)) -> Self {
        Self {
            crop,
            scaled,
            canvas: scaled,
        }
    }
}

/// Lays out the part of a source of `source` pixels (upright) that is in the frame, as `recipe` asks, never enlarging
/// it.
///
/// A box larger than that part is made smaller in its own shape, so that a caller's layout keeps its proportions.
pub(super) fn lay_out(source: (u32, u32), recipe: &ImageRecipe) -> Layout {
    let framed = recipe.frame.part_of(source);
    let (source_w, source_h) = (f64::from(framed.width), f64::from(framed.height));
    let whole = (f64::from(framed.left), f64::from(framed.top), source_w, source_h);
    let largest = (f64::from(RESULT_SIDE) / source_w.max(source_h)).min(1.0);
    let of_source = |scale: f64| (pixels(source_w * scale), pixels(source_h * scale));
    let Some(height) = recipe.height else {
        return Layout::filled(
            whole,
            of_source((f64::from(recipe.width) / source_w).min(largest)),
        );
    };

    let (box_w, box_h) = (f64::from(recipe.width), f64::from(height));
    let shrunk_box = |scale: f64| (pixels(box_w / scale.max(1.0)), pixels(box_h / scale.max(1.0)));
    let (to_width, to_height) = (box_w / source_w, box_h / source_h);
    let (covering, fitting) = (to_width.max(to_height), to_width.min(to_height));
    match recipe.fit {
        Fit::Cover => {
            let part = ((box_w / covering).min(source_w), (box_h / covering).min(source_h));
            let focus = recipe.frame.focus_in(source);
            Layout::filled(around(focus, whole, part), shrunk_box(covering))
        }
        Fit::Fill => Layout::filled(whole, shrunk_box(covering)),
        Fit::Contain => {
            let canvas = shrunk_box(fitting);
            let scaled = of_source(fitting.min(1.0));
            Layout {
                crop: whole,
                scaled: (scaled.0.min(canvas.0), scaled.1.min(canvas.1)),
                canvas,
            }
        }
        Fit::Inside => Layout::filled(whole, of_source(fitting.min(largest))),
        Fit::Outside => Layout::filled(whole, of_source(covering.min(largest))),
    }
}

/// A part of this size within the frame, with the focus point as near to its middle as the frame allows; without one,
/// the middle of the frame.
fn around(
    focus: Option<(f64, f64)>,
    (left, top, frame_w, frame_h): (f64, f64, f64, f64),
    (width, height): (f64, f64),
) -> (f64, f64, f64, f64) {
    let (x, y) = focus.unwrap_or((left + frame_w / 2.0, top + frame_h / 2.0));
    // Whole offsets keep offset plus length within the frame, also after rounding.
    let offset = |middle: f64, length: f64, most: f64| {
        (middle - length / 2.0)
            .floor()
            .clamp(0.0, (most - length).max(0.0).floor())
    };
    let (right, down) = (offset(x - left, width, frame_w), offset(y - top, height, frame_h));
    (
        left + right,
        top + down,
        width.min(frame_w - right),
        height.min(frame_h - down),
    )
}

/// A side in whole pixels: at least one, at most what a source may have.
fn pixels(side: f64) -> u32 {
    // A float-to-integer cast saturates, and NaN becomes 0; the clamp then makes either a legal side.
    (side.round() as u32).clamp(1, SOURCE_SIDE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::media::frame::ImageFrame;
    use crate::media::optimiser::WIDTHS;
    use crate::media::pipeline::Format;

    #[test]
    fn images_are_never_enlarged() {
        for fit in [Fit::Cover, Fit::Contain, Fit::Fill, Fit::Inside, Fit::Outside] {
            for height in [None, Some(16), Some(350), Some(3840)] {
                for width in WIDTHS {
                    for source in [(1, 1), (20, 8000), (8000, 20), (932, 1398), (100, 100)] {
                        let recipe = ImageRecipe {
                            frame: ImageFrame::WHOLE,
                            width,
                            height,
                            fit,
                            quality: 80,
                            format: Format::Webp,
                            blur: false,
                        };
                        let layout = lay_out(source, &recipe);
                        let label = format!("{source:?} {recipe:?} {layout:?}");
                        let (left, top, crop_w, crop_h) = layout.crop;
                        assert!(left >= 0.0 && top >= 0.0, "{label}");
                        assert!(left + crop_w <= f64::from(source.0) + 1e-6, "{label}");
                        assert!(top + crop_h <= f64::from(source.1) + 1e-6, "{label}");
                        assert!(f64::from(layout.scaled.0) <= crop_w.ceil() + 1e-6, "{label}");
                        assert!(f64::from(layout.scaled.1) <= crop_h.ceil() + 1e-6, "{label}");
                        assert!(
                            layout.canvas.0 >= layout.scaled.0 && layout.canvas.1 >= layout.scaled.1,
                            "{label}"
                        );
                        assert!(layout.canvas.0.max(layout.canvas.1) <= RESULT_SIDE, "{label}");
                    }
                }
            }
        }
    }

    #[test]
    fn boxes_get_the_sizes_their_fit_promises() {
        let cases = [
            // source, fit, w, h, scaled, canvas
            ((1000, 500), Fit::Cover, 233, 350, (233, 350), (233, 350)),
            ((1000, 500), Fit::Contain, 256, 256, (256, 128), (256, 256)),
            ((1000, 500), Fit::Fill, 256, 256, (256, 256), (256, 256)),
            ((1000, 500), Fit::Inside, 256, 256, (256, 128), (256, 128)),
            ((1000, 500), Fit::Outside, 256, 256, (512, 256), (512, 256)),
            ((100, 100), Fit::Cover, 466, 700, (67, 100), (67, 100)),
            ((100, 100), Fit::Contain, 256, 384, (100, 100), (100, 150)),
        ];
        for (source, fit, width, height, scaled, canvas) in cases {
            let recipe = ImageRecipe {
                frame: ImageFrame::WHOLE,
                width,
                height: Some(height),
                fit,
                quality: 80,
                format: Format::Webp,
                blur: false,
            };
            let layout = lay_out(source, &recipe);
            assert_eq!(
                (layout.scaled, layout.canvas),
                (scaled, canvas),
                "{source:?} {fit:?}"
            );
        }
    }
    #[test]
    fn the_focus_point_is_as_near_to_the_middle_as_the_frame_allows() {
        let cases = [
            // frame, what a square shows of a source of 1000 by 500
            ((None, None), (250.0, 0.0)),
            ((None, Some([0.0, 0.5])), (0.0, 0.0)),
            ((None, Some([0.4, 0.9])), (150.0, 0.0)),
            ((None, Some([1.0, 0.0])), (500.0, 0.0)),
            ((Some([0.2, 0.2, 0.8, 0.4]), None), (500.0, 100.0)),
            ((Some([0.2, 0.2, 0.8, 0.4]), Some([0.1, 0.1])), (200.0, 100.0)),
            ((Some([0.2, 0.2, 0.8, 0.4]), Some([0.5, 0.1])), (400.0, 100.0)),
        ];
        for ((crop, focus), corner) in cases {
            let recipe = ImageRecipe {
                frame: ImageFrame::new(crop, focus),
                width: 64,
                height: Some(64),
                fit: Fit::Cover,
                quality: 80,
                format: Format::Webp,
                blur: false,
            };
            let (left, top, ..) = lay_out((1_000, 500), &recipe).crop;
            assert_eq!((left, top), corner, "{crop:?} {focus:?}");
        }
    }
}
