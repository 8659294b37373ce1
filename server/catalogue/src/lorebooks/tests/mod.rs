//! Tests of lorebooks: through their calls, and of the scan.

mod budget;
mod formats;
mod http;
mod scan;

use platform::blocking::Stop;

use super::rules::MAX_STEPS;
use super::{
    AttachedBook, AttachmentKind, Book, EntryOutcome, LorebookEntry, ScanBudget, ScanInput, ScanLine,
    scan as run_scan,
};

fn entry(id: &str, key: &str) -> LorebookEntry {
    LorebookEntry {
        id: id.to_owned(),
        name: id.to_owned(),
        keys: vec![key.to_owned()],
        content: format!("All about {id}."),
        ..LorebookEntry::default()
    }
}

fn attached(entries: Vec<LorebookEntry>) -> AttachedBook {
    let book = Book {
        name: "Notes".to_owned(),
        entries,
        ..Book::default()
    };
    AttachedBook {
        id: "book".to_owned(),
        kind: AttachmentKind::Story,
        target_id: "story".to_owned(),
        owner_id: "owner".to_owned(),
        book,
    }
}

/// Scans these lines; every second one, from the first, is the player's.
fn judge_all(books: &[AttachedBook], texts: &[&str]) -> Vec<EntryOutcome> {
    let ids: Vec<String> = (0..texts.len()).map(|number| format!("m{number}")).collect();
    let lines: Vec<ScanLine<'_>> = texts
        .iter()
        .enumerate()
        .map(|(at, text)| ScanLine {
            id: &ids[at],
            name: if at % 2 == 0 { "You" } else { "Ada" },
            text,
            is_user: at % 2 == 0,
        })
        .collect();
    let budget = plenty();
    let found = run_scan(&input(books, &lines, &budget));
    assert!(
        !budget.is_spent() && found.iter().all(|one| !one.skipped),
        "everything is looked for"
    );
    found
}

fn plenty() -> ScanBudget {
    ScanBudget::new(MAX_STEPS, Stop::default())
}

fn input<'a>(books: &'a [AttachedBook], lines: &'a [ScanLine<'a>], budget: &'a ScanBudget) -> ScanInput<'a> {
    ScanInput {
        books,
        lines,
        speaker: "Ada",
        story_id: "story",
        opening: Some(0),
        expand: &|text| Some(text.to_owned()),
        budget,
    }
}

fn fired(entries: Vec<LorebookEntry>, texts: &[&str]) -> Vec<String> {
    let books = [attached(entries)];
    let found = judge_all(&books, texts);
    assert!(
        found.iter().all(|one| !one.why.is_empty()),
        "everything has a reason"
    );
    found
        .iter()
        .filter(|one| one.fired)
        .map(|one| books[0].book.entries[one.entry].id.clone())
        .collect()
}

fn why(one: LorebookEntry, texts: &[&str]) -> String {
    judge_all(&[attached(vec![one])], texts)[0].why.clone()
}
