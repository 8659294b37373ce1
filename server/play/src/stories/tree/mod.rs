//! SQL of messages: the tree of a story, and walks by parents, by references to ancestors, and by shown
//! children.

pub(super) mod branches;
pub(super) mod deletion;
pub(super) mod messages;
pub(super) mod position;
mod records;
pub(super) mod shown;
pub(super) mod walk;

pub(super) use branches::{
    NodeRecord, children_of, count_successors, find_opening, list_children, list_nodes,
};
pub(super) use deletion::{delete_below, list_deleted, list_to_purge, purge, restore_deletion};
pub(super) use messages::{
    checkpoint, find, find_by_client_id, insert, insert_revision, list_writing, reopen, save, texts_of,
};
pub(super) use position::{position_after, position_at_root};
pub(super) use records::{MessageRecord, Presence, message_columns};
pub(super) use shown::{find_leaf, find_neighbour, show_child, show_if_none, show_line};
pub(super) use walk::{ancestor_at, shared_depth, walk_down, walk_up};
