//! The table of fields.
