//! What all handlers share: the application's state, the error format, and extractors that refuse in that
//! format.

mod body;
mod changes;
mod client;
mod cookies;
mod cursor;
mod event_stream;
mod extract;
mod patch;
mod problem;
mod report;
mod spool;

pub use body::{read_body, read_flattened};
pub use changes::{Invalidation, Stale};
pub use client::{ClientAddress, ClientInfo, RequestId};
pub use cookies::cookie;
pub use cursor::read_cursor;
pub use event_stream::ServerSentEvent;
pub use extract::{Json, Path, Query};
pub use patch::present;
pub use problem::{AuthError, AuthErrors, BodyErrors, CallerErrors, CommonErrors, FieldError, Problem};
pub use report::{Outcome, Report, ReportRow};
pub use spool::{Spool, spool};

/// Where the API lives; the paths of the few older calls under `/api/…` are complete in themselves.
pub const API_BASE: &str = "/api/v1";
