//! Pages for people who are signed in, and the guards (reliability S-3, S-4, S-7, A-16; spec section 2.2).

use std::sync::Arc;

use catalogue::testing::add_drafts;
use http::StatusCode;
use kernel::Rating;
use operations::testing::NewScenario;
use platform::db::query_on;
use serde_json::Value;

use crate::fixture::{Fixture, Reply};

/// Guarded screens with the address that a visitor should come back to.
const GUARDED: [(&str, &str); 12] = [
    ("/profile", "/profile"),
    ("/dashboard", "/dashboard"),
    ("/admin", "/admin"),
    ("/stories", "/stories"),
    ("/my-scenarios", "/my-scenarios"),
    (
        "/my-scenarios?tab=loved&x=//evil.example",
        "/my-scenarios?tab=loved",
    ),
    ("/home2", "/home2"),
    ("/welcome", "/welcome"),
    ("/payment/return", "/payment/return"),
    ("/payment/cancel", "/payment/cancel"),
    ("/chat/abc", "/chat/abc"),
    ("/story/abc", "/story/abc"),
];

fn return_to(reply: &Reply) -> String {
    let location: url::Url = format!("http://localhost{}", reply.header("location"))
        .parse()
        .expect("an address");
    assert_eq!(location.path(), "/signup");
    location
        .query_pairs()
        .find(|(name, _)| name == "returnTo")
        .map(|(_, value)| value.into_owned())
        .expect("a way back")
}

fn data(reply: &Reply) -> Value {
    let (_, rest) = reply.text().split_once("id=\"dramatis-data\">").expect("data");
    serde_json::from_str(rest.split_once("</script>").expect("an end").0).expect("JSON")
}

#[tokio::test]
async fn guards_let_in_whom_they_should() {
    let fixture = Fixture::new().await;
    let ann = fixture.app.person("ann").await;
    for (address, back) in GUARDED {
        let visitor = fixture.get(address).await;
        assert_eq!(
            (visitor.status, visitor.header("cache-control")),
            (StatusCode::FOUND, "no-store"),
            "{address}"
        );
        assert_eq!(return_to(&visitor), back, "{address}");
        let person = fixture.as_person(&ann, address).await;
        assert_eq!(
            (person.status, person.header("cache-control")),
            (StatusCode::OK, "private, no-store"),
            "{address}"
        );
        assert!(
            !person.headers.contains_key("etag") && !person.headers.contains_key("cdn-cache-control"),
            "{address}"
        );
        assert_eq!(data(&person)["viewer"]["authorname"], "ann", "{address}");
        let guest = fixture.ask(address, &[("cookie", "guest=1")]).await;
        let is_open = address.starts_with("/chat/") || address.starts_with("/story/");
        assert_eq!(
            guest.status == StatusCode::OK,
            is_open,
            "{address}: {}",
            guest.status
        );
        if is_open {
            assert_eq!(data(&guest)["viewer"], Value::Null);
        }
    }
    // Nothing else that a visitor sends counts as a session.
    for (name, value) in [
        ("cookie", "guest="),
        ("cookie", "session="),
        ("cookie", "session=made-up"),
        ("cookie", "__Host-session=made-up"),
        ("x-user-id", "ann"),
        ("authorization", &format!("Bearer {}", ann.token)),
    ] {
        for (address, _) in GUARDED {
            assert_eq!(
                fixture.ask(address, &[(name, value)]).await.status,
                StatusCode::FOUND,
                "{address} {name}: {value}"
            );
        }
    }
}

#[tokio::test]
async fn where_a_confirmation_is_wanted_a_campaigns_cookie_shows_nothing() {
    let strict = Fixture::configured(&["--confirm-adult"]).await;
    let free = Fixture::new().await;
    for (jar, strictly, freely) in [
        ("showNSFW=true", false, true),
        ("showNSFW=true; adultConfirmed=true", true, true),
        ("adultConfirmed=true", false, false),
        // Again, because the cached pages now hold the three before.
        ("showNSFW=true", false, true),
        ("showNSFW=true; adultConfirmed=true", true, true),
    ] {
        for (fixture, shown) in [(&strict, strictly), (&free, freely)] {
            let reply = fixture.ask("/", &[("cookie", jar)]).await;
            assert_eq!(data(&reply)["prefs"]["showNSFW"], shown, "{jar}");
        }
    }
}

#[tokio::test]
async fn what_is_rated_for_adults_is_asked_about_and_no_page_is_shared_across_answers() {
    let fixture = Fixture::new().await;
    let id = fixture
        .app
        .scenario(NewScenario::named("Velvet hour").rated(Rating::Explicit))
        .await;
    let (page, list) = (format!("/scenario/{id}"), "/search?search=velvet");
    for (jar, status, listed) in [
        ("theme=dark", StatusCode::FORBIDDEN, false),
        ("showNSFW=true", StatusCode::FORBIDDEN, false),
        ("showNSFW=true; adultConfirmed=true", StatusCode::OK, true),
        // Again, because the cached pages now hold the three before.
        ("theme=dark", StatusCode::FORBIDDEN, false),
        ("showNSFW=true", StatusCode::FORBIDDEN, false),
        ("showNSFW=true; adultConfirmed=true", StatusCode::OK, true),
    ] {
        let reply = fixture.ask(&page, &[("cookie", jar)]).await;
        assert_eq!(reply.status, status, "{jar}");
        assert_eq!(
            String::from_utf8_lossy(&reply.body).contains("Velvet hour"),
            listed,
            "{jar}"
        );
        let reply = fixture.ask(list, &[("cookie", jar)]).await;
        assert_eq!(
            String::from_utf8_lossy(&reply.body).contains("Velvet hour"),
            listed,
            "{jar}: {list}"
        );
    }
    let ann = fixture.app.person("ann").await;
    assert_eq!(fixture.as_person(&ann, &page).await.status, StatusCode::FORBIDDEN);
    ann.patch("/users/me", &serde_json::json!({ "showNSFW": true }))
        .await
        .ok();
    assert_eq!(fixture.as_person(&ann, &page).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_cookie_is_bound_to_this_host_on_https() {
    let fixture = Fixture::at("https://localhost").await;
    let ann = fixture.app.person("ann").await;
    let plain = fixture.as_person(&ann, "/profile").await;
    assert_eq!(
        plain.status,
        StatusCode::FOUND,
        "a cookie that a neighbouring host could have set"
    );
    let bound = fixture
        .ask(
            "/profile",
            &[("cookie", &format!("__Host-session={}", ann.cookie))],
        )
        .await;
    assert_eq!(bound.status, StatusCode::OK);
}

/// End to end: the cookie that signing in sets is the one by which pages know their viewer.
#[tokio::test]
async fn who_signs_in_is_known_to_pages_until_they_sign_out() {
    let fixture = Fixture::new().await;
    let browser = fixture
        .app
        .signed_up("ann@example.org", "a long evening by the river")
        .await;
    assert_eq!(
        browser.post("/users/", &serde_json::json!({})).await.status,
        StatusCode::CREATED
    );
    let jar = format!("session={}", browser.cookie("session").expect("a cookie"));
    let page = fixture.ask("/profile", &[("cookie", &jar)]).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(data(&page)["viewer"]["userID"].is_string());
    assert_eq!(
        browser
            .post("/auth/sign-out", &serde_json::json!({}))
            .await
            .status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        fixture.ask("/profile", &[("cookie", &jar)]).await.status,
        StatusCode::FOUND
    );
    assert!(
        fixture
            .ask("/guide", &[("cookie", &jar)])
            .await
            .header("cache-control")
            .starts_with("public")
    );
}

#[tokio::test]
async fn who_cannot_be_checked_is_a_visitor() {
    let fixture = Fixture::new().await;
    let ann = fixture.app.person("ann").await;
    let session = format!("session={}", ann.cookie);
    assert_eq!(
        fixture.ask("/profile", &[("cookie", &session)]).await.status,
        StatusCode::OK
    );
    let newcomer = fixture.app.newcomer("new").await;
    assert_eq!(
        fixture.as_person(&newcomer, "/profile").await.status,
        StatusCode::FOUND,
        "no record yet"
    );
    fixture.app.clock.advance_millis(100 * kernel::DAY_MS);
    assert_eq!(
        fixture.ask("/profile", &[("cookie", &session)]).await.status,
        StatusCode::FOUND,
        "the session is over"
    );

    let fixture = Fixture::new().await;
    let ann = fixture.app.person("ann").await;
    fixture.app.state.db.close().await;
    assert_eq!(
        fixture.as_person(&ann, "/profile").await.status,
        StatusCode::FOUND
    );
    let jar = format!("session={}; guest=1", ann.cookie);
    assert_eq!(
        fixture.ask("/chat/abc", &[("cookie", &jar)]).await.status,
        StatusCode::OK,
        "the same exception for guests"
    );
    assert_eq!(
        fixture.as_person(&ann, "/guide").await.status,
        StatusCode::OK,
        "public pages stay"
    );
}

/// No spelling of a private page's address may be cached (S-5), and no header opens a guard in any spelling
/// (S-7).
#[tokio::test]
async fn no_spelling_and_no_header_opens_a_guard() {
    let fixture = Fixture::new().await;
    let ann = fixture.app.person("canary-a").await;
    let headers = [
        (
            "x-middleware-subrequest",
            "src/middleware:src/middleware:src/middleware",
        ),
        ("x-middleware-prefetch", "1"),
        ("x-middleware-next", "1"),
        ("x-http-method-override", "HEAD"),
        ("x-original-url", "/guide"),
        ("x-rewrite-url", "/guide"),
        ("rsc", "1"),
        ("next-router-state-tree", "[]"),
    ];
    for (address, _) in GUARDED.into_iter().filter(|(address, _)| !address.contains('?')) {
        let (folder, name) = address.rsplit_once('/').expect("a path");
        let spellings = [
            address.to_owned(),
            format!("{address}/"),
            format!("/{address}"),
            format!("{folder}//{name}"),
            address.to_uppercase(),
            format!("{folder}/%{:02X}{}", name.as_bytes()[0], &name[1..]),
            format!("{address}."),
            format!("{address}%2Fx.css"),
            format!("{address};x.css"),
            format!("{address}%00.css"),
            format!("{address}/x.css"),
            format!("{address}/..%2fassets/x.js"),
            format!("{address}.css"),
        ];
        for spelling in spellings {
            let plain = fixture.get(&spelling).await;
            assert!(
                matches!(plain.status.as_u16(), 302 | 404),
                "{spelling}: {}",
                plain.status
            );
            for header in headers {
                let tricked = fixture.ask(&spelling, &[header]).await;
                assert_eq!(
                    (tricked.status, tricked.header("location")),
                    (plain.status, plain.header("location")),
                    "{spelling} {header:?}"
                );
            }
            let own = fixture.as_person(&ann, &spelling).await;
            let cached = own.header("cache-control");
            assert!(
                own.status.is_redirection()
                    || own.status == StatusCode::NOT_FOUND
                    || own.status == StatusCode::OK,
                "{spelling}: {}",
                own.status
            );
            assert!(
                cached.contains("no-store")
                    && !cached.contains("public")
                    && !own.headers.contains_key("cdn-cache-control"),
                "{spelling}: {cached}"
            );
            let after = fixture.get(&spelling).await;
            assert!(
                after.status == plain.status && !after.text().contains("canary"),
                "{spelling}"
            );
        }
    }
}

/// The pages that everyone may open, some of them faults.
async fn open_pages(fixture: &Fixture) -> Vec<String> {
    let mut pages: Vec<String> = [
        "/",
        "/?campaign=made-up",
        "/search",
        "/search?search=elf",
        "/search?tab=cards",
        "/search?tab=tags",
        "/guide",
        "/guide?section=a",
        "/live",
        "/signup",
        "/legal",
        "/privacy-policy",
        "/down",
        "/blocked",
        "/__/auth/handler",
        "/scenario/unknown",
        "/user/unknown",
        "/nothing/here",
    ]
    .map(str::to_owned)
    .into();
    for at in 0..3 {
        let id = fixture
            .app
            .scenario(NewScenario::named(&format!("Scenario {at}")))
            .await;
        pages.push(format!("/scenario/{id}"));
    }
    pages
}

#[tokio::test]
async fn nothing_of_a_person_is_kept_for_others() {
    for person_first in [true, false] {
        let fixture = Fixture::new().await;
        let canary = fixture.app.person("canary-a").await;
        let pages = open_pages(&fixture).await;
        assert!(pages.len() >= 20);
        if !person_first {
            for address in &pages {
                fixture.get(address).await;
            }
        }
        let kept = fixture.site.pages.cache().len();
        for address in &pages {
            let reply = fixture.as_person(&canary, address).await;
            assert!(reply.text().contains("canary-a"), "{address} knows its viewer");
            assert_eq!(reply.header("cache-control"), "private, no-store", "{address}");
            assert_eq!(reply.header("cache-status"), "dramatis; fwd=bypass", "{address}");
            for secret in [&canary.cookie, &canary.token] {
                assert!(!reply.text().contains(secret.as_str()), "{address}");
            }
        }
        assert_eq!(fixture.site.pages.cache().len(), kept, "nothing of it was kept");
        for address in &pages {
            for _ in 0..2 {
                let reply = fixture.get(address).await;
                let said = format!("{:?} {}", reply.headers, reply.text());
                assert!(
                    !said.contains("canary") && !said.contains(&canary.cookie),
                    "{address}"
                );
                assert!(!reply.headers.contains_key("set-cookie"), "{address}");
                assert!(!reply.header("cache-control").contains("private"), "{address}");
            }
        }
        assert!(
            fixture
                .ask("/guide", &[("cookie", "session=made-up")])
                .await
                .header("cache-status")
                .contains("hit"),
            "a made-up session is nobody's"
        );
    }
}

#[tokio::test]
async fn the_page_reads_with_the_authority_of_its_viewer() {
    let fixture = Fixture::new().await;
    let (ann, bob) = (fixture.app.person("ann").await, fixture.app.admin("bob").await);
    for (actor, name, role) in [(&ann, "ann", "USER"), (&bob, "bob", "ADMIN")] {
        let reply = fixture.as_person(actor, "/welcome").await;
        let data = data(&reply);
        assert_eq!(data["data"]["/users/me"]["status"], 200);
        assert_eq!(data["data"]["/users/me"]["body"]["authorname"], name);
        let viewer = data["viewer"].as_object().expect("a viewer");
        // Whether JSON keeps its order is up to the engine's libraries.
        let mut fields: Vec<&str> = viewer.keys().map(String::as_str).collect();
        fields.sort_unstable();
        assert_eq!(
            fields,
            [
                "authorname",
                "avatarUrl",
                "role",
                "roles",
                "shekels",
                "showNSFW",
                "userID",
                "username"
            ]
        );
        assert_eq!(viewer["userID"], actor.user_id.as_str());
        assert!(
            viewer["roles"]
                .as_array()
                .expect("roles")
                .iter()
                .any(|known| known == role),
            "{viewer:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn renders_of_several_people_at_once_do_not_mix() {
    const ROUNDS: usize = 60;
    let fixture = Arc::new(Fixture::new().await);
    let mut jars: Vec<(&str, String)> = vec![("", "theme=dark".to_owned())];
    for name in ["canary-a", "canary-b"] {
        jars.push((name, format!("session={}", fixture.app.person(name).await.cookie)));
    }
    let ask = |at: usize| {
        let (fixture, (name, jar)) = (fixture.clone(), jars[at % jars.len()].clone());
        async move {
            let address = ["/guide", "/search", "/live", "/legal"][at % 4];
            let reply = fixture.ask(address, &[("cookie", &jar)]).await;
            for canary in ["canary-a", "canary-b"] {
                assert_eq!(
                    reply.text().contains(canary),
                    canary == name,
                    "{address} for {name:?}"
                );
            }
        }
    };
    for round in 0..ROUNDS {
        futures::future::join_all((0..8).map(|at| ask(round * 8 + at))).await;
    }
}

#[tokio::test]
async fn a_failed_render_leaves_a_person_the_shell_and_nobody_else() {
    let fixture = Fixture::new().await;
    let ann = fixture.app.person("canary-a").await;
    fixture.echo.fail();
    let shell = fixture.as_person(&ann, "/guide").await;
    assert_eq!(
        (
            shell.status,
            shell.header("x-render"),
            shell.header("cache-control")
        ),
        (StatusCode::OK, "fallback", "private, no-store")
    );
    assert!(shell.text().contains("canary-a"));
    assert!(!fixture.get("/guide").await.text().contains("canary"));
}

/// Changes a column of a scenario without an invalidation, so that no tag ends the cached copies.
async fn set_unheard(fixture: &Fixture, scenario: &str, column: &str, value: &str) {
    let mut tx = fixture.app.state.db.begin().await.expect("a transaction");
    let statement = format!("update scenarios set {column} = $1 where id = $2");
    query_on!(tx, |x: D| sqlx::query::<D>(sqlx::AssertSqlSafe(statement))
        .bind(value)
        .bind(scenario)
        .execute(x)
        .await
        .map(drop))
    .expect("a change");
    tx.commit().await.expect("a commit");
}

#[tokio::test]
async fn pages_of_people_share_the_answers_that_are_everyones() {
    let fixture = Fixture::new().await;
    let (ann, bob) = (fixture.app.person("ann").await, fixture.app.person("bob").await);
    let id = fixture.app.scenario(NewScenario::named("First")).await;
    let page = format!("/scenario/{id}");
    assert!(fixture.as_person(&ann, &page).await.text().contains("First"));
    set_unheard(&fixture, &id, "display_name", "Second").await;
    assert!(
        fixture.as_person(&bob, &page).await.text().contains("First"),
        "read for ann, shown to bob"
    );
    fixture.app.state.changes.scenario(&id);
    assert!(fixture.as_person(&bob, &page).await.text().contains("Second"));
    set_unheard(&fixture, &id, "display_name", "Third").await;
    fixture.app.clock.advance_millis(60_000);
    assert!(
        fixture.as_person(&bob, &page).await.text().contains("Third"),
        "no answer outlives its page"
    );
}

#[tokio::test]
async fn a_page_that_is_kept_is_made_of_fresh_answers() {
    let fixture = Fixture::new().await;
    let ann = fixture.app.person("ann").await;
    let id = fixture.app.scenario(NewScenario::named("First")).await;
    let page = format!("/scenario/{id}");
    fixture.as_person(&ann, &page).await;
    set_unheard(&fixture, &id, "display_name", "Second").await;
    assert!(fixture.get(&page).await.text().contains("Second"));
    assert!(
        fixture.as_person(&ann, &page).await.text().contains("Second"),
        "what a visitor's page read serves others"
    );
}

#[tokio::test]
async fn kept_lists_leave_out_what_each_reader_has_blocked() {
    let fixture = Fixture::new().await;
    let (ann, bob) = (fixture.app.person("ann").await, fixture.app.person("bob").await);
    fixture
        .app
        .scenario(NewScenario::named("Winter").tagged(&["snow"]))
        .await;
    let list = "/search?search=winter";
    assert!(fixture.as_person(&ann, list).await.text().contains("Winter"));
    let tags = fixture.app.get("/tags/search?q=snow").await.ok();
    let block = serde_json::json!({ "blockedTags": [tags["results"][0]["id"]] });
    bob.patch("/users/me", &block).await.ok();
    let found = |reply: &Reply| data(reply)["data"]["/scenarios/search?q=winter"]["body"]["results"].clone();
    assert_eq!(found(&fixture.as_person(&bob, list).await), serde_json::json!([]));
    assert_ne!(found(&fixture.as_person(&ann, list).await), serde_json::json!([]));
    bob.patch("/users/me", &serde_json::json!({ "blockedTags": [] }))
        .await
        .ok();
    assert_ne!(
        found(&fixture.as_person(&bob, list).await),
        serde_json::json!([]),
        "at once"
    );
}

#[tokio::test]
async fn what_only_its_author_may_see_is_kept_for_nobody() {
    let fixture = Fixture::new().await;
    let (ann, bob) = (fixture.app.person("ann").await, fixture.app.person("bob").await);
    let secret = NewScenario {
        public: false,
        ..NewScenario::named("Secret")
    };
    let id = fixture.app.scenario(secret).await;
    set_unheard(&fixture, &id, "author_id", ann.user_id.as_str()).await;
    let page = format!("/scenario/{id}");
    for _ in 0..2 {
        assert!(fixture.as_person(&ann, &page).await.text().contains("Secret"));
        let reply = fixture.as_person(&bob, &page).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND);
        assert!(!reply.text().contains("Secret"));
    }
}

#[tokio::test]
async fn the_sharing_picture_of_a_draft_is_its_authors_alone() {
    let fixture = Fixture::new().await;
    let ann = fixture.app.person("ann").await;
    let ben = fixture.app.person("ben").await;
    add_drafts(&fixture.app, &ann.user_id, 1).await;
    let address = "/og/draft/d1.png?v=1";
    let own = fixture.as_person(&ann, address).await;
    assert_eq!(
        (
            own.status,
            own.header("content-type"),
            own.header("cache-control")
        ),
        (StatusCode::OK, "image/png", "private, no-cache"),
    );
    assert_eq!(
        fixture.as_person(&ben, address).await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(fixture.get(address).await.status, StatusCode::NOT_FOUND);
    assert_eq!(
        fixture.get("/og/scenario/d1.png").await.status,
        StatusCode::NOT_FOUND
    );
}
