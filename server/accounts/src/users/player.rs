//! A person's profile in stories: their portrait and personas. Never the name of their account, which is
//! often a suggested one (issue 10.4).

use std::collections::BTreeMap;

use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};
use platform::media::media_url;
use sqlx::types::Json;

use super::model::Persona;
use super::rules::MAX_PERSONAS;
use super::store::profiles::lock_profile;

/// The id of the persona with which stories begin by default: what the player wants to be called.
pub const DEFAULT_PERSONA: &str = "default";

/// A person as a player.
#[derive(Debug, Clone, Default)]
pub struct PlayerProfile {
    /// Where their portrait is.
    pub avatar: Option<String>,
    /// Their personas, by id.
    pub personas: BTreeMap<String, Persona>,
}

#[derive(sqlx::FromRow)]
struct PlayerRow {
    avatar: Option<String>,
    personas: Json<BTreeMap<String, Persona>>,
}

statements! {
    FIND_PLAYER = "select avatar, personas from users where id = $1";
    PUT_PERSONAS = "update users set personas = $2 where id = $1";
}

/// The profile of a player; `None` if there is no such person.
///
/// # Errors
/// Database errors.
pub async fn find_player(conn: &mut Conn, id: &UserId) -> sqlx::Result<Option<PlayerProfile>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, PlayerRow>(FIND_PLAYER)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(row.map(|row| PlayerProfile {
        avatar: row.avatar.as_deref().map(media_url),
        personas: row.personas.0,
    }))
}

/// Names the default persona of a person, and creates it if there is none. An existing name stays unless
/// `replaces` is set; false where there are as many personas as allowed.
///
/// # Errors
/// Database errors.
pub async fn name_player(tx: &mut Tx, id: &UserId, name: &str, replaces: bool) -> sqlx::Result<bool> {
    if lock_profile(tx, id).await?.is_none() {
        return Ok(false);
    }
    let Some(PlayerProfile { mut personas, .. }) = find_player(tx, id).await? else {
        return Ok(false);
    };
    let is_full = personas.len() >= MAX_PERSONAS;
    match personas.get_mut(DEFAULT_PERSONA) {
        Some(_) if !replaces => return Ok(true),
        Some(persona) => name.clone_into(&mut persona.name),
        None if is_full => return Ok(false),
        None => {
            personas.insert(
                DEFAULT_PERSONA.to_owned(),
                Persona {
                    name: name.to_owned(),
                    description: String::new(),
                    avatar_url: None,
                },
            );
        }
    }
    query_on!(tx, |x: D| sqlx::query::<D>(PUT_PERSONAS)
        .bind(id.as_str())
        .bind(Json(&personas))
        .execute(x)
        .await
        .map(drop))?;
    Ok(true)
}
