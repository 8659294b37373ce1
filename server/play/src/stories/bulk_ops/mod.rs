//! Exports and imports whole stories.

pub(super) mod export;
pub(super) mod import;

pub use export::{
    ExportMessage, MessagePosition, list_all_of, list_export_ids, list_export_messages, list_positions,
};
pub use import::{ImportedMessage, StoryImport, has_story_of, import};
