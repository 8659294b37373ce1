//! Finds what a request's address asks for: a page under its canonical address, another address, or nothing.

use http::StatusCode;
use url::form_urlencoded;

use super::address::{self, Malformed};
use super::viewer::Viewer;
use crate::routes::templates::Variables;
use crate::routes::{Match, RenderMode, Route, RouteTable};

/// Where visitors go who must sign in first (spec section 2.2).
const SIGN_UP: &str = "/signup";

/// The query name by which the sign-up screen learns where the visitor wanted to go: always a path of this
/// site.
const RETURN_TO: &str = "returnTo";

/// Query names that the client reads when it starts on any page (spec section 2.3); redirects keep them.
const START_UP_NAMES: [&str; 4] = ["campaign", "exID", "grID", "ref"];

/// Longest query, in bytes of its canonical spelling, whose page is cached. Pages with a longer one are
/// rendered but not cached.
pub const MAX_CACHED_QUERY_BYTES: usize = 512;

/// Most query parameters that are read; no page uses more.
const MAX_QUERY_PAIRS: usize = 64;

/// What an address asks for.
#[derive(Debug)]
pub enum Resolved<'t> {
    /// A page.
    Page(Visit<'t>),
    /// A redirect to another address, root-relative.
    Elsewhere {
        /// 301 for other spellings and moved screens, 302 where it depends on the visitor.
        status: StatusCode,
        /// Where to.
        location: String,
    },
    /// No page has this address.
    Nothing,
}

/// A visit to a page.
#[derive(Debug)]
pub struct Visit<'t> {
    /// The page's route.
    pub route: &'t Route,
    /// Canonical path and canonical, allow-listed query: the page's identity and all the renderer sees of the
    /// address.
    pub path: String,
    /// Route parameters and mapped query, for the templates.
    pub variables: Variables,
    /// The allow-listed query by page name, for the `when` conditions.
    pub query: Vec<(String, String)>,
    /// Whether the query is short enough for the page to be cached.
    pub cacheable: bool,
}

/// Resolves a raw path and query for this viewer.
#[must_use]
pub fn resolve<'t>(
    table: &'t RouteTable,
    viewer: &Viewer,
    raw_path: &str,
    query: Option<&str>,
) -> Resolved<'t> {
    let path = match address::parse(raw_path) {
        Ok(path) => path,
        Err(Malformed) => return Resolved::Nothing,
    };
    let Some(found) = table.find(&path.segments) else {
        return Resolved::Nothing;
    };
    if is_catch_all(&found) {
        return Resolved::Page(unknown(found.route));
    }
    if !found.has_well_formed_ids() {
        return Resolved::Nothing;
    }
    // The guard is checked before the spelling, so that every spelling of a guarded address is treated alike
    // (S-7).
    if !viewer.may_see(found.route.row.guard) {
        return Resolved::Elsewhere {
            status: StatusCode::FOUND,
            location: sign_up(&found, query),
        };
    }
    if found.route.row.render == RenderMode::Redirect {
        return moved(table, &found, query);
    }
    if found.canonical.is_empty()
        && let Some(location) = home_redirect(table, query)
    {
        return Resolved::Elsewhere {
            status: StatusCode::FOUND,
            location,
        };
    }
    let canonical = address::encode(&found.canonical);
    if !path.canonical || canonical != raw_path {
        let location = with_query(canonical, &kept_query(found.route, query));
        return Resolved::Elsewhere {
            status: StatusCode::MOVED_PERMANENTLY,
            location,
        };
    }
    Resolved::Page(visit(&found, canonical, query))
}

/// The redirect to the sign-up screen, with the address to return to. That address is built from a route of
/// the table and well-formed ids, so that it cannot lead anywhere else. Query names that the client reads at
/// start are not part of it: the client starts here.
fn sign_up(found: &Match<'_>, query: Option<&str>) -> String {
    let wanted = with_query(
        address::encode(&found.canonical),
        &pairs(query, |name| reads(found.route, name)),
    );
    let mut query_of_sign_up = vec![(RETURN_TO.to_owned(), wanted)];
    query_of_sign_up.extend(pairs(query, |name| {
        START_UP_NAMES.contains(&name) && !reads(found.route, name)
    }));
    with_query(SIGN_UP.to_owned(), &query_of_sign_up)
}

/// Whether a route's screen reads this query name, on the server or in the browser.
fn reads(route: &Route, name: &str) -> bool {
    route.row.query.contains_key(name) || route.row.carried.iter().any(|carried| carried == name)
}

fn is_catch_all(found: &Match<'_>) -> bool {
    found.route.row.path == "*" || found.route.row.path == "/*"
}

/// All unknown addresses share one page, so that a scan fills neither the cache nor the renderers.
fn unknown(route: &Route) -> Visit<'_> {
    Visit {
        route,
        path: "/404".to_owned(),
        variables: Variables::default(),
        query: Vec::new(),
        cacheable: true,
    }
}

fn visit<'t>(found: &Match<'t>, path: String, raw_query: Option<&str>) -> Visit<'t> {
    let query = allowed_query(found.route, raw_query);
    let mut variables = Variables::default();
    for (name, value) in &found.params {
        variables.add(name, value);
    }
    for (name, value) in &query {
        if let Some(variable) = found.route.row.query.get(name) {
            variables.add(variable, trimmed(value));
        }
    }
    let bare = path.len();
    let path = with_query(path, &query);
    Visit {
        route: found.route,
        variables,
        cacheable: path.len() - bare <= MAX_CACHED_QUERY_BYTES,
        path,
        query,
    }
}

/// The query parameters that a route names, sorted by name; values of one name keep their order.
fn allowed_query(route: &Route, raw: Option<&str>) -> Vec<(String, String)> {
    let allowed = |name: &str| route.row.query.contains_key(name);
    pairs(raw, allowed)
}

/// What a redirect keeps: what its target reads, and what the client reads on start.
fn kept_query(route: &Route, raw: Option<&str>) -> Vec<(String, String)> {
    pairs(raw, |name| reads(route, name) || START_UP_NAMES.contains(&name))
}

fn pairs(raw: Option<&str>, allowed: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    let Some(raw) = raw.filter(|raw| !raw.is_empty()) else {
        return Vec::new();
    };
    // A blank value counts as absent, here as in the client. A value with a NUL was not typed by a person,
    // and PostgreSQL cannot store it.
    let mut pairs: Vec<_> = form_urlencoded::parse(raw.as_bytes())
        .filter(|(name, value)| allowed(name) && !trimmed(value).is_empty() && !value.contains('\0'))
        .take(MAX_QUERY_PAIRS)
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    pairs.sort_by(|(a, _), (b, _)| a.cmp(b));
    pairs
}

/// Trims as JavaScript does, so that both sides expand the same templates from the same address.
#[must_use]
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}')
}

fn with_query(mut path: String, query: &[(String, String)]) -> String {
    if !query.is_empty() {
        path.push('?');
        path = form_urlencoded::Serializer::for_suffix(path.clone(), path.len())
            .extend_pairs(query)
            .finish();
    }
    path
}

fn moved<'t>(table: &RouteTable, found: &Match<'t>, query: Option<&str>) -> Resolved<'t> {
    let segments = found.redirect_segments();
    let borrowed: Vec<_> = segments
        .iter()
        .map(|segment| std::borrow::Cow::Borrowed(segment.as_str()))
        .collect();
    let query = table
        .find(&borrowed)
        .map(|target| kept_query(target.route, query))
        .unwrap_or_default();
    Resolved::Elsewhere {
        status: StatusCode::MOVED_PERMANENTLY,
        location: with_query(address::encode(&segments), &query),
    }
}

/// `/?redirect=scenario&id=…` and `/?redirect=user&id=…` (spec section 2.2). Anything but a plain id is
/// ignored: the link is broken, and the home page is the best answer.
fn home_redirect(table: &RouteTable, query: Option<&str>) -> Option<String> {
    let query = query.filter(|query| query.contains("redirect="))?;
    let value = |wanted: &str| {
        form_urlencoded::parse(query.as_bytes())
            .find(|(name, _)| name == wanted)
            .map(|(_, value)| value.into_owned())
    };
    let kind = value("redirect").filter(|kind| matches!(kind.as_str(), "scenario" | "user"))?;
    let id = value("id").filter(|id| kernel::ids::is_well_formed(id))?;
    let segments = [
        std::borrow::Cow::Borrowed(kind.as_str()),
        std::borrow::Cow::Borrowed(id.as_str()),
    ];
    // `id` itself named the target; it is not a query of it.
    let kept = table
        .find(&segments)
        .map(|target| kept_query(target.route, Some(query)))
        .unwrap_or_default();
    Some(with_query(format!("/{kind}/{id}"), &kept))
}
