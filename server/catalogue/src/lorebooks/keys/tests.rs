//! Which keys are found in which texts, and what stays unknown once a budget is spent.

use super::*;

use platform::blocking::Stop;

use crate::lorebooks::rules::{MAX_EXPANDED_KEY_BYTES, MAX_STEPS};
use crate::lorebooks::{LorebookEntry, ScanBudget};

fn line<'a>(text: &'a str) -> ScanLine<'a> {
    ScanLine {
        id: "m",
        name: "",
        text,
        is_user: false,
    }
}

fn matcher(key: &str, entry: &LorebookEntry) -> KeyMatcher {
    let budget = ScanBudget::new(MAX_STEPS, Stop::default());
    let mut search = Search::new(&[], &budget);
    let key = search.key(key, Some(key), entry);
    search.find(&key, 0..0, false);
    search.matcher(&key)
}

fn finds(key: &str, text: &str, change: impl FnOnce(&mut LorebookEntry)) -> bool {
    let mut entry = LorebookEntry::default();
    change(&mut entry);
    let (budget, lines) = (ScanBudget::new(MAX_STEPS, Stop::default()), [line(text)]);
    let mut search = Search::new(&lines, &budget);
    let key = search.key(key, Some(key), &entry);
    search.read_lines(0);
    let found = search.find(&key, 0..1, false);
    assert!(matches!(found, Hit::Line(0) | Hit::No), "{found:?}");
    search.read_text(text.to_owned());
    assert_eq!(
        search.find(&key, 0..0, true) == Hit::Text,
        found != Hit::No,
        "a text is searched like a message: {text}"
    );
    found != Hit::No
}

#[test]
fn keys_are_found() {
    let cases = [
        ("king", "The King is here.", true),
        ("king", "What a baking day", false),
        ("king", "the king's crown", true),
        ("old king", "the old\n king", true),
        ("old king", "the old kingdom", false),
        ("¡olé!", "Dicen ¡olé! hoy", true),
        ("Ärger", "so ein ärger!", true),
        ("王", "那个国王来了", true),
        ("ไทย", "ประเทศไทยสวย", true),
        ("", "anything", false),
        ("   ", "any thing", false),
        ("c++", "she codes c++ here", true),
        ("/drag(on|oon)s?/", "two dragoons", true),
        ("/DRAGON/i", "a dragon", true),
        ("/dragon/", "a Dragon", false),
        ("/a.b/s", "a\nb", true),
        ("/^go/m", "stop\ngo", true),
        ("/home/user", "in /home/user now", true),
        ("/(?<=a)b/", "ab", false),
        ("/(a+)+$/", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", false),
    ];
    for (key, text, expected) in cases {
        assert_eq!(finds(key, text, |_| ()), expected, "{key} in {text}");
    }
    assert!(!finds("King", "the king", |entry| entry.case_sensitive = true));
    assert!(finds("king", "baking", |entry| entry.whole_words = Some(false)));
    assert!(finds("dr.gon", "the Dragon", |entry| entry.use_regex = true));
    assert!(!finds("国", "国王", |entry| entry.whole_words = Some(true)));
}

#[test]
fn what_cannot_be_a_pattern_is_named() {
    for (key, expected) in [
        ("/(?<=a)b/", KeyMatcher::Invalid),
        ("/(/", KeyMatcher::Invalid),
        ("/(a)\\1/", KeyMatcher::Invalid),
        ("/a{1000}{1000}/", KeyMatcher::TooLarge),
        (" ", KeyMatcher::Empty),
    ] {
        assert_eq!(matcher(key, &LorebookEntry::default()), expected, "{key}");
    }
    assert_eq!(
        matcher(&"a".repeat(MAX_EXPANDED_KEY_BYTES + 1), &LorebookEntry::default()),
        KeyMatcher::Unread
    );
}

#[test]
fn what_was_not_looked_at_is_unknown() {
    let lines = [
        line("king"),
        line("queen"),
        line("a long line about nobody at all, and nothing either"),
    ];
    let keys = |search: &mut Search<'_>| {
        ["king", "/queen/"].map(|key| search.key(key, Some(key), &LorebookEntry::default()))
    };
    let plenty = ScanBudget::new(MAX_STEPS, Stop::default());
    let mut search = Search::new(&lines, &plenty);
    let [king, queen] = keys(&mut search);
    search.read_lines(0);
    assert_eq!(
        (search.find(&king, 0..3, false), search.find(&queen, 0..3, false)),
        (Hit::Line(0), Hit::Line(1))
    );
    assert_eq!(
        (search.find(&king, 1..3, false), search.find(&queen, 0..1, false)),
        (Hit::No, Hit::No)
    );
    let stop = Stop::default();
    let late = ScanBudget::new(MAX_STEPS, stop.clone());
    let mut search = Search::new(&lines, &late);
    let [king, queen] = keys(&mut search);
    stop.raise();
    search.read_lines(0);
    assert_eq!(
        (search.find(&king, 0..3, false), search.find(&queen, 0..3, false)),
        (Hit::Line(0), Hit::Unknown),
        "patterns end in time"
    );
    let few = ScanBudget::new(250, Stop::default());
    let mut search = Search::new(&lines, &few);
    let [king, queen] = keys(&mut search);
    search.read_lines(0);
    assert_eq!(
        (search.find(&king, 0..3, false), search.find(&queen, 0..3, false)),
        (Hit::Unknown, Hit::Unknown)
    );
    assert!(
        few.is_spent()
            && late.is_spent()
            && !plenty.is_spent()
            && few.used() == 250
            && plenty.used() < MAX_STEPS
    );
}
