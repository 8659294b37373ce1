//! What a slice says of itself, so that everything central is a fold over it (ADR 22).
//!
//! A slice is one folder. Its contents page declares what it uses, which tables it owns and what becomes of them
//! when a person leaves, and its SQL. Whatever is not declared fails a test by name: nothing central keeps a list of
//! its own. There is no default for any of it: who adds a slice answers everything.

pub mod calls;
pub mod jobs;

use futures::future::BoxFuture;
use kernel::ErrorCode;
use kernel::ids::{IdentityId, UserId};

use crate::db::{Tx, query_on};

/// A slice's own account of itself. It knows no state, so that the folds of all floors share it.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// Its folder, its tag in the API document and its folder in the client.
    pub name: &'static str,
    /// Slices that it calls, and whose tables it may read; each stands before it.
    pub uses: &'static [&'static str],
    /// Its tables. Nobody else writes them.
    pub tables: &'static [Table],
    /// Its SQL that is the same for both engines, one list a file.
    pub statements: &'static [&'static [&'static str]],
    /// Its SQL that only one engine knows, with that engine.
    pub own_statements: &'static [(Engine, &'static str)],
    /// What it does, in this order, when a person leaves.
    pub erase: &'static [Step],
    /// The errors that are its own; what any part may say is not among them.
    pub errors: &'static [ErrorCode],
}

/// A database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The embedded one.
    Sqlite,
    /// The one for many processes.
    Postgres,
}

/// A table and what it holds of people.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Whose rows it has.
    pub people: People,
}

/// What a table holds of people.
#[derive(Debug, Clone, Copy)]
pub enum People {
    /// Nothing: no row says anything of anybody.
    Nobody,
    /// Rows of people.
    Theirs {
        /// The columns by which a row is somebody's; none where it belongs to a row of another table.
        columns: &'static [&'static str],
        /// What of it a person takes away.
        export: Export,
        /// What becomes of it when they leave.
        end: End,
    },
}

/// What of a table a person takes away.
#[derive(Debug, Clone, Copy)]
pub enum Export {
    /// The rows of this condition; `$1` is their id, `{identity}`, `{stories}` and `{guests}` stand for the ids of
    /// what is theirs.
    Rows(&'static str),
    /// Nothing, and why: all of it is in another table, or is a secret.
    Nothing(&'static str),
}

/// What becomes of a person's rows when they leave.
#[derive(Debug, Clone, Copy)]
pub enum End {
    /// They are deleted by the slice's own steps, or lose what names the person.
    Erased,
    /// They go with the row of another table that they belong to.
    With(&'static str),
    /// They stay under an id that leads to nobody any more.
    Kept {
        /// For how long.
        retention: Retention,
        /// Why.
        reason: &'static str,
    },
}

/// How long rows stay that outlive the person they were about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retention {
    /// This many years, because a law asks for them.
    Years(u8),
    /// As long as the site: what the rest adds up to would be wrong without them.
    AsLongAsTheSite,
}

/// Somebody who leaves.
#[derive(Debug)]
pub struct Leaver {
    /// The record.
    pub user: UserId,
    /// The credentials it belonged to.
    pub identity: Option<IdentityId>,
}

/// What one step does.
type Run = for<'a> fn(&'a mut Tx, &'a Leaver) -> BoxFuture<'a, sqlx::Result<()>>;

/// Something a slice does when a person leaves.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// This statement; `$1` is the person's id.
    User(&'static str),
    /// This statement; `$1` is the id of their credentials.
    Identity(&'static str),
    /// This function.
    Run(Run),
}

impl Step {
    /// Does it.
    async fn run(self, tx: &mut Tx, leaver: &Leaver) -> sqlx::Result<()> {
        let (text, id) = match self {
            Self::User(text) => (text, leaver.user.as_str()),
            Self::Identity(text) => match &leaver.identity {
                Some(identity) => (text, identity.as_str()),
                None => return Ok(()),
            },
            Self::Run(run) => return run(tx, leaver).await,
        };
        query_on!(tx, |x: D| sqlx::query::<D>(text)
            .bind(id)
            .execute(x)
            .await
            .map(drop))
    }
}

/// Erases what all slices hold of somebody: from the last slice to the first, because a slice refers to earlier ones
/// only.
///
/// # Errors
/// Database errors.
pub async fn erase(slices: &[Facts], tx: &mut Tx, leaver: &Leaver) -> sqlx::Result<()> {
    for slice in slices.iter().rev() {
        for step in slice.erase {
            step.run(tx, leaver).await?;
        }
    }
    Ok(())
}
