//! The limits of an import. Those of card files are in `card_files`.

use std::time::Duration;

use crate::card_files::MAX_FILE_BYTES;

/// The largest body: the file and its multipart framing.
pub const FORM_BYTES: u64 = MAX_FILE_BYTES + 64 * 1024;
/// Files that are received or read at the same time: each is on the disk until it is imported.
pub const FILES_AT_ONCE: usize = 32;
/// How many of them one person may have.
pub const FILES_OF_ONE: usize = 8;
/// Cards that are read at the same time. Each may need ten times the size of its text, and a picture.
pub const CARDS_AT_ONCE: usize = 2;
/// How long the pictures of one file may take. Those that are not stored by then are left out.
pub const PICTURES_TIME: Duration = Duration::from_secs(300);
/// Pictures that are named among those left out; the others are counted.
pub const MAX_NAMED_PICTURES: usize = 100;
/// Files of one kind that a notice names; the others are counted.
pub const MAX_NAMED_FILES: usize = 5;
