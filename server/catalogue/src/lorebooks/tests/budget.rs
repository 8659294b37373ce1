//! The cost of a scan, and its behaviour once the budget is spent.

use super::*;
use crate::lorebooks::KeyLogic;
use crate::lorebooks::rules::MAX_ENTRIES;

/// Messages of about this many bytes each, every second one the player's, in which "needle0" stands, then
/// "needle1" and so on.
fn long_story(messages: usize, bytes: usize) -> Vec<(String, String)> {
    let filler = "aaaa the wind goes over the hills and nobody is at home in any house aaaaaaaaaaaaaaaaaa ";
    (0..messages)
        .map(|at| {
            (
                format!("m{at}"),
                format!("needle{at} {}", filler.repeat(bytes / filler.len())),
            )
        })
        .collect()
}

fn lines_of(story: &[(String, String)]) -> Vec<ScanLine<'_>> {
    story
        .iter()
        .enumerate()
        .map(|(at, (id, text))| ScanLine {
            id,
            name: "You",
            text,
            is_user: at % 2 == 0,
        })
        .collect()
}

#[test]
fn ten_thousand_keys_that_stay_cost_little_more_than_the_messages() {
    let story = long_story(50, 16_000);
    let lines = lines_of(&story);
    let entries = |book: usize| -> Vec<LorebookEntry> {
        let keys = |number: usize| (0..100).map(|key| format!("word{book}x{number}x{key}")).collect();
        let mut entries: Vec<LorebookEntry> = (0..MAX_ENTRIES)
            .map(|number| LorebookEntry {
                keys: keys(number),
                sticky: 5,
                ..entry(&format!("e{number}"), "")
            })
            .collect();
        entries[7].keys[50] = "needle46".to_owned();
        entries
    };
    let books: Vec<AttachedBook> = (0..4)
        .map(|book| AttachedBook {
            id: format!("b{book}"),
            ..attached(entries(book))
        })
        .collect();
    let budget = plenty();
    let found = run_scan(&input(&books[..1], &lines, &budget));
    // 50,000 keys of 11 bytes, 800 KB of messages.
    assert!(budget.used() < MAX_STEPS / 3, "{} steps", budget.used());
    let up: Vec<usize> = found
        .iter()
        .filter(|one| one.fired)
        .map(|one| one.entry)
        .collect();
    assert_eq!(up, [7], "it came up with message 46, and stays");
    // Four books of that size exceed the budget, and each entry reports whether it was searched.
    let budget = plenty();
    let found = run_scan(&input(&books, &lines, &budget));
    assert!(budget.used() <= MAX_STEPS);
    let (first, rest) = found.split_at(MAX_ENTRIES);
    assert!(
        first[7].fired && first.iter().all(|one| !one.skipped),
        "what goes first is looked for"
    );
    assert!(
        rest.iter()
            .filter(|one| one.skipped)
            .all(|one| !one.fired && one.why.contains("too much to search"))
    );
    assert!(rest.last().is_some_and(|one| one.skipped));
}

#[test]
fn hostile_patterns_end_with_their_budget_and_say_so() {
    let story = long_story(50, 16_000);
    let lines = lines_of(&story);
    let nested = |number: usize| {
        format!(
            "/(a{{1,{}}}){{1,{}}}b{number}$/",
            30 + number % 20,
            30 + number % 20
        )
    };
    let hostile: Vec<LorebookEntry> = (0..MAX_ENTRIES)
        .map(|number| LorebookEntry {
            sticky: 5,
            scan_depth: Some(200),
            ..entry(&format!("e{number}"), &nested(number))
        })
        .collect();
    let bytes: usize = hostile
        .iter()
        .flat_map(|entry| &entry.keys)
        .map(String::len)
        .sum();
    assert!(bytes < 20_000, "{bytes} bytes suffice");
    let first = LorebookEntry {
        constant: true,
        ..entry("constant", "")
    };
    let last = LorebookEntry {
        sticky: 3,
        ..entry("last", "needle46")
    };
    let books = [attached(
        [entry("plain", "needle49"), first]
            .into_iter()
            .chain(hostile)
            .chain([last])
            .collect(),
    )];
    let budget = plenty();
    let found = run_scan(&input(&books, &lines, &budget));
    assert!(budget.is_spent());
    assert!(
        found[0].fired && found[1].fired && found.last().is_some_and(|last| last.fired),
        "patterns keep no plain key from being looked for"
    );
    let skipped: Vec<&EntryOutcome> = found.iter().filter(|one| one.skipped).collect();
    assert!(
        skipped.len() > MAX_ENTRIES / 2
            && skipped
                .iter()
                .all(|one| !one.fired && one.why.contains("too much to search"))
    );
    // A pattern that is too large does not affect other entries.
    let books = [attached(vec![
        entry("large", "/(a{1,100}){1,100}/"),
        entry("plain", "needle49"),
    ])];
    let budget = plenty();
    let found = run_scan(&input(&books, &lines, &budget));
    assert!(found[0].skipped && found[0].why.contains("too large") && found[1].fired && !budget.is_spent());
}

#[test]
fn the_same_books_give_the_same_answer_whatever_was_compiled_before() {
    let story = long_story(8, 1_000);
    let lines = lines_of(&story);
    let books = [attached(
        (0..40)
            .map(|number| {
                entry(
                    &format!("e{number}"),
                    &format!("/(x{{1,{}}}){{1,30}}|needle{number}/", 10 + number),
                )
            })
            .collect(),
    )];
    let scan_once = |steps: u64| {
        let budget = ScanBudget::new(steps, Stop::default());
        (run_scan(&input(&books, &lines, &budget)), budget.used())
    };
    for steps in [1_000_000, MAX_STEPS] {
        assert_eq!(scan_once(steps), scan_once(steps));
    }
    assert!(
        scan_once(1_000_000).0.iter().any(|one| one.skipped)
            && scan_once(MAX_STEPS).0.iter().all(|one| !one.skipped)
    );
}

#[test]
fn what_keeps_an_entry_out_must_be_looked_for_as_well() {
    const LARGE: &str = "/(a{1,100}){1,100}/";
    let story = long_story(1, 100);
    let lines = lines_of(&story);
    let wants_not = LorebookEntry {
        secondary_keys: vec![LARGE.to_owned()],
        logic: KeyLogic::NotAny,
        ..entry("x", "needle0")
    };
    let ignores = LorebookEntry {
        selective: false,
        ..wants_not.clone()
    };
    let excludes = LorebookEntry {
        content: "@@exclude_keys /(\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w){100}/\ntext".to_owned(),
        ..entry("x", "needle0")
    };
    for (number, (one, fires)) in [(wants_not, false), (ignores, true), (excludes, false)]
        .into_iter()
        .enumerate()
    {
        let found = run_scan(&input(&[attached(vec![one])], &lines, &plenty()));
        assert_eq!(
            (found[0].fired, found[0].skipped),
            (fires, !fires),
            "{number}: {}",
            found[0].why
        );
    }
}
