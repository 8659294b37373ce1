//! Which models an installation has.

mod model;
mod read;

pub use model::{Dialect, Mode, ModelConfig, ModelSettingsError, Times};
