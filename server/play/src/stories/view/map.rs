//! The map of a story.

use std::collections::{HashMap, HashSet};

use platform::db::Conn;

use crate::stories::model::{Tree, TreeNode};
use crate::stories::rows::Story;
use crate::stories::rules::{MAX_TREE_NODES, TREE_SNIPPET_CHARS, snippet};
use crate::stories::{MessageId, StoryId, tree};

/// The map of a story.
pub(in crate::stories) async fn map(conn: &mut Conn, story: &Story) -> sqlx::Result<Tree> {
    let id: &StoryId = &story.id;
    let mut nodes = tree::list_nodes(conn, id, MAX_TREE_NODES + 1).await?;
    let truncated = nodes.len() > MAX_TREE_NODES as usize;
    nodes.truncate(MAX_TREE_NODES as usize);
    nodes.reverse();
    let parents: HashMap<&str, Option<&str>> = nodes
        .iter()
        .map(|node| (node.id.as_str(), node.parent_id.as_deref()))
        .collect();
    let mut path: HashSet<String> = HashSet::new();
    let mut at = story.head_id.as_ref().map(MessageId::as_str);
    while let Some(here) = at {
        path.insert(here.to_owned());
        at = parents.get(here).copied().flatten();
    }
    let view = |node: tree::NodeRecord| TreeNode {
        is_on_path: path.contains(&node.id),
        id: MessageId::trusted(node.id),
        parent_id: node.parent_id.map(MessageId::trusted),
        depth: node.depth,
        name: node.name,
        author: node.author,
        snippet: snippet(&node.beginning, TREE_SNIPPET_CHARS),
        state: node.state,
    };
    Ok(Tree {
        nodes: nodes.into_iter().map(view).collect(),
        truncated,
    })
}
