//! What all handlers share: the application's state, the error format, and extractors that refuse in that format.

mod extract;
mod problem;
mod state;

pub use extract::{Json, Path, Query};
pub use problem::{AuthFault, FieldError, Problem, Refusals};
pub use state::AppState;
