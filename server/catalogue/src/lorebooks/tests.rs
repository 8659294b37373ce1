//! Lorebooks through their calls, and as they come up.

use platform::blocking::Stop;
use platform::both_engines;
use platform::llm::Role;
use serde_json::{Value, json};

use super::formats::{export_st, export_v3, import};
use super::model::{AttachedBook, AttachmentKind, Book, Entry, Fired, KeyLogic, Position};
use super::rules::{MAX_ENTRIES, MAX_STEPS};
use super::{ScanBudget, ScanInput, ScanLine, scan};

fn entry(id: &str, key: &str) -> Entry {
    Entry {
        id: id.to_owned(),
        name: id.to_owned(),
        keys: vec![key.to_owned()],
        content: format!("All about {id}."),
        ..Entry::default()
    }
}

fn attached(entries: Vec<Entry>) -> AttachedBook {
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
fn judge_all(books: &[AttachedBook], texts: &[&str]) -> Vec<Fired> {
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
    let found = scan(&input(books, &lines, &budget));
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

fn fired(entries: Vec<Entry>, texts: &[&str]) -> Vec<String> {
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

fn why(one: Entry, texts: &[&str]) -> String {
    judge_all(&[attached(vec![one])], texts)[0].why.clone()
}

#[test]
fn keys_bring_entries_up_and_the_reason_names_message_and_key() {
    let books = [attached(vec![entry("dragon", "dragon"), entry("elf", "elf")])];
    let found = judge_all(&books, &["I saw a dragon.", "Really?"]);
    assert_eq!(
        (
            found[0].fired,
            found[0].matched_key.as_deref(),
            found[0].message_id.as_deref()
        ),
        (true, Some("dragon"), Some("m0"))
    );
    assert!(!found[1].fired && found[1].why.contains("none of its keys"));
    assert_eq!(
        fired(vec![entry("ada", "ada")], &["Hello.", "Hi."]),
        ["ada"],
        "a speaker's name is searched, too"
    );
}

#[test]
fn only_the_latest_messages_are_searched() {
    let texts = ["dragon", "b", "c", "d", "e"];
    assert!(fired(vec![entry("x", "dragon")], &texts).is_empty());
    assert_eq!(
        fired(
            vec![Entry {
                scan_depth: Some(5),
                ..entry("x", "dragon")
            }],
            &texts
        ),
        ["x"]
    );
    assert_eq!(
        fired(
            vec![Entry {
                content: "@@scan_depth 5\ntext".to_owned(),
                ..entry("x", "dragon")
            }],
            &texts
        ),
        ["x"]
    );
    assert!(
        fired(
            vec![Entry {
                scan_depth: Some(0),
                ..entry("x", "e")
            }],
            &texts
        )
        .is_empty(),
        "0: only other entries bring it up"
    );
}

#[test]
fn switches_and_constants() {
    assert!(
        why(
            Entry {
                enabled: false,
                constant: true,
                ..entry("x", "a")
            },
            &["a"]
        )
        .contains("switched off")
    );
    assert_eq!(
        fired(
            vec![Entry {
                constant: true,
                keys: Vec::new(),
                ..entry("x", "")
            }],
            &[]
        ),
        ["x"]
    );
    assert!(
        fired(
            vec![Entry {
                constant: true,
                use_regex: true,
                ..entry("x", "zzz")
            }],
            &["a"]
        )
        .is_empty(),
        "patterns are never constant"
    );
    assert!(
        why(
            Entry {
                keys: Vec::new(),
                ..entry("x", "")
            },
            &["a"]
        )
        .contains("no keys")
    );
    assert!(why(entry("x", "/(/"), &["a"]).contains("invalid pattern"));
    assert!(
        why(
            Entry {
                only_for: vec!["Tom".to_owned()],
                ..entry("x", "a")
            },
            &["a"]
        )
        .contains("not for Ada")
    );
    assert!(
        why(
            Entry {
                not_for: vec!["ada".to_owned()],
                ..entry("x", "a")
            },
            &["a"]
        )
        .contains("not for Ada")
    );
}

#[test]
fn secondary_keys_decide_by_their_logic() {
    let cases = [
        (KeyLogic::AndAny, ["a b", "a", "a b c"], [true, false, true]),
        (KeyLogic::AndAll, ["a b", "a", "a b c"], [false, false, true]),
        (KeyLogic::NotAny, ["a b", "a", "a b c"], [false, true, false]),
        (KeyLogic::NotAll, ["a b", "a", "a b c"], [true, true, false]),
    ];
    for (logic, texts, expected) in cases {
        for (text, expected) in texts.into_iter().zip(expected) {
            let one = Entry {
                secondary_keys: vec!["b".to_owned(), "c".to_owned()],
                logic,
                ..entry("x", "a")
            };
            assert_eq!(
                !fired(vec![one.clone()], &[text]).is_empty(),
                expected,
                "{logic:?} {text}"
            );
            assert!(
                !fired(
                    vec![Entry {
                        selective: false,
                        ..one
                    }],
                    &[text]
                )
                .is_empty()
            );
        }
    }
}

#[test]
fn entries_bring_up_entries_in_at_most_three_passes() {
    let chain = |number: usize| Entry {
        content: format!("then k{}", number + 1),
        ..entry(&format!("e{number}"), &format!("k{number}"))
    };
    let all: Vec<Entry> = (0..6).map(chain).collect();
    assert_eq!(fired(all.clone(), &["k0"]), ["e0", "e1", "e2", "e3"]);
    let mut stopped = all.clone();
    stopped[1].prevent_recursion = true;
    assert_eq!(fired(stopped, &["k0"]), ["e0", "e1"]);
    let mut excluded = all.clone();
    excluded[1].exclude_recursion = true;
    assert_eq!(fired(excluded, &["k0"]), ["e0"]);
    let waiting = vec![
        entry("first", "k0"),
        Entry {
            delay_until_recursion: 1,
            ..entry("late", "about")
        },
    ];
    assert_eq!(fired(waiting.clone(), &["k0"]), ["first", "late"]);
    assert!(fired(waiting, &["nothing"]).is_empty());
    let mut book = attached(all);
    book.book.recursive = false;
    assert_eq!(
        judge_all(&[book], &["k0"]).iter().filter(|one| one.fired).count(),
        1
    );
}

#[test]
fn chance_depends_on_the_path_and_not_on_the_try() {
    let rare = |percent: u32| Entry {
        probability: percent,
        ..entry("x", "a")
    };
    let mut came = 0;
    for number in 0..300 {
        let text = format!("a {number}");
        let id = format!("m{number}");
        let lines = [ScanLine {
            id: &id,
            name: "You",
            text: &text,
            is_user: true,
        }];
        let books = [attached(vec![rare(30)])];
        let budget = plenty();
        let input = ScanInput {
            opening: None,
            ..input(&books, &lines, &budget)
        };
        let first = scan(&input);
        assert_eq!(first, scan(&input));
        came += usize::from(first[0].fired);
    }
    assert!((60..120).contains(&came), "{came}");
    assert!(fired(vec![rare(0)], &["a"]).is_empty());
    assert!(why(rare(0), &["a"]).contains("chance"));
}

#[test]
fn one_of_a_group_comes_up() {
    let member = |id: &str, key: &str| Entry {
        group: "weather, sky".to_owned(),
        ..entry(id, key)
    };
    assert_eq!(fired(vec![member("a", "x"), member("b", "x")], &["x"]).len(), 1);
    let first = vec![
        member("a", "x"),
        Entry {
            group_override: true,
            order: 1,
            ..member("b", "x")
        },
        Entry {
            group_override: true,
            order: 9,
            ..member("c", "x")
        },
    ];
    assert_eq!(fired(first, &["x"]), ["c"]);
    let scored = vec![
        member("a", "x"),
        Entry {
            group_scoring: true,
            keys: vec!["x".to_owned(), "y".to_owned()],
            ..member("b", "x")
        },
    ];
    assert_eq!(fired(scored, &["x y"]), ["b"]);
    let weighted = vec![
        Entry {
            group_weight: 0,
            ..member("a", "x")
        },
        member("b", "x"),
    ];
    assert_eq!(fired(weighted, &["x"]), ["b"]);
    let lost = judge_all(
        &[attached(vec![
            Entry {
                group_override: true,
                ..member("a", "x")
            },
            member("b", "x"),
        ])],
        &["x"],
    );
    assert!(lost[1].why.contains("“a” of its group"), "{}", lost[1].why);
}

#[test]
fn sticky_cooldown_and_delay_follow_the_path() {
    // The key is in the first message; Ada answers with every second one.
    let texts = ["dragon", "a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let shown = |one: &Entry| {
        (1..=texts.len())
            .map(|len| !fired(vec![one.clone()], &texts[..len]).is_empty())
            .collect::<Vec<_>>()
    };
    let near = Entry {
        scan_depth: Some(1),
        ..entry("x", "dragon")
    };
    assert_eq!(
        shown(&near),
        [
            true, false, false, false, false, false, false, false, false, false
        ]
    );
    let sticky = shown(&Entry {
        sticky: 3,
        ..near.clone()
    });
    assert_eq!(sticky[..5], [true, true, true, true, false]);
    let delayed = Entry {
        delay: 3,
        scan_depth: Some(9),
        ..entry("x", "dragon")
    };
    assert_eq!(shown(&delayed)[..4], [false, false, true, true]);
    let cooling = Entry {
        cooldown: 3,
        scan_depth: Some(9),
        ..entry("x", "dragon")
    };
    assert_eq!(shown(&cooling)[..5], [true, false, false, false, true]);
    assert!(why(cooling, &texts[..2]).contains("rests"));
}

#[test]
fn decorators_say_when() {
    let with = |decorators: &str| Entry {
        content: format!("{decorators}\nThe text."),
        ..entry("x", "dragon")
    };
    let texts = ["dragon", "a", "b", "c", "d", "e"];
    let cases: [(&str, usize, bool); 15] = [
        ("@@activate", 0, true),
        ("@@dont_activate", 1, false),
        ("@@dont_activate\n@@activate", 1, true),
        ("@@activate_only_after 1", 1, false),
        ("@@activate_only_after 1", 2, true),
        ("@@activate_only_every 2", 4, true),
        ("@@activate_only_every 2", 2, false),
        ("@@is_greeting 0", 1, true),
        ("@@is_greeting 1", 1, false),
        ("@@scan_depth 1\n@@keep_activate_after_match", 6, true),
        ("@@dont_activate_after_match", 2, false),
        ("@@dont_activate_after_match", 1, true),
        ("@@exclude_keys a", 2, false),
        ("@@additional_keys e", 6, true),
        ("@@is_user_icon x\n@@@dont_activate", 1, false),
    ];
    for (decorators, len, expected) in cases {
        assert_eq!(
            !fired(vec![with(decorators)], &texts[..len]).is_empty(),
            expected,
            "{decorators} after {len}"
        );
    }
    let found = &judge_all(
        &[attached(vec![with(
            "@@depth 0\n@@role assistant\n@@position personality\n@@ignore_on_max_context\n@@disable_ui_prompt system_prompt",
        )])],
        &["dragon"],
    )[0];
    assert_eq!(
        (found.position, found.depth, found.role, found.content.as_str()),
        (Position::Personality, 0, Role::Assistant, "The text.")
    );
    assert!(found.ignorable && found.disables_system_prompt && !found.disables_post_history);
    let found = &judge_all(&[attached(vec![with("@@reverse_depth 2")])], &["dragon"])[0];
    assert_eq!((found.position, found.depth), (Position::AtReverseDepth, 2));
}

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
    let read = import(&v2).expect("a book");
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
    assert_eq!(import(&written).expect("a book").book, *book, "there and back");
    let world = import(&export_st(book)).expect("a book").book;
    assert_eq!(world, *book, "there and back as a world");
}

#[test]
fn world_files_are_read() {
    let world = json!({ "entries": { "0": { "uid": 0, "key": ["castle"], "keysecondary": [], "comment": "Castle", "content": "Old.", "constant": false, "selective": true,
        "order": 100, "position": 1, "disable": true, "displayIndex": 3, "probability": 100, "useProbability": false, "depth": 4, "group": "g", "groupWeight": 50,
        "characterFilter": { "isExclude": true, "names": ["Tom"], "tags": [] }, "outletName": "" } }, "originalData": { "x": 1 } });
    let book = import(&world).expect("a book").book;
    let one = &book.entries[0];
    assert_eq!(
        (one.enabled, one.position, one.group.as_str(), one.group_weight),
        (false, Position::AfterCharacter, "g", 50)
    );
    assert_eq!(one.not_for, ["Tom"]);
    assert_eq!(one.unknown["displayIndex"], 3);
    assert_eq!(book.unknown["originalData"], json!({ "x": 1 }));
    assert_eq!(import(&export_st(&book)).expect("a book").book, book);
    for nothing in [
        json!({}),
        json!([1]),
        json!({ "spec": "chara_card_v2", "data": { "name": "Ada" } }),
        json!("x"),
        json!({ "entries": 3 }),
    ] {
        assert!(
            import(&nothing).is_none_or(|read| read.book.entries.is_empty()),
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
            .map(|(at, position)| Entry {
                position,
                ..entry(&at.to_string(), "k")
            })
            .collect(),
        ..Book::default()
    };
    assert_eq!(import(&export_v3(&book)).expect("a book").book, book);
    assert_eq!(
        import(&export_st(&book))
            .expect("a book")
            .book
            .entries
            .iter()
            .map(|one| one.position)
            .collect::<Vec<_>>(),
        positions
    );
}

both_engines!(a_book_is_kept_changed_and_deleted, async |app| {
    let ann = app.person("ann").await;
    let made = ann.post("/lorebooks", &json!({ "name": " Notes ", "entries": [{ "keys": ["a"], "content": "b" }, { "keys": [], "content": "c" }] })).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let id = made.json["id"].as_str().expect("an id");
    assert_eq!(
        (
            &made.json["name"],
            &made.json["version"],
            &made.json["entryCount"]
        ),
        (&json!("Notes"), &json!(1), &json!(2))
    );
    assert_ne!(made.json["entries"][0]["id"], made.json["entries"][1]["id"]);
    let path = format!("/lorebooks/{id}");
    let changed = ann
        .put(&path, &json!({ "name": "Other", "entries": [], "version": 1 }))
        .await;
    assert_eq!(
        (changed.status.as_u16(), &changed.json["version"]),
        (200, &json!(2))
    );
    let stale = ann.put(&path, &json!({ "name": "Third", "version": 1 })).await;
    stale.assert_problem(409, "CONFLICT");
    assert_eq!(stale.json["current"]["name"], "Other");
    let list = ann.get("/lorebooks").await;
    assert_eq!(
        (
            list.json["books"].as_array().map(Vec::len),
            &list.json["books"][0]["name"]
        ),
        (Some(1), &json!("Other"))
    );
    let eve = app.person("eve").await;
    for answer in [
        eve.get(&path).await,
        eve.put(&path, &json!({ "name": "Mine" })).await,
        eve.delete(&path).await,
        eve.get(&format!("{path}/export")).await,
    ] {
        answer.assert_problem(404, "NOT_FOUND");
    }
    assert_eq!(ann.delete(&path).await.status, 204);
    ann.get(&path).await.assert_problem(404, "NOT_FOUND");
});

both_engines!(what_is_too_much_is_refused, async |app| {
    let ann = app.person("ann").await;
    let entries: Vec<Value> = (0..501).map(|_| json!({})).collect();
    for (book, pointer) in [
        (json!({ "name": " " }), "/name"),
        (json!({ "name": "x".repeat(121) }), "/name"),
        (json!({ "name": "x", "entries": entries }), "/entries"),
        (
            json!({ "name": "x", "entries": [{ "content": "y".repeat(1_000_000) }] }),
            "/entries",
        ),
        (
            json!({ "name": "x", "entries": [{ "probability": 101 }] }),
            "/entries/0/probability",
        ),
        (
            json!({ "name": "x", "entries": [{}, { "logic": 7 }] }),
            "/entries/1/logic",
        ),
        (json!({ "name": "x", "version": "1" }), "/version"),
        (
            json!({ "name": "x", "entries": [{ "keys": ["k".repeat(1001)] }] }),
            "/entries/0/keys",
        ),
        (
            json!({ "name": "x", "entries": [{ "content": "\u{0}" }] }),
            "/entries",
        ),
    ] {
        let refused = ann.post("/lorebooks", &book).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], pointer);
    }
});

both_engines!(files_go_in_and_out, async |app| {
    let ann = app.person("ann").await;
    let file = json!({ "spec": "lorebook_v3", "data": { "name": "W", "entries": [{ "keys": ["a"], "content": "b", "use_regex": true, "odd": 7 }] } });
    let made = ann.post("/lorebooks/import", &file).await;
    assert_eq!(made.status, 201, "{}", made.json);
    assert_eq!(made.json["entries"][0]["useRegex"], true);
    assert!(made.json["report"].as_array().is_some_and(|rows| {
        rows.iter()
            .any(|row| row["field"] == "entries[].odd" && row["outcome"] == "kept")
    }));
    let id = made.json["id"].as_str().expect("an id");
    let out = ann.get(&format!("/lorebooks/{id}/export")).await;
    assert_eq!(
        (&out.json["spec"], &out.json["data"]["entries"][0]["odd"]),
        (&json!("lorebook_v3"), &json!(7))
    );
    assert_eq!(
        ann.get(&format!("/lorebooks/{id}/export?format=st")).await.json["entries"]["0"]["key"],
        json!(["a"])
    );
    ann.get(&format!("/lorebooks/{id}/export?format=pdf"))
        .await
        .assert_problem(400, "BAD_REQUEST");
    ann.post("/lorebooks/import", &json!({ "name": "no book" }))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
});

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
    let entries = |book: usize| -> Vec<Entry> {
        let keys = |number: usize| (0..100).map(|key| format!("word{book}x{number}x{key}")).collect();
        let mut entries: Vec<Entry> = (0..MAX_ENTRIES)
            .map(|number| Entry {
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
    let found = scan(&input(&books[..1], &lines, &budget));
    // 50,000 keys of 11 bytes, 800 KB of messages.
    assert!(budget.used() < MAX_STEPS / 3, "{} steps", budget.used());
    let up: Vec<usize> = found
        .iter()
        .filter(|one| one.fired)
        .map(|one| one.entry)
        .collect();
    assert_eq!(up, [7], "it came up with message 46, and stays");
    // Four books of that size are more than is looked for at once, and each entry says whether it was.
    let budget = plenty();
    let found = scan(&input(&books, &lines, &budget));
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
    let hostile: Vec<Entry> = (0..MAX_ENTRIES)
        .map(|number| Entry {
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
    let first = Entry {
        constant: true,
        ..entry("constant", "")
    };
    let last = Entry {
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
    let found = scan(&input(&books, &lines, &budget));
    assert!(budget.is_spent());
    assert!(
        found[0].fired && found[1].fired && found.last().is_some_and(|last| last.fired),
        "patterns keep no plain key from being looked for"
    );
    let skipped: Vec<&Fired> = found.iter().filter(|one| one.skipped).collect();
    assert!(
        skipped.len() > MAX_ENTRIES / 2
            && skipped
                .iter()
                .all(|one| !one.fired && one.why.contains("too much to search"))
    );
    // One that is too large costs no other entry its place.
    let books = [attached(vec![
        entry("large", "/(a{1,100}){1,100}/"),
        entry("plain", "needle49"),
    ])];
    let budget = plenty();
    let found = scan(&input(&books, &lines, &budget));
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
        (scan(&input(&books, &lines, &budget)), budget.used())
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
    let wants_not = Entry {
        secondary_keys: vec![LARGE.to_owned()],
        logic: KeyLogic::NotAny,
        ..entry("x", "needle0")
    };
    let ignores = Entry {
        selective: false,
        ..wants_not.clone()
    };
    let excludes = Entry {
        content: "@@exclude_keys /(\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w){100}/\ntext".to_owned(),
        ..entry("x", "needle0")
    };
    for (number, (one, fires)) in [(wants_not, false), (ignores, true), (excludes, false)]
        .into_iter()
        .enumerate()
    {
        let found = scan(&input(&[attached(vec![one])], &lines, &plenty()));
        assert_eq!(
            (found[0].fired, found[0].skipped),
            (fires, !fires),
            "{number}: {}",
            found[0].why
        );
    }
}
