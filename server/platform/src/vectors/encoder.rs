//! The sentence model: turns a text into a vector.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value, ValueOrView};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};

use super::vector::{DIMENSIONS, Vector};
use super::words::Words;

/// The network's file in its folder.
const NETWORK: &str = "all-MiniLM-L6-v2.int8.onnx";
/// The vocabulary's file in its folder.
const PIECES: &str = "tokenizer.json";
/// Most tokens of a text that are read.
const MAX_TOKENS: usize = 256;
/// Most characters of a text that are read: more never fit.
const MAX_CHARS: usize = 4_000;

/// Why there is no model.
#[derive(Debug, thiserror::Error)]
pub enum EncoderError {
    /// A file that cannot be read, or has other content.
    #[error("{path}: {why}", path = .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

/// The model.
pub(super) struct Encoder {
    network: Model,
    words: Words,
    inputs: [NodeId; 3],
    output: NodeId,
    pool: Arc<ThreadPool>,
}

impl Encoder {
    /// Reads the model of a folder.
    pub(super) fn load(folder: &Path) -> Result<Self, EncoderError> {
        let wrong = |path: &Path, why: String| EncoderError::Unreadable {
            path: path.to_owned(),
            why,
        };
        let (network_path, words_path) = (folder.join(NETWORK), folder.join(PIECES));
        let json =
            std::fs::read_to_string(&words_path).map_err(|error| wrong(&words_path, error.to_string()))?;
        let words = Words::read(&json).map_err(|why| wrong(&words_path, why))?;
        // Packed once: most of a sentence's time would be the packing of the same weights.
        let network = ModelOptions::with_all_ops()
            .prepack_weights(true)
            .load_file(&network_path)
            .map_err(|error| wrong(&network_path, error.to_string()))?;
        let node = |name: &str| {
            network
                .node_id(name)
                .map_err(|error| wrong(&network_path, error.to_string()))
        };
        let inputs = [
            node("input_ids")?,
            node("attention_mask")?,
            node("token_type_ids")?,
        ];
        let output = node("last_hidden_state")?;
        // One thread: the page renderers need the other cores.
        Ok(Self {
            network,
            words,
            inputs,
            output,
            pool: Arc::new(ThreadPool::with_num_threads(1)),
        })
    }

    /// The tokens of a text, including the marks of its ends.
    pub(super) fn tokens(&self, text: &str) -> Vec<i32> {
        let text: String = text.chars().take(MAX_CHARS).collect();
        self.words.cut(&text, MAX_TOKENS)
    }

    /// The vector of a text.
    pub(super) fn encode(&self, text: &str) -> Option<Vector> {
        let ids = self.tokens(text);
        let count = ids.len();
        let tensor = |numbers: Vec<i32>| -> ValueOrView<'static> {
            Value::from(Tensor::from_data(&[1, count], numbers)).into()
        };
        let [id_node, mask_node, type_node] = self.inputs;
        let inputs = vec![
            (id_node, tensor(ids)),
            (mask_node, tensor(vec![1; count])),
            (type_node, tensor(vec![0; count])),
        ];
        let options = RunOptions::default().with_thread_pool(Some(self.pool.clone()));
        let [states] = self.network.run_n(inputs, [self.output], Some(options)).ok()?;
        let states: NdTensor<f32, 3> = states.try_into().ok()?;
        let mut sum = vec![0.0_f32; DIMENSIONS];
        for (place, number) in states.iter().enumerate() {
            sum[place % DIMENSIONS] += number;
        }
        Vector::along(sum)
    }
}
