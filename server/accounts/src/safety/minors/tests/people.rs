//! Who in a story is known to be a minor, and by which names.

use super::{crosses_line, story_texts};
use crate::safety::minors::{DescribedPerson, Minors, StorySpeaker, StoryTexts, Utterance};

#[test]
fn names_are_known_with_what_is_theirs_and_however_short() {
    for text in [
        "I kiss Lily's lips.",
        "Ich küsse Lilys Lippen.",
        "J'embrasse les lèvres de Lily.",
        "Beso los labios de Lily.",
        "Lily’s lips meet mine.",
    ] {
        assert!(crosses_line("family", text), "{text}");
    }
    for text in [
        "I kiss Anna's lips.",
        "Ich küsse Annas Lippen.",
        "J'embrasse la bouche d'Anna.",
        "Beso los labios de Anna.",
    ] {
        assert!(!crosses_line("family", text), "{text}");
    }
    let role = |name, text| DescribedPerson { name, text };
    let play = StoryTexts {
        player: None,
        cast: vec![role("Bo", "Nine years old."), role("Ada", "A smith, 30.")],
        ..StoryTexts::default()
    };
    for text in ["I kiss Bo.", "Ich küsse Bo.", "J'embrasse Bo.", "Beso a Bo."] {
        assert!(
            Minors::of(&play).judge(StorySpeaker::Player, text).is_some(),
            "{text}"
        );
    }
    assert!(
        Minors::of(&play)
            .judge(StorySpeaker::Player, "I kiss Ada.")
            .is_none()
    );
}

#[test]
fn a_minor_who_is_only_told_of_is_one() {
    for (world, text) in [
        ("Tom is the baker's son, 15.", "I kiss Tom."),
        ("Tom: She is fifteen.", "I kiss Tom on the mouth."),
        (
            "Mira: She is fifteen years old and sells flowers.",
            "I kiss Mira.",
        ),
        ("Mira: 16, the baker's apprentice.", "I kiss Mira."),
        ("Tom (15) sells flowers at the harbour.", "I kiss Tom."),
        ("Tom Miller is fifteen.", "I kiss Tom."),
        ("Tom ist der Sohn des Bäckers, 15.", "Ich küsse Tom."),
        ("Mira ist fünfzehn Jahre alt.", "Ich küsse Mira."),
        ("Tom est le fils du boulanger, 15 ans.", "J'embrasse Tom."),
        ("Mira a quinze ans.", "J'embrasse Mira."),
        ("Tom es el hijo del panadero, 15 años.", "Beso a Tom."),
        ("Mira tiene quince años.", "Beso a Mira."),
    ] {
        let adults = StoryTexts {
            world: vec![world],
            ..story_texts("adults")
        };
        assert!(
            Minors::of(&adults).judge(StorySpeaker::Player, text).is_some(),
            "{world} {text}"
        );
        assert!(
            Minors::of(&adults)
                .judge(StorySpeaker::Player, "I kiss Ada.")
                .is_none(),
            "{world}"
        );
        let empty = StoryTexts {
            world: vec![world],
            ..StoryTexts::default()
        };
        assert!(
            Minors::of(&empty).judge(StorySpeaker::Player, text).is_some(),
            "{world} {text}"
        );
        let said = StoryTexts {
            utterances: vec![Utterance {
                by: StorySpeaker::Narrator,
                text: world,
            }],
            ..story_texts("adults")
        };
        assert!(
            Minors::of(&said).judge(StorySpeaker::Player, text).is_some(),
            "{world} {text}"
        );
    }
}

#[test]
fn an_age_on_a_card_is_of_whom_the_card_is() {
    let with = |text: &'static str| {
        let role = |name, text| DescribedPerson { name, text };
        let play = StoryTexts {
            player: None,
            cast: vec![
                role("Lily", text),
                role("Anna", "A nurse, 38."),
                role("Ben", "A cook, 40."),
            ],
            ..StoryTexts::default()
        };
        Minors::of(&play)
            .judge(StorySpeaker::Player, "I kiss Lily.")
            .is_some()
    };
    for text in [
        "Lily is nine and lives with Anna.",
        "She is nine and lives with Anna.",
        "Lives with Anna and is nine.",
        "Daughter of Anna, 9.",
        "Anna's daughter, 9.",
        "A friend of Ben, 9 years old.",
        "Lily ist neun und wohnt bei Anna.",
        "Tochter von Anna, 9.",
        "Annas Tochter, 9 Jahre alt.",
        "Lily a neuf ans et vit avec Anna.",
        "Fille d'Anna, 9 ans.",
        "Lily tiene nueve años y vive con Anna.",
        "Hija de Anna, 9 años.",
    ] {
        assert!(with(text), "{text}");
    }
    for text in [
        "A nurse. Anna is fifteen.",
        "Mother of Anna, 9.",
        "She teaches nine-year-old Anna.",
        "Mutter von Anna, 9.",
        "Mère d'Anna, 9 ans.",
        "Madre de Anna, 9 años.",
    ] {
        assert!(!with(text), "{text}");
    }
}

#[test]
fn what_is_said_of_the_world_and_in_play_counts() {
    let with = |world: &'static str| {
        let play = StoryTexts {
            world: vec![world],
            ..story_texts("adults")
        };
        Minors::of(&play)
            .judge(StorySpeaker::Player, "I kiss you, Ada.")
            .is_some()
    };
    assert!(with("Ada (16) lives by the sea.") && with("Ada is sixteen."));
    assert!(with("You are fifteen years old and new in town."));
    assert!(!with("The castle is sixteen years old. Ada is thirty."));
    let mut play = story_texts("adults");
    play.utterances = vec![
        Utterance {
            by: StorySpeaker::Cast(0),
            text: "I'm only fifteen, you know.",
        },
        Utterance {
            by: StorySpeaker::Player,
            text: "I see.",
        },
    ];
    assert!(
        Minors::of(&play)
            .judge(StorySpeaker::Player, "I kiss you, Ada.")
            .is_some()
    );
    assert!(
        Minors::of(&play)
            .judge(StorySpeaker::Player, "I kiss Bob.")
            .is_none()
    );
}
