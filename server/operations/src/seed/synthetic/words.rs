//! The words of the invented catalogue, by script, and how texts are made of them.

use std::sync::LazyLock;

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// How texts in a script are made.
pub(super) struct Script {
    /// Word parts; a word joins one or two.
    parts: Vec<&'static str>,
    /// The separator between words.
    between: &'static str,
}

impl Script {
    /// One word, with a capital where the script has them.
    pub(super) fn word(&self, random: &mut ChaCha8Rng) -> String {
        let mut word = pick(random, &self.parts).to_owned();
        if random.random_bool(0.6) {
            word.push_str(pick(random, &self.parts));
        }
        let mut chars = word.chars();
        chars
            .next()
            .map(|first| first.to_uppercase().chain(chars).collect())
            .unwrap_or_default()
    }

    /// From `least` to `most` words.
    pub(super) fn phrase(&self, random: &mut ChaCha8Rng, least: usize, most: usize) -> String {
        let words: Vec<String> = (0..random.random_range(least..=most))
            .map(|_| self.word(random))
            .collect();
        words.join(self.between)
    }
}

/// The scripts, the most frequent first.
pub(super) static SCRIPTS: LazyLock<Vec<Script>> = LazyLock::new(|| {
    [
        (LATIN, " "),
        (ROMANCE, " "),
        (CYRILLIC, " "),
        (GERMAN, " "),
        (JAPANESE, ""),
        (ARABIC, " "),
        (HANGUL, " "),
        (DEVANAGARI, " "),
    ]
    .map(|(words, between)| Script {
        parts: words.split_whitespace().collect(),
        between,
    })
    .into()
});

/// The halves of authors' names.
static HANDLE_PARTS: LazyLock<Vec<&str>> = LazyLock::new(|| HANDLES.split_whitespace().collect());
/// The first and the last words of tags.
static TAG_PARTS: LazyLock<[Vec<&str>; 2]> =
    LazyLock::new(|| [TAG_FIRST, TAG_LAST].map(|words| words.split_whitespace().collect()));

/// An author's name; the number makes it unique.
pub(super) fn authorname(random: &mut ChaCha8Rng, number: usize) -> String {
    let (first, second) = (pick(random, &HANDLE_PARTS), pick(random, &HANDLE_PARTS));
    format!("{first}-{second}-{number}")
}

/// The name of the tag with this number; the first 400 are all different.
pub(super) fn tag_name(number: usize) -> String {
    let [first, last] = &*TAG_PARTS;
    format!(
        "{} {}",
        first[number % first.len()],
        last[(number / first.len()) % last.len()]
    )
}

fn pick(random: &mut ChaCha8Rng, words: &[&'static str]) -> &'static str {
    words.choose(random).copied().unwrap_or_default()
}

const LATIN: &str = "\
    amber anchor ash autumn bell birch black bone bramble bright bronze brook candle cinder clock cloud \
    cobalt copper coral crow crown dawn deep dragon drift dusk ember falcon feather fern fire flint fog \
    fox frost garden ghost glass gold grave green hall harbor hawk hazel heart hollow honey iron ivory \
    ivy jade key knight lake lantern leaf light lily lion low maple marble mill mirror mist moon moth \
    night north oak ocean opal owl paper pearl pine quiet rain raven red river rose salt sand scarlet \
    shadow silk silver snow star stone storm thorn velvet winter";
const ROMANCE: &str = "\
    alma arena aurora barco brisa calle campo cielo corazón dulce estrella faro flor fuego grito hermana \
    hielo isla jardín luna lluvia mañana niño noche otoño pájaro piedra río señal sombra verano viento";
const CYRILLIC: &str = "\
    берег ветер вечер волна город горн дождь дом дракон жар звезда зима камень книга король лес лист \
    луна море мост ночь огонь озеро осень песня река рыцарь сад свет снег тень туман";
const GERMAN: &str = "\
    abend asche baum berg blüte brücke dämmer donner eis feuer flügel garten geist glocke gold hafen \
    herz himmel insel kerze könig licht mantel mond nacht nebel rabe schatten schnee stern sturm wächter";
const JAPANESE: &str = "\
    東 京 夜 月 星 海 山 川 風 花 雪 雨 森 竜 剣 城 町 駅 影 光 夢 心 空 春 夏 秋 冬 の と カフェ ロボ 魔法";
const ARABIC: &str = "\
    قمر نجم بحر ليل نهار ريح نار حديقة مدينة قصر جبل نهر قلب ظل نور شتاء صيف حلم كتاب باب سفينة رمل وردة \
    ملك";
const HANGUL: &str = "\
    달 별 바다 산 강 바람 꽃 눈 비 숲 용 검 성 마을 그림자 빛 꿈 마음 하늘 봄 여름 가을 겨울 밤";
const DEVANAGARI: &str = "\
    चाँद तारा सागर रात दिन हवा आग बाग नगर महल पर्वत नदी दिल छाया प्रकाश सर्दी गर्मी सपना किताब द्वार नाव \
    रेत गुलाब राजा";
const HANDLES: &str = "\
    ink quill fable scribe story verse margin folio draft novel prose scene stage page plot chorus muse \
    tale script letter chapter myth legend rhyme";
const TAG_FIRST: &str = "\
    Slow Dark Cozy Royal Lost Urban Cosmic Hidden Rival Ancient Neon Frozen Clockwork Silent Wild Gilded \
    Haunted Northern Secret Last";
const TAG_LAST: &str = "\
    Mystery Romance Quest Academy Court Harbor Magic Machines Letters Journey Siege Garden Heist Duel \
    Island Voyage Market Library Festival Kingdom";
