//! The site with the built client: its route table against the spec's, and every public screen on both
//! engines.

use std::path::PathBuf;
use std::sync::Arc;

use dramatis_app::bundle::{Bundle, server_script};
use dramatis_app::routes::{Guard, RenderMode};
use http::StatusCode;
use operations::testing::NewScenario;
use ssr::{Config, Renderer};

use crate::fixture::{EchoRenderer, Fixture};

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The built client; `None` if it has not been built; CI always builds it.
pub(crate) fn built() -> Option<PathBuf> {
    let bundles = repository().join("bundles");
    if bundles.join("manifest.json").exists() {
        return Some(bundles);
    }
    assert!(std::env::var_os("CI").is_none(), "CI must build the client first");
    eprintln!("left out: the client has not been built (`make bundles`)");
    None
}

fn config(bundles: &std::path::Path) -> Config {
    Config {
        workers: 1,
        ..Config::new(server_script(bundles))
    }
}

#[test]
fn the_built_route_table_has_every_route_of_the_spec() {
    let Some(bundles) = built() else { return };
    let bundle = Bundle::load(&bundles).expect("the built client");
    let spec =
        std::fs::read_to_string(repository().join("docs/contract/routes.tsv")).expect("the spec's table");
    let rows = spec
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    for row in rows {
        let mut cells = row.split('\t');
        let (path, guard, content) = (
            cells.next().unwrap_or_default(),
            cells.next().unwrap_or_default(),
            cells.next().unwrap_or_default(),
        );
        let pattern = path.replace('{', ":").replace('}', "");
        let route = bundle
            .routes
            .iter()
            .find(|route| route.row.path == pattern)
            .unwrap_or_else(|| panic!("no row for {path}"));
        let expected_guard = match guard {
            "none" => Guard::None,
            "auth" => Guard::Auth,
            _ => Guard::AuthOrGuest,
        };
        let expected_content = match content {
            "yes" => RenderMode::Content,
            "shell" => RenderMode::Shell,
            _ => RenderMode::Redirect,
        };
        // A private page may be rendered for its person, where the spec asks for no more than a shell.
        let is_more = expected_guard == Guard::Auth
            && expected_content == RenderMode::Shell
            && route.row.render == RenderMode::Content;
        assert!(
            route.row.guard == expected_guard && (route.row.render == expected_content || is_more),
            "{path}"
        );
    }
}

/// Every public screen with something on it, as address and expected status.
async fn screens(fixture: &Fixture) -> Vec<(String, u16)> {
    let tagged = NewScenario::named("The Lighthouse “Keeper” & 灯台 \u{1f5fc}")
        .tagged(&["mystery", "quiet"])
        .loved(3);
    let id = fixture.app.scenario(tagged).await;
    fixture
        .app
        .scenario(NewScenario::named("The Harbour").tagged(&["mystery"]).at(-1_000))
        .await;
    let scenario = fixture.app.get(&format!("/scenarios/scenario/{id}")).await.ok();
    let author = scenario["authorship"]["author"]
        .as_str()
        .expect("an author")
        .to_owned();
    let mut screens: Vec<(String, u16)> = vec![
        ("/".to_owned(), 200),
        ("/?campaign=made-up".to_owned(), 200),
        ("/search".to_owned(), 200),
        ("/search?search=lighthouse".to_owned(), 200),
        ("/search?search=nothing-like-it&tab=cards".to_owned(), 200),
        ("/search?tab=tags".to_owned(), 200),
        ("/search?wlTags=mystery&blTags=quiet".to_owned(), 200),
        ("/search?cursor=nonsense".to_owned(), 400),
        ("/scenario/unknown".to_owned(), 404),
        ("/user/unknown".to_owned(), 404),
        ("/nothing/here".to_owned(), 404),
        ("/scenario/bad.id".to_owned(), 404),
    ];
    screens.push((format!("/scenario/{id}"), 200));
    screens.push((format!("/user/{author}"), 200));
    let fixed = [
        "/guide",
        "/guide?section=a&topic=b",
        "/legal",
        "/privacy-policy",
        "/status",
        "/down",
        "/blocked",
        "/signin",
        "/signup",
        "/billing",
        "/new",
    ];
    screens.extend(
        fixed
            .into_iter()
            .chain(["/pick-character", "/redeem/abc"])
            .map(|path| (path.to_owned(), 200)),
    );
    screens
}

async fn shown(renderer: Arc<dyn Renderer>, bundles: &std::path::Path) -> Vec<(String, String)> {
    let fixture = Fixture::with(
        "https://play.example",
        bundles,
        Arc::new(EchoRenderer::default()),
        renderer,
    )
    .await;
    let mut pages = Vec::new();
    for (address, status) in screens(&fixture).await {
        let reply = fixture.get(&address).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("x-render")),
            (status, ""),
            "{address}"
        );
        let html = reply.text();
        let (markup, _) = html
            .split_once("<div id=\"root\">")
            .and_then(|(_, rest)| rest.split_once("</div><script"))
            .unwrap_or((html, ""));
        assert!(markup.contains("<h1"), "{address} has a heading");
        assert_eq!(html.matches("<title>").count(), 1, "{address}");
        assert_eq!(
            html.contains("<link rel=\"canonical\" href=\"https://play.example/"),
            status == 200,
            "{address}"
        );
        pages.push((address, html.to_owned()));
    }
    for guarded in [
        "/stories",
        "/profile",
        "/admin",
        "/chat/abc",
        "/story/abc",
        "/home2",
        "/dashboard",
        "/welcome",
        "/payment/return",
    ] {
        let reply = fixture.get(guarded).await;
        let sign_up = format!("/signup?returnTo={}", guarded.replace('/', "%2F"));
        assert_eq!(
            (reply.status, reply.header("location")),
            (StatusCode::FOUND, sign_up.as_str()),
            "{guarded}"
        );
    }
    pages
}

#[cfg(feature = "v8")]
#[tokio::test(flavor = "multi_thread")]
async fn every_public_screen_is_the_same_page_on_both_engines() {
    let Some(bundles) = built() else { return };
    let v8 = shown(
        Arc::new(ssr::EmbeddedV8::start(config(&bundles), None).expect("V8")),
        &bundles,
    )
    .await;
    let Ok(node) = ssr::NodeSidecar::start(config(&bundles), "node") else {
        assert!(std::env::var_os("CI").is_none(), "CI needs node");
        return;
    };
    let node = shown(Arc::new(node), &bundles).await;
    for ((address, from_v8), (_, from_node)) in v8.iter().zip(&node) {
        assert_eq!(from_v8, from_node, "{address}");
    }
}

#[cfg(not(feature = "v8"))]
#[tokio::test(flavor = "multi_thread")]
async fn every_public_screen_is_served_by_the_sidecar() {
    let Some(bundles) = built() else { return };
    shown(
        Arc::new(ssr::NodeSidecar::start(config(&bundles), "node").expect("node")),
        &bundles,
    )
    .await;
}

/// Renders that alternate between two people and a visitor, eight at once: no page shows another's viewer,
/// and every one is the same as the first of its kind, regardless of what was rendered in between (S-3).
async fn people_do_not_mix(renderer: Arc<dyn Renderer>, bundles: &std::path::Path, renders: usize) {
    const CANARIES: [&str; 3] = ["canary-a", "canary-b", ""];
    let echo = Arc::new(EchoRenderer::default());
    let fixture = Fixture::with("http://localhost:8080", bundles, echo.clone(), echo).await;
    let id = fixture
        .app
        .scenario(NewScenario::named("The Lighthouse").tagged(&["mystery"]))
        .await;
    for name in CANARIES {
        let cookie = if name.is_empty() {
            String::new()
        } else {
            format!("session={}", fixture.app.person(name).await.cookie)
        };
        for address in [
            "/".to_owned(),
            "/search".to_owned(),
            format!("/scenario/{id}"),
            "/guide".to_owned(),
        ] {
            assert_eq!(
                fixture.ask(&address, &[("cookie", &cookie)]).await.status,
                StatusCode::OK,
                "{address}"
            );
        }
    }
    let inputs = fixture.echo.inputs.lock().expect("no panic while locked").clone();
    assert_eq!(inputs.len(), CANARIES.len() * 4);
    let mut firsts = Vec::new();
    for (at, input) in inputs.iter().enumerate() {
        let rendered = renderer.render(input.clone().into()).await.expect("a page");
        let page = (rendered.header, rendered.markup);
        let said = format!(
            "{}{}",
            String::from_utf8_lossy(&page.0),
            String::from_utf8_lossy(&page.1)
        );
        for canary in CANARIES
            .into_iter()
            .filter(|canary| !canary.is_empty() && *canary != CANARIES[at / 4])
        {
            assert!(!said.contains(canary), "render {at} tells of {canary}");
        }
        firsts.push(page);
    }
    for round in 0..renders / 8 {
        let batch = (0..8).map(|at| {
            let of = (round * 5 + at * 7) % inputs.len();
            let (renderer, input) = (renderer.clone(), inputs[of].clone());
            async move { (of, renderer.render(input.into()).await.expect("a page")) }
        });
        for (of, rendered) in futures::future::join_all(batch).await {
            assert!(
                (rendered.header, rendered.markup) == firsts[of],
                "render of input {of} in round {round} is another page"
            );
        }
    }
}

#[cfg(feature = "v8")]
#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_renders_in_v8_do_not_mix_people() {
    let Some(bundles) = built() else { return };
    let renderer = Arc::new(
        ssr::EmbeddedV8::start(
            Config {
                workers: 2,
                ..config(&bundles)
            },
            None,
        )
        .expect("V8"),
    );
    people_do_not_mix(renderer, &bundles, 10_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn renders_in_the_sidecar_do_not_mix_people() {
    let Some(bundles) = built() else { return };
    match ssr::NodeSidecar::start(config(&bundles), "node") {
        Ok(renderer) => people_do_not_mix(Arc::new(renderer), &bundles, 2_000).await,
        Err(error) if std::env::var_os("CI").is_none() => {
            eprintln!("left out: no node on this machine ({error})")
        }
        Err(error) => panic!("CI needs node: {error}"),
    }
}
