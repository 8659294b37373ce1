//! Puts scenarios into the database the way the product does, with defaults for what a test does not care
//! about.

use accounts::tags::{self, StoredTag, TagKind};
use accounts::users::{self, NewUser};

use crate::scenarios;
use crate::scenarios::trend::{NO_TREND, add_event};
use crate::scenarios::{ContentNote, Credits, Engram, Opening, PlayerRole, ScenarioImages, ScenarioStats};
use kernel::ids::id_from_parts;
use kernel::{Rating, Timestamp};
use platform::db::{Tx, query_on};
use platform::image_judge::{AvatarMetric, is_explicit};
use platform::media::FramedImage;
use sha2::{Digest, Sha256};

use super::{TEST_NOW, TestApp};

/// A scenario for a test. Change the fields that the test is about.
#[derive(Debug, Clone)]
pub struct NewScenario {
    /// Name; the id is made from it.
    pub name: String,
    /// The promise in one line.
    pub tagline: String,
    /// Text of the description.
    pub description: String,
    /// Texts of its openings; the narrator speaks them.
    pub openings: Vec<String>,
    /// Its actors: names and descriptions.
    pub cast: Vec<(String, String)>,
    /// Name of the author, who is created with it.
    pub author: String,
    /// Slugs of its tags, which are created with it.
    pub tags: Vec<String>,
    /// Loves, also for popularity.
    pub loves: i64,
    /// The time of its latest activity.
    pub active: Timestamp,
    /// The time of its publication.
    pub created: Timestamp,
    /// Blob keys of its images.
    pub pictures: ScenarioImages,
    /// Blob key of its actor's portrait.
    pub portrait: Option<String>,
    /// Classes and probabilities of the image classifier.
    pub judged: Vec<(String, f64)>,
    /// Its rating.
    pub rating: Rating,
    /// What it contains; `None`: its author does not say.
    pub content_notes: Option<Vec<ContentNote>>,
    /// Visible to everybody.
    pub public: bool,
    /// Hidden by an admin.
    pub hidden: bool,
    /// Removed by its author.
    pub removed: bool,
}

impl NewScenario {
    /// A public scenario of this name by "someone".
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            tagline: "A promise in one line".to_owned(),
            description: "What a reader wants to know.".to_owned(),
            openings: vec!["It begins.".to_owned()],
            cast: vec![("Ada".to_owned(), "Knows the way.".to_owned())],
            author: "someone".to_owned(),
            tags: Vec::new(),
            loves: 0,
            active: TEST_NOW,
            created: TEST_NOW,
            pictures: ScenarioImages::default(),
            portrait: None,
            judged: Vec::new(),
            rating: Rating::Everyone,
            content_notes: None,
            public: true,
            hidden: false,
            removed: false,
        }
    }

    /// The same with these tags.
    #[must_use]
    pub fn tagged(mut self, slugs: &[&str]) -> Self {
        self.tags = slugs.iter().map(|slug| (*slug).to_owned()).collect();
        self
    }

    /// The same with these content notes.
    #[must_use]
    pub fn noted(mut self, notes: &[ContentNote]) -> Self {
        self.content_notes = Some(notes.to_vec());
        self
    }

    /// The same with this many loves.
    #[must_use]
    pub fn loved(mut self, loves: i64) -> Self {
        self.loves = loves;
        self
    }

    /// The same with this rating.
    #[must_use]
    pub fn rated(mut self, rating: Rating) -> Self {
        self.rating = rating;
        self
    }

    /// The same, published this long after the test's beginning (before it, if negative).
    #[must_use]
    pub fn at(mut self, offset_millis: i64) -> Self {
        self.created = TEST_NOW.plus_millis(offset_millis);
        self
    }
}

const SET_VISIBILITY: &str =
    "update scenarios set public = $2, hidden = $3, removed_at = $4, listed = $5 where id = $1";

fn stable_id(sort: &str, name: &str, at: Timestamp) -> String {
    let mut bits = [0; 10];
    bits.copy_from_slice(&Sha256::digest(format!("{sort}:{name}"))[..10]);
    id_from_parts(at, &bits)
}

/// An actor of a scenario; the first has its portrait.
fn actor(new: &NewScenario, name: &str, description: &str) -> scenarios::NewActor {
    let is_first = new.cast.first().is_some_and(|(first, _)| first == name);
    let whose = if is_first {
        new.name.clone()
    } else {
        format!("{}:{name}", new.name)
    };
    scenarios::NewActor {
        id: stable_id("actor", &whose, new.created),
        name: name.to_owned(),
        role: "Guide".to_owned(),
        description: description.to_owned(),
        persona: "Speaks softly.".to_owned(),
        avatar: new.portrait.clone().filter(|_| is_first).map(FramedImage::whole),
        avatar_alt: String::new(),
    }
}

impl TestApp {
    /// Stores a scenario with its author and tags and indexes it; returns its id.
    ///
    /// # Panics
    /// If the database fails.
    pub async fn scenario(&self, new: NewScenario) -> String {
        let mut tx = self.state.db.begin().await.expect("a transaction");
        let author_id = put_author(&mut tx, &new.author).await;
        let tags = put_tags(&mut tx, &new.tags).await;
        let id = stable_id("scenario", &new.name, new.created);
        let engram = engram(&new);
        let scenario = stored(&new, &id, &author_id, &engram, tags);
        scenarios::put_scenario(&mut tx, &scenario)
            .await
            .expect("a scenario");
        if set_visibility(&mut tx, &id, &new).await {
            scenario.index(&mut tx).await.expect("an index entry");
        }
        scenarios::recount_tags(&mut tx).await.expect("tag counts");
        tx.commit().await.expect("a commit");
        id
    }
}

/// Stores a person with this name; returns their id.
async fn put_author(tx: &mut Tx, name: &str) -> String {
    let id = stable_id("user", name, TEST_NOW);
    let user = NewUser {
        id: &id,
        authorname: name,
        username: name,
        bio: None,
        avatar: None,
        joined_at: TEST_NOW,
    };
    users::put_user(tx, &user).await.expect("an author");
    id
}

async fn put_tags(tx: &mut Tx, slugs: &[String]) -> Vec<StoredTag> {
    let mut stored = Vec::new();
    for slug in slugs {
        let id = stable_id("tag", slug, TEST_NOW);
        let tag = tags::put_tag(tx, &id, slug, slug, TagKind::Genre, false).await;
        stored.push(tag.expect("a tag"));
    }
    stored
}

fn engram(new: &NewScenario) -> Engram {
    let opening = |text: &String| Opening {
        title: "Begin".to_owned(),
        text: text.clone(),
        speaker: None,
    };
    Engram {
        description: new.description.clone(),
        setting: "Somewhere".to_owned(),
        player_role: PlayerRole::default(),
        openings: new.openings.iter().map(opening).collect(),
        example_dialogue: Vec::new(),
        author_note: None,
        language: "en".to_owned(),
        open: false,
    }
}

/// The scenario as the product stores it.
fn stored<'a>(
    new: &'a NewScenario,
    id: &'a str,
    author_id: &'a str,
    engram: &'a Engram,
    tags: Vec<StoredTag>,
) -> scenarios::NewScenario<'a> {
    let metric = |(class, probability): &(String, f64)| AvatarMetric {
        class_name: class.clone(),
        probability: *probability,
    };
    let actors = new
        .cast
        .iter()
        .map(|(name, description)| actor(new, name, description));
    let avatar_metrics: Vec<AvatarMetric> = new.judged.iter().map(metric).collect();
    scenarios::NewScenario {
        id,
        author_id,
        authorname: &new.author,
        name: &new.name,
        tagline: &new.tagline,
        engram,
        pictures: new.pictures.clone(),
        explicit_image: is_explicit(&avatar_metrics),
        avatar_metrics,
        rating: new.rating,
        content_notes: new.content_notes.clone(),
        credits: Credits::default(),
        tags,
        actors: actors.collect(),
        stats: ScenarioStats {
            love_count: new.loves,
            ..ScenarioStats::default()
        },
        trend: add_event(NO_TREND, new.active, 1.0 + new.loves as f64),
        extra_popularity: 0,
        created_at: new.created,
    }
}

/// Sets who may see a scenario; returns whether it is listed.
async fn set_visibility(tx: &mut Tx, id: &str, new: &NewScenario) -> bool {
    let listed = new.public && !new.hidden && !new.removed;
    let removed_at = new.removed.then_some(TEST_NOW.0);
    query_on!(tx, |x: D| {
        let set = sqlx::query::<D>(SET_VISIBILITY)
            .bind(id)
            .bind(new.public)
            .bind(new.hidden)
            .bind(removed_at)
            .bind(listed);
        set.execute(x).await.map(drop)
    })
    .expect("its visibility");
    listed
}
