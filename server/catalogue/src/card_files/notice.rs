//! What a person is told about a file that was taken.

use std::fmt;

use super::error::{AssetFault, CardFault, CardPlace};
use super::limits::{MAX_CARDS_TRIED, MAX_NAMED_ASSETS, MAX_PICTURE_BYTES, megabytes};

/// Something in a file that was not taken as it is. The card itself was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// A card in the file that does not count, because another one comes first.
    OtherCard {
        /// Where it is.
        place: CardPlace,
    },
    /// A card in the file that cannot be read; another one counts.
    BrokenCard {
        /// Where it is.
        place: CardPlace,
        /// What is wrong with it.
        fault: CardFault,
    },
    /// A card in the file that was not looked at, because too many before it could not be read.
    CardNotTried {
        /// Where it is.
        place: CardPlace,
    },
    /// An asset that is left out.
    AssetLeftOut {
        /// Its path, shortened where it is long.
        path: String,
        /// Why.
        fault: AssetFault,
    },
    /// How many more assets are left out, which are not named.
    MoreAssetsLeftOut {
        /// Their number.
        count: usize,
    },
    /// The picture that the file is or begins with is too large; the card is taken without it.
    PictureTooLarge {
        /// The picture's size.
        size_bytes: u64,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherCard { place } => {
                write!(out, "{place} wasn’t used: another card in this file comes first.")
            }
            Self::BrokenCard { place, fault } => write!(out, "{place} wasn’t used: {fault}."),
            Self::CardNotTried { place } => write!(
                out,
                "{place} wasn’t used: {MAX_CARDS_TRIED} others before it can’t be read."
            ),
            Self::AssetLeftOut { path, fault } => write!(out, "The asset {path} was left out: {fault}."),
            Self::MoreAssetsLeftOut { count } => write!(out, "{count} more assets were left out."),
            Self::PictureTooLarge { size_bytes } => write!(
                out,
                "The picture was left out: it has {}, and a picture can have up to {}.",
                megabytes(*size_bytes),
                megabytes(MAX_PICTURE_BYTES)
            ),
        }
    }
}

/// The notices of a file while it is read. Assets beyond [`MAX_NAMED_ASSETS`] are only counted.
#[derive(Debug, Default)]
pub(super) struct Notices {
    list: Vec<Notice>,
    left_out: usize,
}

impl Notices {
    pub(super) fn push(&mut self, notice: Notice) {
        self.list.push(notice);
    }

    /// Notes an asset that is left out. `path` may be any bytes.
    pub(super) fn leave_out(&mut self, path: &[u8], fault: AssetFault) {
        self.left_out += 1;
        if self.left_out <= MAX_NAMED_ASSETS {
            let path = printable(path);
            self.push(Notice::AssetLeftOut { path, fault });
        }
    }

    pub(super) fn into_list(mut self) -> Vec<Notice> {
        if let Some(count) = self.left_out.checked_sub(MAX_NAMED_ASSETS + 1) {
            self.push(Notice::MoreAssetsLeftOut { count: count + 1 });
        }
        self.list
    }
}

/// Characters of a path that are shown.
const SHOWN_CHARS: usize = 80;

/// A path for people: shortened, without characters that are not shown or that turn the direction of a line.
pub(super) fn printable(path: &[u8]) -> String {
    let start = &path[..path.len().min(SHOWN_CHARS * 4)];
    let text = String::from_utf8_lossy(start);
    let mut shown: String = text
        .chars()
        .take(SHOWN_CHARS)
        .map(|character| match is_shown(character) {
            true => character,
            false => char::REPLACEMENT_CHARACTER,
        })
        .collect();
    if start.len() < path.len() || text.chars().nth(SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

/// Whether a character can be shown as it is: neither a control character, nor one that turns the direction
/// of a line or takes no space.
pub(super) fn is_shown(character: char) -> bool {
    let is_hidden = matches!(
        character,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    );
    !(character.is_control() || is_hidden)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shown_short_and_harmless() {
        assert_eq!(printable("assets/喜.png".as_bytes()), "assets/喜.png");
        assert_eq!(printable(b"a\n\x1b[31m\0b"), "a\u{fffd}\u{fffd}[31m\u{fffd}b");
        assert_eq!(printable("exe\u{202e}gnp".as_bytes()), "exe\u{fffd}gnp");
        let long = printable(&[b'a'; 60_000]);
        assert_eq!(long.chars().count(), SHOWN_CHARS + 1);
        assert!(long.ends_with('…'));
    }

    #[test]
    fn only_the_first_assets_left_out_are_named() {
        let mut notices = Notices::default();
        for number in 0..MAX_NAMED_ASSETS + 3 {
            notices.leave_out(format!("{number}").as_bytes(), AssetFault::TooMany);
        }
        let list = notices.into_list();
        assert_eq!(list.len(), MAX_NAMED_ASSETS + 1);
        assert_eq!(list.last(), Some(&Notice::MoreAssetsLeftOut { count: 3 }));
        let mut notices = Notices::default();
        for _ in 0..MAX_NAMED_ASSETS {
            notices.leave_out(b"a", AssetFault::TooMany);
        }
        assert_eq!(notices.into_list().len(), MAX_NAMED_ASSETS);
    }
}
