//! The caller, as identity and as person.

use kernel::ids::{IdentityId, UserId};
use kernel::{Audience, Role};

use super::SessionId;

/// A caller with a valid token, whether or not they have a record in the product yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityRef {
    /// Their credentials.
    pub identity_id: IdentityId,
    /// The browser or device they call from.
    pub session_id: SessionId,
}

/// A caller with a record in the product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Their credentials.
    pub identity_id: IdentityId,
    /// The browser or device they call from.
    pub session_id: SessionId,
    /// Their record.
    pub user_id: UserId,
    /// Their role, from the server's own table.
    pub role: Role,
    /// Their name in links and search.
    pub authorname: String,
    /// What they want to see, as they set it.
    pub audience: Audience,
}

impl Person {
    /// Whether they run the installation.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.role == Role::Admin
    }
}

/// Credentials with the record that belongs to them.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Account {
    /// The credentials.
    pub identity_id: String,
    /// The record, if there is one yet.
    pub user_id: Option<String>,
}
