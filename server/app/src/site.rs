//! Wiring: one site from its parts.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::routing::get;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use operations::AppState;
use platform::media::Media;
use platform::web::Stale;
use ssr::Renderer;

use crate::bundle::Bundle;
use crate::config::Settings;
use crate::edge::blocked::Blocked;
use crate::edge::client_ip::Proxies;
use crate::edge::csrf::CsrfGuard;
use crate::edge::health::{self, Draining, Health};
use crate::edge::hosts::Hosts;
use crate::edge::low_priority::LowPriorityRuntime;
use crate::edge::rate_limit::{RateSettings, Rates};
use crate::edge::{Edge, Guards, Parts, csp_reports, security};
use crate::load_shedding::LoadShedder;
use crate::pages::Pages;
use crate::pages::answer_cache::AnswerCache;
use crate::pages::reads::Reads;
use crate::pages::render::PageRenderer;
use crate::pages::viewer::SessionResolver;
use crate::{assets, seo};

/// Where the API's document is served.
const API_DOCUMENT: &str = "/api/openapi.json";

/// The share of the page cache's memory (one part in this many) for the answers that pages are made of.
const ANSWERS_SHARE: u64 = 4;

/// What a site is made of.
pub struct SiteParts {
    /// The settings.
    pub settings: Settings,
    /// What the API's handlers use.
    pub state: AppState,
    /// Images: originals, the optimiser and OG images.
    pub media: Media,
    /// The client's build output.
    pub bundle: Arc<Bundle>,
    /// The engine.
    pub renderer: Arc<dyn Renderer>,
    /// Whether the process is about to end.
    pub draining: Draining,
}

/// A site, ready to be served.
#[derive(Clone)]
pub struct Site {
    /// Everything behind its edge.
    pub edge: Edge,
    /// The pages alone.
    pub pages: Pages,
    /// How much runs at the moment; `load_shedding::watch` must run for it.
    pub load: LoadShedder,
}

/// Builds a site.
///
/// # Errors
/// If the client's files cannot be listed, or the system cannot start a thread.
pub fn build(parts: SiteParts) -> std::io::Result<Site> {
    let SiteParts {
        settings,
        state,
        media,
        bundle,
        renderer,
        draining,
    } = parts;
    let public_url = &settings.site.public_url;
    let origin = public_url.as_str().trim_end_matches('/').to_owned();
    let security = security::headers(public_url);
    let (api, document) = operations::api(&state);
    // Pages and other work that can wait read the database over their own connections.
    let mut background = state.clone();
    background.db = state.db.for_background();
    let load = LoadShedder::new(settings.limits.max_running as usize);
    let cache_bytes = settings.limits.page_cache_mb << 20;
    let page_renderer = PageRenderer {
        bundle: bundle.clone(),
        origin: origin.clone(),
        contact: settings.site.contact.clone(),
        reads: Reads::new(
            operations::api(&background).0,
            AnswerCache::new(cache_bytes / ANSWERS_SHARE, state.clock.clone()),
        ),
        renderer: renderer.clone(),
        confirm_adult: settings.site.confirm_adult,
        headers: security.clone(),
        load: load.clone(),
    };
    let pages = Pages::new(
        page_renderer,
        SessionResolver::new(background.clone(), public_url),
        cache_bytes - cache_bytes / ANSWERS_SHARE,
        state.clock.clone(),
    );
    let guards = guards(&settings, &state, load.clone());
    listen_for_changes(&state, &pages, &media, &guards.blocked);
    watch_renderer(&state, &renderer);
    let routes = Router::new()
        .merge(api)
        .merge(document_router(&document)?)
        .merge(platform::media::router(media))
        .merge(assets::router(&bundle.client_dir())?)
        .merge(seo::router(seo::Seo::new(&bundle, origin, background)))
        .merge(csp_reports::router())
        .merge(health::router(Health {
            draining,
            db: state.db.clone(),
            clock: state.clock.clone(),
            renderer,
            data_dir: settings.data.data_dir.clone(),
            min_free_bytes: health::MIN_FREE_BYTES,
        }))
        .fallback(fallback(pages.clone()));
    let edge = Edge::new(Parts {
        pages: pages.clone(),
        routes,
        hosts: Hosts::new(public_url, settings.site.addr.ip()),
        guards,
        security,
        low_priority: LowPriorityRuntime::start()?,
        styles: bundle.manifest.styles.clone(),
        request_time: settings.limits.request_time(),
    });
    Ok(Site { edge, pages, load })
}

/// Cached pages, the age gate's judgements of images and the blocked addresses end when their source changes.
fn listen_for_changes(state: &AppState, pages: &Pages, media: &Media, blocked: &Blocked) {
    let (pages, media, blocked) = (pages.clone(), media.clone(), blocked.clone());
    state.changes.listen(move |stale| match stale {
        Stale::Tag("pictures") => media.invalidate_judgements(),
        Stale::Tag("blocked") => blocked.mark_stale(),
        Stale::Tag(tag) => pages.tags().invalidate(tag),
        Stale::Everything => {
            pages.tags().invalidate_all();
            media.invalidate_judgements();
            blocked.mark_stale();
        }
    });
}

/// The health report reads the renderer's counters.
fn watch_renderer(state: &AppState, renderer: &Arc<dyn Renderer>) {
    let renderer = renderer.clone();
    state.vitals.watch_renderer(move || {
        let ssr::Stats {
            alive,
            started,
            failed,
            ..
        } = renderer.stats();
        platform::vitals::Renders {
            alive,
            started,
            failed,
        }
    });
}

/// The API's document, for people who write clients or tests.
fn document_router(document: &utoipa::openapi::OpenApi) -> std::io::Result<Router> {
    let text = bytes::Bytes::from(document.to_json().map_err(std::io::Error::other)?);
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CACHE_CONTROL, "public, max-age=300"),
    ];
    Ok(Router::new().route(API_DOCUMENT, get(async move || (headers, text.clone()))))
}

fn guards(settings: &Settings, state: &AppState, load: LoadShedder) -> Guards {
    let rates = RateSettings {
        own: settings.limits.rate_limits.clone(),
        loopback: settings.limits.limit_loopback,
    };
    Guards {
        proxies: Proxies::new(settings.site.trusted_proxies.clone()),
        blocked: Blocked::new(
            settings.site.blocked_addresses.clone(),
            state.db.clone(),
            state.clock.clone(),
        ),
        csrf: CsrfGuard::new(&settings.site.public_url),
        rates: Rates::new(&rates, state.tokens.clone(), state.clock.clone()),
        load,
    }
}

/// A path that no other route matches is a page, unless it is an unknown call of the API.
fn fallback(
    pages: Pages,
) -> impl Fn(Request) -> futures::future::BoxFuture<'static, axum::response::Response>
+ Clone
+ Send
+ Sync
+ 'static {
    move |request: Request| {
        let pages = pages.clone();
        Box::pin(async move {
            let path = request.uri().path();
            if path == "/api" || path.starts_with("/api/") {
                return axum::response::IntoResponse::into_response(http::StatusCode::NOT_FOUND);
            }
            pages
                .respond(request.method(), request.uri(), request.headers())
                .await
        })
    }
}
