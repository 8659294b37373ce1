//! Which personas people may have.

use std::collections::BTreeMap;

use kernel::ids::{UserId, is_well_formed};
use platform::media::media_url;
use unicode_segmentation::UnicodeSegmentation;

use super::text::check_text;
use crate::users::model::Persona;
use crate::users::portraits::persona_folder;

/// Most personas of one person.
pub const MAX_PERSONAS: usize = 20;
/// Longest name of a persona, in characters as people count them (grapheme clusters).
pub const MAX_PERSONA_NAME_CHARS: usize = 50;
/// Longest name of a persona, in bytes: one character can be made of very many.
pub const MAX_PERSONA_NAME_BYTES: usize = 800;
/// Most characters of a persona's description.
pub const MAX_PERSONA_DESCRIPTION_CHARS: usize = 2_000;

/// The name of a persona, in any script: one line, trimmed, without characters that are invisible or reverse
/// the text around them.
///
/// # Errors
/// What is wrong with it.
pub fn check_persona_name(name: &str) -> Result<String, String> {
    let name = name.trim();
    if name.is_empty() {
        return Err("Enter a name.".to_owned());
    }
    if name.graphemes(true).count() > MAX_PERSONA_NAME_CHARS || name.len() > MAX_PERSONA_NAME_BYTES {
        return Err(format!("Use at most {MAX_PERSONA_NAME_CHARS} characters."));
    }
    let is_unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
    };
    if name.chars().any(is_unseen) {
        return Err("Enter a name on one line.".to_owned());
    }
    Ok(name.to_owned())
}

/// Where (a JSON pointer) and what is wrong.
type Fault = (String, String);

/// The personas of this person, with trimmed texts.
///
/// # Errors
/// Where (a JSON pointer) and what is wrong.
pub fn check_personas(
    owner: &UserId,
    personas: BTreeMap<String, Persona>,
) -> Result<BTreeMap<String, Persona>, (String, String)> {
    if personas.len() > MAX_PERSONAS {
        return Err((
            "/personas".to_owned(),
            format!("You can have up to {MAX_PERSONAS} personas."),
        ));
    }
    personas
        .into_iter()
        .map(|(id, persona)| check_persona(owner, id, persona))
        .collect()
}

fn check_persona(owner: &UserId, id: String, persona: Persona) -> Result<(String, Persona), Fault> {
    if !is_well_formed(&id) {
        return Err((
            "/personas".to_owned(),
            "A persona's id has 1 to 64 letters, digits, '_' or '-'.".to_owned(),
        ));
    }
    let name = check_persona_name(&persona.name).map_err(|why| (format!("/personas/{id}/name"), why))?;
    let description = check_text(&persona.description, MAX_PERSONA_DESCRIPTION_CHARS)
        .map_err(|why| (format!("/personas/{id}/description"), why))?;
    let own = format!("{}/", media_url(&persona_folder(owner)));
    let is_own = |url: &String| url.strip_prefix(&own).is_some_and(is_file_name);
    if !persona.avatar_url.as_ref().is_none_or(is_own) {
        return Err((
            format!("/personas/{id}/avatar_url"),
            "Upload the portrait first.".to_owned(),
        ));
    }
    let persona = Persona {
        name,
        description,
        avatar_url: persona.avatar_url,
    };
    Ok((id, persona))
}

fn is_file_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 128
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_persona_is_named_in_any_script() {
        for good in [
            "Mara",
            "O’Brien-Świątek",
            "محمد علي",
            "நிலா",
            "ﬁ",
            "👩‍👩‍👧",
            "李 小龙",
            &"ก็".repeat(50),
            "x",
        ] {
            assert_eq!(check_persona_name(good).as_deref(), Ok(good), "{good}");
        }
        for bad in [
            "",
            " \u{3000} ",
            "a\tb",
            "a\r\nb",
            "\u{7}",
            "\u{2066}x",
            "a\u{2028}b",
            &"x".repeat(51),
            &"👩‍👩‍👧‍👦".repeat(50),
        ] {
            assert!(check_persona_name(bad).is_err(), "{bad:?}");
        }
    }
}
