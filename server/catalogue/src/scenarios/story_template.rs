//! The template of a new story: all of a scenario's content, including the instructions of its cast.

use accounts::identity::Person;
use platform::db::{Conn, query_on, statements};
use platform::media::FramedImage;
use platform::web::Problem;

use super::model::{Engram, ExampleLine, Opening};
use super::player_role::PlayerRole;
use super::visible::find_visible;
use super::{ActorId, ScenarioId};

/// The template of a new story: a scenario, or a card in the same form.
#[derive(Debug, Clone)]
pub struct StoryTemplate {
    /// Its name.
    pub name: String,
    /// What a reader should know before starting.
    pub description: String,
    /// Place, time, rules of the world.
    pub setting: String,
    /// The role that the author suggests to the player.
    pub player_role: PlayerRole,
    /// Ways to begin; never empty.
    pub openings: Vec<Opening>,
    /// A few lines that show its tone.
    pub example_dialogue: Vec<ExampleLine>,
    /// A note from the author.
    pub author_note: Option<String>,
    /// BCP 47.
    pub language: String,
    /// The cast, in order.
    pub cast: Vec<TemplateActor>,
}

/// A member of the cast, with the parts that only the model is shown.
#[derive(Debug, Clone)]
pub struct TemplateActor {
    /// The actor.
    pub id: ActorId,
    /// Name.
    pub name: String,
    /// Their role in the story.
    pub role: String,
    /// Who they are.
    pub description: String,
    /// How they speak and act.
    pub persona: String,
    /// Example dialogue of their own; empty if there is none.
    pub examples: String,
    /// The portrait.
    pub avatar: Option<FramedImage>,
}

statements! {
    LIST_TEMPLATE_ACTORS = "
        select id, name, role, description, persona, avatar, avatar_frame
        from scenario_actors
        where scenario_id = $1
        order by position";
}

#[derive(sqlx::FromRow)]
struct TemplateActorRow {
    id: String,
    name: String,
    role: String,
    description: String,
    persona: String,
    avatar: Option<String>,
    avatar_frame: Option<String>,
}

/// The template of a scenario, if this caller may see it.
///
/// # Errors
/// 404 if they may not, 410 if it was removed.
pub async fn story_template(
    conn: &mut Conn,
    id: &ScenarioId,
    viewer: Option<&Person>,
) -> Result<StoryTemplate, Problem> {
    let row = find_visible(conn, id, viewer).await?;
    let actors = query_on!(conn, |x: D| sqlx::query_as::<D, TemplateActorRow>(
        LIST_TEMPLATE_ACTORS
    )
    .bind(id.as_str())
    .fetch_all(x)
    .await)?;
    let Engram {
        description,
        setting,
        player_role,
        openings,
        example_dialogue,
        author_note,
        language,
        open: _,
    } = row.engram.0.clone();
    let to_actor = |row: TemplateActorRow| TemplateActor {
        id: ActorId::trusted(row.id),
        name: row.name,
        role: row.role,
        description: row.description,
        persona: row.persona,
        examples: String::new(),
        avatar: FramedImage::of_columns(row.avatar, row.avatar_frame),
    };
    let cast = actors.into_iter().map(to_actor).collect();
    Ok(StoryTemplate {
        name: row.summary.display(Vec::new()).display_name,
        description,
        setting,
        player_role,
        openings,
        example_dialogue,
        author_note,
        language,
        cast,
    })
}
