//! A synthetic catalogue of any size for load work: invented names in several scripts, with the skew of real
//! ones (few tags and few scenarios get most of everything). The same number gives the same catalogue.

use accounts::tags::{self, StoredTag, TagKind};
use accounts::users::{self, NewUser};
use catalogue::scenarios::trend::{NO_TREND, WEIGHT_LOVE, add_event};
use catalogue::scenarios::{
    self, AvatarMetric, Engram, NewActor, NewScenario, Opening, Pictures, ScenarioStats, UserRatings,
};
use kernel::ids::id_from_parts;
use kernel::{Rating, Timestamp};
use platform::db::{Db, query_on, statements};
use platform::search::{self, BulkIndex, Kind};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::SeedError;

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntheticReport {
    /// Scenarios that were missing and are there now.
    pub scenarios: usize,
}

/// Scenarios written per transaction: long enough to be quick, short enough to show progress.
const BATCH: usize = 2_000;
/// Tags of the synthetic catalogue.
const TAGS: usize = 400;
/// Scenarios per author, on average.
const SCENARIOS_PER_AUTHOR: usize = 12;
/// The period the scenarios are spread over, ending at a fixed moment so that the catalogue is always the
/// same.
const LAST_CREATED: Timestamp = Timestamp(1_794_000_000_000);
const SPREAD_MS: i64 = 500 * 24 * 3600 * 1000;
/// Share of scenarios whose picture counts as explicit.
const EXPLICIT_SHARE: f64 = 0.03;
/// Share of scenarios with each rating; all others are for everyone.
const RATING_SHARES: [(Rating, f64); 3] = [
    (Rating::Mature, 0.04),
    (Rating::Explicit, 0.02),
    (Rating::Extreme, 0.01),
];

statements! {
    COUNT_SYNTHETIC = "select count(*) from scenarios where interface is null and language = 'zxx'";
}

/// Writes scenarios until there are `wanted` synthetic ones; tells `progress` how many there are after each
/// batch.
///
/// # Errors
/// [`SeedError::Database`]; what was told to `progress` stays written.
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
        let name = tag_name(number);
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
        let made: Vec<Made> = (next..end)
            .map(|number| Made::new(number, authors, &tags))
            .collect();
        let scenarios: Vec<NewScenario<'_>> = made.iter().map(Made::scenario).collect();
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
    let mut random = random_for("authorname", number);
    format!(
        "{}-{}-{number}",
        pick(&mut random, &HANDLES),
        pick(&mut random, &HANDLES)
    )
}

fn tag_name(number: usize) -> String {
    format!(
        "{} {}",
        TAG_FIRST[number % TAG_FIRST.len()],
        TAG_LAST[(number / TAG_FIRST.len()) % TAG_LAST.len()]
    )
}

fn pick<'a>(random: &mut ChaCha8Rng, words: &[&'a str]) -> &'a str {
    words.choose(random).copied().unwrap_or_default()
}

/// A scenario's rating, drawn apart from everything else: a catalogue of before there were ratings grows on
/// as it was.
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

/// A rank from 0 to `most` - 1, where rank r comes about as often as 1/(r+1) (Zipf with exponent 1, by
/// inversion).
fn zipf(random: &mut ChaCha8Rng, most: usize) -> usize {
    let span = (most as f64 + 1.0).ln();
    let rank = (random.random::<f64>() * span).exp() - 1.0;
    (rank as usize).min(most - 1)
}

/// A scenario's invented parts, which the row to write borrows from.
struct Made {
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

impl Made {
    fn new(number: usize, authors: usize, tags: &[StoredTag]) -> Self {
        let mut random = random_for("scenario", number);
        let script = &SCRIPTS[zipf(&mut random, SCRIPTS.len())];
        let created = Timestamp(LAST_CREATED.0 - random.random_range(0..SPREAD_MS));
        let author = zipf(&mut random, authors);
        // Popularity falls with a random rank: most scenarios are hardly known.
        let rank = 1.0 + random.random::<f64>() * 1_000_000.0;
        let messages = (20_000_000.0 / rank) as i64;
        let stats = ScenarioStats {
            chats_created: messages / 23,
            favorites: messages / 180,
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
                openings: vec![Opening {
                    title: script.phrase(&mut random, 1, 3),
                    text: script.phrase(&mut random, 30, 50),
                    speaker: None,
                }],
                example_dialogue: Vec::new(),
                author_note: None,
                // BCP 47 for "no linguistic content", by which the synthetic rows are known.
                language: "zxx".to_owned(),
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

    fn scenario(&self) -> NewScenario<'_> {
        NewScenario {
            id: &self.id,
            author_id: &self.author_id,
            authorname: &self.authorname,
            name: &self.name,
            tagline: &self.tagline,
            engram: &self.engram,
            pictures: Pictures::default(),
            avatar_metrics: self.metrics.clone(),
            rating: self.rating,
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
                })
                .collect(),
            stats: self.stats,
            trend: self.trend,
            extra_popularity: 0,
            created_at: self.created,
        }
    }
}

/// How a script's texts are made.
struct Script {
    /// Word parts; a word joins one or two.
    parts: &'static [&'static str],
    /// What stands between words.
    between: &'static str,
}

impl Script {
    fn word(&self, random: &mut ChaCha8Rng) -> String {
        let mut word = pick(random, self.parts).to_owned();
        if random.random_bool(0.6) {
            word.push_str(pick(random, self.parts));
        }
        let mut chars = word.chars();
        chars
            .next()
            .map(|first| first.to_uppercase().chain(chars).collect())
            .unwrap_or_default()
    }

    fn phrase(&self, random: &mut ChaCha8Rng, least: usize, most: usize) -> String {
        let words: Vec<String> = (0..random.random_range(least..=most))
            .map(|_| self.word(random))
            .collect();
        words.join(self.between)
    }
}

/// The scripts, the most frequent first.
const SCRIPTS: [Script; 8] = [
    Script {
        parts: &LATIN,
        between: " ",
    },
    Script {
        parts: &ROMANCE,
        between: " ",
    },
    Script {
        parts: &CYRILLIC,
        between: " ",
    },
    Script {
        parts: &GERMAN,
        between: " ",
    },
    Script {
        parts: &JAPANESE,
        between: "",
    },
    Script {
        parts: &ARABIC,
        between: " ",
    },
    Script {
        parts: &HANGUL,
        between: " ",
    },
    Script {
        parts: &DEVANAGARI,
        between: " ",
    },
];

const LATIN: [&str; 96] = [
    "amber", "anchor", "ash", "autumn", "bell", "birch", "black", "bone", "bramble", "bright", "bronze",
    "brook", "candle", "cinder", "clock", "cloud", "cobalt", "copper", "coral", "crow", "crown", "dawn",
    "deep", "dragon", "drift", "dusk", "ember", "falcon", "feather", "fern", "fire", "flint", "fog", "fox",
    "frost", "garden", "ghost", "glass", "gold", "grave", "green", "hall", "harbor", "hawk", "hazel",
    "heart", "hollow", "honey", "iron", "ivory", "ivy", "jade", "key", "knight", "lake", "lantern", "leaf",
    "light", "lily", "lion", "low", "maple", "marble", "mill", "mirror", "mist", "moon", "moth", "night",
    "north", "oak", "ocean", "opal", "owl", "paper", "pearl", "pine", "quiet", "rain", "raven", "red",
    "river", "rose", "salt", "sand", "scarlet", "shadow", "silk", "silver", "snow", "star", "stone", "storm",
    "thorn", "velvet", "winter",
];
const ROMANCE: [&str; 32] = [
    "alma", "arena", "aurora", "barco", "brisa", "calle", "campo", "cielo", "corazón", "dulce", "estrella",
    "faro", "flor", "fuego", "grito", "hermana", "hielo", "isla", "jardín", "luna", "lluvia", "mañana",
    "niño", "noche", "otoño", "pájaro", "piedra", "río", "señal", "sombra", "verano", "viento",
];
const CYRILLIC: [&str; 32] = [
    "берег",
    "ветер",
    "вечер",
    "волна",
    "город",
    "горн",
    "дождь",
    "дом",
    "дракон",
    "жар",
    "звезда",
    "зима",
    "камень",
    "книга",
    "король",
    "лес",
    "лист",
    "луна",
    "море",
    "мост",
    "ночь",
    "огонь",
    "озеро",
    "осень",
    "песня",
    "река",
    "рыцарь",
    "сад",
    "свет",
    "снег",
    "тень",
    "туман",
];
const GERMAN: [&str; 32] = [
    "abend", "asche", "baum", "berg", "blüte", "brücke", "dämmer", "donner", "eis", "feuer", "flügel",
    "garten", "geist", "glocke", "gold", "hafen", "herz", "himmel", "insel", "kerze", "könig", "licht",
    "mantel", "mond", "nacht", "nebel", "rabe", "schatten", "schnee", "stern", "sturm", "wächter",
];
const JAPANESE: [&str; 32] = [
    "東",
    "京",
    "夜",
    "月",
    "星",
    "海",
    "山",
    "川",
    "風",
    "花",
    "雪",
    "雨",
    "森",
    "竜",
    "剣",
    "城",
    "町",
    "駅",
    "影",
    "光",
    "夢",
    "心",
    "空",
    "春",
    "夏",
    "秋",
    "冬",
    "の",
    "と",
    "カフェ",
    "ロボ",
    "魔法",
];
const ARABIC: [&str; 24] = [
    "قمر",
    "نجم",
    "بحر",
    "ليل",
    "نهار",
    "ريح",
    "نار",
    "حديقة",
    "مدينة",
    "قصر",
    "جبل",
    "نهر",
    "قلب",
    "ظل",
    "نور",
    "شتاء",
    "صيف",
    "حلم",
    "كتاب",
    "باب",
    "سفينة",
    "رمل",
    "وردة",
    "ملك",
];
const HANGUL: [&str; 24] = [
    "달",
    "별",
    "바다",
    "산",
    "강",
    "바람",
    "꽃",
    "눈",
    "비",
    "숲",
    "용",
    "검",
    "성",
    "마을",
    "그림자",
    "빛",
    "꿈",
    "마음",
    "하늘",
    "봄",
    "여름",
    "가을",
    "겨울",
    "밤",
];
const DEVANAGARI: [&str; 24] = [
    "चाँद",
    "तारा",
    "सागर",
    "रात",
    "दिन",
    "हवा",
    "आग",
    "बाग",
    "नगर",
    "महल",
    "पर्वत",
    "नदी",
    "दिल",
    "छाया",
    "प्रकाश",
    "सर्दी",
    "गर्मी",
    "सपना",
    "किताब",
    "द्वार",
    "नाव",
    "रेत",
    "गुलाब",
    "राजा",
];
const HANDLES: [&str; 24] = [
    "ink", "quill", "fable", "scribe", "story", "verse", "margin", "folio", "draft", "novel", "prose",
    "scene", "stage", "page", "plot", "chorus", "muse", "tale", "script", "letter", "chapter", "myth",
    "legend", "rhyme",
];
const TAG_FIRST: [&str; 20] = [
    "Slow",
    "Dark",
    "Cozy",
    "Royal",
    "Lost",
    "Urban",
    "Cosmic",
    "Hidden",
    "Rival",
    "Ancient",
    "Neon",
    "Frozen",
    "Clockwork",
    "Silent",
    "Wild",
    "Gilded",
    "Haunted",
    "Northern",
    "Secret",
    "Last",
];
const TAG_LAST: [&str; 20] = [
    "Mystery", "Romance", "Quest", "Academy", "Court", "Harbor", "Magic", "Machines", "Letters", "Journey",
    "Siege", "Garden", "Heist", "Duel", "Island", "Voyage", "Market", "Library", "Festival", "Kingdom",
];

#[cfg(test)]
mod tests {
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
    fn tags_are_all_different() {
        let names: std::collections::BTreeSet<String> = (0..TAGS).map(tag_name).collect();
        assert_eq!(names.len(), TAGS);
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
                name: tag_name(number),
            })
            .collect();
        let (first, again) = (Made::new(7, 10, &tags), Made::new(7, 10, &tags));
        assert_eq!(
            (first.id, first.name, first.stats),
            (again.id, again.name, again.stats)
        );
    }
}
