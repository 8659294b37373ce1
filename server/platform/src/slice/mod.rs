//! What a slice declares about itself; everything central is derived from it (ADR 22).
//!
//! A slice is one folder. Its `mod.rs` declares what it uses, which tables it owns, what happens to their
//! rows when a person deletes their account, and its SQL. A missing declaration fails a test by name; nothing
//! central has its own list. No field has a default: every new slice declares all of it.

pub mod calls;
#[cfg(test)]
mod calls_tests;
pub mod jobs;
pub mod reports;

use futures::future::BoxFuture;
use kernel::ErrorCode;
use kernel::ids::{IdentityId, UserId};

use self::reports::{ReportKind, ReportKinds};
use crate::db::{Tx, query_on};

/// A slice's declarations. They do not depend on a state type, so that all floors share them.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// Its folder, its tag in the API document and its folder in the client.
    pub name: &'static str,
    /// What its calls are about: the description of its tag in the API document. None where it has no calls.
    pub about: Option<&'static str>,
    /// Slices that it calls, and whose tables it may read; each precedes it in the list.
    pub uses: &'static [&'static str],
    /// Its tables. No other slice writes them.
    pub tables: &'static [Table],
    /// Its SQL that is the same for both engines, one list a file.
    pub statements: &'static [&'static [&'static str]],
    /// Its SQL for one engine only, with that engine.
    pub own_statements: &'static [(Engine, &'static str)],
    /// What it does, in this order, when a person deletes their account.
    pub erase: &'static [Step],
    /// Its own errors; those that any slice may return are not listed.
    pub errors: &'static [ErrorCode],
    /// The kinds of things of it that can be reported.
    pub report_kinds: &'static [ReportKind],
}

/// A database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The embedded one.
    Sqlite,
    /// The one for many processes.
    Postgres,
}

/// A table and which personal data it holds.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// The people its rows belong to.
    pub personal_data: PersonalData,
}

/// The personal data of a table.
#[derive(Debug, Clone, Copy)]
pub enum PersonalData {
    /// None: no row says anything about a person.
    None,
    /// Rows that belong to people.
    Held {
        /// The columns that name the person; empty if a row belongs to a row of another table.
        columns: &'static [&'static str],
        /// Which rows a person's export contains.
        export: Export,
        /// What happens to them when the person deletes their account.
        end: End,
    },
}

/// Which rows of a table a person's export contains.
#[derive(Debug, Clone, Copy)]
pub enum Export {
    /// The rows that match this condition; `$1` is the person's id; `{identity}`, `{stories}` and `{guests}`
    /// stand for the ids of their identity, stories and guest sessions.
    Rows(&'static str),
    /// None, and why: all of it is in another table, or is a secret.
    Nothing(&'static str),
}

/// What happens to a person's rows when they delete their account.
#[derive(Debug, Clone, Copy)]
pub enum End {
    /// The slice's own steps delete them or remove what names the person.
    Erased,
    /// They are deleted with the row of another table that they belong to.
    With(&'static str),
    /// They stay under an id that no longer leads to a person.
    Kept {
        /// For how long.
        retention: Retention,
        /// Why.
        reason: &'static str,
    },
}

/// How long rows stay after the person's account is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retention {
    /// This many years, because a law requires it.
    Years(u8),
    /// As long as the site exists: sums would be wrong without them.
    AsLongAsTheSite,
}

/// A person whose account is being deleted.
#[derive(Debug)]
pub struct DeletedAccount {
    /// The record.
    pub user: UserId,
    /// Its identity (credentials).
    pub identity: Option<IdentityId>,
}

/// What one step does.
type Run = for<'a> fn(&'a mut Tx, &'a DeletedAccount) -> BoxFuture<'a, sqlx::Result<()>>;

/// A step of a slice when a person deletes their account.
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
    /// Runs the step.
    async fn run(self, tx: &mut Tx, account: &DeletedAccount) -> sqlx::Result<()> {
        let (text, id) = match self {
            Self::User(text) => (text, account.user.as_str()),
            Self::Identity(text) => match &account.identity {
                Some(identity) => (text, identity.as_str()),
                None => return Ok(()),
            },
            Self::Run(run) => return run(tx, account).await,
        };
        query_on!(tx, |x: D| sqlx::query::<D>(text)
            .bind(id)
            .execute(x)
            .await
            .map(drop))
    }
}

/// Erases what all slices hold of a person: from the last slice to the first, because a slice refers only to
/// earlier ones.
///
/// # Errors
/// Database errors.
pub async fn erase(slices: &[Facts], tx: &mut Tx, account: &DeletedAccount) -> sqlx::Result<()> {
    for slice in slices.iter().rev() {
        for step in slice.erase {
            step.run(tx, account).await?;
        }
    }
    Ok(())
}

/// The kinds of things that can be reported, of all these slices.
#[must_use]
pub fn report_kinds(slices: &[Facts]) -> ReportKinds {
    slices
        .iter()
        .flat_map(|slice| slice.report_kinds)
        .copied()
        .collect()
}
