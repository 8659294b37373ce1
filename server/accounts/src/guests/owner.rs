//! Whose something is that both people and guests may have.

use kernel::ids::UserId;

use super::{GuestId, Player};

/// Whose something is: a story, for example.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Somebody with a record.
    Person(UserId),
    /// A visitor with a guest session.
    Guest(GuestId),
}

impl Owner {
    /// The owner of this kind and id, as they are stored.
    #[must_use]
    pub fn stored(kind: &str, id: String) -> Self {
        if kind == "guest" {
            Self::Guest(GuestId::trusted(id))
        } else {
            Self::Person(UserId::trusted(id))
        }
    }

    /// The kind as it is stored.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Person(_) => "person",
            Self::Guest(_) => "guest",
        }
    }

    /// The id of the record or of the guest session.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Person(id) => id.as_str(),
            Self::Guest(id) => id.as_str(),
        }
    }

    /// What tells the requests and reminders of this player from those of others.
    #[must_use]
    pub fn principal(&self) -> String {
        format!("{}:{}", self.kind(), self.id())
    }

    /// The person, if it is one.
    #[must_use]
    pub const fn person(&self) -> Option<&UserId> {
        match self {
            Self::Person(id) => Some(id),
            Self::Guest(_) => None,
        }
    }
}

impl From<&Player> for Owner {
    fn from(player: &Player) -> Self {
        match player {
            Player::Person(person) => Self::Person(person.user_id.clone()),
            Player::Guest(guest) => Self::Guest(guest.guest_id.clone()),
        }
    }
}
