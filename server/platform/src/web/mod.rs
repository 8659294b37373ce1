//! What all handlers share: the application's state, the error format, and extractors that refuse in that
//! format.

mod address;
mod attachment;
mod body;
mod changes;
mod client;
mod cookies;
mod cursor;
mod event_stream;
mod extract;
mod form;
mod json_text;
mod patch;
mod problem;
mod report;
mod spool;
mod stored_upload;

pub use address::{API_BASE, full_address};
pub use attachment::attachment;
pub use body::{read_body, read_flattened, refuse_value};
pub use changes::{Invalidation, Stale};
pub use client::{ClientAddress, ClientInfo, RequestId};
pub use cookies::cookie;
pub use cursor::{cut_to_page, read_cursor};
pub use event_stream::{ServerSentEvent, event_stream};
pub use extract::{Json, Path, Query};
pub use form::{read_file_field, read_form_file, unreadable_form, uploaded_form};
pub use json_text::{pointer_part, remove_nul};
pub use patch::present;
pub use problem::{
    AuthError, AuthErrors, BodyErrors, CallerErrors, CommonErrors, FieldError, FileErrors, Problem,
    QuotaErrors, UploadErrors,
};
pub use report::{Outcome, Report, ReportRow};
pub use spool::{Spool, Spooled, spool};
pub use stored_upload::{StoredUpload, store_form_file, store_pieces};
