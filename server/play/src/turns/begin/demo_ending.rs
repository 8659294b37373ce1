//! The end of a story that the demo plays: nothing follows it until a model is connected or the player goes
//! back to an earlier message.

use platform::db::Tx;
use platform::web::Problem;

use super::draft::TurnDraft;
use crate::AppState;
use crate::stories::{self, Story};
use crate::turns::errors;
use crate::turns::model::TurnKind;

const ENDED: &str = "The demo’s story ends here. Play it again, go back to an earlier line, or connect an AI model to go on from here.";

/// How to connect a model, in three lines of the story's language; `None` if one is connected.
pub(in crate::turns) fn connect(app: &AppState, story: &Story) -> Option<&'static [String; 3]> {
    app.models
        .get(story.settings.chat_model.as_deref())
        .closing_lines(&story.setup.language)
}

/// The refusal of a turn after the demo's ending. A story in gentle mode has no ending.
pub(super) async fn refusal(tx: &mut Tx, turn: &TurnDraft<'_>) -> Result<Option<Problem>, Problem> {
    let story = &turn.context.story;
    let Some(connect) = connect(turn.app, story).filter(|_| story.safety.gentle_since.is_none()) else {
        return Ok(None);
    };
    let end = match turn.ask.kind() {
        TurnKind::Say | TurnKind::Next | TurnKind::Impersonate => turn.parent(tx).await?,
        TurnKind::Continue => Some(turn.target(tx).await?),
        // Another version of a reply follows what that reply follows.
        TurnKind::Regenerate | TurnKind::Retry => match turn.target(tx).await?.parent_id {
            Some(before) => Some(stories::load_message(tx, story, &before).await?),
            None => None,
        },
        TurnKind::Rewrite => None,
    };
    Ok(end
        .filter(|row| row.ending)
        .map(|_| Problem::new(errors::DEMO_ENDED, ENDED).with_extension("connect", connect.as_slice())))
}
