//! Randomness that is the same for the same path of a story.

use super::input::ScanInput;
use super::prepare::PreparedEntry;

/// Whether an entry passes its probability after `at` messages.
pub(super) fn passes_probability(input: &ScanInput<'_>, entry: &PreparedEntry<'_>, at: usize) -> bool {
    let percent = entry.entry.probability.min(100);
    let names = [
        input.books[entry.book_index].id.as_str(),
        &entry.entry.id,
        &entry.entry_index.to_string(),
    ];
    percent >= 100 || draw(input, &names, at) % 100 < u64::from(percent)
}

/// A pseudo-random number for these names after `at` messages of this story.
pub(super) fn draw(input: &ScanInput<'_>, names: &[&str], at: usize) -> u64 {
    let last = at.checked_sub(1).map_or("", |at| input.lines[at].id);
    let all = [input.story_id, last].into_iter().chain(names.iter().copied());
    let sum = all
        .flat_map(|name| name.bytes().chain([0]))
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    // The low bits of FNV follow the last bytes too closely.
    (sum ^ (sum >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 16
}
