//! Which preferences people may have: their backgrounds, and the theme.

use kernel::ids::is_well_formed;

use super::text::check_text;
use crate::users::model::{Background, BackgroundKind, Preferences};

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
/// The ids of the themes; the built-in Default has none. A test compares this with the client's list.
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

/// Checks that the preferences can be stored.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_has_the_same_themes() {
        let client = include_str!("../../../../../ui/src/features/play/settings/themes.ts");
        let ids: Vec<&str> = client
            .lines()
            .filter_map(|line| line.trim().strip_prefix("id: \"")?.strip_suffix("\","))
            .collect();
        assert_eq!(ids, THEMES);
        assert!(is_theme("noir") && !is_theme("Noir") && !is_theme("") && !is_theme("../x"));
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
