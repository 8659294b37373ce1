//! A site for tests: SQLite in a temporary folder, the fixture bundle, a test clock, and a renderer that
//! shows its input, counts its renders, and can be made to fail or wait.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use accounts::age_gate::AgeGate;
use axum::body::Body;
use bytes::Bytes;
use clap::Parser;
use dramatis_app::bundle::Bundle;
use dramatis_app::config::Settings;
use dramatis_app::edge::client_ip::Peer;
use dramatis_app::edge::health::Draining;
use dramatis_app::pages::viewer::SessionResolver;
use dramatis_app::seo::og_images::ScenarioCards;
use dramatis_app::site::{self, Site, SiteParts};
use http::{HeaderMap, Method, Request, StatusCode};
use operations::testing::{Actor, Engine, TestApp};
use platform::egress::{Egress, Guard, SystemResolver};
use platform::media::{Media, MediaSettings};
use serde_json::{Value, json};
use ssr::{RenderError, RenderFuture, Rendered, Renderer, Stats, Timing};

/// Renders its input as text.
#[derive(Default)]
pub(crate) struct EchoRenderer {
    /// Renders so far.
    pub(crate) renders: AtomicU64,
    /// What it does; see the constants.
    mode: AtomicU8,
    /// The inputs it saw.
    pub(crate) inputs: Mutex<Vec<String>>,
}

const NORMAL: u8 = 0;
const FAILING: u8 = 1;
const SLOW: u8 = 2;
const HELD: u8 = 3;

impl EchoRenderer {
    pub(crate) fn count(&self) -> u64 {
        self.renders.load(Ordering::SeqCst)
    }

    pub(crate) fn recover(&self) {
        self.mode.store(NORMAL, Ordering::SeqCst);
    }

    pub(crate) fn fail(&self) {
        self.mode.store(FAILING, Ordering::SeqCst);
    }

    /// Renders wait until the mode changes.
    pub(crate) fn hold(&self) {
        self.mode.store(HELD, Ordering::SeqCst);
    }

    pub(crate) fn slow_down(&self) {
        self.mode.store(SLOW, Ordering::SeqCst);
    }
}

impl Renderer for EchoRenderer {
    fn render(&self, input: Bytes) -> RenderFuture<'_> {
        Box::pin(async move {
            let count = self.renders.fetch_add(1, Ordering::SeqCst) + 1;
            match self.mode.load(Ordering::SeqCst) {
                FAILING => {
                    return Err(RenderError::Threw {
                        message: "ill".to_owned(),
                        stack: String::new(),
                    });
                }
                HELD => {
                    while self.mode.load(Ordering::SeqCst) == HELD {
                        tokio::time::sleep(Duration::from_millis(5)).await;
                    }
                }
                SLOW => tokio::time::sleep(Duration::from_millis(200)).await,
                _ => {}
            }
            let text = String::from_utf8(input.to_vec()).map_err(|_| RenderError::Input)?;
            let parsed: Value =
                serde_json::from_str(&text).map_err(|error| RenderError::Contract(error.to_string()))?;
            self.inputs.lock().expect("no panic while locked").push(text);
            let status = if parsed["path"] == "/404" { 404 } else { 200 };
            let head = json!({
                "title": format!("At {}", parsed["path"]), "description": "</title><script>", "canonical": parsed["path"], "robots": null, "rating": null,
                "og": { "type": "website", "title": "t", "description": "d", "image": "/og/x.png", "imageAlt": "\"" },
                "jsonLd": parsed["data"], "preloadImages": [{ "href": "/_image?url=/media/x&w=1" }],
            });
            let header = json!({ "status": status, "head": head, "redirect": null });
            let markup = format!(
                "<main data-render=\"{count}\">{}</main>",
                parsed["path"]
                    .as_str()
                    .expect("a path")
                    .replace('&', "&amp;")
                    .replace('<', "&lt;")
            );
            Ok(Rendered {
                header: header.to_string().into(),
                markup: markup.into(),
                timing: Timing::default(),
            })
        })
    }

    fn stats(&self) -> Stats {
        Stats {
            alive: 1,
            ..Stats::default()
        }
    }
}

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    settings: Settings,
}

/// Settings as an operator would give them.
fn settings(flags: &[&str]) -> Settings {
    Flags::parse_from(std::iter::once(&"test").chain(flags)).settings
}

/// The fixture bundle's folder.
pub(crate) fn bundle_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/bundle")
}

/// A site with its database and clock.
pub(crate) struct Fixture {
    pub(crate) app: TestApp,
    pub(crate) site: Site,
    pub(crate) echo: Arc<EchoRenderer>,
    pub(crate) draining: Draining,
    _folder: tempfile::TempDir,
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("text"))
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }
}

impl Fixture {
    pub(crate) async fn new() -> Self {
        Self::at("http://localhost:8080").await
    }

    pub(crate) async fn at(public_url: &str) -> Self {
        let echo = Arc::new(EchoRenderer::default());
        Self::with(public_url, &bundle_dir(), echo.clone(), echo).await
    }

    /// The fixture site with these flags on top of the defaults.
    pub(crate) async fn configured(flags: &[&str]) -> Self {
        let echo = Arc::new(EchoRenderer::default());
        Self::build("http://localhost:8080", flags, &bundle_dir(), echo.clone(), echo).await
    }

    pub(crate) async fn with(
        public_url: &str,
        bundle_dir: &Path,
        echo: Arc<EchoRenderer>,
        renderer: Arc<dyn Renderer>,
    ) -> Self {
        Self::build(public_url, &[], bundle_dir, echo, renderer).await
    }

    async fn build(
        public_url: &str,
        flags: &[&str],
        bundle_dir: &Path,
        echo: Arc<EchoRenderer>,
        renderer: Arc<dyn Renderer>,
    ) -> Self {
        let app = TestApp::create(Engine::from_env())
            .await
            .expect("the engine that was asked for");
        Self::over(app, public_url, flags, bundle_dir, echo, renderer).await
    }

    /// Another process of the same site.
    pub(crate) async fn beside(&self) -> Self {
        let echo = Arc::new(EchoRenderer::default());
        Self::over(
            self.app.process().await,
            "http://localhost:8080",
            &[],
            &bundle_dir(),
            echo.clone(),
            echo,
        )
        .await
    }

    async fn over(
        app: TestApp,
        public_url: &str,
        flags: &[&str],
        bundle_dir: &Path,
        echo: Arc<EchoRenderer>,
        renderer: Arc<dyn Renderer>,
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let media_settings =
            MediaSettings::new(public_url.parse().expect("a url"), folder.path().join("images"));
        let egress = Egress::new(Guard::default(), SystemResolver).expect("an HTTP client");
        let gate = Arc::new(AgeGate::new(
            catalogue::AppState::clone(&app.state),
            false,
            catalogue::SHOWS_EXPLICIT,
        ));
        let sessions = SessionResolver::new(app.state.clone(), &media_settings.public_url);
        let media = Media::open(
            media_settings,
            app.state.blobs.clone(),
            egress,
            app.state.clock.clone(),
            Arc::new(ScenarioCards::new(app.state.clone(), sessions)),
            gate,
        )
        .expect("media");
        let bundle = Arc::new(Bundle::load(bundle_dir).expect("a bundle"));
        let draining = Draining::default();
        let folder_name = folder.path().to_str().expect("a plain name").to_owned();
        let own = ["--public-url", public_url, "--data-dir", &folder_name];
        let parts = SiteParts {
            settings: settings(&[&own, flags].concat()),
            state: app.state.clone(),
            media,
            bundle,
            renderer,
            draining: draining.clone(),
        };
        let site = site::build(parts).expect("a site");
        Self {
            app,
            site,
            echo,
            draining,
            _folder: folder,
        }
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let (parts, body) = self.site.edge.handle(request).await.into_parts();
        let body = axum::body::to_bytes(body, 64 << 20).await.expect("a body");
        Reply {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }

    pub(crate) async fn get(&self, address: &str) -> Reply {
        self.ask(address, &[]).await
    }

    /// A GET as a browser sends it, with these headers on top.
    pub(crate) async fn ask(&self, address: &str, headers: &[(&str, &str)]) -> Reply {
        self.request(Method::GET, address, headers).await
    }

    /// A GET of somebody who is signed in.
    pub(crate) async fn as_person(&self, actor: &Actor<'_>, address: &str) -> Reply {
        self.ask(address, &[("cookie", &format!("session={}", actor.cookie))])
            .await
    }

    /// A request from this address, as the server passes it on.
    pub(crate) async fn from(
        &self,
        peer: &str,
        method: Method,
        address: &str,
        headers: &[(&str, &str)],
    ) -> Reply {
        let mut request = Request::builder()
            .method(method)
            .uri(address)
            .header("host", "localhost")
            .extension(Peer(peer.parse().expect("an address")));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::empty()).expect("a valid request"))
            .await
    }

    pub(crate) async fn request(&self, method: Method, address: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request = Request::builder()
            .method(method)
            .uri(address)
            .header("host", "localhost")
            .header("accept", "text/html,*/*;q=0.8");
        for (name, value) in headers {
            if *name == "host" || *name == "accept" {
                request.headers_mut().expect("a valid request").insert(
                    http::HeaderName::try_from(*name).expect("a name"),
                    value.parse().expect("a value"),
                );
            } else {
                request = request.header(*name, *value);
            }
        }
        self.send(request.body(Body::empty()).expect("a valid request"))
            .await
    }
}
