//! The library: folders in which people keep their stories.
//!
//! A folder is its owner's alone. Names are unique within a folder, folders nest eight deep at most and never
//! in a circle, and a change made from an old state is refused: each folder has an etag. What was in a
//! deleted folder moves up.

mod http;
pub mod rules;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub use http::router;
pub use store::is_folder_of;
