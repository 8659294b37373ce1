//! Messages in the form of the API, with their siblings and the speakers' portraits.

use std::collections::{HashMap, HashSet};

use accounts::users::PlayerProfile;
use platform::db::Conn;
use platform::media::FramedImage;

use super::player::{player_as, profile_of};
use crate::stories::model::{Message, Siblings, Tokens};
use crate::stories::rows::{MessageRow, Story};
use crate::stories::text::Author;
use crate::stories::{MessageId, store, tree};

/// These messages of a story in the form of the API, with their siblings and the speakers' portraits.
///
/// # Errors
/// Database errors.
pub async fn messages(conn: &mut Conn, story: &Story, rows: Vec<MessageRow>) -> sqlx::Result<Vec<Message>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let branches = Branches::load(conn, story, &rows).await?;
    let portraits = Portraits::load(conn, story, &rows).await?;
    let view = |row: MessageRow| {
        let (siblings, avatar) = (branches.siblings(&row), portraits.of(&row));
        let child_count = branches.child_count(&row.id);
        message(row, avatar, siblings, child_count)
    };
    Ok(rows.into_iter().map(view).collect())
}

/// The children and siblings of these messages.
struct Branches {
    roots: Vec<MessageId>,
    children: HashMap<String, Vec<MessageId>>,
}

impl Branches {
    async fn load(conn: &mut Conn, story: &Story, rows: &[MessageRow]) -> sqlx::Result<Self> {
        let around: HashSet<&str> = rows
            .iter()
            .flat_map(|row| [Some(&row.id), row.parent_id.as_ref()])
            .flatten()
            .map(MessageId::as_str)
            .collect();
        let around: Vec<&str> = around.into_iter().collect();
        let children = tree::children_of(conn, &around).await?;
        let roots = if rows.iter().any(|row| row.parent_id.is_none()) {
            tree::list_children(conn, &story.id, None).await?
        } else {
            Vec::new()
        };
        Ok(Self { roots, children })
    }

    fn siblings(&self, row: &MessageRow) -> Siblings {
        let beside = match &row.parent_id {
            Some(parent) => self.children.get(parent.as_str()).map_or(&[][..], Vec::as_slice),
            None => &self.roots,
        };
        match beside.iter().position(|id| *id == row.id) {
            Some(index) => Siblings {
                index: index as i64,
                count: beside.len() as i64,
                ids: beside.to_vec(),
            },
            None => Siblings {
                index: 0,
                count: 0,
                ids: Vec::new(),
            },
        }
    }

    fn child_count(&self, id: &MessageId) -> i64 {
        self.children
            .get(id.as_str())
            .map_or(0, |children| children.len() as i64)
    }
}

/// The portraits of a story's speakers.
struct Portraits {
    /// By the character's id.
    of_cast: HashMap<String, FramedImage>,
    player: Option<PlayerProfile>,
}

impl Portraits {
    async fn load(conn: &mut Conn, story: &Story, rows: &[MessageRow]) -> sqlx::Result<Self> {
        let cast = store::list_characters(conn, &story.id).await?;
        let player = if rows.iter().any(|row| row.author == Author::User) {
            profile_of(conn, &story.owner).await?
        } else {
            None
        };
        Ok(Self {
            of_cast: cast
                .into_iter()
                .filter_map(|one| Some((one.id, one.avatar?)))
                .collect(),
            player,
        })
    }

    /// The portrait of the speaker at the time: a player who has another persona now keeps the portrait of
    /// the earlier one.
    fn of(&self, row: &MessageRow) -> Option<String> {
        let author = row.author_id.as_deref();
        let of_character = author.and_then(|id| self.of_cast.get(id)).map(FramedImage::url);
        if row.author == Author::User {
            of_character.or_else(|| player_as(self.player.clone(), author, "").avatar)
        } else {
            of_character
        }
    }
}

fn message(row: MessageRow, avatar: Option<String>, siblings: Siblings, child_count: i64) -> Message {
    Message {
        id: row.id,
        story_id: row.story_id,
        parent_id: row.parent_id,
        author: row.author,
        author_id: row.author_id,
        name: row.name,
        avatar,
        content: row.content,
        state: row.state,
        presence: row.presence,
        hidden: row.hidden,
        origin: row.origin,
        aside: row.aside,
        ending: row.ending,
        model: row.model,
        tokens: row
            .prompt_tokens
            .zip(row.reply_tokens)
            .map(|(prompt, reply)| Tokens { prompt, reply }),
        price: row.price,
        turn_id: row.turn_id,
        version: row.version,
        depth: row.depth,
        created_on: row.created_at,
        edited_on: row.edited_at,
        deleted_on: row.deleted_at,
        siblings,
        child_count,
    }
}
