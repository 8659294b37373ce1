//! The characters of a story in a file, and the content of its scenario.

use platform::media::FramedImage;
use platform::web::{Problem, Report};
use serde_json::Value;

use super::{cut, take};
use crate::import_export::draft::{clean_name, unusable_file};
use crate::import_export::native::format::{FileCharacter, default_talkativeness};
use crate::import_export::rules::{MAX_CAST, MAX_DESCRIPTION_CHARS, MAX_NAME_CHARS};
use crate::stories::{Character, Setup};

pub(super) fn read_cast(list: Vec<Value>, report: &mut Report) -> Result<Vec<Character>, Problem> {
    if list.len() > MAX_CAST {
        return Err(unusable_file(format!(
            "A story can have up to {MAX_CAST} characters."
        )));
    }
    let mut cast: Vec<Character> = Vec::new();
    for (number, one) in list.into_iter().enumerate() {
        let one: FileCharacter = take(one, &format!("characters[{number}]"))?;
        if !kernel::ids::is_well_formed(&one.id) || cast.iter().any(|other| other.id == one.id) {
            return Err(unusable_file(format!(
                "characters[{number}].id is not an id of its own."
            )));
        }
        cast.push(read_character(one, report));
    }
    Ok(cast)
}

fn read_character(one: FileCharacter, report: &mut Report) -> Character {
    let avatar = one.avatar.as_deref().and_then(FramedImage::of_url);
    if one.avatar.is_some() && avatar.is_none() {
        report.dropped("characters.avatar", "Portraits aren’t included in the file.");
    }
    let text = |text: &str, field: &str, report: &mut Report| cut(text, MAX_DESCRIPTION_CHARS, field, report);
    Character {
        name: clean_name(&one.name),
        role: cut(&one.role, MAX_NAME_CHARS * 2, "characters.role", report),
        description: text(&one.description, "characters.description", report),
        persona: text(&one.persona, "characters.persona", report),
        examples: text(&one.examples, "characters.examples", report),
        avatar,
        muted: one.muted,
        talkativeness: if one.talkativeness.is_finite() {
            one.talkativeness.clamp(0.0, 1.0)
        } else {
            default_talkativeness()
        },
        id: one.id,
    }
}

pub(super) fn read_setup(value: Value, report: &mut Report) -> Setup {
    if value.is_null() {
        return Setup::default();
    }
    let Ok(mut setup) = serde_json::from_value::<Setup>(value) else {
        report.dropped("story.setup", "The scenario’s text couldn’t be read.");
        return Setup::default();
    };
    setup.name = cut(&setup.name, MAX_NAME_CHARS, "story.setup.name", report);
    setup.description = cut(
        &setup.description,
        MAX_DESCRIPTION_CHARS,
        "story.setup.description",
        report,
    );
    setup.setting = cut(
        &setup.setting,
        MAX_DESCRIPTION_CHARS,
        "story.setup.setting",
        report,
    );
    let role = &mut setup.player_role;
    role.name = cut(&role.name, MAX_NAME_CHARS, "story.setup.playerRole.name", report);
    role.description = cut(
        &role.description,
        MAX_DESCRIPTION_CHARS,
        "story.setup.playerRole.description",
        report,
    );
    setup.language = setup
        .language
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .take(35)
        .collect();
    setup.author_note = setup
        .author_note
        .map(|note| cut(&note, MAX_DESCRIPTION_CHARS, "story.setup.authorNote", report));
    setup.example_dialogue.truncate(200);
    for line in &mut setup.example_dialogue {
        line.speaker = clean_name(&line.speaker);
        line.text = cut(
            &line.text,
            MAX_DESCRIPTION_CHARS,
            "story.setup.exampleDialogue",
            report,
        );
    }
    setup
}
