//! The formats of other programs.

use serde_json::json;

use platform::llm::Role;

use super::*;
use crate::lorebooks::{KeyLogic, Position, export_st, export_v3, import};

#[test]
fn books_of_others_are_read_and_written_without_loss() {
    let v2 = json!({
        "spec": "chara_card_v2", "spec_version": "2.0",
        "data": { "name": "Ada", "character_book": {
            "name": "World", "description": "d", "scan_depth": "7", "token_budget": 300.0, "recursive_scanning": false, "extensions": { "world": 1 }, "odd": [1],
            "entries": [
                { "keys": ["a", " b "], "content": "c", "extensions": { "depth": 2, "position": 4, "role": 1, "probability": 40, "useProbability": true, "selectiveLogic": 3,
                    "exclude_recursion": true, "vectorized": true, "sticky": null, "match_whole_words": false, "delay_until_recursion": true },
                  "enabled": true, "insertion_order": 5, "case_sensitive": true, "name": "n", "priority": 3, "id": 12, "comment": "k", "selective": true,
                  "secondary_keys": ["z"], "constant": false, "position": "before_char", "use_regex": true, "automation": "x" },
                { "keys": "one, two", "content": "t", "extensions": null, "insertion_order": "9" },
            ],
        } },
    });
    let read = import(&v2, None).expect("a book");
    let book = &read.book;
    assert_eq!(
        (
            book.name.as_str(),
            book.scan_depth,
            book.token_budget,
            book.recursive
        ),
        ("World", Some(7), Some(300), false)
    );
    let first = &book.entries[0];
    assert_eq!(
        (
            first.position,
            first.depth,
            first.role,
            first.logic,
            first.probability
        ),
        (Position::AtDepth, 2, Role::User, KeyLogic::AndAll, 40)
    );
    assert_eq!(
        (
            first.id.as_str(),
            first.order,
            first.priority,
            first.whole_words,
            first.delay_until_recursion
        ),
        ("12", 5, Some(3), Some(false), 1)
    );
    assert!(!first.use_regex, "plain keys with the mark of another program");
    assert_eq!(
        (
            book.entries[1].keys.clone(),
            book.entries[1].order,
            book.entries[1].enabled
        ),
        (vec!["one".to_owned(), "two".to_owned()], 9, true)
    );
    assert!(
        read.report.iter().any(|row| row.field == "odd")
            && read
                .report
                .iter()
                .any(|row| row.field == "entries[].extensions.vectorized")
    );
    let written = export_v3(book);
    assert_eq!(written["spec"], "lorebook_v3");
    assert_eq!(written["data"]["odd"], json!([1]));
    assert_eq!(written["data"]["extensions"]["world"], 1);
    assert_eq!(written["data"]["entries"][0]["automation"], "x");
    assert_eq!(written["data"]["entries"][0]["extensions"]["vectorized"], true);
    assert_eq!(
        import(&written, None).expect("a book").book,
        *book,
        "there and back"
    );
    let world = import(&export_st(book), None).expect("a book").book;
    assert_eq!(world, *book, "there and back as a world");
}

#[test]
fn world_files_are_read() {
    let world = json!({ "entries": { "0": { "uid": 0, "key": ["castle"], "keysecondary": [], "comment": "Castle", "content": "Old.", "constant": false, "selective": true,
        "order": 100, "position": 1, "disable": true, "displayIndex": 3, "probability": 100, "useProbability": false, "depth": 4, "group": "g", "groupWeight": 50,
        "characterFilter": { "isExclude": true, "names": ["Tom"], "tags": [] }, "outletName": "" } }, "originalData": { "x": 1 } });
    let book = import(&world, None).expect("a book").book;
    let one = &book.entries[0];
    assert_eq!(
        (one.enabled, one.position, one.group.as_str(), one.group_weight),
        (false, Position::AfterCharacter, "g", 50)
    );
    assert_eq!(one.not_for, ["Tom"]);
    assert_eq!(one.unknown["displayIndex"], 3);
    assert_eq!(book.unknown["originalData"], json!({ "x": 1 }));
    assert_eq!(import(&export_st(&book), None).expect("a book").book, book);
    for nothing in [
        json!({}),
        json!([1]),
        json!({ "spec": "chara_card_v2", "data": { "name": "Ada" } }),
        json!("x"),
        json!({ "entries": 3 }),
    ] {
        assert!(
            import(&nothing, None).is_none_or(|read| read.book.entries.is_empty()),
            "{nothing}"
        );
    }
    let positions = [
        Position::Personality,
        Position::Scenario,
        Position::AtReverseDepth,
        Position::Outlet,
        Position::Auto,
        Position::NoteTop,
    ];
    let book = Book {
        name: "All".to_owned(),
        entries: positions
            .into_iter()
            .enumerate()
            .map(|(at, position)| LorebookEntry {
                position,
                ..entry(&at.to_string(), "k")
            })
            .collect(),
        ..Book::default()
    };
    assert_eq!(import(&export_v3(&book), None).expect("a book").book, book);
    assert_eq!(
        import(&export_st(&book), None)
            .expect("a book")
            .book
            .entries
            .iter()
            .map(|one| one.position)
            .collect::<Vec<_>>(),
        positions
    );
}

#[test]
fn an_entry_that_leaves_the_case_to_its_reader_still_does_when_it_is_written() {
    let card = json!({ "name": "W", "entries": [{ "keys": ["a"], "content": "b", "case_sensitive": null, "extensions": {} }] });
    let book = import(&card, None).expect("a book").book;
    assert_eq!(
        export_v3(&book)["data"]["entries"][0]["case_sensitive"],
        json!(null)
    );
    let mut decided = book.clone();
    decided.entries[0].case_sensitive = true;
    assert_eq!(export_v3(&decided)["data"]["entries"][0]["case_sensitive"], true);
}
