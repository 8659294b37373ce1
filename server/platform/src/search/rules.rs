//! Where a row stands in search order, and this slice's numbers.

/// Popularity buckets per doubling: rows a ninth apart in popularity share a bucket, finer differences do not
/// matter.
const BUCKETS_PER_DOUBLING: f64 = 8.0;
/// The highest bucket.
const MAX_BUCKET: i64 = 511;
/// Bits for the sequence number within a bucket: a trillion rows.
const SEQUENCE_BITS: u32 = 40;
/// Longest search text that is read, in characters; the rest is ignored.
pub const MAX_SEARCH_CHARS: usize = 200;
/// Most words of a search text that are looked for; the rest is ignored.
pub const MAX_QUERY_WORDS: usize = 12;
/// Longest word kept, in characters.
pub const MAX_WORD_CHARS: usize = 40;
/// Most words of one row's body that are indexed.
pub const MAX_BODY_WORDS: usize = 2_000;
/// Shortest word that is looked for by its beginning; shorter ones must match whole.
pub const MIN_PREFIX_CHARS: usize = 2;
/// Words of fewer characters are never corrected: too many others are near.
pub const MIN_CORRECTED_CHARS: usize = 4;
/// From this many characters on, two typing errors are forgiven instead of one.
pub const TWO_ERRORS_FROM_CHARS: usize = 8;
/// Words of fewer characters are never distinctive ("in", "an", "of").
pub const MIN_DISTINCTIVE_CHARS: usize = 3;
/// A word is distinctive if at most one row in this many holds it.
pub const DISTINCTIVE_SHARE: i64 = 3;
/// Most similar words that are weighed for one correction.
pub const MAX_SPELLING_CANDIDATES: i64 = 60;

/// The number of a row in the index: the more popular, the smaller; within a bucket the newer, the smaller.
/// `sequence` is a counter that never repeats.
#[must_use]
pub fn doc_number(popularity: i64, sequence: i64) -> i64 {
    let newest_first = (1_i64 << SEQUENCE_BITS) - 1 - sequence;
    ((MAX_BUCKET - bucket(popularity)) << SEQUENCE_BITS) | newest_first
}

/// The popularity bucket: logarithmic, so that a row is renumbered a handful of times on its way up, not at
/// every love.
#[must_use]
pub fn bucket(popularity: i64) -> i64 {
    let doublings = (popularity.max(0) as f64).ln_1p() / std::f64::consts::LN_2;
    ((doublings * BUCKETS_PER_DOUBLING) as i64).min(MAX_BUCKET)
}

/// The bucket that a number was made with.
#[must_use]
pub fn bucket_of(doc: i64) -> i64 {
    MAX_BUCKET - (doc >> SEQUENCE_BITS)
}

/// How many typing errors a word of this length may hold.
#[must_use]
pub fn allowed_errors(chars: usize) -> usize {
    match chars {
        _ if chars < MIN_CORRECTED_CHARS => 0,
        _ if chars < TWO_ERRORS_FROM_CHARS => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_follow_popularity_then_age(a in 0_i64..1_000_000_000, b in 0_i64..1_000_000_000, first in 0_i64..1_000_000, gap in 1_i64..1_000) {
            let (older, newer) = (doc_number(a, first), doc_number(b, first + gap));
            prop_assert!(older > 0 && newer > 0);
            prop_assert_eq!(bucket_of(older), bucket(a));
            match bucket(a).cmp(&bucket(b)) {
                std::cmp::Ordering::Greater => prop_assert!(older < newer),
                std::cmp::Ordering::Less | std::cmp::Ordering::Equal => prop_assert!(newer < older),
            }
        }
    }

    #[test]
    fn buckets_stay_in_range() {
        assert_eq!(bucket(-5), 0);
        assert_eq!(bucket(0), 0);
        assert!(bucket(i64::MAX) <= MAX_BUCKET);
        assert!(bucket(1_000) > bucket(500));
    }
}
