//! Stories that people play: each a tree of messages with a cast of its own.
//!
//! This slice owns stories, their casts, messages and settings, of people and of guests ([`Owner`]). It
//! guarantees that nothing is lost: messages are only ever added, an edit keeps the text it replaces or makes
//! a branch, deleted items can be restored for thirty days, and a change from an outdated version is refused
//! with the current state. Nobody but its owner learns anything about a story (404). This slice never asks a
//! model and never moves a shekel; `turns` does.
//!
//! For slices above this one:
//! - **Reading.** [`load_story`], [`load_message`], [`path_to`] (the latest messages of a path, earliest
//!   first), [`opening_of`], [`is_on_path`], [`active_leaf`], [`children`], [`list_characters`],
//!   [`player_of`] (name, persona), [`slice_up`], [`slice_down`], [`session`]; what the API shows:
//!   [`story_view`], [`message_views`].
//! - **Changing.** Begin a transaction, [`lock_story`] (or [`lock_any_story`] for the server's own work): it
//!   locks the story and raises its version, once for everything in the transaction. Then [`append_message`],
//!   [`edit_message`], [`finish_message`], [`interrupt_message`], [`reopen_message`], [`set_head`],
//!   [`edit_settings`], [`set_safety`]. [`checkpoint`] and [`mark_opened`] are no changes and need no lock.
//!   [`begin`] and [`create`] make stories. After the commit notify `AppState::live`
//!   ([`LiveStories::story_changed`]).
//! - **Counting.** [`count_messages`] raises what the scenario or card shows of its stories' messages. Who
//!   keeps stories of a scenario in folders is counted with every change of that; [`empty_folder`] does, too.
//!
//! A table of another slice that refers to a story or a message does so with `on delete cascade`: purging
//! deletes rows of `stories` and `messages` only. How the tree is walked: docs/adr/0016.

mod access;
mod actions;
mod bulk_ops;
mod create;
mod erase;
mod errors;
mod http;
mod ids;
mod minors;
mod model;
#[cfg(test)]
mod news_tests;
mod paths;
mod purge;
mod quota;
mod reported;
mod rows;
pub mod rules;
mod session;
mod settings;
mod settings_change;
mod slices;
mod store;
mod subscribe;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod view;
mod watcher;

pub use access::{
    find_by_client_id, list_characters, load_message, load_own_message, load_story, lock_any_story,
    lock_message, lock_story,
};
pub use actions::{
    CharacterChange, MessageEdit, RecountedScenarios, append_message, check_presence, checkpoint,
    count_messages, edit_message, edit_settings, empty_folder, empty_folders_of, enable_gentle_mode,
    finish_message, interrupt_message, list_writing, mark_opened, name_player, read_content, reopen_message,
    set_head, set_safety,
};
pub use bulk_ops::{
    ExportMessage, ImportedMessage, MessagePosition, StoryImport, has_story_of, import, list_all_of,
    list_export_ids, list_export_messages, list_positions,
};
pub use create::{EmptyStory, NARRATOR, NewStory, begin, create};
pub use errors::{STORY_CLOSED, STORY_EXISTS, STORY_QUOTA_REACHED, VersionErrors, closed, story_changed};
pub use http::NewStoryBody;
pub(crate) use http::NewStoryErrors;
pub use http::calls;
pub use ids::{FolderId, MessageId, StoryId};
pub use minors::{by, by_player, latest, minors};
pub use model::{
    CharacterBrief, CreatedStory, Deletion, GuestStory, Message, MessageAnswer, PlayCharacter, Siblings,
    Slice, StoryView, Tokens, Tree, TreeNode,
};
pub use paths::{active_leaf, ancestor_at, children, has_successor, is_on_path, opening_of, path_to};
pub use purge::purge;
pub use reported::STORY as REPORTED_STORY;
pub use rows::{Character, FinishedMessage, MessageRow, NewMessage, Setup, Story, StorySafety};
pub use rules::NAMELESS;
pub use session::{Session, session};
pub use settings::{AuthorsNote, StorySettings};
pub use settings_change::SettingsChange;
pub use slices::{Anchor, SliceQuery, slice_down, slice_up};
pub use subscribe::{LiveStories, MAX_WATCHERS, StoryChanged, StoryWatch};
pub use text::{Author, ControlMode, MessageState, NoteRole, Origin, Strategy};
pub use view::{PlayerView, messages as message_views, play_characters, player_of, story as story_view};

pub use store::count_by_folder;

use platform::slice::jobs::{Every, Job};
use platform::slice::{End, Export, Facts, PersonalData, Table};

use crate::AppState;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "stories",
    about: Some("One’s own stories and their messages."),
    uses: &[
        "db",
        "idempotency",
        "llm",
        "media",
        "news",
        "users",
        "identity",
        "guests",
        "safety",
        "reports",
        "scenarios",
        "cards",
        "publishing",
    ],
    tables: &[
        Table {
            name: "stories",
            personal_data: PersonalData::Held {
                columns: &["owner_id"],
                export: Export::Rows("owner_kind = 'person' and owner_id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "story_characters",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("story_id in {stories}"),
                end: End::With("stories"),
            },
        },
        Table {
            name: "messages",
            personal_data: PersonalData::Held {
                columns: &["author_id"],
                export: Export::Rows("story_id in {stories}"),
                end: End::With("stories"),
            },
        },
        Table {
            name: "message_revisions",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("message_id in (select id from messages where story_id in {stories})"),
                end: End::With("messages"),
            },
        },
    ],
    statements: &[
        bulk_ops::export::STATEMENTS,
        bulk_ops::import::STATEMENTS,
        store::cast::STATEMENTS,
        store::folders::STATEMENTS,
        store::purge::STATEMENTS,
        store::story::STATEMENTS,
        tree::branches::STATEMENTS,
        tree::deletion::STATEMENTS,
        tree::messages::STATEMENTS,
        tree::position::STATEMENTS,
        tree::shown::STATEMENTS,
        tree::walk::STATEMENTS,
        erase::STATEMENTS,
        reported::STATEMENTS,
    ],
    own_statements: &[],
    erase: erase::STEPS,
    errors: errors::ERRORS,
    report_kinds: reported::KINDS,
};

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "stories.purge",
    every: Every::Hour,
    after: &[],
    run: |app| Box::pin(async move { Ok(purge::purge(app).await?) }),
}];

/// Whether a folder is a person's own, which only the slice of folders knows: it stands above this one.
pub type OwnsFolder = for<'a> fn(
    &'a mut platform::db::Conn,
    &'a crate::stories::FolderId,
    &'a kernel::ids::UserId,
) -> futures::future::BoxFuture<'a, sqlx::Result<bool>>;
