//! For which audience a text is meant, and what a reader wants to see.

use serde::{Deserialize, Serialize};

/// For whom a scenario or card is meant, as its author says.
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
#[serde(rename_all = "lowercase")]
pub enum Rating {
    /// Suitable for all ages.
    #[default]
    Everyone,
    /// Frightening or sad, or about grown-up things, without showing them.
    Mature,
    /// For adults.
    Explicit,
    /// For adults, and disturbing: graphic cruelty and the like.
    Extreme,
}

impl Rating {
    /// The word that is stored for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Everyone => "everyone",
            Self::Mature => "mature",
            Self::Explicit => "explicit",
            Self::Extreme => "extreme",
        }
    }

    /// The rating stored as this word. An unknown word (of a newer version) counts as explicit, so that an
    /// unjudged text is shown only to readers who asked for explicit ones.
    #[must_use]
    pub fn from_stored(word: &str) -> Self {
        let all = [Self::Everyone, Self::Mature, Self::Extreme];
        all.into_iter()
            .find(|rating| rating.as_str() == word)
            .unwrap_or(Self::Explicit)
    }

    /// Whether it is for adults only.
    #[must_use]
    pub const fn is_adult(self) -> bool {
        matches!(self, Self::Explicit | Self::Extreme)
    }
}

/// What a reader wants to see; each audience includes the ones before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// Nothing that is for adults only: the default.
    #[default]
    Everyone,
    /// What is for adults, too (spec section 3, `showNSFW`).
    Explicit,
    /// Everything (`showNSFL`).
    Extreme,
}

impl Audience {
    /// The audience of a person with these settings. `showNSFL` contains `showNSFW`.
    #[must_use]
    pub const fn of_settings(show_nsfw: bool, show_nsfl: bool) -> Self {
        match (show_nsfw, show_nsfl) {
            (_, true) => Self::Extreme,
            (true, false) => Self::Explicit,
            (false, false) => Self::Everyone,
        }
    }

    /// Whether something with this rating is shown to them.
    #[must_use]
    pub const fn admits(self, rating: Rating) -> bool {
        match rating {
            Rating::Everyone | Rating::Mature => true,
            Rating::Explicit => !matches!(self, Self::Everyone),
            Rating::Extreme => matches!(self, Self::Extreme),
        }
    }

    /// The word that stands for it in SQL and in cursors.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Everyone => "everyone",
            Self::Explicit => "explicit",
            Self::Extreme => "extreme",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATINGS: [Rating; 4] = [
        Rating::Everyone,
        Rating::Mature,
        Rating::Explicit,
        Rating::Extreme,
    ];

    #[test]
    fn each_audience_sees_what_it_asked_for() {
        for (audience, seen) in [
            (Audience::Everyone, [true, true, false, false]),
            (Audience::Explicit, [true, true, true, false]),
            (Audience::Extreme, [true, true, true, true]),
        ] {
            assert_eq!(
                RATINGS.map(|rating| audience.admits(rating)),
                seen,
                "{audience:?}"
            );
        }
    }

    #[test]
    fn what_is_not_rated_counts_as_explicit() {
        for rating in RATINGS {
            assert_eq!(Rating::from_stored(rating.as_str()), rating);
        }
        for unknown in ["", "unrated", "Everyone"] {
            assert_eq!(Rating::from_stored(unknown), Rating::Explicit);
        }
    }

    #[test]
    fn the_stronger_setting_contains_the_lesser() {
        assert_eq!(Audience::of_settings(false, false), Audience::Everyone);
        assert_eq!(Audience::of_settings(true, false), Audience::Explicit);
        assert_eq!(Audience::of_settings(true, true), Audience::Extreme);
        assert_eq!(Audience::of_settings(false, true), Audience::Extreme);
    }
}
