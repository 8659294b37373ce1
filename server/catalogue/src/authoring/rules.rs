//! The limits of a draft. `docs/cards.md` lists those that an imported card meets.

/// Characters of a title.
pub const MAX_TITLE_CHARS: usize = 120;
/// Characters of a tagline.
pub const MAX_TAGLINE_CHARS: usize = 200;
/// Characters of a name or nickname of an actor, of the player's role, or of a picture.
pub const MAX_NAME_CHARS: usize = 120;
/// Characters of an actor's role.
pub const MAX_ROLE_CHARS: usize = 200;
/// Characters of every long text: descriptions, setting, personality, voice, examples, instructions, notes,
/// openings. Enough for the longest cards in use, and a quarter of a large model's window.
pub const MAX_TEXT_CHARS: usize = 100_000;
/// Characters of an opening's title.
pub const MAX_OPENING_TITLE_CHARS: usize = 120;
/// Characters of an alternative text.
pub const MAX_ALT_CHARS: usize = 1_000;
/// Characters of the address of a picture.
pub const MAX_URI_CHARS: usize = 2_000;
/// Tags.
pub const MAX_TAGS: usize = 15;
/// Characters of a tag.
pub const MAX_TAG_CHARS: usize = 50;
/// Actors.
pub const MAX_ACTORS: usize = 30;
/// Openings.
pub const MAX_OPENINGS: usize = 100;
/// Expressions of an actor.
pub const MAX_EXPRESSIONS: usize = 200;
/// Further pictures of an actor: as many as a card file may have assets.
pub const MAX_PICTURES: usize = 1_000;
/// Lorebooks of an actor, and lorebooks of the scenario.
pub const MAX_BOOKS: usize = 10;
/// The default depth of an actor's note.
pub const DEFAULT_NOTE_DEPTH: u32 = 4;
/// The largest depth of an actor's note, in messages.
pub const MAX_NOTE_DEPTH: u32 = 999;
/// Characters of an id within a draft.
pub const MAX_ID_CHARS: usize = 64;
/// Characters of a language tag.
pub const MAX_LANGUAGE_CHARS: usize = 35;
/// Characters that say whose work a draft is.
pub const MAX_ORIGIN_CHARS: usize = 1_000;
/// Bytes of a blob key.
pub const MAX_KEY_BYTES: usize = 200;
/// Bytes of a draft as JSON, without what is kept of cards. A card of 8 MB fits.
pub const MAX_DRAFT_BYTES: usize = 10_000_000;
/// Bytes of what a draft keeps of its cards. A card of 8 MB fits.
pub const MAX_KEPT_BYTES: usize = 10_000_000;

/// Drafts of one author, those in the trash included.
pub const MAX_DRAFTS: i64 = 2_000;
/// Images that are uploaded to one draft.
pub const MAX_DRAFT_IMAGES: i64 = 2_000;
/// Bytes of a draft as it is sent: its own, what it keeps of cards, and white space.
pub const MAX_SENT_BYTES: usize = MAX_DRAFT_BYTES + MAX_KEPT_BYTES + 1_000_000;
/// Bytes of a draft that a refused change answers with.
pub const MAX_CURRENT_BYTES: usize = 1_000_000;
/// Fields that one refusal names.
pub const MAX_REPORTED_PROBLEMS: usize = 100;
/// How long a draft stays in the trash, in milliseconds: 30 days.
pub const TRASH_MS: i64 = 30 * kernel::DAY_MS;
/// Characters of a folded title by which lists are sorted: a cursor holds them.
pub const MAX_TITLE_KEY_CHARS: usize = 60;
/// Words of a search in one's own scenarios; further ones are not looked at.
pub const MAX_SEARCH_WORDS: usize = 10;
/// Tags that one list is filtered by.
pub const MAX_FILTER_TAGS: usize = 20;
/// Characters of such a search; further ones are not looked at.
pub const MAX_SEARCH_CHARS: usize = 200;
/// Distinct words of one draft that are searched; further ones are not found. More than novels have.
pub const MAX_INDEXED_WORDS: usize = 20_000;
/// Tags of one's own works that are listed.
pub const MAX_LISTED_TAGS: usize = 200;
/// Characters of what an author says for a second look at an image.
pub const MAX_SECOND_LOOK_CHARS: usize = 500;
/// The longest side of a stored image, in pixels.
pub const IMAGE_SIDE: u32 = 2_048;
/// The quality of a stored image, 1 to 100.
pub const IMAGE_QUALITY: u8 = 88;

/// Whether a text has at most this many characters. Looks at no more of it than it needs.
#[must_use]
pub fn fits(text: &str, max_chars: usize) -> bool {
    text.len() <= max_chars || text.chars().nth(max_chars).is_none()
}

/// Whether this can be an id within a draft: letters, digits, `_` and `-`.
#[must_use]
pub fn is_id(id: &str) -> bool {
    (1..=MAX_ID_CHARS).contains(&id.len())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// Whether this has the form of a language tag (RFC 5646 section 2.1): parts of 1 to 8 letters or digits.
#[must_use]
pub fn is_language(tag: &str) -> bool {
    tag.len() <= MAX_LANGUAGE_CHARS
        && tag.starts_with(|first: char| first.is_ascii_alphabetic())
        && tag.split('-').all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}
