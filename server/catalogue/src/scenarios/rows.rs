//! Rows of scenarios, and their conversion to the API's types.

use accounts::tags::TagData;
use accounts::users::shown_author;
use kernel::ids::UserId;
use kernel::{Rating, Timestamp};
use platform::db::bool_from_int;
use platform::image_judge::AvatarMetric;
use serde::Deserialize;
use sqlx::types::Json;

use super::ScenarioId;
use super::images::ScenarioImages;
use super::model::{Creators, Credits, DisplayData, Engram, ScenarioStats, UserRatings};
use super::rules::{DELETED, UNTITLED};
use super::write::NewScenario;

#[derive(sqlx::FromRow, Deserialize)]
pub(super) struct SummaryRow {
    pub(super) id: String,
    author_id: String,
    authorname: String,
    display_name: String,
    tagline: String,
    pictures: Json<ScenarioImages>,
    avatar_metrics: Json<Vec<AvatarMetric>>,
    #[serde(deserialize_with = "bool_from_int")]
    explicit: bool,
    #[serde(deserialize_with = "bool_from_int")]
    public: bool,
    chats_created: i64,
    favorites: i64,
    ratings: i64,
    messages_sent: i64,
    shekels_spent: i64,
    likes: i64,
    dislikes: i64,
    love_count: i64,
    created_at: i64,
    updated_at: i64,
    rating: String,
    #[serde(deserialize_with = "bool_from_int")]
    pub(super) removed: bool,
}

impl SummaryRow {
    /// The row. Of a removed scenario, only its existence and its dates remain.
    pub(super) fn redacted(self) -> Self {
        if !self.removed {
            return self;
        }
        Self {
            author_id: String::new(),
            authorname: String::new(),
            display_name: DELETED.to_owned(),
            tagline: String::new(),
            pictures: Json(ScenarioImages::default()),
            avatar_metrics: Json(Vec::new()),
            explicit: false,
            chats_created: 0,
            favorites: 0,
            ratings: 0,
            messages_sent: 0,
            shekels_spent: 0,
            likes: 0,
            dislikes: 0,
            love_count: 0,
            ..self
        }
    }

    pub(super) fn stats(&self) -> ScenarioStats {
        ScenarioStats {
            chats_created: self.chats_created,
            favorites: self.favorites,
            ratings: self.ratings,
            messages_sent: self.messages_sent,
            shekels_spent: self.shekels_spent,
            user_ratings: UserRatings {
                likes: self.likes,
                dislikes: self.dislikes,
            },
            love_count: self.love_count,
        }
    }

    pub(super) fn display(self, tag_data: Vec<TagData>) -> DisplayData {
        DisplayData {
            avatar_urls: (&self.pictures.0).into(),
            id: ScenarioId::trusted(self.id),
            display_name: if self.display_name.trim().is_empty() {
                UNTITLED.to_owned()
            } else {
                self.display_name
            },
            tagline: self.tagline,
            author: shown_author(self.author_id),
            authorname: self.authorname,
            created_on: Timestamp(self.created_at),
            updated_on: Timestamp(self.updated_at),
            tags: tag_data.iter().map(|tag| tag.id.to_string()).collect(),
            tag_data,
            avatar_metrics: self.avatar_metrics.0,
            explicit: self.explicit,
            rating: Rating::from_stored(&self.rating),
            public: self.public,
        }
    }
}

/// What a scenario shows of its author beside their name.
#[derive(Default, sqlx::FromRow)]
pub(super) struct AuthorRow {
    avatar: Option<String>,
    bio: Option<String>,
}

/// A full scenario as stored.
#[derive(sqlx::FromRow)]
pub(super) struct ScenarioRow {
    #[sqlx(flatten)]
    pub(super) summary: SummaryRow,
    pub(super) engram: Json<Engram>,
    pub(super) interface: Option<Json<serde_json::Value>>,
    pub(super) hidden: bool,
    pub(super) removed_at: Option<i64>,
    pub(super) unlisted: bool,
    pub(super) withdrawn_at: Option<i64>,
    pub(super) author_avatar: Option<String>,
    pub(super) author_bio: Option<String>,
    pub(super) notes_disclosed: bool,
    creator: Creators,
    sources: Json<Vec<String>>,
}

impl ScenarioRow {
    /// Its rating.
    pub(super) fn rating(&self) -> Rating {
        Rating::from_stored(&self.summary.rating)
    }

    /// Who made the cards that it was made from.
    pub(super) fn credits(&self) -> Credits {
        Credits {
            creator: self.creator.clone(),
            source: self.sources.0.clone(),
        }
    }

    /// What publishing this as public at `now` leaves here, in place of `published`. What readers and admins
    /// did to it stays.
    pub(super) fn if_published(
        new: &NewScenario<'_>,
        author: AuthorRow,
        published: Option<&Self>,
        now: Timestamp,
    ) -> Self {
        let stats = published.map_or(new.stats, |row| row.summary.stats());
        Self {
            summary: SummaryRow {
                id: new.id.to_owned(),
                author_id: new.author_id.to_owned(),
                authorname: new.authorname.to_owned(),
                display_name: new.name.to_owned(),
                tagline: new.tagline.to_owned(),
                pictures: Json(new.pictures.clone()),
                avatar_metrics: Json(new.avatar_metrics.clone()),
                explicit: new.is_explicit(),
                public: true,
                chats_created: stats.chats_created,
                favorites: stats.favorites,
                ratings: stats.ratings,
                messages_sent: stats.messages_sent,
                shekels_spent: stats.shekels_spent,
                likes: stats.user_ratings.likes,
                dislikes: stats.user_ratings.dislikes,
                love_count: stats.love_count,
                created_at: new.created_at.0,
                updated_at: now.0,
                rating: new.rating.as_str().to_owned(),
                removed: false,
            },
            engram: Json(new.engram.clone()),
            interface: published.and_then(|row| row.interface.clone()),
            hidden: published.is_some_and(|row| row.hidden),
            removed_at: None,
            unlisted: false,
            withdrawn_at: None,
            author_avatar: author.avatar,
            author_bio: author.bio,
            notes_disclosed: new.content_notes.is_some(),
            creator: new.credits.creator.clone(),
            sources: Json(new.credits.source.clone()),
        }
    }

    /// Whether lists show it.
    pub(super) fn is_listed(&self) -> bool {
        self.summary.public && self.is_open()
    }

    /// Whether people other than its author may see it.
    pub(super) fn is_open(&self) -> bool {
        self.was_open() && self.removed_at.is_none()
    }

    fn was_open(&self) -> bool {
        (self.summary.public || self.unlisted) && !self.hidden
    }

    /// Whether its author withdrew it.
    pub(super) fn was_withdrawn(&self) -> bool {
        self.withdrawn_at.is_some() && self.removed_at.is_none() && !self.hidden
    }

    /// Whether this person wrote it.
    pub(super) fn is_by(&self, user: &UserId) -> bool {
        self.summary.author_id == user.as_str()
    }

    /// Whether it was public before it was removed, so that the API may report the removal.
    pub(super) fn was_removed(&self) -> bool {
        self.removed_at.is_some() && self.was_open()
    }

    /// Its images.
    pub(super) fn images(&self) -> ScenarioImages {
        self.summary.pictures.0.clone()
    }
}
