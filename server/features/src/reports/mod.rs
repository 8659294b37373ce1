//! Reports: what somebody saw and found wrong.
//!
//! A report keeps what was reported as it was then ([`NewReport::copy`]), so that it can be judged after it
//! was changed or deleted; whoever made it gets a receipt. The kind of what is reported is text: slices to
//! come add theirs. [`file`] is for every slice, in the transaction of whoever calls: the server itself
//! reports, too. Nothing is decided here and nothing of what is reported is changed. What a report keeps of
//! people goes when they go, and every report goes after a year (`rules::KEEP_MS`).

mod actions;
mod copies;
mod http;
mod model;
mod picture;
pub mod rules;
pub(crate) mod store;
mod sweep;
#[cfg(test)]
mod tests;

pub use actions::file;
pub use http::router;
pub use model::{NewReport, Receipt, ReportKind, ReportReason, Reporter};
pub use sweep::sweep;
