//! Changes a story's settings, and its player's name.

use accounts::guests::Owner;
use accounts::{guests, users};
use platform::db::Tx;
use platform::web::Problem;

use super::story_edits::read_theme;
use crate::AppState;
use crate::stories::quota::lock_guest;
use crate::stories::rows::{Character, Story};
use crate::stories::settings_change::SettingsChange;
use crate::stories::{store, view};

/// The changes of a character in one story.
#[derive(Debug, Clone)]
pub struct CharacterChange {
    /// The character's id.
    pub id: String,
    /// Whether they never speak.
    pub muted: Option<bool>,
    /// How often they speak, 0 to 1.
    pub talkativeness: Option<f64>,
}

/// Changes the settings of a locked story.
///
/// # Errors
/// 422 if the settings are invalid.
pub async fn edit_settings(
    app: &AppState,
    tx: &mut Tx,
    story: &mut Story,
    change: SettingsChange,
    theme_id: Option<Option<String>>,
    characters: &[CharacterChange],
) -> Result<(), Problem> {
    let cast = store::list_characters(tx, &story.id).await?;
    let profile = view::profile_of(tx, &story.owner).await?;
    let ids: Vec<&str> = cast.iter().map(|one| one.id.as_str()).collect();
    let has_persona = |id: &str| {
        profile
            .as_ref()
            .is_some_and(|profile| profile.personas.contains_key(id))
    };
    story.settings = change
        .apply(&story.settings, &ids, has_persona, |name| app.models.has(name))
        .map_err(|(pointer, why)| Problem::invalid(pointer, why))?;
    if let Some(theme) = theme_id {
        story.theme_id = read_theme(theme)?;
    }
    for (number, change) in characters.iter().enumerate() {
        let changed = change_character(&cast, number, change)?;
        store::set_character(tx, &story.id, &changed).await?;
    }
    Ok(store::save(tx, story).await?)
}

/// The character of this cast with the change of this number applied.
fn change_character(
    cast: &[Character],
    number: usize,
    change: &CharacterChange,
) -> Result<Character, Problem> {
    let at = |field: &str| format!("/characters/{number}/{field}");
    let one = cast
        .iter()
        .find(|one| one.id == change.id)
        .ok_or_else(|| Problem::invalid(at("id"), "This character isn’t in this story."))?;
    if change
        .talkativeness
        .is_some_and(|share| !(0.0..=1.0).contains(&share))
    {
        return Err(Problem::invalid(at("talkativeness"), "Between 0 and 1."));
    }
    Ok(Character {
        muted: change.muted.unwrap_or(one.muted),
        talkativeness: change.talkativeness.unwrap_or(one.talkativeness),
        ..one.clone()
    })
}

/// Names the player's default persona, and selects it in this story.
///
/// # Errors
/// 401 if an account has taken over the guest meanwhile; 422 if there are too many personas.
pub async fn name_player(app: &AppState, tx: &mut Tx, story: &mut Story, name: &str) -> Result<(), Problem> {
    match &story.owner {
        Owner::Person(id) => {
            if !users::name_player(tx, id, name, true).await? {
                return Err(Problem::invalid(
                    "/name",
                    "You can’t have more personas. Rename one in your profile.",
                ));
            }
        }
        Owner::Guest(id) => {
            lock_guest(tx, &story.owner).await?;
            guests::name_player(tx, id, Some(name)).await?;
        }
    }
    let change = SettingsChange {
        selected_persona: Some(Some(users::DEFAULT_PERSONA.to_owned())),
        ..SettingsChange::default()
    };
    edit_settings(app, tx, story, change, None, &[]).await
}
