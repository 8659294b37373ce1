//! Everything that is needed to make one page, independent of the request: its route, its reads, how long it
//! is cached.

use super::prefs::Prefs;
use super::reads::{Read, Reader};
use super::resolve::{Visit, trimmed};
use super::viewer::Member;
use crate::routes::templates::Variables;
use crate::routes::{CachePolicy, Route};

/// The path under which the page for unknown addresses is rendered.
pub const NOT_FOUND_PATH: &str = "/404";

/// How one page is made.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The route's id.
    pub route: String,
    /// All the renderer sees of the address.
    pub path: String,
    /// For whom the page is made; `None`: for everyone.
    pub member: Option<Member>,
    /// What the visitor chose.
    pub prefs: Prefs,
    /// What the page reads.
    pub reads: Vec<Read>,
    /// The status of the page if nothing fails.
    pub status: u16,
    /// How long the route's pages are cached.
    pub cache: Option<CachePolicy>,
    /// Whether the client takes over. It must not where its router would read the address differently from
    /// the server.
    pub live: bool,
}

impl Plan {
    /// The plan of a visit.
    #[must_use]
    pub fn of(visit: &Visit<'_>, member: Option<Member>, prefs: Prefs) -> Self {
        Self {
            reads: reads(visit, &prefs, member.is_some()),
            member,
            route: visit.route.row.id.clone(),
            path: visit.path.clone(),
            status: visit.route.row.status,
            cache: visit.route.row.cache,
            live: true,
            prefs,
        }
    }

    /// For whom the page is read.
    #[must_use]
    pub fn reader(&self) -> Reader<'_> {
        self.member
            .as_ref()
            .map_or(Reader::Visitor(self.prefs.audience), Reader::Member)
    }

    /// The plan of a page at another address than its own: an error page, without script.
    #[must_use]
    pub fn of_fault(route: &Route, path: &str, status: u16, prefs: Prefs) -> Self {
        Self {
            route: route.row.id.clone(),
            path: path.to_owned(),
            member: None,
            prefs,
            reads: Vec::new(),
            status,
            cache: None,
            live: false,
        }
    }
}

/// The reads of a route for any visit: those without conditions, their templates without variables.
#[must_use]
pub fn reads_of(route: &Route) -> Vec<Read> {
    let rows = route
        .row
        .data
        .iter()
        .zip(&route.reads)
        .filter(|(row, _)| row.when.is_empty() && !row.signed_in);
    rows.map(|(row, template)| Read {
        uri: template.expand(&Variables::default()),
        required: row.required,
        fresh_ms: fresh_ms(route),
    })
    .collect()
}

fn reads(visit: &Visit<'_>, prefs: &Prefs, signed_in: bool) -> Vec<Read> {
    let mut variables = visit.variables.clone();
    if let Some(campaign) = &prefs.campaign {
        variables.add("campaign", campaign);
    }
    let rows = visit.route.row.data.iter().zip(&visit.route.reads);
    let wanted = rows.filter(|(row, _)| {
        (signed_in || !row.signed_in)
            && row
                .when
                .iter()
                .all(|(name, values)| values.iter().any(|value| value == first(visit, name)))
    });
    let mut reads: Vec<Read> = Vec::new();
    for (row, template) in wanted {
        let uri = template.expand(&variables);
        // Two templates may come to the same address; it is read once.
        match reads.iter_mut().find(|read| read.uri == uri) {
            Some(known) => known.required |= row.required,
            None => reads.push(Read {
                uri,
                required: row.required,
                fresh_ms: fresh_ms(visit.route),
            }),
        }
    }
    reads
}

/// How long answers may be cached for pages of this route.
fn fresh_ms(route: &Route) -> i64 {
    route
        .row
        .cache
        .map_or(0, |policy| i64::from(policy.fresh_secs) * 1_000)
}

fn first<'v>(visit: &'v Visit<'_>, name: &str) -> &'v str {
    visit
        .query
        .iter()
        .find(|(known, _)| known == name)
        .map_or("", |(_, value)| trimmed(value))
}
