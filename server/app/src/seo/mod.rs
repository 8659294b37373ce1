//! What search engines read besides pages: `robots.txt` and the sitemaps.
//!
//! `/sitemap.xml` lists one file for the fixed screens and as many as needed for scenarios and authors, each
//! of at most 50,000 addresses. A file holds the ids with one common prefix, so that a new scenario changes
//! only its own file, and a removed one moves no other. All are made from the database, cached for ten
//! minutes, and carry validators.

pub mod og_images;
mod shards;
mod xml;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use http::header::{HeaderMap, HeaderValue};
use http::{Method, StatusCode};
use kernel::{MINUTE_MS, Timestamp};
use operations::AppState;
use platform::web::{Path, Problem};

use crate::bundle::Bundle;
use crate::representation::{Draft, Representation};
use crate::routes::{Guard, RenderMode};
use shards::{Cutter, MAX_URLS, Shard};

/// How long a sitemap is cached, in milliseconds.
const KEEP_MS: i64 = 10 * MINUTE_MS;
/// Memory of the cached sitemaps, in bytes.
const KEEP_BYTES: u64 = 64 << 20;
/// Rows read at a time.
const BATCH: i64 = 5_000;
/// How browsers and caches keep them.
const CACHE_CONTROL: &str = "public, max-age=600";

/// What robots may not read: calls, internals, and screens that belong to one person. Search results may be
/// read, for their links; result pages for combined filters say `noindex` themselves.
const ROBOTS: &str = "User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /auth/\nDisallow: /__/\nDisallow: /chat/\nDisallow: /story/\nDisallow: /payment/\nDisallow: /profile\nAllow: /\n";

/// Screens without their own content, or without it yet: those that open with accounts say `noindex`.
const UNLISTED: [&str; 7] = [
    "down",
    "blocked",
    "signin",
    "signup",
    "billing",
    "new",
    "pick-character",
];

/// The kinds of pages that are listed by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Scenarios,
    Users,
}

impl Kind {
    const ALL: [Self; 2] = [Self::Scenarios, Self::Users];

    const fn name(self) -> &'static str {
        match self {
            Self::Scenarios => "scenarios",
            Self::Users => "users",
        }
    }

    const fn path(self) -> &'static str {
        match self {
            Self::Scenarios => "/scenario/",
            Self::Users => "/user/",
        }
    }
}

/// What is needed to make the files. Clones share the cached ones.
#[derive(Clone)]
pub struct Seo {
    origin: Arc<str>,
    screens: Arc<[String]>,
    state: AppState,
    kept: moka::sync::Cache<String, Arc<Kept>>,
    /// One file is made at a time: each reads much of the database.
    making: Arc<tokio::sync::Mutex<()>>,
}

struct Kept {
    file: Representation,
    until: i64,
}

impl Seo {
    /// For the site at `origin` (without a slash at its end) with the screens of `bundle`.
    #[must_use]
    pub fn new(bundle: &Bundle, origin: String, state: AppState) -> Self {
        let fixed = |path: &str| !path.contains([':', '*']);
        let rows = bundle.routes.iter().map(|route| &route.row);
        let listed = rows.filter(|row| {
            row.guard == Guard::None
                && row.render == RenderMode::Content
                && row.status == 200
                && fixed(&row.path)
        });
        let mut screens: Vec<String> = listed
            .filter(|row| !UNLISTED.contains(&row.id.as_str()))
            .map(|row| row.path.clone())
            .collect();
        screens.sort();
        let kept = moka::sync::Cache::builder()
            .max_capacity(KEEP_BYTES)
            .weigher(|_, kept: &Arc<Kept>| u32::try_from(kept.file.size_bytes()).unwrap_or(u32::MAX))
            .build();
        Self {
            origin: origin.into(),
            screens: screens.into(),
            state,
            kept,
            making: Arc::default(),
        }
    }
}

/// The routes.
pub fn router(seo: Seo) -> Router {
    Router::new()
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(index))
        .route("/sitemaps/{file}", get(file))
        .with_state(seo)
}

async fn robots(State(seo): State<Seo>, method: Method, headers: HeaderMap) -> Response {
    let text = format!("{ROBOTS}\nSitemap: {}/sitemap.xml\n", seo.origin);
    Representation::plain(draft("text/plain; charset=utf-8", text)).answer(&method, &headers)
}

async fn index(State(seo): State<Seo>, method: Method, headers: HeaderMap) -> Result<Response, Problem> {
    let made = seo
        .kept("index", async { seo.write_index().await.map(Some) })
        .await?;
    Ok(made.map_or_else(not_found, |kept| kept.file.answer(&method, &headers)))
}

async fn file(
    State(seo): State<Seo>,
    Path(name): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let made = seo.kept(&name, async { seo.write_file(&name).await }).await?;
    Ok(made.map_or_else(not_found, |kept| kept.file.answer(&method, &headers)))
}

fn not_found() -> Response {
    StatusCode::NOT_FOUND.into_response()
}

impl Seo {
    /// The file of this name, from the cache or made again; `None` if there is no file of this name.
    async fn kept(
        &self,
        name: &str,
        make: impl Future<Output = Result<Option<String>, Problem>>,
    ) -> Result<Option<Arc<Kept>>, Problem> {
        if let Some(kept) = self.in_time(name) {
            return Ok(Some(kept));
        }
        let _making = self.making.lock().await;
        if let Some(kept) = self.in_time(name) {
            return Ok(Some(kept));
        }
        let Some(xml) = make.await? else {
            return Ok(None);
        };
        let draft = draft("application/xml; charset=utf-8", xml);
        let file = tokio::task::spawn_blocking(move || Representation::compressed(draft))
            .await
            .map_err(Problem::internal)?;
        let kept = Arc::new(Kept {
            file,
            until: self.state.clock.now().0.saturating_add(KEEP_MS),
        });
        self.kept.insert(name.to_owned(), kept.clone());
        Ok(Some(kept))
    }

    fn in_time(&self, name: &str) -> Option<Arc<Kept>> {
        self.kept
            .get(name)
            .filter(|kept| self.state.clock.now().0 < kept.until)
    }

    async fn write_index(&self) -> Result<String, Problem> {
        let mut index = xml::Index::new();
        index.add(&format!("{}/sitemaps/pages.xml", self.origin), None);
        for kind in Kind::ALL {
            for shard in self.shards(kind).await? {
                let dash = if shard.prefix.is_empty() { "" } else { "-" };
                let address = format!(
                    "{}/sitemaps/{}{dash}{}.xml",
                    self.origin,
                    kind.name(),
                    shard.prefix
                );
                index.add(&address, Some(Timestamp(shard.updated_at)));
            }
        }
        Ok(index.finish())
    }

    async fn write_file(&self, name: &str) -> Result<Option<String>, Problem> {
        if name == "pages.xml" {
            let mut urls = xml::Urls::new();
            self.screens
                .iter()
                .for_each(|path| urls.add(&format!("{}{path}", self.origin), None));
            return Ok(Some(urls.finish()));
        }
        let parts = name
            .strip_suffix(".xml")
            .map(|stem| stem.split_once('-').unwrap_or((stem, "")));
        let found = parts.and_then(|(kind, prefix)| {
            Some((Kind::ALL.into_iter().find(|known| known.name() == kind)?, prefix))
        });
        let Some((kind, prefix)) =
            found.filter(|(_, prefix)| prefix.is_empty() || kernel::ids::is_well_formed(prefix))
        else {
            return Ok(None);
        };
        let mut urls = xml::Urls::new();
        let mut after = prefix.to_owned();
        loop {
            let rows = self.rows(kind, &after).await?;
            let whole = rows.len() < usize::try_from(BATCH).unwrap_or(usize::MAX);
            let Some((last, _)) = rows.last() else { break };
            after.clone_from(last);
            let inside = rows.iter().take_while(|(id, _)| id.starts_with(prefix));
            inside.for_each(|(id, updated_at)| {
                urls.add(
                    &format!("{}{}{id}", self.origin, kind.path()),
                    Some(Timestamp(*updated_at)),
                )
            });
            // Rows are ordered by id: after the prefix there is nothing more for this file.
            if whole || !after.starts_with(prefix) || urls.len() > MAX_URLS {
                break;
            }
        }
        // The index never names a prefix so common that its file would be too long.
        Ok((!urls.is_empty() && urls.len() <= MAX_URLS).then(|| urls.finish()))
    }

    async fn shards(&self, kind: Kind) -> Result<Vec<Shard>, Problem> {
        let mut cutter = Cutter::new(MAX_URLS);
        let mut after = String::new();
        loop {
            let rows = self.rows(kind, &after).await?;
            let Some((last, _)) = rows.last() else { break };
            after.clone_from(last);
            rows.iter()
                .for_each(|(id, updated_at)| cutter.add(id, *updated_at));
        }
        Ok(cutter.finish())
    }

    async fn rows(&self, kind: Kind, after: &str) -> Result<Vec<(String, i64)>, Problem> {
        let mut conn = self.state.db.read().await?;
        Ok(match kind {
            Kind::Scenarios => catalogue::scenarios::list_after(&mut conn, after, BATCH)
                .await?
                .into_iter()
                .map(|row| (row.id, row.updated_at))
                .collect(),
            Kind::Users => catalogue::profiles::list_after(&mut conn, after, BATCH)
                .await?
                .into_iter()
                .map(|row| (row.id, row.updated_at))
                .collect(),
        })
    }
}

fn draft(content_type: &'static str, text: String) -> Draft {
    Draft {
        status: StatusCode::OK,
        content_type: HeaderValue::from_static(content_type),
        cache_control: HeaderValue::from_static(CACHE_CONTROL),
        vary: HeaderValue::from_static("accept-encoding"),
        headers: HeaderMap::new(),
        body: Bytes::from(text),
    }
}
