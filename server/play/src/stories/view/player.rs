//! The player of a story, and its cast as the player sees it.

use accounts::guests;
use accounts::guests::Owner;
use accounts::users::{self, DEFAULT_PERSONA, Persona, PlayerProfile};
use platform::db::Conn;
use platform::media::FramedImage;

use crate::stories::model::PlayCharacter;
use crate::stories::rows::{Character, Story};
use crate::stories::rules::NAMELESS;

/// The player of a story.
#[derive(Debug, Clone, Default)]
pub struct PlayerView {
    /// The selected persona's name, else that of the role that the author suggests, else [`NAMELESS`].
    pub name: String,
    /// The persona's description.
    pub description: String,
    /// The selected persona.
    pub persona_id: Option<String>,
    /// The URL of their portrait.
    pub avatar: Option<String>,
    /// All of their personas.
    pub profile: Option<PlayerProfile>,
}

/// The player of this story.
///
/// # Errors
/// Database errors.
pub async fn player_of(conn: &mut Conn, story: &Story) -> sqlx::Result<PlayerView> {
    let profile = profile_of(conn, &story.owner).await?;
    let role = &story.setup.player_role.name;
    Ok(player_as(
        profile,
        story.settings.selected_persona.as_deref(),
        role,
    ))
}

/// The personas of a story's owner. A guest has one once they have named themselves.
pub(in crate::stories) async fn profile_of(
    conn: &mut Conn,
    owner: &Owner,
) -> sqlx::Result<Option<PlayerProfile>> {
    match owner {
        Owner::Person(id) => users::find_player(conn, id).await,
        Owner::Guest(id) => {
            let persona = |name: String| {
                (
                    DEFAULT_PERSONA.to_owned(),
                    Persona {
                        name,
                        description: String::new(),
                        avatar_url: None,
                    },
                )
            };
            Ok(guests::player_name(conn, id).await?.map(|name| PlayerProfile {
                avatar: None,
                personas: [persona(name)].into(),
            }))
        }
    }
}

/// Somebody with this profile as a player with this persona. `role`: the name of the role that the author suggests;
/// empty: none.
pub(in crate::stories) fn player_as(
    profile: Option<PlayerProfile>,
    persona: Option<&str>,
    role: &str,
) -> PlayerView {
    let unnamed = match role.trim() {
        "" => NAMELESS,
        role => role,
    };
    let Some(profile) = profile else {
        return PlayerView {
            name: unnamed.to_owned(),
            ..PlayerView::default()
        };
    };
    let chosen = persona.and_then(|id| profile.personas.get(id).map(|persona| (id, persona)));
    let (name, description) = chosen.map_or((unnamed.to_owned(), String::new()), |(_, persona)| {
        (persona.name.clone(), persona.description.clone())
    });
    let avatar = chosen
        .and_then(|(_, persona)| persona.avatar_url.clone())
        .or_else(|| profile.avatar.clone());
    PlayerView {
        name,
        description,
        persona_id: chosen.map(|(id, _)| id.to_owned()),
        avatar,
        profile: Some(profile),
    }
}

/// Everybody in a story as its player sees them: the player, then the cast.
#[must_use]
pub fn play_characters(owner: &Owner, player: &PlayerView, cast: &[Character]) -> Vec<PlayCharacter> {
    let user = PlayCharacter {
        id: owner.id().to_owned(),
        name: player.name.clone(),
        role: String::new(),
        avatar: player.avatar.clone(),
        full_res_avatar: player.avatar.clone(),
        description: player.description.clone(),
        is_user: true,
        muted: false,
        talkativeness: 0.0,
    };
    let member = |one: &Character| PlayCharacter {
        id: one.id.clone(),
        name: one.name.clone(),
        role: one.role.clone(),
        avatar: one.avatar.as_ref().map(FramedImage::url),
        full_res_avatar: one.avatar.as_ref().map(FramedImage::url),
        description: one.description.clone(),
        is_user: false,
        muted: one.muted,
        talkativeness: one.talkativeness,
    };
    std::iter::once(user).chain(cast.iter().map(member)).collect()
}
