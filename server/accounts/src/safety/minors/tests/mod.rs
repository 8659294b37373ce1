//! Tests of who is found to be a minor, and of what crosses the line with them.

mod ages;
mod crossing;
mod figures;
mod people;
mod work;

use super::{DescribedPerson, Minors, StorySpeaker, StoryTexts};

/// A story that the examples refer to by name.
pub(super) fn story_texts(name: &str) -> StoryTexts<'static> {
    let role = |name, text| DescribedPerson { name, text };
    let (player, cast) = match name {
        "pair" => (
            role("Robin", ""),
            vec![role(
                "Mira",
                "A pupil from the harbour. Mira is fifteen years old.",
            )],
        ),
        "pupil" => (
            role("Robin", "Robin is fifteen."),
            vec![role("Ben", "A gardener, 34.")],
        ),
        "family" => (
            role("Robin", "A neighbour, 33."),
            vec![
                role("Anna", "Mother of Lily, 38, a nurse."),
                role("Ben", "Father of a girl, 40."),
                role("Lily", "Anna's daughter, 9 years old."),
            ],
        ),
        "shy" => (role("Robin", ""), vec![role("Noah", "A shy adult of 19.")]),
        _ => (
            role("Robin", ""),
            vec![role("Ada", "A smith, 30."), role("Bob", "A baker, 34.")],
        ),
    };
    StoryTexts {
        player: Some(player),
        cast,
        ..StoryTexts::default()
    }
}

/// Whether a player's message in one of them crosses the line.
pub(super) fn crosses_line(scene: &str, text: &str) -> bool {
    Minors::of(&story_texts(scene))
        .judge(StorySpeaker::Player, text)
        .is_some()
}
