//! The route table: the rows of `bundles/routes.json`, matched as the browser's router matches them.
//!
//! A row with more fixed text wins over one with parameters, and that over a splat, whatever their order in
//! the file.

pub mod templates;

use std::borrow::Cow;
use std::collections::BTreeMap;

use http::Method;
use platform::slice::calls::Caching;
use platform::web::full_address;
use serde::Deserialize;

use self::templates::{Template, TemplateError};

/// Who may see a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Guard {
    /// Everyone.
    None,
    /// People who are signed in.
    Auth,
    /// People who are signed in, and guests with a story of their own.
    AuthOrGuest,
}

/// What the server answers for a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RenderMode {
    /// The whole page.
    Content,
    /// An empty page that the client fills.
    Shell,
    /// The way to another screen.
    Redirect,
}

/// How long a page may be cached, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CachePolicy {
    /// How long it is served unchanged.
    pub fresh_secs: u32,
    /// How long after that it is served while it is rendered again.
    pub stale_secs: u32,
}

/// One API read of a row, as it is in the file.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadRow {
    /// RFC 6570 template under the API base; one that begins with `/api/` is complete.
    pub uri: String,
    /// Whether the page fails without it: its failure is the page's status.
    #[serde(default)]
    pub required: bool,
    /// Only if each of these query names has one of these values (absent counts as empty).
    #[serde(default)]
    pub when: BTreeMap<String, Vec<String>>,
    /// Only for signed-in people.
    #[serde(default)]
    pub signed_in: bool,
}

/// One row, as it is in the file.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RouteRow {
    /// The row's id.
    pub id: String,
    /// Pattern: fixed segments, `:parameter`s, and `*` at the end.
    pub path: String,
    /// Who may see it.
    pub guard: Guard,
    /// What the server answers.
    pub render: RenderMode,
    /// How long a page may be cached; null: not at all.
    #[serde(default)]
    pub cache: Option<CachePolicy>,
    /// The status of a page if nothing fails.
    #[serde(default = "ok")]
    pub status: u16,
    /// Where a redirect leads, as a pattern of the same parameters.
    #[serde(default)]
    pub redirect_to: Option<String>,
    /// Which query names the page reads, and as which template variables.
    #[serde(default)]
    pub query: BTreeMap<String, String>,
    /// Query names that redirects to the screen keep for the client. They are not part of the page or of its
    /// cache key.
    #[serde(default)]
    pub carried: Vec<String>,
    /// The API reads that the page needs.
    #[serde(default)]
    pub data: Vec<ReadRow>,
}

fn ok() -> u16 {
    200
}

/// A row prepared for matching.
#[derive(Debug)]
pub struct Route {
    /// The row as it was written.
    pub row: RouteRow,
    /// The parsed templates of `row.data`, in the same order.
    pub reads: Vec<Template>,
    pattern: Vec<Segment>,
    redirect: Vec<Segment>,
}

/// A route that matches a path.
#[derive(Debug)]
pub struct Match<'t> {
    /// The row.
    pub route: &'t Route,
    /// Parameters by name, decoded; the splat as `*`, its segments joined by `/`.
    pub params: Vec<(&'t str, String)>,
    /// The path in its canonical spelling, fixed segments in the row's case.
    pub canonical: Vec<String>,
}

/// Why a table cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// A row redirects, but its target is missing or is not a root-relative pattern.
    #[error("row {0}: a redirect needs redirectTo, beginning with a single /")]
    Redirect(String),
    /// No row catches unknown addresses.
    #[error("there is no row for the path *")]
    NoCatchAll,
    /// A read is not a call of the API.
    #[error("row {0}: {1} is no call of the API")]
    NoCall(String, String),
    /// A page may be cached, but one of its reads does not name the changes that invalidate it.
    #[error("row {0}: a page that shows {1} cannot be kept")]
    NotKept(String, String),
    /// A read's template does not parse.
    #[error("row {0}: {1}")]
    Template(String, TemplateError),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    Fixed(String),
    Param(String),
    Splat,
}

/// All screens, best match first.
#[derive(Debug)]
pub struct RouteTable {
    routes: Vec<Route>,
}

impl RouteTable {
    /// Prepares the rows of the file.
    ///
    /// # Errors
    /// [`TableError`]: the rows contradict themselves.
    pub fn new(rows: Vec<RouteRow>) -> Result<Self, TableError> {
        let mut routes = rows.into_iter().map(prepare).collect::<Result<Vec<_>, _>>()?;
        routes.sort_by_key(|route| std::cmp::Reverse(rank(&route.pattern)));
        if !routes.iter().any(|route| route.pattern == [Segment::Splat]) {
            return Err(TableError::NoCatchAll);
        }
        Ok(Self { routes })
    }

    /// The rows, best match first.
    pub fn iter(&self) -> impl Iterator<Item = &Route> {
        self.routes.iter()
    }

    /// The row for unknown addresses.
    #[must_use]
    pub fn not_found(&self) -> Option<&Route> {
        self.routes.iter().find(|route| route.pattern == [Segment::Splat])
    }

    /// The row with this id.
    #[must_use]
    pub fn by_id(&self, id: &str) -> Option<&Route> {
        self.routes.iter().find(|route| route.row.id == id)
    }

    /// The row with exactly this pattern.
    #[must_use]
    pub fn by_path(&self, path: &str) -> Option<&Route> {
        self.routes.iter().find(|route| route.row.path == path)
    }

    /// The best row for decoded path segments. Fixed text matches in any case, as it does in the browser.
    #[must_use]
    pub fn find(&self, segments: &[Cow<'_, str>]) -> Option<Match<'_>> {
        self.routes.iter().find_map(|route| fit(route, segments))
    }
}

impl Match<'_> {
    /// The parameter called `name`.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Whether every parameter is a well-formed id. A splat is not a parameter.
    #[must_use]
    pub fn has_well_formed_ids(&self) -> bool {
        self.params
            .iter()
            .all(|(name, value)| *name == "*" || kernel::ids::is_well_formed(value))
    }

    /// The segments of the address that a redirect row leads to.
    #[must_use]
    pub fn redirect_segments(&self) -> Vec<String> {
        let value = |name: &str| self.param(name).unwrap_or_default();
        let mut segments = Vec::new();
        for part in &self.route.redirect {
            match part {
                Segment::Fixed(text) => segments.push(text.clone()),
                Segment::Param(name) => segments.push(value(name).to_owned()),
                Segment::Splat => {
                    segments.extend(value("*").split('/').filter(|s| !s.is_empty()).map(str::to_owned))
                }
            }
        }
        segments
    }
}

fn prepare(row: RouteRow) -> Result<Route, TableError> {
    let target = row.redirect_to.as_deref().unwrap_or_default();
    let leads_somewhere = target.starts_with('/') && !target.starts_with("//");
    if row.render == RenderMode::Redirect && !leads_somewhere {
        return Err(TableError::Redirect(row.id));
    }
    let reads = row
        .data
        .iter()
        .map(|read| Template::parse(&read.uri))
        .collect::<Result<Vec<_>, _>>();
    let reads = reads.map_err(|error| TableError::Template(row.id.clone(), error))?;
    check_reads(&row)?;
    Ok(Route {
        pattern: pattern(&row.path),
        redirect: pattern(target),
        reads,
        row,
    })
}

/// Checks that every read is a call, and that what a cached page shows says how long it may be cached.
fn check_reads(row: &RouteRow) -> Result<(), TableError> {
    for read in &row.data {
        // Names of the query stand in braces that begin with their operator (RFC 6570 section 3.2.8); a name of
        // the path stands for any text.
        let path = read.uri.split(['?', '&']).next().unwrap_or_default();
        let path = path.trim_end_matches('{').replace(['{', '}'], "");
        let path = full_address(&path);
        let Some(found) = operations::rules().find(&Method::GET, &path) else {
            return Err(TableError::NoCall(row.id.clone(), read.uri.clone()));
        };
        if row.cache.is_some() && !read.signed_in && found.rule.caching == Caching::Never {
            return Err(TableError::NotKept(row.id.clone(), read.uri.clone()));
        }
    }
    Ok(())
}

fn pattern(path: &str) -> Vec<Segment> {
    let segments = path.split('/').filter(|segment| !segment.is_empty());
    segments
        .map(|segment| match segment.strip_prefix(':') {
            Some(name) => Segment::Param(name.to_owned()),
            None if segment == "*" => Segment::Splat,
            None => Segment::Fixed(segment.to_owned()),
        })
        .collect()
}

/// React Router's own weights: fixed 10, parameter 3, splat -2, and 1 for each segment.
fn rank(pattern: &[Segment]) -> i32 {
    pattern
        .iter()
        .map(|segment| match segment {
            Segment::Fixed(_) => 11,
            Segment::Param(_) => 4,
            Segment::Splat => -1,
        })
        .sum()
}

fn fit<'t>(route: &'t Route, segments: &[Cow<'_, str>]) -> Option<Match<'t>> {
    let splat = route.pattern.last() == Some(&Segment::Splat);
    let fixed = route.pattern.len() - usize::from(splat);
    if segments.len() < fixed || (segments.len() > fixed && !splat) {
        return None;
    }
    // Nothing is allocated before the row is known to match: the table is scanned for every request.
    let fits = |(part, given): (&Segment, &Cow<'_, str>)| match part {
        Segment::Fixed(text) => text.eq_ignore_ascii_case(given),
        Segment::Param(_) | Segment::Splat => true,
    };
    if !route.pattern[..fixed].iter().zip(segments).all(fits) {
        return None;
    }
    let mut found = Match {
        route,
        params: Vec::new(),
        canonical: Vec::with_capacity(segments.len()),
    };
    for (part, given) in route.pattern[..fixed].iter().zip(segments) {
        match part {
            Segment::Fixed(text) => found.canonical.push(text.clone()),
            Segment::Param(name) => {
                found.params.push((name, given.clone().into_owned()));
                found.canonical.push(given.clone().into_owned());
            }
            Segment::Splat => {}
        }
    }
    if splat {
        found.params.push(("*", segments[fixed..].join("/")));
        found.canonical.extend(
            segments[fixed..]
                .iter()
                .map(|segment| segment.clone().into_owned()),
        );
    }
    Some(found)
}
