//! The rules and constants of scenarios.

use kernel::Rating;

/// The name of a scenario without one (spec section 3).
pub const UNTITLED: &str = "Untitled";
/// The name of something deleted that somebody still loves or plays (spec section 3).
pub const DELETED: &str = "Deleted Card";
/// The share of surprises among similar scenarios, by default.
pub const DEFAULT_EXPLORE_FRACTION: f64 = 0.2;
/// The most tags of one include or exclude list. Nobody needs more, and each costs a look-up.
pub const MAX_FILTER_TAGS: usize = 20;
/// The largest `skip` of a list that offers it. Beyond that, clients read with cursors.
pub const MAX_SKIP: i64 = 1_000;

/// Clamps the share of surprises to 0..=1 (spec section 5). NaN counts as the default.
#[must_use]
pub fn clamp_explore_fraction(requested: Option<f64>) -> f64 {
    match requested {
        Some(fraction) if !fraction.is_nan() => fraction.clamp(0.0, 1.0),
        _ => DEFAULT_EXPLORE_FRACTION,
    }
}

/// Whether the images of a scenario count as explicit: by the verdict on its image, or because its author rates
/// it for adults. A rating only makes it stricter: it never takes a verdict back.
#[must_use]
pub fn counts_as_explicit(explicit_image: bool, rating: Rating) -> bool {
    explicit_image || rating.is_adult()
}

/// A scenario's popularity, as one number for the order of search results: a love counts more than a started
/// story, which counts more than a message.
#[must_use]
pub fn popularity(love_count: i64, chats_created: i64, messages_sent: i64) -> i64 {
    love_count
        .saturating_mul(20)
        .saturating_add(chats_created.saturating_mul(5))
        .saturating_add(messages_sent / 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explore_fraction_is_clamped_to_the_unit_interval() {
        for (requested, given) in [
            (None, DEFAULT_EXPLORE_FRACTION),
            (Some(f64::NAN), DEFAULT_EXPLORE_FRACTION),
            (Some(f64::INFINITY), 1.0),
            (Some(f64::NEG_INFINITY), 0.0),
            (Some(-1.0), 0.0),
            (Some(2.0), 1.0),
            (Some(0.5), 0.5),
        ] {
            assert!(
                (clamp_explore_fraction(requested) - given).abs() < f64::EPSILON,
                "{requested:?}"
            );
        }
    }

    #[test]
    fn a_rating_only_makes_it_stricter() {
        for (explicit_image, rating, explicit) in [
            (false, Rating::Everyone, false),
            (false, Rating::Mature, false),
            (false, Rating::Explicit, true),
            (false, Rating::Extreme, true),
            (true, Rating::Everyone, true),
            (true, Rating::Explicit, true),
        ] {
            assert_eq!(
                counts_as_explicit(explicit_image, rating),
                explicit,
                "{explicit_image} {rating:?}"
            );
        }
    }

    #[test]
    fn popularity_never_overflows() {
        assert_eq!(popularity(1, 1, 10), 26);
        assert_eq!(popularity(i64::MAX, i64::MAX, i64::MAX), i64::MAX);
    }
}
