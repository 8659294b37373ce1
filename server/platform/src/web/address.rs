//! Addresses of the API.

/// Where the API lives; the paths of the few older calls under `/api/…` are complete in themselves.
pub const API_BASE: &str = "/api/v1";

/// The complete address of a path below [`API_BASE`]; one that begins with `/api/` is complete already.
#[must_use]
pub fn full_address(path: &str) -> String {
    if path.starts_with("/api/") {
        path.to_owned()
    } else {
        format!("{API_BASE}{path}")
    }
}
