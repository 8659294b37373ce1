//! Moves a story's head (the reader's position), and updates its preview.

use platform::db::Tx;

use crate::stories::rows::Story;
use crate::stories::rules::{PREVIEW_CHARS, snippet};
use crate::stories::{MessageId, store, tree};

/// Moves the head of a locked story to this message.
///
/// # Errors
/// Database errors.
pub async fn set_head(tx: &mut Tx, story: &mut Story, to: &MessageId) -> sqlx::Result<()> {
    move_head(tx, story, to).await?;
    refresh_preview(tx, story).await?;
    store::save(tx, story).await
}

/// Moves the head, without saving the story.
pub(super) async fn move_head(tx: &mut Tx, story: &mut Story, to: &MessageId) -> sqlx::Result<()> {
    let shared = match &story.head_id {
        Some(head) => tree::shared_depth(tx, head, to).await?,
        None => -1,
    };
    tree::show_line(tx, to, shared).await?;
    if shared < 0 {
        story.root_id = tree::ancestor_at(tx, to, 0).await?;
    }
    story.head_id = Some(to.clone());
    Ok(())
}

/// Sets the preview to the head's text, without saving the story.
pub(super) async fn refresh_preview(tx: &mut Tx, story: &mut Story) -> sqlx::Result<()> {
    story.preview = match &story.head_id {
        Some(head) => tree::find(tx, head)
            .await?
            .map(|row| snippet(&row.content, PREVIEW_CHARS))
            .unwrap_or_default(),
        None => String::new(),
    };
    Ok(())
}
