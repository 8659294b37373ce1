//! The trend of a scenario: activity that counts less the older it is.
//!
//! Each event (a started story, a love, a message) adds its weight, which halves every [`HALF_LIFE_SECS`].
//! The stored value is the logarithm of the sum *as of the epoch*: later events grow instead of earlier ones
//! shrinking ("forward decay": Cormode, Shkapenyuk, Srivastava, Xu, "Forward decay: a practical time decay
//! model for streaming systems", 2009). The order of two scenarios is then the same at any moment, so an
//! ordinary index holds it and nothing has to be recomputed as time passes.

use kernel::Timestamp;

/// An event's weight halves after this many seconds: two days, so that a weekend's favourite fades by the
/// next.
pub const HALF_LIFE_SECS: f64 = 2.0 * 24.0 * 3600.0;
/// Weight of a story that was started.
pub const WEIGHT_STARTED: f64 = 3.0;
/// Weight of a love.
pub const WEIGHT_LOVE: f64 = 5.0;
/// Weight of a message.
pub const WEIGHT_MESSAGE: f64 = 0.1;

/// The trend of a scenario without activity: lower than any event gives.
pub const NO_TREND: f64 = 0.0;

fn rate() -> f64 {
    std::f64::consts::LN_2 / HALF_LIFE_SECS
}

/// The trend after an event of `weight` at `when`: `ln(e^trend + weight · 2^(when / half-life))`, computed
/// without ever forming the huge numbers.
#[must_use]
pub fn add_event(trend: f64, when: Timestamp, weight: f64) -> f64 {
    if weight <= 0.0 {
        return trend;
    }
    let event = weight.ln() + rate() * when.as_secs_f64();
    let (high, low) = if trend > event {
        (trend, event)
    } else {
        (event, trend)
    };
    high + (low - high).exp().ln_1p()
}

/// The trend after removing an event of `weight` at `when` that was added before; at least [`NO_TREND`].
#[must_use]
pub fn remove_event(trend: f64, when: Timestamp, weight: f64) -> f64 {
    if weight <= 0.0 {
        return trend;
    }
    let event = weight.ln() + rate() * when.as_secs_f64();
    // When the only part of a sum is removed, only rounding errors are left.
    if trend - event < 1e-9 {
        NO_TREND
    } else {
        (trend + (-(event - trend).exp()).ln_1p()).max(NO_TREND)
    }
}

#[cfg(test)]
mod tests {
    use kernel::DAY_MS;

    use super::*;

    fn at_day(day: i64) -> Timestamp {
        Timestamp(1_790_000_000_000 + day * DAY_MS)
    }

    #[test]
    fn two_events_one_half_life_ago_weigh_as_much_as_one_now() {
        let mut old = NO_TREND;
        old = add_event(old, at_day(0), 1.0);
        old = add_event(old, at_day(0), 1.0);
        let new = add_event(NO_TREND, at_day(2), 1.0);
        assert!((old - new).abs() < 1e-9, "{old} {new}");
    }

    #[test]
    fn a_removed_event_leaves_nothing() {
        let mut trend = add_event(NO_TREND, at_day(0), WEIGHT_STARTED);
        let before = trend;
        for day in 1..30 {
            trend = add_event(trend, at_day(day), WEIGHT_LOVE);
            trend = remove_event(trend, at_day(day), WEIGHT_LOVE);
        }
        assert!((trend - before).abs() < 1e-3, "{before} {trend}");
        let alone = remove_event(
            add_event(NO_TREND, at_day(3), WEIGHT_LOVE),
            at_day(3),
            WEIGHT_LOVE,
        );
        assert!(alone <= NO_TREND + 1e-9, "{alone}");
    }

    #[test]
    fn yesterdays_hit_falls_behind_todays() {
        let mut hit = NO_TREND;
        for _ in 0..100 {
            hit = add_event(hit, at_day(0), WEIGHT_LOVE);
        }
        let fresh = |day| add_event(NO_TREND, at_day(day), WEIGHT_LOVE);
        assert!(hit > fresh(7), "a hundred loves a week ago still lead");
        assert!(hit < fresh(14), "but not after two");
    }

    #[test]
    fn events_in_any_order_give_the_same_trend() {
        let forward = add_event(add_event(NO_TREND, at_day(0), 3.0), at_day(5), 1.0);
        let backward = add_event(add_event(NO_TREND, at_day(5), 1.0), at_day(0), 3.0);
        assert!((forward - backward).abs() < 1e-9);
        assert!((add_event(forward, at_day(6), 0.0) - forward).abs() < f64::EPSILON);
    }
}
