use super::*;

fn cast() -> Vec<CastView> {
    let one = |id: &str, name: &str, talkativeness: f64| CastView {
        id: id.to_owned(),
        name: name.to_owned(),
        talkativeness,
        ..CastView::default()
    };
    vec![
        one("a", "Ada Lovelace", 0.0),
        one("b", "Brother Tom", 0.0),
        one("c", "小春", 0.0),
    ]
}

fn ids(input: &SpeakerInput<'_>) -> Vec<String> {
    next_speakers(input)
        .ids()
        .into_iter()
        .map(str::to_owned)
        .collect()
}

#[test]
fn who_is_named_speaks_in_the_order_of_the_text() {
    let cast = cast();
    let cases: [(&str, &[&str]); 8] = [
        ("Tom, come here. And Ada?", &["b", "a"]),
        ("LOVELACE!", &["a"]),
        ("Is that Tom's hat?", &["b"]),
        ("brother of mine", &["b"]),
        ("小春、来て", &["c"]),
        ("Ada, Ada Lovelace, ada", &["a"]),
        ("Tom Ada 小春", &["b", "a", "c"]),
        ("a-Tom-ic", &[]),
    ];
    for (text, expected) in cases {
        let input = SpeakerInput {
            cast: &cast,
            user_text: Some(text),
            ..SpeakerInput::default()
        };
        let found = next_speakers(&input);
        if expected.is_empty() {
            assert_eq!(found.speakers.len(), 1, "{text}");
            assert!(found.speakers[0].why.contains("random"), "{text}");
        } else {
            assert_eq!(found.ids(), expected, "{text}");
        }
    }
}

#[test]
fn talkativeness_decides_unasked() {
    let mut cast = cast();
    cast[0].talkativeness = 1.0;
    for seed in 0..50 {
        let input = SpeakerInput {
            cast: &cast,
            user_text: Some("Hello."),
            seed,
            ..SpeakerInput::default()
        };
        assert_eq!(ids(&input), ["a"]);
        assert_eq!(ids(&input), ids(&input), "the same seed, the same speakers");
    }
    cast.iter_mut().for_each(|one| one.talkativeness = 0.5);
    let count = |id: &str| {
        (0..400)
            .filter(|seed| {
                ids(&SpeakerInput {
                    cast: &cast,
                    user_text: Some("Hello."),
                    seed: *seed,
                    ..SpeakerInput::default()
                })
                .contains(&id.to_owned())
            })
            .count()
    };
    for id in ["a", "b", "c"] {
        assert!((160..280).contains(&count(id)), "{id}: {}", count(id));
    }
}

#[test]
fn muted_and_puppets_never_speak_unless_asked_for() {
    let mut cast = cast();
    cast[0].muted = true;
    for strategy in [
        Strategy::Natural,
        Strategy::List,
        Strategy::Pooled,
        Strategy::Manual,
        Strategy::Director,
    ] {
        for seed in 0..20 {
            let input = SpeakerInput {
                cast: &cast,
                strategy,
                user_text: (strategy != Strategy::Manual).then_some("Ada! Tom!"),
                puppet: Some("b"),
                seed,
                ..SpeakerInput::default()
            };
            assert_eq!(ids(&input), ["c"], "{strategy:?}");
            let input = SpeakerInput {
                forced: Some("a"),
                ..input
            };
            assert_eq!(ids(&input), ["a"], "{strategy:?}");
        }
    }
    cast.iter_mut().for_each(|one| one.muted = true);
    let nobody = next_speakers(&SpeakerInput {
        cast: &cast,
        ..SpeakerInput::default()
    });
    assert!(nobody.speakers.is_empty() && nobody.why_nobody.is_some());
}

#[test]
fn lists_and_pools() {
    let cast = cast();
    let list = SpeakerInput {
        cast: &cast,
        strategy: Strategy::List,
        user_text: Some("All of you!"),
        ..SpeakerInput::default()
    };
    assert_eq!(ids(&list), ["a", "b", "c"]);
    assert_eq!(
        ids(&SpeakerInput {
            max_replies: 2,
            ..list.clone()
        }),
        ["a", "b"]
    );
    let spoken = ["a".to_owned(), "c".to_owned()];
    for seed in 0..20 {
        let pool = SpeakerInput {
            cast: &cast,
            strategy: Strategy::Pooled,
            since_user: &spoken,
            seed,
            ..SpeakerInput::default()
        };
        assert_eq!(ids(&pool), ["b"]);
        let all = ["a", "b", "c"].map(str::to_owned);
        let again = ids(&SpeakerInput {
            since_user: &all,
            last_speaker: Some("b"),
            ..pool
        });
        assert!(again == ["a"] || again == ["c"], "{again:?}");
    }
}

#[test]
fn manual_answers_only_an_empty_message() {
    let cast = cast();
    let input = SpeakerInput {
        cast: &cast,
        strategy: Strategy::Manual,
        user_text: Some("Ada?"),
        ..SpeakerInput::default()
    };
    assert!(ids(&input).is_empty());
    assert_eq!(
        ids(&SpeakerInput {
            user_text: Some("  "),
            ..input
        })
        .len(),
        1
    );
}

#[test]
fn nobody_answers_themselves_by_themselves() {
    let cast = cast();
    for seed in 0..30 {
        let input = SpeakerInput {
            cast: &cast,
            last_text: Some("I, Ada, think so. Tom?"),
            last_speaker: Some("a"),
            auto: true,
            seed,
            ..SpeakerInput::default()
        };
        assert_eq!(ids(&input), ["b"]);
        assert_eq!(
            ids(&SpeakerInput {
                allow_self: true,
                ..input
            }),
            ["a", "b"]
        );
    }
    let alone = [cast[0].clone()];
    assert_eq!(
        ids(&SpeakerInput {
            cast: &alone,
            last_speaker: Some("a"),
            auto: true,
            ..SpeakerInput::default()
        }),
        ["a"]
    );
}
