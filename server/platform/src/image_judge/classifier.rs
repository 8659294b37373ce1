//! The model: turns an image into the probabilities of five classes (models/explicit/README.md).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::{DynamicImage, ImageBuffer, Pixel};
use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};

use super::rules::CLASSES;

/// The network's file in its folder.
const NETWORK: &str = "mobilenet_v2_mid.u8.onnx";
/// Width and height of the network's input, in pixels.
const SIDE: u32 = 224;
/// Pixels of the network's input.
const AREA: usize = (SIDE * SIDE) as usize;

/// Why there is no model.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {why}", path = .path.display())]
pub struct ClassifierError {
    /// The file that cannot be read, or has other content.
    path: PathBuf,
    /// What is wrong with it.
    why: String,
}

/// The model.
pub(super) struct Classifier {
    network: Model,
    input: NodeId,
    output: NodeId,
    pool: Arc<ThreadPool>,
}

impl Classifier {
    /// Whether this folder has a model.
    pub(super) fn is_in(folder: &Path) -> bool {
        folder.join(NETWORK).is_file()
    }

    /// Reads the model of a folder. Its thread has the priority of the one that calls this.
    pub(super) fn load(folder: &Path) -> Result<Self, ClassifierError> {
        let path = folder.join(NETWORK);
        let wrong = |error: &dyn std::fmt::Display| ClassifierError {
            path: path.clone(),
            why: error.to_string(),
        };
        let network = ModelOptions::with_all_ops()
            .prepack_weights(true)
            .load_file(&path)
            .map_err(|error| wrong(&error))?;
        let input = network.node_id("image").map_err(|error| wrong(&error))?;
        let output = network.node_id("classes").map_err(|error| wrong(&error))?;
        // One thread: requests and page renderers need the other cores.
        Ok(Self {
            network,
            input,
            output,
            pool: Arc::new(ThreadPool::with_num_threads(1)),
        })
    }

    /// The probabilities of [`CLASSES`], in their order. `None` if the network fails, as one with other
    /// inputs does.
    pub(super) fn classify(&self, image: &DynamicImage) -> Option<[f32; CLASSES.len()]> {
        let side = SIDE as usize;
        let input = Value::from(Tensor::from_data(&[1, 3, side, side], sample(image)));
        let options = RunOptions::default().with_thread_pool(Some(self.pool.clone()));
        let run = self
            .network
            .run_n(vec![(self.input, input.into())], [self.output], Some(options));
        let [classes] = run
            .inspect_err(|error| tracing::warn!(%error, "the image classifier failed"))
            .ok()?;
        let classes: NdTensor<f32, 2> = classes.try_into().ok()?;
        let probabilities: Vec<f32> = classes.iter().copied().collect();
        let probabilities = <[f32; CLASSES.len()]>::try_from(probabilities).ok()?;
        probabilities
            .iter()
            .all(|p| p.is_finite())
            .then_some(probabilities)
    }
}

/// The network's input: red, green and blue planes of 0 to 1, stretched to the input's shape by the
/// reference's own scaling, which is bilinear with aligned corners. Any other scaling gives other
/// probabilities.
fn sample(image: &DynamicImage) -> Vec<f32> {
    match image {
        DynamicImage::ImageRgb8(image) => stretch(image),
        DynamicImage::ImageRgba8(image) => stretch(image),
        other => stretch(&other.to_rgba8()),
    }
}

fn stretch<P: Pixel<Subpixel = u8>>(image: &ImageBuffer<P, Vec<u8>>) -> Vec<f32> {
    let channels = usize::from(P::CHANNEL_COUNT);
    let row_bytes = image.width() as usize * channels;
    let (columns, rows) = (positions(image.width()), positions(image.height()));
    let mut planes = vec![0.0; 3 * AREA];
    for (y, (top, bottom, down)) in rows.iter().enumerate() {
        let [top, bottom] = [top, bottom].map(|row| &image.as_raw()[row * row_bytes..][..row_bytes]);
        for (x, (left, right, across)) in columns.iter().enumerate() {
            let pixels = [(top, left), (top, right), (bottom, left), (bottom, right)];
            let corners = pixels.map(|(row, column)| on_white(&row[column * channels..][..channels]));
            for plane in 0..3 {
                let upper = mix(corners[0][plane], corners[1][plane], *across);
                let lower = mix(corners[2][plane], corners[3][plane], *across);
                planes[plane * AREA + y * columns.len() + x] = mix(upper, lower, *down);
            }
        }
    }
    planes
}

/// For each column or row of the input: the two of the image that it lies between, and how far it is from
/// the first.
fn positions(length: u32) -> Vec<(usize, usize, f32)> {
    let last = length.saturating_sub(1);
    let step = last as f32 / (SIDE - 1) as f32;
    (0..SIDE)
        .map(|index| {
            let at = (index as f32 * step).min(last as f32);
            let before = at.floor();
            (before as usize, at.ceil() as usize, at - before)
        })
        .collect()
}

fn mix(from: f32, to: f32, share: f32) -> f32 {
    from + (to - from) * share
}

/// A pixel of three or four channels, laid on white, as 0 to 1.
fn on_white(pixel: &[u8]) -> [f32; 3] {
    let alpha = pixel.get(3).copied().unwrap_or(u8::MAX);
    let mut laid = [0.0; 3];
    for (to, colour) in laid.iter_mut().zip(pixel) {
        let colour = match alpha {
            u8::MAX => u16::from(*colour),
            _ => {
                let (colour, alpha) = (u16::from(*colour), u16::from(alpha));
                (colour * alpha + 255 * (255 - alpha) + 127) / 255
            }
        };
        *to = f32::from(colour) / 255.0;
    }
    laid
}
