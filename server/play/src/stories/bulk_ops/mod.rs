//! Whole stories at once: out, for exports, and in, for imports.

pub(super) mod export;
pub(super) mod import;

pub use export::{
    ExportMessage, MessagePlace, list_all_of, list_export_ids, list_export_messages, list_places,
};
pub use import::{ImportedMessage, StoryImport, has_story_of, import};
