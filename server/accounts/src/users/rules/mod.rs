//! What people may set in their record. Pure.

mod deletion;
mod names;
mod personas;
mod preferences;
mod text;

pub use deletion::{DELETION_GRACE_DAYS, address_hash};
pub use names::{AUTHORNAME_CHARS, check_authorname, look_of};
pub use personas::{
    MAX_PERSONA_DESCRIPTION_CHARS, MAX_PERSONA_NAME_BYTES, MAX_PERSONA_NAME_CHARS, MAX_PERSONAS,
    check_persona_name, check_personas,
};
pub use preferences::{
    MAX_BACKGROUND_NAME_CHARS, MAX_BACKGROUND_VALUE_CHARS, MAX_BACKGROUNDS, MAX_CHAT_BACKGROUNDS,
    MAX_PREFERENCES_BYTES, check_preferences, is_theme,
};
pub use text::{MAX_BIO_CHARS, MAX_ORIGIN_CHARS, check_text};
