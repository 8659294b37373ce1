//! One address, one page; guards and redirects (reliability S-5, S-7, S-9).

use http::{Method, StatusCode};
use operations::testing::NewScenario;

use crate::fixture::Fixture;

#[tokio::test]
async fn other_spellings_lead_to_the_one_address_or_to_nothing() {
    let fixture = Fixture::new().await;
    let cases = [
        ("/guide/", 301, "/guide"),
        ("//guide", 301, "/guide"),
        ("/GUIDE", 301, "/guide"),
        ("/%67uide", 301, "/guide"),
        (
            "/guide/?section=a&x=1&campaign=c",
            301,
            "/guide?campaign=c&section=a",
        ),
        ("/guide?x=1", 200, ""),
        ("/guide/more", 404, ""),
        ("/guide.html", 404, ""),
        ("/scenario/a.b", 404, ""),
        ("/scenario/a%2Fb", 404, ""),
        ("/scenario/%2e%2e", 404, ""),
    ];
    for (address, status, location) in cases {
        let reply = fixture.get(address).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("location")),
            (status, location),
            "{address}"
        );
    }
    let long = format!("/scenario/{}", "x".repeat(65));
    assert_eq!(fixture.get(&long).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn guarded_screens_refuse_in_every_spelling_and_are_never_public() {
    let fixture = Fixture::new().await;
    let spellings = [
        "/profile",
        "//profile",
        "/profile/",
        "/PROFILE",
        "/profile?x=1",
        "/admin",
        "/Admin/",
        "/dashboard",
        "/stories",
        "/chat/abc",
        "/profile/x.css",
        "/profile;x.css",
        "/profile%2Fx.css",
        "/profile%00.css",
        "/profile%3Bx.css",
        "/profile.",
        "/admin%2e",
        "/admin%20",
        "/dashboard/..%2fassets/x.js",
        "/dashboard/../assets/entry-1.js",
        "/%61dmin",
        "/admin%5c",
    ];
    let headers = [
        ("x-middleware-subrequest", "middleware:middleware"),
        ("x-http-method-override", "HEAD"),
        ("x-original-url", "/guide"),
        ("x-rewrite-url", "/guide"),
        ("x-forwarded-prefix", "/guide"),
        ("next-action", "1"),
    ];
    for address in spellings {
        let plain = fixture.get(address).await;
        let refused =
            plain.status == StatusCode::FOUND && plain.header("location").starts_with("/signup?returnTo=%2F");
        assert!(
            refused || plain.status == StatusCode::NOT_FOUND,
            "{address}: {}",
            plain.status
        );
        assert!(
            plain.header("cache-control").contains("no-store"),
            "{address}: {}",
            plain.header("cache-control")
        );
        let tricked = fixture.ask(address, &headers).await;
        assert_eq!(
            (tricked.status, tricked.header("location")),
            (plain.status, plain.header("location")),
            "{address}"
        );
    }
}

#[tokio::test]
async fn redirects_stay_on_the_site() {
    let fixture = Fixture::new().await;
    let cases = [
        ("/card/abc", 301, "/scenario/abc"),
        (
            "/card/abc/rest/of?campaign=c&evil=1",
            301,
            "/scenario/abc/rest/of?campaign=c",
        ),
        ("/card/abc?campaign=c&evil=1", 301, "/scenario/abc?campaign=c"),
        (
            "/card/abc?recommendationId=r&evil=1&ref=AB12CD",
            301,
            "/scenario/abc?recommendationId=r&ref=AB12CD",
        ),
        (
            "/scenario/abc/?recommendationId=r&evil=1",
            301,
            "/scenario/abc?recommendationId=r",
        ),
        ("/guide/?recommendationId=r", 301, "/guide"),
        ("/chats", 301, "/stories"),
        ("/chats/a/b", 301, "/stories/a/b"),
        ("/card//evil.example", 404, ""),
        ("/card/evil.example", 404, ""),
        ("/chats/%5Cevil.example", 404, ""),
        ("/chats//evil.example", 301, "/stories/evil.example"),
        ("/?redirect=scenario&id=abc", 302, "/scenario/abc"),
        ("/?redirect=user&id=abc&ref=r&x=1", 302, "/user/abc?ref=r"),
        (
            "/?redirect=scenario&id=abc&recommendationId=r",
            302,
            "/scenario/abc?recommendationId=r",
        ),
        ("/?redirect=scenario&id=//evil.example", 200, ""),
        ("/?redirect=scenario&id=..%2F..%2Fadmin", 200, ""),
        ("/?redirect=scenario&id=%0d%0aX:1", 200, ""),
        ("/?redirect=admin&id=abc", 200, ""),
        ("/?redirect=scenario", 200, ""),
    ];
    for (address, status, location) in cases {
        let reply = fixture.get(address).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("location")),
            (status, location),
            "{address}"
        );
        assert!(!reply.headers.contains_key("x"), "{address}");
    }
}

#[tokio::test]
async fn a_guard_keeps_what_the_client_reads_on_start() {
    let fixture = Fixture::new().await;
    let cases = [
        (
            "/profile?ref=AB12CD&campaign=vibe&exID=e&grID=b&evil=1",
            "/signup?returnTo=%2Fprofile&campaign=vibe&exID=e&grID=b&ref=AB12CD",
        ),
        ("/PROFILE/?ref=AB12CD", "/signup?returnTo=%2Fprofile&ref=AB12CD"),
        (
            "/profile?section=data&ref=AB12CD",
            "/signup?returnTo=%2Fprofile%3Fsection%3Ddata&ref=AB12CD",
        ),
        (
            "/profile?returnTo=%2F%2Fevil.example",
            "/signup?returnTo=%2Fprofile",
        ),
    ];
    for (address, location) in cases {
        let reply = fixture.get(address).await;
        assert_eq!(
            (reply.status, reply.header("location")),
            (StatusCode::FOUND, location),
            "{address}"
        );
    }
}

#[tokio::test]
async fn a_recommendation_makes_no_page_of_its_own() {
    let fixture = Fixture::new().await;
    let id = fixture.app.scenario(NewScenario::named("The Lighthouse")).await;
    let plain = fixture.get(&format!("/scenario/{id}")).await;
    let kept = fixture.site.pages.cache().len();
    let recommended = fixture.get(&format!("/scenario/{id}?recommendationId=r1")).await;
    assert_eq!(
        (recommended.status, &recommended.body),
        (plain.status, &plain.body),
        "canonical address and all"
    );
    assert_eq!(fixture.site.pages.cache().len(), kept);
}

#[tokio::test]
async fn the_page_says_what_the_api_said() {
    let fixture = Fixture::new().await;
    let id = fixture.app.scenario(NewScenario::named("The Lighthouse")).await;
    let mut removed = NewScenario::named("Gone");
    removed.removed = true;
    let gone = fixture.app.scenario(removed).await;
    let mut hidden = NewScenario::named("Hidden");
    hidden.hidden = true;
    let hidden = fixture.app.scenario(hidden).await;
    for (id, status) in [
        (id.as_str(), 200),
        (gone.as_str(), 410),
        (hidden.as_str(), 404),
        ("unknown", 404),
    ] {
        let reply = fixture.get(&format!("/scenario/{id}")).await;
        assert_eq!(reply.status.as_u16(), status, "{id}");
        assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(reply.text().contains("noindex"), status != 200);
        assert_eq!(reply.text().contains("canonical"), status == 200);
    }
    let page = fixture.get(&format!("/scenario/{id}")).await;
    for part in [
        "The Lighthouse",
        "/assets/scenario-1.js",
        "http://localhost:8080/scenario/",
        "id=\"dramatis-data\"",
    ] {
        assert!(page.text().contains(part), "{part}");
    }
}

#[tokio::test]
async fn the_renderer_sees_the_canonical_address_and_nothing_else() {
    let fixture = Fixture::new().await;
    fixture
        .ask(
            "/search?zzz=secret&tab=&wlTags=b&search=elf&wlTags=a",
            &[("x-secret", "secret"), ("cookie", "session=secret; theme=light")],
        )
        .await;
    let inputs = fixture.echo.inputs.lock().expect("no panic while locked");
    let input: serde_json::Value = serde_json::from_str(&inputs[0]).expect("JSON");
    assert_eq!(input["path"], "/search?search=elf&wlTags=b&wlTags=a");
    assert_eq!(input["viewer"], serde_json::Value::Null);
    assert_eq!(input["prefs"]["theme"], "light");
    assert!(!inputs[0].contains("secret"));
    let reads: Vec<&String> = input["data"].as_object().expect("data").keys().collect();
    assert_eq!(reads, ["/scenarios/search?q=elf&wlTags=b&wlTags=a"]);
}

#[tokio::test]
async fn pages_answer_get_and_head_only() {
    let fixture = Fixture::new().await;
    let head = fixture.request(Method::HEAD, "/guide", &[]).await;
    let get = fixture.get("/guide").await;
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
    assert_eq!(head.header("etag"), get.header("etag"));
    assert_eq!(head.header("content-length"), get.body.len().to_string());
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
        let reply = fixture.request(method.clone(), "/guide", &[]).await;
        assert_eq!(
            (reply.status, reply.header("allow")),
            (StatusCode::METHOD_NOT_ALLOWED, "GET, HEAD"),
            "{method}"
        );
    }
}
