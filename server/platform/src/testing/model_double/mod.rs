//! A scripted provider of models: an OpenAI-compatible server on the loopback of this machine, with every fault there
//! is.
//!
//! ```text
//! let double = ModelDouble::start().await;
//! double.then(Act::Cut { after: 3 });       // what the next request gets
//! let models = double.models();             // with time limits beyond what anything takes on a busy machine
//! …
//! assert_eq!(double.calls().len(), 1);
//! ```

mod act;
mod double;
mod server;
mod wire;

pub use act::Act;
pub use double::ModelDouble;
pub use server::DoubleSettings;
pub use wire::Call;
