//! Reads and writes books in the formats of other programs (reference 3.2, 3.3 and 3.6).
//!
//! Reading is tolerant: numbers may be texts, lists may be maps, fields may be missing or null. Unknown
//! fields are stored and exported again; the report names what cannot be.

mod behaviour;
mod card_entry;
mod export;
mod fields;
mod file_name;
mod import;
mod novelai;
mod world_entry;

pub use export::{export_st, export_v3};
pub use file_name::title_of;
pub use import::{Imported, import};
