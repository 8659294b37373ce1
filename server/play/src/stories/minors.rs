//! Finds the minors of a story (`safety`, docs/adr/0020). They are judged from the current texts each time.

use accounts::safety::{DescribedPerson, Minors, StorySpeaker, StoryTexts, Utterance};

use super::rows::{Character, MessageRow, Story};
use super::rules::MAX_JUDGED_BYTES;
use super::text::{Author, ControlMode};

/// The speaker of a message, for judging.
#[must_use]
pub fn by(cast: &[Character], row: &MessageRow) -> StorySpeaker {
    match row.author {
        Author::User => StorySpeaker::Player,
        Author::Narrator => StorySpeaker::Narrator,
        Author::Actor => cast
            .iter()
            .position(|one| Some(one.id.as_str()) == row.author_id.as_deref())
            .map_or(StorySpeaker::Narrator, StorySpeaker::Cast),
    }
}

/// The speaker of what the player sends in this story.
#[must_use]
pub fn by_player(story: &Story, cast: &[Character]) -> StorySpeaker {
    match story.settings.control_mode {
        ControlMode::Default => StorySpeaker::Player,
        ControlMode::Steer => StorySpeaker::Narrator,
        ControlMode::Puppeteer => cast
            .iter()
            .position(|one| Some(&one.id) == story.settings.puppet_id.as_ref())
            .map_or(StorySpeaker::Player, StorySpeaker::Cast),
    }
}

/// The minors of a story up to the end of this path, of which the latest [`MAX_JUDGED_BYTES`] are read.
/// `more`: further texts about its world.
#[must_use]
pub fn minors(
    story: &Story,
    player: (&str, &str),
    cast: &[Character],
    path: &[MessageRow],
    more: &[&str],
) -> Minors {
    let described: Vec<String> = cast
        .iter()
        .map(|one| [one.role.as_str(), &one.description, &one.persona, &one.examples].join("\n"))
        .collect();
    let examples: Vec<String> = story
        .setup
        .example_dialogue
        .iter()
        .map(|line| format!("{}: {}", line.speaker, line.text))
        .collect();
    let own = [
        story.settings.system_prompt.as_deref(),
        story.settings.post_history.as_deref(),
        Some(story.settings.authors_note.text.as_str()),
    ];
    let world = [story.setup.description.as_str(), &story.setup.setting]
        .into_iter()
        .chain(examples.iter().map(String::as_str));
    let play = StoryTexts {
        player: Some(DescribedPerson {
            name: player.0,
            text: player.1,
        }),
        cast: cast
            .iter()
            .zip(&described)
            .map(|(one, text)| DescribedPerson {
                name: &one.name,
                text,
            })
            .collect(),
        world: world
            .chain(own.into_iter().flatten())
            .chain(more.iter().copied())
            .collect(),
        // The site's own messages are not part of the story.
        utterances: latest(path)
            .iter()
            .filter(|row| !row.aside)
            .map(|row| Utterance {
                by: by(cast, row),
                text: &row.content,
            })
            .collect(),
    };
    Minors::of(&play)
}

/// The latest messages, as many as are read.
#[must_use]
pub fn latest(path: &[MessageRow]) -> &[MessageRow] {
    let mut bytes = 0;
    let count = path.iter().rev().take_while(|row| {
        bytes += row.content.len();
        bytes <= MAX_JUDGED_BYTES
    });
    &path[path.len() - count.count()..]
}
