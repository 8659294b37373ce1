//! Chooses who speaks next in a story, and counts the replies to a message.

use platform::db::Conn;
use platform::web::Problem;

use super::story::{StoryContext, has_text};
use crate::prompt::{self, CastView, SpeakerInput};
use crate::stories::{self, Author, MessageRow, Origin, Strategy};
use crate::turns::model::{DraftedSpeaker, ReplyCount};

/// How many replies the player's next message would get. In some stories that depends on its text and on
/// chance, hence two numbers.
///
/// # Errors
/// Database errors.
pub(in crate::turns) async fn count_replies(
    conn: &mut Conn,
    context: &StoryContext,
) -> Result<ReplyCount, Problem> {
    let settings = &context.story.settings;
    if !settings.auto_reply {
        return Ok(ReplyCount { least: 0, most: 0 });
    }
    let presence = match &context.story.head_id {
        Some(head) => stories::load_message(conn, &context.story, head).await?.presence,
        None => None,
    };
    let talkative: Vec<f64> = context
        .able_to_speak(presence.as_deref())
        .into_iter()
        .map(|one| one.talkativeness)
        .collect();
    let (least, most) =
        prompt::count_speakers(settings.strategy, &talkative, u32::from(settings.max_replies));
    Ok(ReplyCount { least, most })
}

/// The speakers after these messages, with reasons. `player_spoke`: the player has just spoken, as the last
/// of them.
pub(in crate::turns) fn next_speakers(
    context: &StoryContext,
    path: &[MessageRow],
    player_spoke: bool,
    strategy: Strategy,
    seed: u64,
) -> Vec<DraftedSpeaker> {
    let able = context.able_to_speak(path.last().and_then(|row| row.presence.as_deref()));
    if able.is_empty() {
        return vec![only_the_narrator(context)];
    }
    let cast: Vec<CastView> = able.into_iter().map(CastView::from).collect();
    let since = path.iter().rposition(is_players).map_or(0, |at| at + 1);
    let since_user: Vec<String> = path[since..]
        .iter()
        .filter_map(|row| row.author_id.clone())
        .collect();
    let last = path.last().filter(|row| has_text(row));
    let chosen = prompt::next_speakers(&SpeakerInput {
        cast: &cast,
        strategy,
        user_text: last.filter(|_| player_spoke).map(|row| row.content.as_str()),
        last_text: last.filter(|_| !player_spoke).map(|row| row.content.as_str()),
        since_user: &since_user,
        last_speaker: path
            .iter()
            .rev()
            .find(|row| row.author == Author::Actor && !is_players(row))
            .and_then(|row| row.author_id.as_deref()),
        forced: None,
        puppet: context.puppet().map(|puppet| puppet.id.as_str()),
        auto: !player_spoke,
        allow_self: false,
        max_replies: if player_spoke {
            u32::from(context.story.settings.max_replies)
        } else {
            1
        },
        seed,
    });
    chosen
        .speakers
        .into_iter()
        .map(|speaker| DraftedSpeaker {
            character_id: Some(speaker.character_id),
            why: speaker.why,
        })
        .collect()
}

fn only_the_narrator(context: &StoryContext) -> DraftedSpeaker {
    let why = if context.cast.is_empty() {
        "There’s nobody else in the story."
    } else {
        "Nobody in the scene can speak."
    };
    DraftedSpeaker {
        character_id: None,
        why: why.to_owned(),
    }
}

/// Whether the player wrote a message, also through their puppet.
fn is_players(row: &MessageRow) -> bool {
    row.author == Author::User || row.origin == Origin::Said
}
