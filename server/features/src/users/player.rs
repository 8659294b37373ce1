//! What a person brings into a story: their name, portrait and personas.

use std::collections::BTreeMap;

use kernel::ids::UserId;
use sqlx::types::Json;

use super::me::Persona;
use crate::db::{Conn, on};
use crate::scenarios::media_url;

/// Somebody as they play.
#[derive(Debug, Clone)]
pub struct PlayerProfile {
    /// Their name.
    pub name: String,
    /// Where their portrait is.
    pub avatar: Option<String>,
    /// Whom they play, by id.
    pub personas: BTreeMap<String, Persona>,
}

#[derive(sqlx::FromRow)]
struct PlayerRow {
    username: String,
    avatar: Option<String>,
    personas: Json<BTreeMap<String, Persona>>,
}

pub(crate) const FIND_PLAYER: &str = "select username, avatar, personas from users where id = $1";

/// What this person brings into a story; none where there is no such person.
///
/// # Errors
/// What the engine reports.
pub async fn find_player(conn: &mut Conn, id: &UserId) -> sqlx::Result<Option<PlayerProfile>> {
    let row = on!(conn, |x: D| sqlx::query_as::<D, PlayerRow>(FIND_PLAYER).bind(id.as_str()).fetch_optional(x).await)?;
    Ok(row.map(|row| PlayerProfile { name: row.username, avatar: row.avatar.as_deref().map(media_url), personas: row.personas.0 }))
}
