//! What a person may say of themselves, and this slice's numbers.

use std::collections::BTreeMap;

use kernel::ids::{UserId, is_well_formed};
use kernel::{MINUTE_MS, hex};
use platform::media::media_url;
use sha2::{Digest, Sha256};
use unicode_segmentation::UnicodeSegmentation;

use super::model::{Background, BackgroundKind, Persona, Preferences};
use super::portraits::persona_folder;

/// Characters of an authorname.
pub const AUTHORNAME_CHARS: std::ops::RangeInclusive<usize> = 3..=30;
/// Most characters of what people say of themselves.
pub const MAX_BIO_CHARS: usize = 2_000;
/// Most personas of one person.
pub const MAX_PERSONAS: usize = 20;
/// Longest name of a persona, in characters as people count them (grapheme clusters).
pub const MAX_PERSONA_NAME_CHARS: usize = 50;
/// Longest name of a persona, in bytes: one character can be made of very many.
pub const MAX_PERSONA_NAME_BYTES: usize = 800;
/// Most characters of a persona's description.
pub const MAX_PERSONA_DESCRIPTION_CHARS: usize = 2_000;
/// Most tags one person blocks. Each costs every list of theirs a look-up.
pub const MAX_BLOCKED_TAGS: usize = 50;
/// Most backgrounds of one person.
pub const MAX_BACKGROUNDS: usize = 50;
/// Most chats with a background of their own.
pub const MAX_CHAT_BACKGROUNDS: usize = 500;
/// Most characters of a background's name.
pub const MAX_BACKGROUND_NAME_CHARS: usize = 60;
/// Most characters of a background's value.
pub const MAX_BACKGROUND_VALUE_CHARS: usize = 500;
/// Most bytes of all preferences together, as JSON.
pub const MAX_PREFERENCES_BYTES: usize = 64 * 1024;
/// Most characters of the campaign, experiment and group somebody came by.
pub const MAX_ORIGIN_CHARS: usize = 64;
/// Days between asking for deletion and deletion.
pub const DELETION_GRACE_DAYS: i64 = 14;
/// How fresh a sign-in must be to stand in for a password, in milliseconds: ten minutes.
pub const FRESH_SIGN_IN_MS: i64 = 10 * MINUTE_MS;
/// Names that would be taken for the house's own.
const RESERVED: [&str; 14] = [
    "admin",
    "administrator",
    "anonymous",
    "deleted",
    "dramatis",
    "everyone",
    "guest",
    "help",
    "moderator",
    "narrator",
    "null",
    "official",
    "support",
    "system",
];

/// Whether this can be a name: ASCII letters, digits, and single dots, dashes or underscores between them. No
/// other alphabet, because its letters can be made to look like another person's name.
///
/// # Errors
/// What is wrong with it, for its owner.
pub fn check_authorname(name: &str) -> Result<(), &'static str> {
    if !AUTHORNAME_CHARS.contains(&name.chars().count()) {
        return Err("Use 3 to 30 characters.");
    }
    let is_joint = |byte: u8| matches!(byte, b'.' | b'_' | b'-');
    let bytes = name.as_bytes();
    let only_known = bytes
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || is_joint(*byte));
    let joints_join = bytes
        .windows(2)
        .all(|pair| !(is_joint(pair[0]) && is_joint(pair[1])));
    let ends_plainly = [bytes.first(), bytes.last()]
        .into_iter()
        .flatten()
        .all(|byte| !is_joint(*byte));
    if !(only_known && joints_join && ends_plainly) {
        return Err("Use letters a to z and digits, with single dots, dashes or underscores in between.");
    }
    if RESERVED.contains(&look_of(name).as_str())
        || RESERVED.iter().any(|word| look_of(word) == look_of(name))
    {
        return Err("This name is reserved.");
    }
    Ok(())
}

/// Ids of the house's themes; the built-in Default has none. A test holds this against the client's list.
const THEMES: [&str; 8] = [
    "candlelight",
    "deep-forest",
    "velvet",
    "moonlit",
    "noir",
    "parchment",
    "first-light",
    "rose-garden",
];

/// Whether there is a theme with this id.
#[must_use]
pub fn is_theme(id: &str) -> bool {
    THEMES.contains(&id)
}

/// A name as it looks at a glance: case and the characters most easily taken for each other do not count.
/// Migration 0007 indexes the same.
#[must_use]
pub fn look_of(name: &str) -> String {
    name.to_lowercase().replace('0', "o").replace(['1', 'i'], "l")
}

/// Text for a person's own words: trimmed, no longer than `max` characters, without control characters but
/// line breaks.
///
/// # Errors
/// What is wrong with it.
pub fn check_text(text: &str, max: usize) -> Result<String, String> {
    let text = text.trim();
    if text.chars().count() > max {
        return Err(format!("Use at most {max} characters."));
    }
    if text
        .chars()
        .any(|c| c.is_control() && c != '\n' && c != '\t' && c != '\r')
    {
        return Err("This text contains characters that can’t be shown.".to_owned());
    }
    Ok(text.to_owned())
}

/// The name of a persona, in any script: one line, trimmed, without characters that cannot be seen or turn
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

/// The personas of this person, tidied.
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
    let purge = |(id, persona): (String, Persona)| {
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
        if persona
            .avatar_url
            .as_ref()
            .is_some_and(|url| !url.strip_prefix(&own).is_some_and(is_file_name))
        {
            return Err((
                format!("/personas/{id}/avatar_url"),
                "Upload the portrait first.".to_owned(),
            ));
        }
        Ok((
            id,
            Persona {
                name,
                description,
                avatar_url: persona.avatar_url,
            },
        ))
    };
    personas.into_iter().map(purge).collect()
}

fn is_file_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 128
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
}

/// Whether the preferences can be kept.
///
/// # Errors
/// Where (a JSON pointer) and what is wrong.
pub fn check_preferences(preferences: &Preferences) -> Result<(), (String, String)> {
    if preferences.backgrounds.len() > MAX_BACKGROUNDS {
        return Err((
            "/preferences/backgrounds".to_owned(),
            format!("You can have up to {MAX_BACKGROUNDS} backgrounds."),
        ));
    }
    for (place, background) in preferences.backgrounds.iter().enumerate() {
        check_background(background).map_err(|(field, why)| {
            (
                format!("/preferences/backgrounds/{place}/{field}"),
                why.to_owned(),
            )
        })?;
    }
    let chats = &preferences.active_chat_backgrounds;
    if chats.len() > MAX_CHAT_BACKGROUNDS
        || !chats
            .iter()
            .all(|(chat, background)| is_well_formed(chat) && is_well_formed(background))
    {
        return Err((
            "/preferences/activeChatBackgrounds".to_owned(),
            format!("At most {MAX_CHAT_BACKGROUNDS} chats, each with the id of a background."),
        ));
    }
    let bytes = serde_json::to_vec(preferences).map_or(usize::MAX, |json| json.len());
    if bytes > MAX_PREFERENCES_BYTES {
        return Err((
            "/preferences".to_owned(),
            "The preferences are larger than 64 KB.".to_owned(),
        ));
    }
    Ok(())
}

fn check_background(background: &Background) -> Result<(), (&'static str, &'static str)> {
    if !is_well_formed(&background.id) {
        return Err(("id", "A background's id has 1 to 64 letters, digits, '_' or '-'."));
    }
    if check_text(&background.name, MAX_BACKGROUND_NAME_CHARS).is_err() {
        return Err(("name", "Use at most 60 characters."));
    }
    let value = background.value.as_str();
    let fits = value.len() <= MAX_BACKGROUND_VALUE_CHARS
        && match background.kind {
            BackgroundKind::Color => is_hex_color(value),
            BackgroundKind::Gradient => is_gradient(value),
            BackgroundKind::Image => value
                .strip_prefix("/media/")
                .is_some_and(|key| platform::blobs::BlobKey::parse(key).is_ok()),
        };
    if fits {
        Ok(())
    } else {
        Err((
            "value",
            "A colour (#rrggbb), a gradient of colours, or one of your own pictures.",
        ))
    }
}

fn is_hex_color(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| {
        matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// `linear-gradient(135deg, #2b1055 0%, #7597de 100%)` and its radial sister: nothing that could name an
/// address (U-4).
fn is_gradient(text: &str) -> bool {
    let inner = ["linear-gradient(", "radial-gradient("]
        .iter()
        .find_map(|start| text.strip_prefix(start)?.strip_suffix(')'));
    inner.is_some_and(|inner| {
        inner
            .split(',')
            .all(|stop| !stop.trim().is_empty() && stop.split_whitespace().all(is_gradient_word))
    })
}

fn is_gradient_word(word: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
    let measured = ["deg", "turn", "%", "px"]
        .iter()
        .any(|unit| word.strip_suffix(unit).is_some_and(number));
    measured
        || is_hex_color(word)
        || matches!(
            word,
            "to" | "top" | "bottom" | "left" | "right" | "center" | "at" | "circle" | "ellipse"
        )
}

/// What is remembered of the address of a deleted record: enough to know it again, not enough to read it.
#[must_use]
pub fn address_hash(email_key: &str) -> String {
    hex(&Sha256::digest(format!("former record of {email_key}")))
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

    #[test]
    fn the_client_has_the_same_themes() {
        let client = include_str!("../../../../ui/src/features/play/settings/themes.ts");
        let ids: Vec<&str> = client
            .lines()
            .filter_map(|line| line.trim().strip_prefix("id: \"")?.strip_suffix("\","))
            .collect();
        assert_eq!(ids, THEMES);
        assert!(is_theme("noir") && !is_theme("Noir") && !is_theme("") && !is_theme("../x"));
    }

    #[test]
    fn names_are_plain() {
        for good in ["ann", "Wren-Alderly", "a_1.b", "x2y", &"a".repeat(30)] {
            assert_eq!(check_authorname(good), Ok(()), "{good}");
        }
        for bad in [
            "",
            "ab",
            &"a".repeat(31),
            "-ann",
            "ann.",
            "a..b",
            "a-_b",
            "ann lee",
            "аnn",
            "ann\u{200b}",
            "ａｎｎ",
            "me@x.org",
            "Admin",
            "adm1n",
            "n\0ull",
            "SYSTEM",
        ] {
            assert!(check_authorname(bad).is_err(), "{bad}");
        }
        assert_eq!(look_of("Wren-1O"), look_of("wren-l0"));
        assert_eq!(look_of("IDA"), look_of("lda"));
    }

    #[test]
    fn backgrounds_name_no_address() {
        let background = |kind, value: &str| Background {
            id: "b".to_owned(),
            name: "B".to_owned(),
            kind,
            value: value.to_owned(),
            is_default: false,
            created_at: None,
        };
        for (kind, value) in [
            (BackgroundKind::Color, "#000814"),
            (
                BackgroundKind::Gradient,
                "linear-gradient(135deg, #2b1055 0%, #7597de 100%)",
            ),
            (
                BackgroundKind::Gradient,
                "radial-gradient(circle at top left, #fff, #000)",
            ),
            (
                BackgroundKind::Image,
                "/media/backgrounds/0123456789abcdef0123456789abcdef.webp",
            ),
        ] {
            assert_eq!(check_background(&background(kind, value)), Ok(()), "{value}");
        }
        for (kind, value) in [
            (BackgroundKind::Color, "red;}body{background:url(//canary)}"),
            (BackgroundKind::Color, "#00081"),
            (BackgroundKind::Gradient, "linear-gradient(#fff, url(//canary))"),
            (BackgroundKind::Gradient, "linear-gradient()"),
            (BackgroundKind::Image, "//canary/x.png"),
            (BackgroundKind::Image, "/media/../x"),
        ] {
            assert!(check_background(&background(kind, value)).is_err(), "{value}");
        }
    }
}
