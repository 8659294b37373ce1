//! Makes one page: data, render, document, compressed bodies. It returns a page even if a step fails.

use catalogue::scenarios;
use std::borrow::Cow;
use std::sync::Arc;

use bytes::Bytes;
use http::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use http::{StatusCode, header};
use serde::Deserialize;
use ssr::Renderer;

use super::answers::{ReadAnswer, ViewerSummary};
use super::cache::{CachePolicy, RenderedPage};
use super::document::{Client, Document};
use super::head::{Head, SITE_NAME, is_local};
use super::input::{SiteInfo, render_input};
use super::plan::{Plan, reads_of};
use super::reads::{Read, Reads, tags};
use super::viewer::PERSONAL;
use crate::bundle::Bundle;
use crate::load_shedding::LoadShedder;
use crate::representation::{Draft, Representation};
use crate::timing::{PageTiming, Stopwatch};

/// How long a not-found page and error pages are cached, in milliseconds.
const ABSENT_MS: i64 = 30_000;
/// When visitors of a page that cannot be shown now should come back, in seconds.
const RETRY_SECS: u32 = 10;

/// Set on a page that is the client shell because it could not be rendered.
pub const X_RENDER: HeaderName = HeaderName::from_static("x-render");
const CDN_CACHE_CONTROL: HeaderName = HeaderName::from_static("cdn-cache-control");

/// What pages are made with.
pub struct PageRenderer {
    /// The client's build output.
    pub bundle: Arc<Bundle>,
    /// The public address without a slash at its end.
    pub origin: String,
    /// The operator's contact address, if it is configured.
    pub contact: Option<String>,
    /// The API, called in process.
    pub reads: Reads,
    /// The engine.
    pub renderer: Arc<dyn Renderer>,
    /// Whether a campaign link alone may not show explicit images.
    pub confirm_adult: bool,
    /// Headers that every page carries.
    pub headers: HeaderMap,
    /// Limits how many pages are built at once.
    pub load: LoadShedder,
}

/// Whether a page's bodies are compressed at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compress {
    /// In every coding, because the page will be cached.
    All,
    /// Not at all.
    Not,
}

/// The first line of the bundle's answer.
#[derive(Deserialize)]
struct Header {
    status: u16,
    head: Head,
    redirect: Option<String>,
}

struct Rendering {
    header: Header,
    markup: Bytes,
}

impl PageRenderer {
    /// Makes the page of `plan`. If too many are being built, it returns the client shell, which asks for
    /// less.
    pub async fn render_page(&self, plan: Plan, compress: Compress) -> RenderedPage {
        let Some(_making) = self.load.begin_page() else {
            tracing::debug!(page = plan.route, "not rendered: too much is running");
            return self.shell(&plan, None, None, PageTiming::default());
        };
        let watch = Stopwatch::start();
        let (mut answers, viewer) = self.reads.all_for(plan.reader(), &plan.reads).await;
        let fault = fault(&plan.reads, &answers);
        // The page that replaces an absent one has its own reads.
        let stand_in = self
            .bundle
            .routes
            .by_path("*")
            .filter(|_| fault == Some(StatusCode::NOT_FOUND));
        if let Some(route) = stand_in {
            answers.extend(self.reads.all(plan.reader(), &reads_of(route)).await);
        }
        let mut timing = PageTiming {
            data: watch.elapsed(),
            ..PageTiming::default()
        };
        let input = render_input(&plan.path, viewer.as_ref(), &plan.prefs, self.words(), &answers);
        let input = Bytes::from(input);
        let Some(rendering) = self.render(&plan, input.clone(), &mut timing).await else {
            return self.shell(&plan, viewer.as_ref(), fault, timing);
        };
        if let Some(location) = rendering
            .header
            .redirect
            .as_deref()
            .filter(|location| is_local(location))
        {
            return redirect(location, timing);
        }
        let own = StatusCode::from_u16(if plan.live {
            rendering.header.status
        } else {
            plan.status
        });
        let status = fault.or(own.ok()).unwrap_or(StatusCode::OK);
        let keep = keep(&plan, status, &answers);
        let shown = stand_in.map_or(plan.route.as_str(), |route| &route.row.id);
        let body = self.document(&plan, shown, &rendering, &input, status);
        let draft = self.draft(&plan, status, body, kept_time(&keep, status, &plan));
        let watch = Stopwatch::start();
        let page = match compress {
            Compress::All => compressed(draft).await,
            Compress::Not => Representation::plain(draft),
        };
        timing.compress = watch.elapsed();
        RenderedPage {
            page: Arc::new(page),
            keep,
            timing,
        }
    }

    /// The page without its content, for the client to fill. `fault` is the error that is already known.
    #[must_use]
    pub fn shell(
        &self,
        plan: &Plan,
        viewer: Option<&ViewerSummary>,
        fault: Option<StatusCode>,
        timing: PageTiming,
    ) -> RenderedPage {
        let mut draft = self.empty_page(plan, viewer, fault.unwrap_or(StatusCode::OK));
        draft
            .headers
            .insert(X_RENDER, HeaderValue::from_static("fallback"));
        RenderedPage {
            page: Arc::new(Representation::plain(draft)),
            keep: CachePolicy::Degraded,
            timing,
        }
    }

    /// The empty page of a screen that only the client can show.
    #[must_use]
    pub fn empty_page(&self, plan: &Plan, viewer: Option<&ViewerSummary>, status: StatusCode) -> Draft {
        let data = render_input(&plan.path, viewer, &plan.prefs, self.words(), &[]);
        let document = Document {
            manifest: &self.bundle.manifest,
            origin: &self.origin,
            prefs: &plan.prefs,
            head: &Head::plain(SITE_NAME),
            fault: true,
            confirm_adult: self.confirm_adult,
            markup: "",
            client: Client::Live {
                route: &plan.route,
                data: &data,
            },
        };
        self.draft(plan, status, document.write(), None)
    }

    fn words(&self) -> SiteInfo<'_> {
        SiteInfo {
            public_url: &self.origin,
            contact: self.contact.as_deref(),
        }
    }

    async fn render(&self, plan: &Plan, input: Bytes, timing: &mut PageTiming) -> Option<Rendering> {
        let rendered = match self.renderer.render(input).await {
            Ok(rendered) => rendered,
            Err(error) => {
                tracing::warn!(page = plan.route, kind = error.kind(), %error, "a page could not be rendered");
                return None;
            }
        };
        timing.queue = rendered.timing.queue;
        timing.render = rendered.timing.render;
        match serde_json::from_slice(&rendered.header) {
            Ok(header) => Some(Rendering {
                header,
                markup: rendered.markup,
            }),
            Err(error) => {
                tracing::warn!(page = plan.route, kind = "header", %error, "a page's header cannot be read");
                None
            }
        }
    }

    fn document(
        &self,
        plan: &Plan,
        route: &str,
        rendering: &Rendering,
        input: &Bytes,
        status: StatusCode,
    ) -> String {
        let (markup, data) = (text(&rendering.markup), text(input));
        let client = if plan.live {
            Client::Live { route, data: &data }
        } else {
            Client::Inert
        };
        Document {
            manifest: &self.bundle.manifest,
            origin: &self.origin,
            prefs: &plan.prefs,
            head: &rendering.header.head,
            fault: status != StatusCode::OK,
            confirm_adult: self.confirm_adult,
            markup: &markup,
            client,
        }
        .write()
    }

    fn draft(&self, plan: &Plan, status: StatusCode, body: String, shared: Option<(i64, i64)>) -> Draft {
        let mut headers = self.headers.clone();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(RETRY_AFTER, HeaderValue::from(RETRY_SECS));
        }
        let cache_control = match shared {
            _ if plan.member.is_some() => HeaderValue::from_static(PERSONAL),
            None => HeaderValue::from_static("no-store"),
            Some((fresh, stale)) => {
                let directives = format!("max-age={fresh}, stale-while-revalidate={stale}");
                headers.extend(
                    HeaderValue::try_from(directives)
                        .ok()
                        .map(|value| (CDN_CACHE_CONTROL, value)),
                );
                HeaderValue::from_static("public, max-age=0, must-revalidate")
            }
        };
        Draft {
            status,
            content_type: HeaderValue::from_static("text/html; charset=utf-8"),
            cache_control,
            vary: HeaderValue::from_static("accept-encoding, cookie"),
            headers,
            body: body.into(),
        }
    }
}

/// The page's text is UTF-8 unless the renderer is broken; then only the page is damaged. Checking first is
/// several times faster than converting lossily at once.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// Compresses on a blocking thread. If that fails, the page is sent uncompressed.
async fn compressed(draft: Draft) -> Representation {
    let spare = draft.clone();
    match tokio::task::spawn_blocking(move || Representation::compressed(draft)).await {
        Ok(page) => page,
        Err(error) => {
            tracing::error!(%error, "a page could not be compressed");
            Representation::plain(spare)
        }
    }
}

/// The page's status if a required read failed, by the first that did.
fn fault(reads: &[Read], answers: &[ReadAnswer]) -> Option<StatusCode> {
    let required = reads
        .iter()
        .zip(answers)
        .filter(|(read, _)| read.required)
        .map(|(_, answer)| answer);
    required
        .filter(|answer| !(200..300).contains(&answer.status))
        .map(page_status)
        .next()
}

fn page_status(read: &ReadAnswer) -> StatusCode {
    match read.status {
        // The page asks whether the visitor is an adult; it may reveal that there is something.
        403 if code_of(read) == scenarios::ADULT_ONLY.as_str() => StatusCode::FORBIDDEN,
        // What a visitor may not see is answered as absent.
        401 | 403 | 404 => StatusCode::NOT_FOUND,
        410 => StatusCode::GONE,
        400..=428 => StatusCode::BAD_REQUEST,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// The code of a problem document; empty for another body.
fn code_of(answer: &ReadAnswer) -> String {
    #[derive(Deserialize)]
    struct Refusal {
        code: String,
    }
    serde_json::from_str::<Refusal>(answer.body.get())
        .map(|refusal| refusal.code)
        .unwrap_or_default()
}

fn keep(plan: &Plan, status: StatusCode, answers: &[ReadAnswer]) -> CachePolicy {
    if plan.member.is_some() {
        return CachePolicy::No;
    }
    // A page that lacks an optional read is shown, but an older complete one is better.
    if status.is_server_error() || answers.iter().any(|answer| answer.status >= 500) {
        return if plan.status >= 500 {
            CachePolicy::For {
                fresh_ms: ABSENT_MS,
                stale_ms: 0,
                tags: Vec::new(),
            }
        } else {
            CachePolicy::Degraded
        };
    }
    match (status, plan.cache) {
        (StatusCode::OK, Some(policy)) => {
            let millis = |secs: u32| i64::from(secs) * 1_000;
            CachePolicy::For {
                fresh_ms: millis(policy.fresh_secs),
                stale_ms: millis(policy.stale_secs),
                tags: tags(answers),
            }
        }
        (StatusCode::FORBIDDEN | StatusCode::NOT_FOUND | StatusCode::GONE, _) => CachePolicy::For {
            fresh_ms: ABSENT_MS,
            stale_ms: 0,
            tags: tags(answers),
        },
        _ => CachePolicy::No,
    }
}

/// How long shared caches may keep the page, in seconds; only complete pages that exist may be kept.
fn kept_time(keep: &CachePolicy, status: StatusCode, plan: &Plan) -> Option<(i64, i64)> {
    let policy = plan
        .cache
        .filter(|_| status == StatusCode::OK && matches!(keep, CachePolicy::For { .. }))?;
    Some((policy.fresh_secs.into(), policy.stale_secs.into()))
}

fn redirect(location: &str, timing: PageTiming) -> RenderedPage {
    let location = HeaderValue::try_from(location).unwrap_or_else(|_| HeaderValue::from_static("/"));
    let page = Representation::plain(Draft {
        status: StatusCode::FOUND,
        content_type: HeaderValue::from_static("text/plain; charset=utf-8"),
        cache_control: HeaderValue::from_static("no-store"),
        vary: HeaderValue::from_static("accept-encoding"),
        headers: HeaderMap::from_iter([(header::LOCATION, location)]),
        body: Bytes::new(),
    });
    RenderedPage {
        page: Arc::new(page),
        keep: CachePolicy::No,
        timing,
    }
}
