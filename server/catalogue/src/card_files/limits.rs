//! The limits of card files: one table for the reader, its refusals and the documents (U-14).
//!
//! Sizes count in units of 1,024, as those of uploads do. Where the programs that write cards differ, the
//! larger figure counts, as long as a hostile file stays cheap.

/// Bytes of a card file of any kind.
pub const MAX_FILE_BYTES: u64 = 200 << 20;
/// Bytes of a card as JSON.
pub const MAX_CARD_JSON_BYTES: usize = 8 << 20;
/// Bytes of a card as a YAML text. This old form holds a name, a description and a greeting.
pub const MAX_YAML_BYTES: usize = 1 << 20;
/// Bytes of the text of a chunk or comment, inflated: the largest card in base64, with line breaks.
pub const MAX_CARD_TEXT_BYTES: usize = MAX_CARD_JSON_BYTES.div_ceil(3) * 4 + (512 << 10);
/// How deep lists and objects may be nested in a card.
pub const MAX_JSON_DEPTH: usize = 64;
/// Values in a card. A book of 5,000 entries with 40 fields each has 200,000.
pub const MAX_JSON_VALUES: usize = 250_000;
/// Bytes of one picture: a portrait, or an asset of kind image.
pub const MAX_PICTURE_BYTES: u64 = 10 << 20;
/// Assets of a file. Those that come after it in the file are left out.
pub const MAX_ASSETS: usize = 1_000;
/// Bytes of all assets of a file together, inflated.
pub const MAX_UNPACKED_BYTES: u64 = 400 << 20;
/// How many times larger than its packed form an asset may be, above [`FREE_UNPACKED_BYTES`].
pub const MAX_RATIO: u64 = 100;
/// Bytes up to which an asset may have any ratio.
pub const FREE_UNPACKED_BYTES: u64 = 1 << 20;
/// Bytes of an asset's path.
pub const MAX_PATH_BYTES: usize = 255;
/// Files in an archive. An archive with more is refused without a look at its card.
pub const MAX_ARCHIVE_ENTRIES: u64 = 10_000;
/// Bytes of an archive's directory.
pub const MAX_DIRECTORY_BYTES: u64 = 4 << 20;
/// Text chunks of a PNG, besides those that hold assets.
pub const MAX_TEXT_CHUNKS: usize = 64;
/// Chunks of a PNG, and segments of a JPEG or WebP.
pub const MAX_CHUNKS: usize = 65_536;
/// Card chunks of a PNG that are read until one is valid.
pub const MAX_CARDS_TRIED: usize = 8;
/// Assets that are named among those left out; the others are counted.
pub const MAX_NAMED_ASSETS: usize = 100;

/// Bytes of the one buffer through which a file is read.
pub(super) const BUFFER_BYTES: usize = 64 << 10;

/// A size for people, in megabytes with one digit where it is not whole: `200 MB`, `8.5 MB`. A size just
/// above a limit never looks like the limit: it is rounded up.
#[must_use]
pub(super) fn megabytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10).div_ceil(1 << 20);
    match tenths % 10 {
        0 => format!("{} MB", tenths / 10),
        rest => format!("{}.{rest} MB", tenths / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_card_fits_into_a_chunk_as_base64() {
        assert!(MAX_CARD_JSON_BYTES.div_ceil(3) * 4 < MAX_CARD_TEXT_BYTES);
        assert!((MAX_CARD_TEXT_BYTES as u64) < MAX_FILE_BYTES);
    }

    #[test]
    fn sizes_are_rounded_up() {
        assert_eq!(megabytes(MAX_FILE_BYTES), "200 MB");
        assert_eq!(megabytes(MAX_FILE_BYTES + 1), "200.1 MB");
        assert_eq!(megabytes(1), "0.1 MB");
    }
}
