//! Sitemaps and robots.txt.

use http::StatusCode;
use operations::testing::NewScenario;

use crate::fixture::Fixture;

#[tokio::test]
async fn the_sitemaps_list_what_everybody_may_see_and_when_it_changed() {
    let fixture = Fixture::at("https://play.example").await;
    let id = fixture.app.scenario(NewScenario::named("Listed")).await;
    let mut hidden = NewScenario::named("Hidden");
    hidden.hidden = true;
    let hidden = fixture.app.scenario(hidden).await;

    let robots = fixture.get("/robots.txt").await;
    assert_eq!(robots.header("content-type"), "text/plain; charset=utf-8");
    assert!(
        robots
            .text()
            .contains("Sitemap: https://play.example/sitemap.xml")
            && robots.text().contains("Disallow: /api/")
    );

    let index = fixture.get("/sitemap.xml").await;
    assert_eq!(index.header("content-type"), "application/xml; charset=utf-8");
    let files: Vec<&str> = index
        .text()
        .split("<loc>")
        .skip(1)
        .filter_map(|part| part.split("</loc>").next())
        .collect();
    assert_eq!(
        files,
        [
            "https://play.example/sitemaps/pages.xml",
            "https://play.example/sitemaps/scenarios.xml",
            "https://play.example/sitemaps/users.xml"
        ]
    );

    let scenarios = fixture.get("/sitemaps/scenarios.xml").await;
    assert!(
        scenarios
            .text()
            .contains(&format!("<loc>https://play.example/scenario/{id}</loc><lastmod>"))
    );
    assert!(!scenarios.text().contains(&hidden));
    let pages = fixture.get("/sitemaps/pages.xml").await;
    assert!(pages.text().contains("<loc>https://play.example/guide</loc>"));
    for left_out in ["/profile", "/down", "/card", "/__/", "*", ":"] {
        assert!(
            !pages.text().contains(&format!("play.example{left_out}")),
            "{left_out}"
        );
    }
    let known = fixture
        .ask(
            "/sitemaps/scenarios.xml",
            &[("if-none-match", scenarios.header("etag"))],
        )
        .await;
    assert_eq!(known.status, StatusCode::NOT_MODIFIED);
    for unknown in [
        "/sitemaps/none.xml",
        "/sitemaps/scenarios",
        "/sitemaps/scenarios-..%2f.xml",
        "/sitemaps/scenarios-zzz.xml",
    ] {
        assert_eq!(
            fixture.get(unknown).await.status,
            StatusCode::NOT_FOUND,
            "{unknown}"
        );
    }
}
