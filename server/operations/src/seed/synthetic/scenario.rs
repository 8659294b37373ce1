//! An invented scenario: its random parts, and the row that is written.

use accounts::tags::StoredTag;
use catalogue::scenarios::trend::{NO_TREND, WEIGHT_LOVE, add_event};
use catalogue::scenarios::{
    Credits, Engram, NewActor, NewScenario, Opening, PlayerRole, ScenarioImages, ScenarioStats, UserRatings,
};
use kernel::{Rating, Timestamp};
use platform::image_judge::{AvatarMetric, is_explicit};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::words::SCRIPTS;
use super::{LAST_CREATED, SPREAD_MS, author_id, authorname, id, random_for};

/// Share of scenarios whose image counts as explicit.
const EXPLICIT_SHARE: f64 = 0.03;
/// Share of scenarios with each rating; all others are for everyone.
const RATING_SHARES: [(Rating, f64); 3] = [
    (Rating::Mature, 0.04),
    (Rating::Explicit, 0.02),
    (Rating::Extreme, 0.01),
];

/// A scenario's invented parts, which the row to write borrows from.
pub(super) struct InventedScenario {
    id: String,
    author_id: String,
    authorname: String,
    name: String,
    tagline: String,
    engram: Engram,
    metrics: Vec<AvatarMetric>,
    rating: Rating,
    tags: Vec<StoredTag>,
    actors: Vec<(String, String)>,
    stats: ScenarioStats,
    trend: f64,
    created: Timestamp,
}

impl InventedScenario {
    /// The scenario with this number, by one of this many authors.
    pub(super) fn new(number: usize, authors: usize, tags: &[StoredTag]) -> Self {
        let mut random = random_for("scenario", number);
        let script = &SCRIPTS[zipf(&mut random, SCRIPTS.len())];
        let created = Timestamp(LAST_CREATED.0 - random.random_range(0..SPREAD_MS));
        let author = zipf(&mut random, authors);
        // Popularity falls with a random rank: most scenarios are hardly known.
        let rank = 1.0 + random.random::<f64>() * 1_000_000.0;
        let messages = (20_000_000.0 / rank) as i64;
        let stats = ScenarioStats {
            chats_created: messages / 23,
            // Stories that people keep in folders are counted, and here are none.
            favorites: 0,
            ratings: messages / 90,
            messages_sent: messages,
            shekels_spent: messages / 3,
            user_ratings: UserRatings {
                likes: messages / 100,
                dislikes: messages / 1_000,
            },
            love_count: messages / 120,
        };
        let active = Timestamp(created.0 + random.random_range(0..=(LAST_CREATED.0 - created.0).max(1)));
        let mut chosen: Vec<StoredTag> = Vec::new();
        for _ in 0..random.random_range(2..=7) {
            let tag = &tags[zipf(&mut random, tags.len())];
            if chosen.iter().all(|other| other.id != tag.id) {
                chosen.push(tag.clone());
            }
        }
        let explicit = random.random_bool(EXPLICIT_SHARE);
        let class = if explicit { "Porn" } else { "Drawing" };
        let actors = (0..random.random_range(1..=3)).map(|actor| {
            (
                id("actor", number * 8 + actor, created),
                format!("{} {}", script.word(&mut random), script.word(&mut random)),
            )
        });
        let actors = actors.collect();
        Self {
            id: id("scenario", number, created),
            author_id: author_id(author),
            authorname: authorname(author),
            name: script.phrase(&mut random, 2, 4),
            tagline: script.phrase(&mut random, 6, 12),
            engram: Engram {
                description: script.phrase(&mut random, 30, 60),
                setting: script.phrase(&mut random, 8, 16),
                player_role: PlayerRole::default(),
                openings: vec![Opening {
                    title: script.phrase(&mut random, 1, 3),
                    text: script.phrase(&mut random, 30, 50),
                    speaker: None,
                }],
                example_dialogue: Vec::new(),
                author_note: None,
                // BCP 47 for "no linguistic content", which marks the synthetic rows.
                language: "zxx".to_owned(),
                open: false,
            },
            metrics: vec![AvatarMetric {
                class_name: class.to_owned(),
                probability: 0.9,
            }],
            rating: rating(number),
            tags: chosen,
            actors,
            trend: add_event(NO_TREND, active, WEIGHT_LOVE * (1.0 + stats.love_count as f64)),
            stats,
            created,
        }
    }

    /// The row to write.
    pub(super) fn row(&self) -> NewScenario<'_> {
        NewScenario {
            id: &self.id,
            author_id: &self.author_id,
            authorname: &self.authorname,
            name: &self.name,
            tagline: &self.tagline,
            engram: &self.engram,
            pictures: ScenarioImages::default(),
            avatar_metrics: self.metrics.clone(),
            explicit_image: is_explicit(&self.metrics),
            rating: self.rating,
            content_notes: None,
            credits: Credits::default(),
            tags: self.tags.clone(),
            actors: self
                .actors
                .iter()
                .map(|(id, name)| NewActor {
                    id: id.clone(),
                    name: name.clone(),
                    role: "Invented".to_owned(),
                    description: self.tagline.clone(),
                    persona: self.tagline.clone(),
                    avatar: None,
                    avatar_alt: String::new(),
                })
                .collect(),
            stats: self.stats,
            trend: self.trend,
            extra_popularity: 0,
            created_at: self.created,
        }
    }
}

/// A scenario's rating. It has a random source of its own, so that an older catalogue grows on unchanged.
fn rating(number: usize) -> Rating {
    let mut drawn: f64 = random_for("rating", number).random();
    for (rating, share) in RATING_SHARES {
        if drawn < share {
            return rating;
        }
        drawn -= share;
    }
    Rating::Everyone
}

/// A rank from 0 to `most` - 1, in which rank r is about as frequent as 1/(r+1) (Zipf with exponent 1, by
/// inversion).
fn zipf(random: &mut ChaCha8Rng, most: usize) -> usize {
    let span = (most as f64 + 1.0).ln();
    let rank = (random.random::<f64>() * span).exp() - 1.0;
    (rank as usize).min(most - 1)
}

#[cfg(test)]
mod tests {
    use super::super::{TAGS, words};
    use super::*;

    #[test]
    fn the_first_ranks_get_most() {
        let mut random = random_for("test", 0);
        let mut counts = [0_usize; 100];
        for _ in 0..100_000 {
            counts[zipf(&mut random, 100)] += 1;
        }
        assert!(counts[0] > 5 * counts[9], "{counts:?}");
        assert!(counts.iter().all(|count| *count > 0), "every rank comes up");
    }

    #[test]
    fn nearly_all_are_for_everyone_and_every_rating_occurs() {
        let mut counts = std::collections::BTreeMap::new();
        for number in 0..10_000 {
            *counts.entry(rating(number)).or_insert(0) += 1;
        }
        assert!(counts[&Rating::Everyone] > 9_000, "{counts:?}");
        assert_eq!(counts.len(), 4, "{counts:?}");
    }

    #[test]
    fn the_same_number_gives_the_same_scenario() {
        let tags: Vec<StoredTag> = (0..TAGS)
            .map(|number| StoredTag {
                id: id("tag", number, LAST_CREATED),
                name: words::tag_name(number),
            })
            .collect();
        let (first, again) = (
            InventedScenario::new(7, 10, &tags),
            InventedScenario::new(7, 10, &tags),
        );
        assert_eq!(
            (first.id, first.name, first.stats),
            (again.id, again.name, again.stats)
        );
    }
}
