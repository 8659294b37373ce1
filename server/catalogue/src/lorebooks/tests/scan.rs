//! Which entries become active.

use platform::llm::Role;

use super::*;
use crate::lorebooks::{KeyLogic, Position};

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
            vec![LorebookEntry {
                scan_depth: Some(5),
                ..entry("x", "dragon")
            }],
            &texts
        ),
        ["x"]
    );
    assert_eq!(
        fired(
            vec![LorebookEntry {
                content: "@@scan_depth 5\ntext".to_owned(),
                ..entry("x", "dragon")
            }],
            &texts
        ),
        ["x"]
    );
    assert!(
        fired(
            vec![LorebookEntry {
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
            LorebookEntry {
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
            vec![LorebookEntry {
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
            vec![LorebookEntry {
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
            LorebookEntry {
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
            LorebookEntry {
                only_for: vec!["Tom".to_owned()],
                ..entry("x", "a")
            },
            &["a"]
        )
        .contains("not for Ada")
    );
    assert!(
        why(
            LorebookEntry {
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
            let one = LorebookEntry {
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
                    vec![LorebookEntry {
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
    let chain = |number: usize| LorebookEntry {
        content: format!("then k{}", number + 1),
        ..entry(&format!("e{number}"), &format!("k{number}"))
    };
    let all: Vec<LorebookEntry> = (0..6).map(chain).collect();
    assert_eq!(fired(all.clone(), &["k0"]), ["e0", "e1", "e2", "e3"]);
    let mut stopped = all.clone();
    stopped[1].prevent_recursion = true;
    assert_eq!(fired(stopped, &["k0"]), ["e0", "e1"]);
    let mut excluded = all.clone();
    excluded[1].exclude_recursion = true;
    assert_eq!(fired(excluded, &["k0"]), ["e0"]);
    let waiting = vec![
        entry("first", "k0"),
        LorebookEntry {
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
    let rare = |percent: u32| LorebookEntry {
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
        let first = run_scan(&input);
        assert_eq!(first, run_scan(&input));
        came += usize::from(first[0].fired);
    }
    assert!((60..120).contains(&came), "{came}");
    assert!(fired(vec![rare(0)], &["a"]).is_empty());
    assert!(why(rare(0), &["a"]).contains("chance"));
}

#[test]
fn one_of_a_group_comes_up() {
    let member = |id: &str, key: &str| LorebookEntry {
        group: "weather, sky".to_owned(),
        ..entry(id, key)
    };
    assert_eq!(fired(vec![member("a", "x"), member("b", "x")], &["x"]).len(), 1);
    let first = vec![
        member("a", "x"),
        LorebookEntry {
            group_override: true,
            order: 1,
            ..member("b", "x")
        },
        LorebookEntry {
            group_override: true,
            order: 9,
            ..member("c", "x")
        },
    ];
    assert_eq!(fired(first, &["x"]), ["c"]);
    let scored = vec![
        member("a", "x"),
        LorebookEntry {
            group_scoring: true,
            keys: vec!["x".to_owned(), "y".to_owned()],
            ..member("b", "x")
        },
    ];
    assert_eq!(fired(scored, &["x y"]), ["b"]);
    let weighted = vec![
        LorebookEntry {
            group_weight: 0,
            ..member("a", "x")
        },
        member("b", "x"),
    ];
    assert_eq!(fired(weighted, &["x"]), ["b"]);
    let lost = judge_all(
        &[attached(vec![
            LorebookEntry {
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
    // The key is in the first message; every second message is a reply of Ada's.
    let texts = ["dragon", "a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let shown = |one: &LorebookEntry| {
        (1..=texts.len())
            .map(|len| !fired(vec![one.clone()], &texts[..len]).is_empty())
            .collect::<Vec<_>>()
    };
    let near = LorebookEntry {
        scan_depth: Some(1),
        ..entry("x", "dragon")
    };
    assert_eq!(
        shown(&near),
        [
            true, false, false, false, false, false, false, false, false, false
        ]
    );
    let sticky = shown(&LorebookEntry {
        sticky: 3,
        ..near.clone()
    });
    assert_eq!(sticky[..5], [true, true, true, true, false]);
    let delayed = LorebookEntry {
        delay: 3,
        scan_depth: Some(9),
        ..entry("x", "dragon")
    };
    assert_eq!(shown(&delayed)[..4], [false, false, true, true]);
    let cooling = LorebookEntry {
        cooldown: 3,
        scan_depth: Some(9),
        ..entry("x", "dragon")
    };
    assert_eq!(shown(&cooling)[..5], [true, false, false, false, true]);
    assert!(why(cooling, &texts[..2]).contains("rests"));
}

#[test]
fn decorators_say_when() {
    let with = |decorators: &str| LorebookEntry {
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
