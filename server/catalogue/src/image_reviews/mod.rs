//! Image reviews: admins look at images that the model judged explicit and whose authors ask for a second look,
//! decide on any uploaded image, and see how far the judge is. A decision is final for the author, stands in the
//! audit log, and reaches what is published as any other verdict does (`scenarios::follow_verdicts`).

mod actions;
mod http;
mod model;
mod store;
#[cfg(test)]
mod tests;

pub use http::calls;

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "image_reviews",
    about: None,
    uses: &[
        "db",
        "audit",
        "blobs",
        "media",
        "image_judge",
        "users",
        "identity",
        "scenarios",
        "authoring",
    ],
    tables: &[],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
