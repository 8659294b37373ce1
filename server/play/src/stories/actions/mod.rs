//! The use cases of stories and messages: load, decide, save. The caller begins the transaction and notifies
//! `AppState::live` after the commit.

mod guests;
mod head;
mod keeping;
mod message_edits;
mod message_trash;
mod notes;
mod settings;
mod story_edits;
mod story_trash;
mod writing;

pub(super) use guests::take_over_guest;
pub use head::set_head;
pub(super) use keeping::recount_keepers;
pub use keeping::{RecountedScenarios, empty_folder, empty_folders_of};
pub use message_edits::{MessageEdit, check_presence, edit_message, read_content};
pub(super) use message_trash::{delete_message, restore_message};
pub use notes::{count_messages, enable_gentle_mode, mark_opened, set_safety};
pub use settings::{CharacterChange, edit_settings, name_player};
pub(super) use story_edits::{StoryEdit, read_theme, update_story};
pub(super) use story_trash::{delete_story, restore_story};
pub use writing::{
    append_message, checkpoint, finish_message, interrupt_message, list_writing, reopen_message,
};
