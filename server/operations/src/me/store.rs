//! SQL of a person's own record.

use std::collections::BTreeMap;

use accounts::tags;
use accounts::users::{Persona, Preferences, PublishedWork, portrait};
use catalogue::profiles::read_public_stats;
use catalogue::scenarios::ContentNote;
use kernel::ids::UserId;
use kernel::{Audience, Role, Timestamp};
use platform::db::{Conn, query_on, statements};
use platform::media::media_url;
use sqlx::types::Json;

use super::model::{DiscordStatus, Me, RetentionData};

/// Ratings in the own record; further ones are read scenario by scenario.
const MAX_RATINGS: i64 = 1_000;

#[derive(sqlx::FromRow)]
struct ProfileRow {
    authorname: String,
    username: String,
    bio: Option<String>,
    avatar: Option<String>,
    joined_at: i64,
    show_nsfw: bool,
    show_nsfl: bool,
    personas: Json<BTreeMap<String, Persona>>,
    preferences: Json<Preferences>,
    theme_id: Option<String>,
    experiment_id: Option<String>,
    deletion_at: Option<i64>,
    leaves_work: bool,
    role: Option<i64>,
    email: String,
    email_verified_at: Option<i64>,
}

statements! {
    FIND_PROFILE = "
        select u.authorname, u.username, u.bio, u.avatar, u.joined_at, u.show_nsfw, u.show_nsfl, u.personas,
            u.preferences, u.theme_id, u.experiment_id, u.deletion_at, u.leaves_work, a.role, i.email,
            i.email_verified_at
        from users u
        join accounts a on a.user_id = u.id
        join identities i on i.id = a.identity_id
        where u.id = $1";
    LIST_RATINGS_OF_USER = "
        select scenario_id, liked
        from ratings
        where user_id = $1
        order by rated_at desc, scenario_id desc
        limit $2";
}

/// The whole record of a person. `shekels`: the balance of their wallet.
pub(super) async fn find(conn: &mut Conn, id: &UserId, shekels: i64) -> sqlx::Result<Option<Me>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, ProfileRow>(FIND_PROFILE)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    let Some((row, stats)) = row.zip(read_public_stats(conn, id, Audience::Extreme).await?) else {
        return Ok(None);
    };
    let blocked_tag_data =
        tags::blocked_by(conn, id, Audience::of_settings(row.show_nsfw, row.show_nsfl)).await?;
    let blocked = tags::blocked_notes_of(conn, id).await?;
    let mut blocked_notes: Vec<ContentNote> =
        blocked.iter().filter_map(|id| ContentNote::of_id(id)).collect();
    blocked_notes.sort_unstable();
    let ratings: Vec<(String, bool)> = query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_RATINGS_OF_USER)
        .bind(id.as_str())
        .bind(MAX_RATINGS)
        .fetch_all(x)
        .await)?;
    let role = Role::from_stored(row.role);
    Ok(Some(Me {
        username: row.username,
        user_description: row.bio.clone().unwrap_or_default(),
        user_id: id.clone(),
        customer_id: None,
        shekels,
        joined_on: Timestamp(row.joined_at),
        show_nsfw: row.show_nsfw,
        show_nsfl: row.show_nsfl,
        subscribed: false,
        test_id: row.experiment_id,
        avatar_url: row.avatar.as_deref().map(media_url),
        avatar_urls: portrait(row.avatar.as_deref()),
        integrations: BTreeMap::new(),
        ratings: ratings
            .into_iter()
            .map(|(scenario, liked)| (scenario, if liked { 1 } else { -1 }))
            .collect(),
        authorname: row.authorname,
        trial_redeemed: false,
        retention_data: RetentionData::default(),
        personas: row.personas.0,
        role: role.number(),
        roles: vec![role],
        user_bio: row.bio,
        blocked_tags: blocked_tag_data.iter().map(|tag| tag.id.to_string()).collect(),
        blocked_tag_data,
        blocked_notes,
        theme_id: row.theme_id,
        tier: None,
        discord_status: DiscordStatus::default(),
        stats,
        preferences: row.preferences.0,
        email: row.email,
        email_verified: row.email_verified_at.is_some(),
        deletion_on: row.deletion_at.map(Timestamp),
        deletion_work: row.deletion_at.map(|_| PublishedWork::of_stored(row.leaves_work)),
    }))
}
