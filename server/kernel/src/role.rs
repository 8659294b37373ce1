//! What a person may do beyond their own things (spec sections 4 and 6).

use serde::Serialize;

/// A person's role. The numbers are the specification's (section 4, "Roles"): ADMIN=0, MODERATOR=1, USER=2.
/// There is deliberately no way from "absent" or "false" to a role: a person without a stored role is a
/// [`Role::User`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Role {
    /// Runs the installation.
    Admin,
    /// Moderates what others publish.
    Moderator,
    /// Everybody else.
    #[default]
    User,
}

impl Role {
    /// The number of the specification.
    #[must_use]
    pub const fn number(self) -> i64 {
        match self {
            Self::Admin => 0,
            Self::Moderator => 1,
            Self::User => 2,
        }
    }

    /// The role of a stored number. Anything but 0 and 1, absence included, is a plain user.
    #[must_use]
    pub const fn from_stored(number: Option<i64>) -> Self {
        match number {
            Some(0) => Self::Admin,
            Some(1) => Self::Moderator,
            _ => Self::User,
        }
    }

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "ADMIN",
            Self::Moderator => "MODERATOR",
            Self::User => "USER",
        }
    }

    /// The role that a list of names gives: ADMIN first, else MODERATOR, else USER; case does not matter.
    #[must_use]
    pub fn from_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let named = names.into_iter().map(|name| {
            [Self::Admin, Self::Moderator]
                .into_iter()
                .find(|role| name.eq_ignore_ascii_case(role.as_str()))
        });
        named.flatten().min().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_stored_numbers_raise_anybody() {
        assert_eq!(Role::from_stored(Some(0)), Role::Admin);
        assert_eq!(Role::from_stored(Some(1)), Role::Moderator);
        for other in [None, Some(2), Some(3), Some(-1), Some(i64::MAX)] {
            assert_eq!(Role::from_stored(other), Role::User);
        }
    }

    #[test]
    fn the_highest_name_counts() {
        assert_eq!(Role::from_names(["user", "Moderator", "aDmIn"]), Role::Admin);
        assert_eq!(Role::from_names(["USER", "moderator"]), Role::Moderator);
        for none in [&[][..], &["admin "][..], &["0"][..], &[""][..], &["USER"][..]] {
            assert_eq!(Role::from_names(none.iter().copied()), Role::User);
        }
    }
}
