//! Writes the starter catalogue, the content of a new installation.

mod campaigns;
mod cards;
mod images;
mod scenarios;

use std::collections::HashMap;
use std::path::PathBuf;

use ::catalogue::scenarios::trend::{NO_TREND, add_event};
use accounts::tags::{self, StoredTag};
use accounts::users::{self, NewUser};
use kernel::Timestamp;
use kernel::ids::id_from_parts;
use platform::blobs::Blobs;
use platform::db::{Db, Tx};
use platform::search::{self, Kind};
use sha2::{Digest, Sha256};

use self::images::ImageImporter;
use super::SeedError;
use super::catalogue::Catalogue;

/// The folders of the starter catalogue.
#[derive(Debug, Clone)]
pub struct StarterPaths {
    /// The texts: the repository's `catalogue/`.
    pub catalogue: PathBuf,
    /// The generated images: `bundles/starter/`. Missing ones are left out.
    pub pictures: PathBuf,
}

/// What was written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StarterReport {
    /// Scenarios, including those made from cards.
    pub scenarios: usize,
    /// Cards.
    pub cards: usize,
    /// Images stored.
    pub pictures: usize,
}

/// The weight of an editor's judgement of 1.0 in search order, until readers' own actions outweigh it.
const EDITOR_POPULARITY: f64 = 2_000.0;
/// The same in the trend.
const EDITOR_TREND: f64 = 20.0;
/// The time of the editor's judgement: the same for all, so that not only new scenarios trend at first.
const EDITOR_MOMENT: Timestamp = Timestamp(1_793_500_000_000);
/// When the starter catalogue's authors joined: before their first scenario.
const AUTHORS_JOINED: Timestamp = Timestamp(1_746_086_400_000);

/// Whether the database has no catalogue yet.
///
/// # Errors
/// Database errors.
pub async fn is_empty(db: &Db) -> sqlx::Result<bool> {
    let mut conn = db.read().await?;
    ::catalogue::campaigns::is_empty(&mut conn).await
}

/// Writes the starter catalogue, or updates its texts and images.
///
/// # Errors
/// [`SeedError`]; then nothing was written but images.
pub async fn seed_starter(db: &Db, blobs: &Blobs, paths: &StarterPaths) -> Result<StarterReport, SeedError> {
    let catalogue = Catalogue::read(&paths.catalogue)?;
    let mut images = ImageImporter {
        blobs,
        folder: &paths.pictures,
        stored: 0,
    };
    let mut tx = db.begin().await?;
    let known = Known {
        authors: put_authors(&mut tx, &catalogue, &mut images).await?,
        tags: put_tags(&mut tx, &catalogue).await?,
    };
    for scenario in &catalogue.scenarios {
        scenarios::put_scenario(&mut tx, scenario, &known, &mut images).await?;
    }
    for card in &catalogue.cards {
        cards::put_card(&mut tx, card, &known, &mut images).await?;
    }
    ::catalogue::scenarios::recount_tags(&mut tx).await?;
    for kind in [Kind::Scenario, Kind::Card] {
        search::optimize(&mut tx, kind).await?;
    }
    campaigns::put_campaigns(&mut tx, &catalogue, &known).await?;
    tx.commit().await?;
    Ok(StarterReport {
        scenarios: catalogue.scenarios.len() + catalogue.cards.len(),
        cards: catalogue.cards.len(),
        pictures: images.stored,
    })
}

/// An id that is the same on every installation.
fn stable_id(sort: &str, name: &str, created: Timestamp) -> String {
    let hash = Sha256::digest(format!("{sort}:{name}"));
    let mut bits = [0_u8; 10];
    bits.copy_from_slice(&hash[..10]);
    id_from_parts(created, &bits)
}

/// Stored rows that the rest refers to.
struct Known {
    /// By their names in the files.
    authors: HashMap<String, StoredAuthor>,
    /// By their slugs.
    tags: HashMap<String, StoredTag>,
}

impl Known {
    /// The stored tags of these slugs, in this order. The check of the catalogue guarantees that all exist.
    fn pick_tags(&self, slugs: &[String]) -> Vec<StoredTag> {
        slugs
            .iter()
            .filter_map(|slug| self.tags.get(slug).cloned())
            .collect()
    }
}

struct StoredAuthor {
    id: String,
    authorname: String,
}

async fn put_authors(
    tx: &mut Tx,
    catalogue: &Catalogue,
    images: &mut ImageImporter<'_>,
) -> Result<HashMap<String, StoredAuthor>, SeedError> {
    let mut stored = HashMap::new();
    for author in &catalogue.authors {
        let avatar = images.put(&format!("authors/{}.webp", author.authorname)).await?;
        let id = stable_id("author", &author.authorname, AUTHORS_JOINED);
        let user = NewUser {
            id: &id,
            authorname: &author.name,
            username: &author.name,
            bio: Some(&author.bio),
            avatar: avatar.as_deref(),
            joined_at: AUTHORS_JOINED,
        };
        users::put_user(tx, &user).await?;
        stored.insert(
            author.authorname.clone(),
            StoredAuthor {
                id,
                authorname: author.name.clone(),
            },
        );
    }
    Ok(stored)
}

async fn put_tags(tx: &mut Tx, catalogue: &Catalogue) -> sqlx::Result<HashMap<String, StoredTag>> {
    let mut stored = HashMap::new();
    for tag in &catalogue.tags {
        let id = stable_id("tag", &tag.slug, AUTHORS_JOINED);
        stored.insert(
            tag.slug.clone(),
            tags::put_tag(tx, &id, &tag.slug, &tag.name, tag.kind, tag.explicit).await?,
        );
    }
    Ok(stored)
}

fn editor_trend(popularity: f64) -> f64 {
    add_event(NO_TREND, EDITOR_MOMENT, 1.0 + popularity * EDITOR_TREND)
}

fn editor_popularity(popularity: f64) -> i64 {
    (popularity * EDITOR_POPULARITY) as i64
}
