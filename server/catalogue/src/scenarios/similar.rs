//! Finds similar scenarios: by shared tags (rare ones count more), by shared words, and a share of surprises.

use std::collections::HashMap;

use accounts::tags::TagData;
use kernel::{DAY_MS, Timestamp};
use platform::db::Conn;
use platform::search::{self, DocNumber, Filters, Kind};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};

use super::feed::{Feed, FeedOrder, page_of_feed};
use super::model::ScenarioSummary;
use super::summaries::load_summaries;

/// How many scenarios are scored per shared tag and for shared words. The most popular come first, so more
/// would only add obscure ones.
const CANDIDATES_PER_SOURCE: i64 = 60;
/// The most tags that are compared, the rarest first.
const MAX_TAGS: usize = 4;
/// The weight of a shared word, relative to a shared tag of average rarity.
const WEIGHT_OF_WORDS: f64 = 0.6;
/// The most words that are compared.
const MAX_WORDS: usize = 6;
/// Candidates for surprises. They also fill a list that would be too short.
const EXPLORE_POOL: u32 = 50;
/// Surprises stay the same for this long, so that going back shows the same page.
const SURPRISE_PERIOD_MS: i64 = DAY_MS;

/// What is known of the scenario for comparing.
pub(super) struct Subject<'a> {
    pub(super) id: &'a str,
    pub(super) words: String,
    pub(super) tags: &'a [TagData],
}

/// Up to `limit` similar scenarios, of which the share `explore` (0 to 1) are surprises from the trending
/// ones.
pub(super) async fn find(
    conn: &mut Conn,
    subject: &Subject<'_>,
    filters: &Filters,
    limit: u32,
    explore: f64,
    now: Timestamp,
) -> sqlx::Result<Vec<ScenarioSummary>> {
    let limit = limit as usize;
    let surprises = (limit as f64 * explore).round() as usize;
    let mut ranked = rank(conn, subject, filters, limit).await?;
    let mut random = ChaCha8Rng::from_seed(seed(subject.id, now));
    // If few scenarios are similar, surprises fill the list.
    let pool = if surprises == 0 && ranked.len() >= limit {
        Vec::new()
    } else {
        surprise_pool(conn, subject, filters, &mut random).await?
    };
    ranked.truncate(limit.saturating_sub(surprises.min(pool.len())));
    let mut ids = ranked;
    for id in pool {
        if ids.len() >= limit {
            break;
        }
        if !ids.contains(&id) {
            // Anywhere but the first position, which belongs to the most similar.
            let place = if ids.is_empty() {
                0
            } else {
                random.random_range(1..=ids.len())
            };
            ids.insert(place, id);
        }
    }
    load_summaries(conn, filters.audience, &ids).await
}

async fn rank(
    conn: &mut Conn,
    subject: &Subject<'_>,
    filters: &Filters,
    limit: usize,
) -> sqlx::Result<Vec<String>> {
    let mut scores: HashMap<DocNumber, f64> = HashMap::new();
    let mut rarest: Vec<&TagData> = subject.tags.iter().collect();
    rarest.sort_by_key(|tag| tag.scenario_count);
    for tag in rarest.into_iter().take(MAX_TAGS) {
        let mut with_tag = filters.clone();
        with_tag.with_tags.push(tag.id.to_string());
        // Common tags weigh less: a tag of one scenario weighs 1, of e scenarios 1/2, of e² scenarios 1/3.
        let weight = 1.0 / (1.0 + (tag.scenario_count.max(1) as f64).ln());
        add(
            &mut scores,
            search::first_matching(conn, Kind::Scenario, &with_tag, CANDIDATES_PER_SOURCE).await?,
            weight,
        );
    }
    let by_words = search::first_matching_words(
        conn,
        Kind::Scenario,
        &subject.words,
        MAX_WORDS,
        filters,
        CANDIDATES_PER_SOURCE,
    )
    .await?;
    add(&mut scores, by_words, WEIGHT_OF_WORDS * 0.2);
    let mut ranked: Vec<(DocNumber, f64)> = scores.into_iter().collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    // One more, because the scenario itself is among the results, as the most similar.
    ranked.truncate(limit + 1);
    let ranked: Vec<DocNumber> = ranked.into_iter().map(|(number, _)| number).collect();
    let mut ids = search::ids_of(conn, Kind::Scenario, &ranked).await?;
    ids.retain(|id| id != subject.id);
    Ok(ids)
}

/// Adds `weight` to each score, slightly less from rank to rank, so that popularity decides between equals.
fn add(scores: &mut HashMap<DocNumber, f64>, found: Vec<DocNumber>, weight: f64) {
    for (place, number) in found.into_iter().enumerate() {
        *scores.entry(number).or_default() +=
            weight * (1.0 - place as f64 / (4.0 * CANDIDATES_PER_SOURCE as f64));
    }
}

async fn surprise_pool(
    conn: &mut Conn,
    subject: &Subject<'_>,
    filters: &Filters,
    random: &mut ChaCha8Rng,
) -> sqlx::Result<Vec<String>> {
    let feed = Feed {
        order: FeedOrder::Trending,
        filters: filters.clone(),
    };
    let page = page_of_feed(conn, &feed, None, EXPLORE_POOL).await?;
    let mut pool: Vec<String> = page
        .into_iter()
        .map(|(id, _)| id)
        .filter(|id| id != subject.id)
        .collect();
    pool.shuffle(random);
    Ok(pool)
}

fn seed(id: &str, now: Timestamp) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(id);
    hash.update((now.0 / SURPRISE_PERIOD_MS).to_be_bytes());
    hash.finalize().into()
}
