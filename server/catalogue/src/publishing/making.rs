//! How an open scenario is made: what its latest version says to models, for those who may read the scenario.

use accounts::identity::Person;
use kernel::Audience;
use platform::web::Problem;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::errors::MAKING_CLOSED;
use super::model::{ActorTexts, FrozenBook, ModelTexts};
use super::{store, versions};
use crate::AppState;
use crate::scenarios::{self, Opening, PlayerRole, Scenario, ScenarioId};

/// What models get of an actor.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MakingActor {
    /// Their name.
    name: String,
    /// What models get.
    #[serde(flatten)]
    texts: ActorTexts,
}

/// How an open scenario is made. All of it may give the story away.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScenarioMaking {
    /// Place, time, rules of the world.
    setting: String,
    /// The role that the author suggests to the player.
    player_role: PlayerRole,
    /// The cast, in order.
    actors: Vec<MakingActor>,
    /// Ways the story can begin.
    openings: Vec<Opening>,
    /// Its lorebooks, in the order in which they are scanned.
    #[schema(value_type = Vec<FrozenBook>)]
    lore: Box<RawValue>,
}

impl ScenarioMaking {
    /// What these texts and lorebooks make of a scenario.
    pub(super) fn of(scenario: &Scenario, texts: ModelTexts, lore: Box<RawValue>) -> Self {
        let name_of = |id: &str| {
            let actor = scenario.actors.iter().find(|actor| actor.actor_id.as_str() == id);
            actor.map_or_else(String::new, |actor| actor.name.clone())
        };
        let actors = texts.cast.into_iter().map(|texts| MakingActor {
            name: name_of(&texts.id),
            texts,
        });
        Self {
            setting: texts.setting,
            player_role: texts.player_role,
            actors: actors.collect(),
            openings: scenario.scenario_engram.openings.clone(),
            lore,
        }
    }
}

/// What the latest published version says to models.
///
/// # Errors
/// The errors of reading the scenario; 403 if it is closed, also for its author, and for a scenario that was
/// never published by a person: nobody has said that it is open.
pub(super) async fn read(
    app: &AppState,
    viewer: Option<&Person>,
    audience: Audience,
    id: &ScenarioId,
) -> Result<ScenarioMaking, Problem> {
    let mut conn = app.db.read().await?;
    let scenario = scenarios::read_admitted(&mut conn, id, viewer, audience).await?;
    let closed = || Problem::new(MAKING_CLOSED, "Its author keeps it to themselves.");
    let number = store::find_latest(&mut conn, id)
        .await?
        .ok_or_else(closed)?
        .number;
    if versions::is_closed(&mut conn, id, number).await? {
        return Err(closed());
    }
    let texts = versions::model_texts(&mut conn, id, number).await?;
    let (texts, lore) = texts
        .zip(store::find_books(&mut conn, id, number).await?)
        .ok_or_else(closed)?;
    Ok(ScenarioMaking::of(&scenario, texts, lore))
}
