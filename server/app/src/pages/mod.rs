//! Pages: from an address to an HTML document, rendered on the server and cached.
//!
//! `address` and `resolve` find what a request asks for, by the table in `routes`; `prefs` reads the
//! visitor's preferences; `cache` caches pages; `plan`, `reads` and `render` make one. Promises: one address,
//! one page; a render sees nothing of a request but its canonical address and preferences; a failed render
//! never takes the site down; no address is answered 500 here. Cached pages are the same for everyone; a page
//! for somebody with a session (`viewer`) is never cached, here or anywhere else, but is made of cached
//! answers (`answer_cache`) as far as these are the same for everyone. `tags` invalidates both.

pub mod address;
pub mod answer_cache;
pub mod answers;
pub mod cache;
pub mod campaigns;
pub mod document;
pub mod escape;
pub mod head;
pub mod input;
pub mod plan;
pub mod prefs;
pub mod reads;
pub mod render;
pub mod resolve;
pub mod tags;
pub mod viewer;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use http::header::{ALLOW, CACHE_CONTROL, HeaderName, HeaderValue, LOCATION, RETRY_AFTER, USER_AGENT};
use http::{HeaderMap, Method, StatusCode, Uri};
use kernel::Clock;

use crate::routes::{RenderMode, Route};
use cache::{Fill, Key, PageCache, Served, Source};
use campaigns::Campaigns;
use plan::{NOT_FOUND_PATH, Plan};
use prefs::Prefs;
use render::{Compress, PageRenderer, X_RENDER};
use resolve::{Resolved, Visit, resolve};
use tags::Tags;
use viewer::{SessionResolver, Viewer};

use crate::representation::Representation;
use crate::timing::PageTiming;

const CACHE_STATUS: HeaderName = HeaderName::from_static("cache-status");
const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// When a crawler should come back for a page that could not be rendered, in seconds.
const CRAWLER_RETRY_SECS: u32 = 120;

/// Parts of the names of programs that read pages without running them.
const CRAWLER_WORDS: [&str; 8] = [
    "bot",
    "crawl",
    "spider",
    "slurp",
    "facebookexternalhit",
    "preview",
    "embedly",
    "archiver",
];

/// The pages of the site. Clones share everything.
#[derive(Clone)]
pub struct Pages {
    renderer: Arc<PageRenderer>,
    cache: PageCache,
    campaigns: Campaigns,
    sessions: SessionResolver,
}

impl Pages {
    /// Pages made with `renderer` for the viewers that `sessions` resolves, of which at most `cache_bytes`
    /// are cached.
    #[must_use]
    pub fn new(
        renderer: PageRenderer,
        sessions: SessionResolver,
        cache_bytes: u64,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let campaigns = Campaigns::new(renderer.reads.clone(), clock.clone());
        Self {
            cache: PageCache::new(cache_bytes, renderer.reads.tags().clone(), clock),
            renderer: Arc::new(renderer),
            campaigns,
            sessions,
        }
    }

    /// What invalidates cached pages, and the cached answers that pages are made of.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        self.renderer.reads.tags()
    }

    /// The cached pages.
    #[must_use]
    pub fn cache(&self) -> &PageCache {
        &self.cache
    }

    /// The answer, if it is cached and fresh. Never waits: it is tried before anything else is done for a
    /// request.
    #[must_use]
    pub fn hit(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
        if !matches!(*method, Method::GET | Method::HEAD) {
            return None;
        }
        if self.sessions.may_know(headers) {
            return None;
        }
        let Resolved::Page(visit) = resolve(
            &self.renderer.bundle.routes,
            &Viewer::Visitor,
            uri.path(),
            uri.query(),
        ) else {
            return None;
        };
        // The page for unknown addresses matches everything; API, media and files are matched before it.
        if visit.route.row.status != 200 {
            return None;
        }
        let mut prefs = Prefs::from_cookies(headers, self.renderer.confirm_adult).with_campaign(uri.query());
        if let Some(id) = &prefs.campaign
            && !self.campaigns.remembered(id)?
        {
            prefs.campaign = None;
        }
        if names_unknown_campaign(&visit, &prefs) {
            return None;
        }
        let served = self.cache.fresh(&Key {
            path: visit.path,
            prefs,
        })?;
        Some(answer(&served, method, headers))
    }

    /// The answer to a request for a page.
    pub async fn respond(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
        if !matches!(*method, Method::GET | Method::HEAD) {
            return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
        }
        let viewer = self.sessions.viewer(headers).await;
        match resolve(&self.renderer.bundle.routes, &viewer, uri.path(), uri.query()) {
            Resolved::Elsewhere { status, location } => redirect(status, &location),
            Resolved::Nothing => self
                .fault_page(StatusCode::NOT_FOUND, method, headers)
                .await
                .unwrap_or_else(not_found),
            Resolved::Page(visit) => {
                let prefs = self
                    .known(
                        Prefs::from_cookies(headers, self.renderer.confirm_adult).with_campaign(uri.query()),
                    )
                    .await;
                self.page(&viewer, &visit, prefs, method, headers).await
            }
        }
    }

    /// The page for an error that the client has a screen for, without script: its address is not the
    /// screen's own. `None` if there is no such screen.
    pub async fn fault_page(
        &self,
        status: StatusCode,
        method: &Method,
        headers: &HeaderMap,
    ) -> Option<Response> {
        let routes = &self.renderer.bundle.routes;
        let (route, path) = match status {
            StatusCode::NOT_FOUND => (routes.not_found()?, NOT_FOUND_PATH),
            StatusCode::SERVICE_UNAVAILABLE => (routes.by_path("/down")?, "/down"),
            // Only the refusal of a blocked address has its own screen; other refusals have none.
            StatusCode::FORBIDDEN => (routes.by_path("/blocked")?, "/blocked"),
            _ => return None,
        };
        let served = self.inert(route, path, status, headers).await;
        (!served.degraded || status == StatusCode::NOT_FOUND).then(|| answer(&served, method, headers))
    }

    /// The page at this path without script and with no preference but the theme, for blocked visitors.
    /// `None` if there is no such page.
    pub async fn inert_page(&self, path: &str, method: &Method, headers: &HeaderMap) -> Option<Response> {
        let route = self.renderer.bundle.routes.by_path(path)?;
        let served = self.inert(route, path, StatusCode::OK, headers).await;
        (!served.degraded).then(|| answer(&served, method, headers))
    }

    async fn inert(&self, route: &Route, path: &str, status: StatusCode, headers: &HeaderMap) -> Served {
        // An error page is the same for everyone with the same theme.
        let Prefs {
            theme, hide_images, ..
        } = Prefs::from_cookies(headers, self.renderer.confirm_adult);
        let prefs = Prefs {
            theme,
            hide_images,
            ..Prefs::default()
        };
        let plan = Plan::of_fault(route, path, status.as_u16(), prefs.clone());
        let key = Key {
            path: format!("inert {status} {path}"),
            prefs,
        };
        self.cached(key, || plan).await
    }

    /// Makes the page that most visitors begin with, so that the first of them need not wait for it.
    pub async fn warm_up(&self) {
        self.respond(&Method::GET, &Uri::from_static("/"), &HeaderMap::new())
            .await;
    }

    /// The document of an address, without cache and conditions: for the command line.
    pub async fn document(&self, uri: &Uri) -> Response {
        self.respond(&Method::GET, uri, &HeaderMap::new()).await
    }

    async fn known(&self, mut prefs: Prefs) -> Prefs {
        if let Some(id) = &prefs.campaign
            && !self.campaigns.exists(id).await
        {
            prefs.campaign = None;
        }
        prefs
    }

    async fn page(
        &self,
        viewer: &Viewer,
        visit: &Visit<'_>,
        prefs: Prefs,
        method: &Method,
        headers: &HeaderMap,
    ) -> Response {
        let member = viewer.member().cloned();
        if visit.route.row.render == RenderMode::Shell {
            let plan = Plan::of(visit, member, prefs);
            let shown = self.renderer.reads.viewer(plan.reader()).await;
            let status = StatusCode::from_u16(plan.status).unwrap_or(StatusCode::OK);
            let page = Representation::plain(self.renderer.empty_page(&plan, shown.as_ref(), status));
            return answer(&bypass(page), method, headers);
        }
        let is_everyones = member.is_none();
        let is_kept = is_everyones
            && visit.cacheable
            && !names_unknown_campaign(visit, &prefs)
            && (visit.route.row.cache.is_some() || visit.route.row.status == 404);
        let served = if is_kept {
            let key = Key {
                path: visit.path.clone(),
                prefs: prefs.clone(),
            };
            self.cached(key, || Plan::of(visit, None, prefs)).await
        } else {
            let filled = self
                .renderer
                .render_page(Plan::of(visit, member, prefs), Compress::Not)
                .await;
            Served {
                page: filled.page,
                source: Source::Bypass,
                timing: Some(filled.timing),
                degraded: false,
            }
        };
        let response = answer(&served, method, headers);
        if response.headers().contains_key(X_RENDER) && is_crawler(headers) {
            return come_back_later();
        }
        response
    }

    async fn cached(&self, key: Key, plan: impl FnOnce() -> Plan) -> Served {
        let fill = || -> Fill {
            let (renderer, plan) = (self.renderer.clone(), plan());
            Box::pin(async move {
                // A bug in one page leaves its visitors the client shell, as any other failed render does.
                let made = AssertUnwindSafe(renderer.render_page(plan.clone(), Compress::All))
                    .catch_unwind()
                    .await;
                made.unwrap_or_else(|_| renderer.shell(&plan, None, None, PageTiming::default()))
            })
        };
        self.cache.get(key, fill).await
    }
}

/// Whether the page shows a campaign that does not exist: then `prefs`, which hold only existing ones, lack
/// it.
fn names_unknown_campaign(visit: &Visit<'_>, prefs: &Prefs) -> bool {
    let named = visit.query.iter().find(|(name, _)| name == "campaign");
    named.is_some_and(|(_, id)| prefs.campaign.as_deref() != Some(id))
}

fn bypass(page: Representation) -> Served {
    Served {
        page: Arc::new(page),
        source: Source::Bypass,
        timing: None,
        degraded: false,
    }
}

fn answer(served: &Served, method: &Method, headers: &HeaderMap) -> Response {
    let mut response = served.page.answer(method, headers);
    let own = response.headers_mut();
    own.insert(CACHE_STATUS, cache_status(served.source));
    own.insert(
        SERVER_TIMING,
        served
            .timing
            .as_ref()
            .map_or(HeaderValue::from_static("cache;desc=hit"), PageTiming::header),
    );
    response
}

/// RFC 9211.
fn cache_status(source: Source) -> HeaderValue {
    match source {
        Source::Fresh(left) => HeaderValue::try_from(format!("dramatis; hit; ttl={}", left / 1_000))
            .unwrap_or(HeaderValue::from_static("dramatis; hit")),
        Source::Stale => HeaderValue::from_static("dramatis; hit; ttl=-1; detail=stale-while-revalidate"),
        Source::StaleIfError => HeaderValue::from_static("dramatis; hit; ttl=-1; detail=stale-if-error"),
        Source::Rendered => HeaderValue::from_static("dramatis; fwd=miss"),
        Source::Collapsed => HeaderValue::from_static("dramatis; fwd=miss; collapsed"),
        Source::Bypass => HeaderValue::from_static("dramatis; fwd=bypass"),
    }
}

fn redirect(status: StatusCode, location: &str) -> Response {
    let Ok(location) = HeaderValue::try_from(location) else {
        return not_found();
    };
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response.headers_mut().insert(LOCATION, location);
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn not_found() -> Response {
    StatusCode::NOT_FOUND.into_response()
}

/// A shell has no content for a crawler, which would remember that; it is asked to return.
fn come_back_later() -> Response {
    (
        StatusCode::SERVICE_UNAVAILABLE,
        [(RETRY_AFTER, HeaderValue::from(CRAWLER_RETRY_SECS))],
    )
        .into_response()
}

fn is_crawler(headers: &HeaderMap) -> bool {
    let agent = headers
        .get(USER_AGENT)
        .and_then(|agent| agent.to_str().ok())
        .unwrap_or_default()
        .to_ascii_lowercase();
    CRAWLER_WORDS.iter().any(|word| agent.contains(word))
}
