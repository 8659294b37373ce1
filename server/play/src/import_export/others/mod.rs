//! Chats of other programs: CAI Tools, text-generation-webui, Agnai. They are read only.

mod agnai;
mod cai;
mod pairs;

pub(super) use agnai::read_agnai;
pub(super) use cai::read_cai;
pub(super) use pairs::read_pairs;

use platform::web::Report;

use super::draft::StoryDraft;

/// The name of a character if the file has none.
const UNNAMED_CHARACTER: &str = "Character";

/// The draft of a chat with this character, the file's or “Character”, and the character's name.
fn begin(character: Option<String>, field: &str, report: &mut Report) -> (StoryDraft, String) {
    if character.is_none() {
        report.asked(
            field,
            "The file doesn’t name the character, so it’s called “Character” until you rename it.",
        );
    }
    let character = character.unwrap_or_else(|| UNNAMED_CHARACTER.to_owned());
    let mut draft = StoryDraft {
        title: character.clone(),
        ..StoryDraft::default()
    };
    draft.setup.name.clone_from(&character);
    (draft, character)
}
