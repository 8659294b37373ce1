//! SQL of stories and their casts.

pub(super) mod cast;
pub(super) mod folders;
mod list;
pub(super) mod purge;
mod search;
pub(super) mod story;

pub(super) use cast::{insert_character, list_characters, list_characters_of, set_character};
pub use folders::count_by_folder;
pub(super) use folders::{count_keepers, empty_folder, empty_folders_of};
pub(super) use list::{FolderFilter, ListedStory, Sort, StoryFilter, list};
pub(super) use purge::{DeletedStory, delete, delete_overdue, list_to_purge, list_unplayed_work};
pub(super) use search::{FoundRow, find_messages};
pub(super) use story::{
    carry_over, count_live, count_played, find, find_of_guest, insert, lock, mark_opened, read_version, save,
};
