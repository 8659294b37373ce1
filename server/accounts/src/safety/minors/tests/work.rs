//! How the work grows with the text.

use super::story_texts;
use crate::safety::minors::{DescribedPerson, Minors, StorySpeaker, StoryTexts};
use crate::safety::words::comparisons;

#[test]
fn twice_the_text_is_twice_the_work() {
    let cast = vec![
        DescribedPerson {
            name: "Ada",
            text: "Fifteen years old.",
        },
        DescribedPerson {
            name: "Ben",
            text: "A smith.",
        },
    ];
    let minors = Minors::of(&StoryTexts {
        player: Some(DescribedPerson {
            name: "Robin",
            text: "A neighbour, 33.",
        }),
        cast,
        ..StoryTexts::default()
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
                minors.clone().learn(StorySpeaker::Player, &text);
                assert!(
                    !minors.judge_again(StorySpeaker::Player, &text),
                    "it would end early"
                );
                assert!(
                    !minors.describes_romance_with_minor(StorySpeaker::Narrator, &text),
                    "it would end early"
                );
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
        let _ = Minors::of(&story_texts("pair")).judge(StorySpeaker::Player, &text);
    }
}
