//! The kinds of things that can be reported, as the slices declare them. The slice of reports stands below all whose
//! things are reported, so each kind brings the functions that look at them.

use std::str::FromStr;
use std::sync::Arc;

use futures::future::BoxFuture;
use kernel::Role;
use kernel::ids::UserId;
use serde::Serialize;
use serde_json::Value;

use crate::db::Conn;
use crate::web::Problem;

/// A kind of thing that can be reported.
#[derive(Debug, Clone, Copy)]
pub struct ReportKind {
    /// Its name, as it is stored and as callers send it.
    pub name: &'static str,
    /// Finds what a caller reports; none: only the server itself reports things of this kind.
    pub find: Option<FindReported>,
    /// Lists reports of this kind that are deleted because their guest is gone; none: they stay.
    pub list_orphaned: Option<ListOrphaned>,
}

/// Finds what a caller reports: 404 where it does not exist, or not for them.
pub type FindReported = for<'a> fn(&'a mut Conn, &'a Target<'a>) -> BoxFuture<'a, Result<Reported, Problem>>;

/// Lists the ids of reports of this kind whose guest is gone, and with them what the copy was a piece of; at most as
/// many as the number says.
pub type ListOrphaned = for<'a> fn(&'a mut Conn, i64) -> BoxFuture<'a, sqlx::Result<Vec<String>>>;

/// What somebody reports.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// Its id as it was sent; the address of a picture.
    pub id: &'a str,
    /// Who reports it.
    pub caller: Caller<'a>,
}

impl Target<'_> {
    /// Its id.
    ///
    /// # Errors
    /// 404 where it cannot be one. `what` is the noun of the answer: "scenario".
    pub fn id<T: FromStr>(&self, what: &str) -> Result<T, Problem> {
        self.id.parse().map_err(|_| Problem::not_found(what))
    }
}

/// Who reports something.
#[derive(Debug, Clone, Copy)]
pub enum Caller<'a> {
    /// Somebody with a record.
    Person {
        /// The record.
        id: &'a UserId,
        /// Their role.
        role: Role,
    },
    /// Somebody with a guest session, by its id.
    Guest(&'a str),
    /// Anybody else.
    Visitor,
}

/// What is reported, as it is now.
#[derive(Debug)]
pub struct Reported {
    /// A copy of it as the caller may see it, made of what is stored.
    pub copy: Value,
    /// The person whose it is, where known.
    pub subject: Option<UserId>,
    /// The blob key of the image that shows it.
    pub image: Option<String>,
    /// Whether it is the image itself, so that there is nothing to report where the image is gone.
    pub is_image: bool,
}

/// A copy of something without its counts: they are not part of it, and would make the next click another report.
///
/// # Errors
/// 500 for what cannot be written as JSON.
pub fn copy_without(what: &impl Serialize, counts: &[&str]) -> Result<Value, Problem> {
    let mut copy = serde_json::to_value(what).map_err(Problem::internal)?;
    if let Value::Object(fields) = &mut copy {
        fields.retain(|name, _| !counts.contains(&name.as_str()));
    }
    if let Some(Value::Object(display)) = copy.get_mut("displayData") {
        display.remove("tagData");
    }
    Ok(copy)
}

/// The kinds of all slices.
#[derive(Debug, Clone)]
pub struct ReportKinds(Arc<[ReportKind]>);

impl FromIterator<ReportKind> for ReportKinds {
    fn from_iter<I: IntoIterator<Item = ReportKind>>(kinds: I) -> Self {
        Self(kinds.into_iter().collect())
    }
}

impl ReportKinds {
    /// All of them, in the order of their slices.
    pub fn iter(&self) -> impl Iterator<Item = &ReportKind> {
        self.0.iter()
    }

    /// The kind of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ReportKind> {
        self.0.iter().find(|kind| kind.name == name)
    }

    /// The names of those that callers can report.
    #[must_use]
    pub fn reportable(&self) -> Vec<&'static str> {
        let reportable = self.0.iter().filter(|kind| kind.find.is_some());
        reportable.map(|kind| kind.name).collect()
    }
}
