//! SQL of users.

pub(super) mod deletion;
pub(super) mod follow_counts;
pub(super) mod profiles;
pub(super) mod records;
