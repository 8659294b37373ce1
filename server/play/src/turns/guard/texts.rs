//! Finds the text of a story that asks for a romance with a minor.

use accounts::safety::{Minors, StorySpeaker};
use catalogue::scenarios::ExampleLine;

use crate::prompt;
use crate::stories::{self, Character, MessageId, MessageRow, Origin};
use crate::turns::context::{BackgroundText, StoryContext};

/// How many of the latest messages are judged like new ones. Earlier ones count only if they clearly refer to
/// somebody.
const LATEST: usize = 4;

/// The text in the prompt that asks for a romance with a minor.
///
/// The player's instructions are judged like a new line of theirs; the scenario, the cards, the persona, the
/// lorebooks and the memory like descriptions: in these, a romance counts only with a minor in the cast, or
/// with "a child" and the like. A card about an adult's romance stops no story with a child in it; a card
/// about a minor's own romance does. Lines of example dialogue count as said by their speakers. Titles, tags,
/// images, disabled entries and the author's notes to the reader are not judged: no model sees them.
pub(super) fn find_instruction(
    minors: &mut Minors,
    context: &StoryContext,
    background: &[BackgroundText],
) -> Option<String> {
    if is_in_players_instructions(minors, context) {
        return Some("Your note or instructions".to_owned());
    }
    minors.clear_last_speaker();
    let names = Names {
        cast: &context.cast,
        player: &context.persona.name,
    };
    let said_by_author = context.texts.iter().flat_map(prompt::instructions);
    if said_by_author
        .into_iter()
        .any(|text| minors.describes_romance_with_minor(StorySpeaker::Narrator, &names.fill(text, "")))
    {
        return Some("The scenario".to_owned());
    }
    let setup = &context.story.setup;
    if [&setup.description, &setup.setting]
        .into_iter()
        .any(|text| minors.describes_romance_with_minor(StorySpeaker::Narrator, &names.fill(text, "")))
    {
        return Some("The scenario".to_owned());
    }
    let lead = context.cast.first().map_or("", |one| one.name.as_str());
    let is_over = |line: &ExampleLine| {
        minors.judge_again(
            names.speaker(&names.fill(&line.speaker, lead)),
            &names.fill(&line.text, lead),
        )
    };
    if setup.example_dialogue.iter().any(is_over) {
        return Some("The example dialogue of the scenario".to_owned());
    }
    let mut cards = context.cast.iter().enumerate();
    if let Some((_, one)) = cards.find(|(place, one)| is_in_card(minors, &names, *place, one)) {
        return Some(format!("The card of {}", one.name));
    }
    let persona = names.fill(&context.persona.description, names.player);
    if minors.describes_romance_with_minor(StorySpeaker::Player, &persona) {
        return Some("Your persona".to_owned());
    }
    let told = background
        .iter()
        .find(|one| minors.describes_romance_with_minor(StorySpeaker::Narrator, &names.fill(&one.text, "")));
    told.map(|one| {
        one.entry.as_ref().map_or_else(
            || "The memory of this story".to_owned(),
            |title| format!("The lorebook entry “{title}”"),
        )
    })
}

fn is_in_players_instructions(minors: &mut Minors, context: &StoryContext) -> bool {
    let player = stories::by_player(&context.story, &context.cast);
    let settings = &context.story.settings;
    [
        settings.system_prompt.as_deref(),
        settings.post_history.as_deref(),
        Some(settings.authors_note.text.as_str()),
    ]
    .into_iter()
    .flatten()
    .any(|text| minors.judge(player, text).is_some())
}

fn is_in_card(minors: &mut Minors, names: &Names<'_>, place: usize, one: &Character) -> bool {
    let of = StorySpeaker::Cast(place);
    let describes_romance = [&one.role, &one.description, &one.persona]
        .into_iter()
        .any(|text| minors.describes_romance_with_minor(of, &names.fill(text, &one.name)));
    let examples = names.fill(&one.examples, &one.name);
    let mut lines = examples.lines().map(|line| match line.split_once(':') {
        Some((said_by, text))
            if !said_by.trim().contains(char::is_whitespace) || said_by.trim() == one.name =>
        {
            (names.speaker(said_by.trim()), text)
        }
        _ => (of, line),
    });
    describes_romance || lines.any(|(by, text)| minors.judge_again(by, text))
}

/// The names that placeholders in a story's texts stand for.
struct Names<'a> {
    cast: &'a [Character],
    player: &'a str,
}

impl Names<'_> {
    /// A text with its placeholders replaced.
    fn fill(&self, text: &str, speaker: &str) -> String {
        stories::rules::fill_names(text, speaker, self.player)
    }

    /// The speaker of a line of example dialogue.
    fn speaker(&self, name: &str) -> StorySpeaker {
        if name == self.player {
            return StorySpeaker::Player;
        }
        self.cast
            .iter()
            .position(|one| one.name == name)
            .map_or(StorySpeaker::Narrator, StorySpeaker::Cast)
    }
}

/// The first message of a path that contains what is never played. Each is judged in its own position, but
/// with everything known now. The latest, and those that were never judged (from a file, by an edit), are
/// judged like new ones. Of the others only what is certain counts: a word such as "girl" may mean somebody
/// else once a child has appeared.
pub(super) fn find_message(
    minors: &mut Minors,
    cast: &[Character],
    path: &[MessageRow],
) -> Option<MessageId> {
    minors.clear_last_speaker();
    let latest = path.len().saturating_sub(LATEST);
    for (place, row) in path.iter().enumerate().filter(|(_, row)| !row.aside) {
        let by = stories::by(cast, row);
        // Nothing continues a message that prompts leave out.
        let is_read = place >= latest || !row.hidden;
        let came_in = row.edited_at.is_some()
            || row.origin == Origin::Edited
            || (row.turn_id.is_none() && row.origin != Origin::Opening);
        let is_over = if place >= latest || came_in {
            minors.judge(by, &row.content).is_some()
        } else {
            minors.judge_again(by, &row.content)
        };
        if is_read && is_over {
            return Some(row.id.clone());
        }
        minors.note_speaker(by);
    }
    None
}
