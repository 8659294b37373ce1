//! How the work grows with the text.

use super::stage;
use crate::safety::minors::{By, InPlay, Minors, Role};
use crate::safety::words::comparisons;

#[test]
fn twice_the_text_is_twice_the_work() {
    let cast = vec![
        Role {
            name: "Ada",
            text: "Fifteen years old.",
        },
        Role {
            name: "Ben",
            text: "A smith.",
        },
    ];
    let minors = Minors::of(&InPlay {
        player: Some(Role {
            name: "Robin",
            text: "A neighbour, 33.",
        }),
        cast,
        ..InPlay::default()
    });
    for text in [
        "kiss me, my bed, ",
        "come to bed, she is tired, ",
        "I am a teenager, thirty years old, ",
        "twenty and ",
        "come to bed. ",
        "a:1 ",
    ] {
        let work = |times| {
            let text = text.repeat(times);
            comparisons::during(|| {
                minors.clone().learn(By::Player, &text);
                assert!(!minors.judge_again(By::Player, &text), "it would end early");
                assert!(!minors.is_told(By::Narrator, &text), "it would end early");
            })
        };
        let (once, twice) = (work(60), work(120));
        assert!(once > 0 && twice < once * 5 / 2, "{text}: {once}, then {twice}");
    }
}

#[test]
fn hostile_texts_take_no_time() {
    for text in [
        "kiss ".repeat(4_000),
        "16 ".repeat(4_000),
        "...".repeat(4_000),
        "Mira 16 kisses. ".repeat(400),
        "é\u{301}".repeat(4_000),
    ] {
        let _ = Minors::of(&stage("pair")).judge(By::Player, &text);
    }
}
