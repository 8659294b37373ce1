//! Writes a synthetic catalogue of any size for load tests: invented names in several scripts, with the skew
//! of real ones (few tags and few scenarios get most of everything). The same number gives the same
//! catalogue.

mod scenario;
mod words;

use accounts::tags::{self, TagKind};
use accounts::users::{self, NewUser};
use catalogue::scenarios::{self, NewScenario};
use kernel::ids::id_from_parts;
use kernel::{DAY_MS, Timestamp};
use platform::db::{Db, query_on, statements};
use platform::search::{self, BulkIndex, Kind};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::InventedScenario;

use super::SeedError;

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntheticReport {
    /// Scenarios that were added.
    pub scenarios: usize,
}

/// Scenarios per transaction: enough to be fast, few enough to show progress.
const BATCH: usize = 2_000;
/// Tags of the synthetic catalogue.
const TAGS: usize = 400;
/// Scenarios per author, on average.
const SCENARIOS_PER_AUTHOR: usize = 12;
/// The scenarios are spread over a period that ends at a fixed moment, so that the catalogue is always the
/// same.
const LAST_CREATED: Timestamp = Timestamp(1_794_000_000_000);
const SPREAD_MS: i64 = 500 * DAY_MS;
statements! {
    COUNT_SYNTHETIC = "select count(*) from scenarios where interface is null and language = 'zxx'";
}

/// Writes scenarios until there are `wanted` synthetic ones; reports their number to `progress` after each
/// batch.
///
/// # Errors
/// [`SeedError::Database`]; the reported batches stay written.
pub async fn seed_synthetic(
    db: &Db,
    wanted: usize,
    mut progress: impl FnMut(usize) + Send,
) -> Result<SyntheticReport, SeedError> {
    let mut tx = db.begin().await?;
    let already = query_on!(tx, |x: D| sqlx::query_scalar::<D, i64>(COUNT_SYNTHETIC)
        .fetch_one(x)
        .await)?;
    let already = usize::try_from(already).unwrap_or(0);
    let authors = wanted.div_ceil(SCENARIOS_PER_AUTHOR).max(1);
    let mut tags = Vec::with_capacity(TAGS);
    for number in 0..TAGS {
        let name = words::tag_name(number);
        let slug = format!("x-{}", name.to_lowercase().replace(' ', "-"));
        tags.push(
            tags::put_tag(
                &mut tx,
                &id("tag", number, LAST_CREATED),
                &slug,
                &name,
                TagKind::Other,
                false,
            )
            .await?,
        );
    }
    for number in 0..authors {
        let user = NewUser {
            id: &author_id(number),
            authorname: &authorname(number),
            username: &authorname(number),
            bio: Some("Invented for load tests."),
            avatar: None,
            joined_at: Timestamp(LAST_CREATED.0 - SPREAD_MS),
        };
        users::put_user(&mut tx, &user).await?;
    }
    tx.commit().await?;

    let mut next = already;
    while next < wanted {
        let end = (next + BATCH).min(wanted);
        let mut tx = db.begin().await?;
        let mut bulk = BulkIndex::begin(&mut tx, Kind::Scenario).await?;
        let made: Vec<InventedScenario> = (next..end)
            .map(|number| InventedScenario::new(number, authors, &tags))
            .collect();
        let scenarios: Vec<NewScenario<'_>> = made.iter().map(InventedScenario::row).collect();
        scenarios::put_new_scenarios(&mut tx, &scenarios, &mut bulk).await?;
        bulk.finish(&mut tx).await?;
        tx.commit().await?;
        next = end;
        progress(next);
    }
    let mut tx = db.begin().await?;
    scenarios::recount_tags(&mut tx).await?;
    search::optimize(&mut tx, Kind::Scenario).await?;
    tx.commit().await?;
    Ok(SyntheticReport {
        scenarios: wanted.saturating_sub(already),
    })
}

fn random_for(sort: &str, number: usize) -> ChaCha8Rng {
    let sort = sort.bytes().fold(0_u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u64::from(byte))
    });
    ChaCha8Rng::seed_from_u64(sort.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number as u64)
}

fn id(sort: &str, number: usize, created: Timestamp) -> String {
    id_from_parts(created, &random_for(sort, number).random())
}

fn author_id(number: usize) -> String {
    id("author", number, Timestamp(LAST_CREATED.0 - SPREAD_MS))
}

fn authorname(number: usize) -> String {
    words::authorname(&mut random_for("authorname", number), number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_all_different() {
        let names: std::collections::BTreeSet<String> = (0..TAGS).map(words::tag_name).collect();
        assert_eq!(names.len(), TAGS);
    }
}
