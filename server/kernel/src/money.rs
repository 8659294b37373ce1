//! The in-app currency.

use serde::{Deserialize, Serialize};

/// An amount of shekels, the in-app currency (spec section 1): whole, signed, exact. Arithmetic is checked:
/// there is no operator that could wrap.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
)]
#[serde(transparent)]
#[schema(value_type = i64)]
pub struct Shekels(pub i64);

impl Shekels {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// The sum; `None` if it does not fit 64 bits.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The difference; `None` if it does not fit 64 bits.
    #[must_use]
    pub fn minus(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// The same amount with the opposite sign; `None` for the one value that has no opposite.
    #[must_use]
    pub fn negated(self) -> Option<Self> {
        self.0.checked_neg().map(Self)
    }
}

impl std::fmt::Display for Shekels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_wraps() {
        assert_eq!(Shekels(2).plus(Shekels(3)), Some(Shekels(5)));
        assert_eq!(Shekels(i64::MAX).plus(Shekels(1)), None);
        assert_eq!(Shekels(i64::MIN).minus(Shekels(1)), None);
        assert_eq!(Shekels(i64::MIN).negated(), None);
        assert_eq!(Shekels(7).negated(), Some(Shekels(-7)));
    }
}
