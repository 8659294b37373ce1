//! What marks somebody as a minor.

use super::story_texts;
use crate::safety::minors::{Minors, StoryTexts, describes_minor, may_publish};

#[test]
fn not_every_number_is_an_age() {
    for text in [
        "Strength: 14",
        "1. Likes tea.\n6. Hates rain.",
        "She leaves home at 7:15.",
        "Geboren am 12.10.1987",
        "Version 1.7",
        "Stärke: 14",
        "Force : 14",
        "Fuerza: 14",
        "Sie geht um 7.15 los.",
        "Née le 12.10.1987.",
        "Nacida el 12.10.1987.",
    ] {
        assert!(!describes_minor(text), "{text}");
    }
    let world = StoryTexts {
        world: vec!["A town by the sea.\nStrength: 14\nLuck: 12"],
        ..story_texts("adults")
    };
    assert!(!Minors::of(&world).any(), "values are nobody's age");
    let named = StoryTexts {
        world: vec!["A town by the sea.\nAda: 16"],
        ..story_texts("adults")
    };
    assert!(Minors::of(&named).any(), "after a name they are");
    for text in [
        "Age: 14",
        "Alter: 14",
        "Âge : 14",
        "Edad: 14",
        "Mira, 14.",
        "14.",
        "Mira is 14.",
        "Name: Mira\nAge: 14\nStrength: 20",
    ] {
        assert!(describes_minor(text), "{text}");
    }
}

#[test]
fn no_card_for_adults_describes_a_minor() {
    assert!(!may_publish(
        true,
        &["A love story.", "Mira, 16, the baker's apprentice."]
    ));
    assert!(may_publish(false, &["Mira, 16, the baker's apprentice."]));
    assert!(may_publish(
        true,
        &["Noah, 19, shy.", "He taught fifteen-year-olds for years."]
    ));
}
