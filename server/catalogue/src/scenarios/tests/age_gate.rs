//! The age gate on all routes of images, on both engines (reliability O-10).

use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use platform::audit::Event;
use platform::blobs::BlobKey;
use platform::db::{Isolation, query_on};
use platform::egress::{Egress, Guard, SystemResolver};
use platform::image_judge::{decide, register};
use platform::media::{Media, MediaSettings, OgCard, OgCards, router};
use platform::web::Problem;

use crate::scenarios::ScenarioImages;
use accounts::age_gate::AgeGate;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use bytes::Bytes;
use futures::future::BoxFuture;
use image::{ImageFormat, Rgb, RgbImage};
use platform::both_engines;
use tower::ServiceExt;

use crate::testing::{NewScenario, ProfileChange, TEST_NOW, TEST_ORIGIN, TestApp};

/// The image routes of a site whose images are all checkered.
struct Gallery {
    router: Router,
    media: Media,
    _cache: tempfile::TempDir,
}

struct ImageAnswer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl ImageAnswer {
    fn header(&self, name: &str) -> String {
        let values: Vec<&str> = self
            .headers
            .get_all(name)
            .iter()
            .map(|value| value.to_str().expect("ASCII"))
            .collect();
        values.join(", ")
    }

    /// Whether the squares are distinguishable.
    fn is_clear(&self) -> bool {
        assert_eq!(
            self.status,
            StatusCode::OK,
            "{}",
            String::from_utf8_lossy(&self.body)
        );
        let picture = image::load_from_memory(&self.body).expect("a picture").to_luma8();
        let (left, top) = (picture.width() * 3 / 4, picture.height() / 4);
        let pairs = (top..top + 30).flat_map(|y| (left..left + 100).map(move |x| (x, y)));
        let step =
            pairs.map(|(x, y)| picture.get_pixel(x, y).0[0].abs_diff(picture.get_pixel(x + 1, y).0[0]));
        step.max() > Some(25)
    }
}

/// Every scenario has this card, which claims to be harmless.
struct Harmless(&'static str);

impl OgCards for Harmless {
    fn card<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Option<OgCard>, Problem>> {
        let image = Some(format!("/media/{}", self.0));
        let card = OgCard {
            title: String::new(),
            author: None,
            tagline: String::new(),
            image,
            explicit: false,
            updated: TEST_NOW,
        };
        Box::pin(std::future::ready(Ok(Some(card))))
    }
}

impl Gallery {
    async fn open(app: &TestApp, must_confirm: bool, keys: &[&'static str]) -> Self {
        let squares = RgbImage::from_fn(640, 320, |x, y| {
            if (x / 10 + y / 10) % 2 == 0 {
                Rgb([250, 250, 250])
            } else {
                Rgb([10, 10, 10])
            }
        });
        let mut bytes = Cursor::new(Vec::new());
        squares.write_to(&mut bytes, ImageFormat::Png).expect("encodable");
        let bytes = Bytes::from(bytes.into_inner());
        for key in keys {
            app.state
                .blobs
                .put(&BlobKey::parse(key).expect("a key"), bytes.clone())
                .await
                .expect("stored");
        }
        let cache = tempfile::tempdir().expect("a directory");
        // An unoptimised build on a busy machine is slow.
        let settings = MediaSettings {
            work_time: Duration::from_secs(60),
            ..MediaSettings::new(TEST_ORIGIN.parse().expect("a URL"), cache.path().join("images"))
        };
        let egress = Egress::new(Guard::default(), SystemResolver).expect("a client");
        let gate = Arc::new(AgeGate::new(
            app.state.clone(),
            must_confirm,
            crate::SHOWS_EXPLICIT,
        ));
        let cards = Arc::new(Harmless(keys.first().copied().unwrap_or_default()));
        let media = Media::open(
            settings,
            app.state.blobs.clone(),
            egress,
            app.state.clock.clone(),
            cards,
            gate,
        )
        .expect("a media slice");
        Self {
            router: router(media.clone()),
            media,
            _cache: cache,
        }
    }

    async fn get(&self, path: &str, cookies: &str) -> ImageAnswer {
        self.ask(path, &[("cookie", cookies)]).await
    }

    async fn ask(&self, path: &str, headers: &[(&str, &str)]) -> ImageAnswer {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let Ok(response) = self
            .router
            .clone()
            .oneshot(request.body(Body::empty()).expect("a request"))
            .await;
        let (parts, body) = response.into_parts();
        ImageAnswer {
            status: parts.status,
            headers: parts.headers,
            body: to_bytes(body, usize::MAX).await.expect("a body"),
        }
    }
}

/// Every address of an image's bytes.
fn addresses(key: &str) -> [String; 6] {
    [
        format!("/media/{key}"),
        format!("/media/{key}?shown=1"),
        format!("/_image?url=/media/{key}&w=640"),
        format!("/_image?url=/media/{key}%3Fshown%3D1&w=640&h=320&fm=png"),
        format!("/_image?url={TEST_ORIGIN}/media/{key}&w=640&q=100&fm=jpg&shown=1"),
        format!("/_image?url=/media/{key}&w=640&blur=0"),
    ]
}

const COVER: &str = "x/0123456789abcdef0123456789abcdef.png";
const BANNER: &str = "x/banner.png";
const PORTRAIT: &str = "x/portrait.png";

fn explicit(name: &str) -> NewScenario {
    let pictures = ScenarioImages {
        cover: Some(COVER.to_owned()),
        banner: Some(BANNER.to_owned()),
        ..ScenarioImages::default()
    };
    NewScenario {
        pictures,
        portrait: Some(PORTRAIT.to_owned()),
        judged: vec![("Porn".to_owned(), 0.9)],
        ..NewScenario::named(name)
    }
}

both_engines!(
    only_a_confirmed_adult_gets_an_explicit_image_unblurred,
    async |app| {
        app.scenario(explicit("Behind the curtain")).await;
        let gallery = Gallery::open(app, false, &[COVER, BANNER, PORTRAIT]).await;
        let (ann, bob) = (app.person("ann").await, app.person("bob").await);
        ann.change(ProfileChange {
            show_nsfw: true,
            ..ProfileChange::default()
        })
        .await;
        let (on, off) = (
            format!("session={}", ann.cookie),
            format!("session={}", bob.cookie),
        );
        for key in [COVER, BANNER, PORTRAIT] {
            for address in addresses(key) {
                for (cookies, clear) in [
                    ("", false),
                    ("showNSFW=false", false),
                    ("showNSFW=1", false),
                    ("guest=1", false),
                    ("session=made-up", false),
                    ("showNSFW=true", true),
                    ("guest=1; showNSFW=true", true),
                    // The person's own setting counts, whatever the browser's cookie holds.
                    (&on, true),
                    (&format!("{on}; showNSFW=false"), true),
                    (&off, false),
                    (&format!("{off}; showNSFW=true"), false),
                ] {
                    assert_eq!(
                        gallery.get(&address, cookies).await.is_clear(),
                        clear,
                        "{address} {cookies}"
                    );
                }
            }
        }
    }
);

both_engines!(an_upload_is_served_blurred_until_it_was_judged, async |app| {
    let gallery = Gallery::open(app, false, &[COVER]).await;
    let register = app.state.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { register(tx, COVER, TEST_NOW).await })
    });
    register.await.expect("a row");
    for address in addresses(COVER) {
        assert!(!gallery.get(&address, "").await.is_clear(), "{address}");
        let confirmed = gallery.get(&address, "showNSFW=true").await;
        assert!(confirmed.is_clear(), "{address}");
    }
    for (explicit, clear) in [(false, true), (true, false)] {
        assert!(
            decide(&app.state, COVER, Some(explicit), &Event::default())
                .await
                .expect("a decision")
        );
        gallery.media.invalidate_judgements();
        for address in addresses(COVER) {
            assert_eq!(gallery.get(&address, "").await.is_clear(), clear, "{address}");
        }
    }
});

both_engines!(a_setting_switched_off_counts_at_once, async |app| {
    app.scenario(explicit("Behind the curtain")).await;
    let gallery = Gallery::open(app, true, &[COVER]).await;
    let ann = app.person("ann").await;
    let session = format!("session={}", ann.cookie);
    for on in [true, false] {
        ann.change(ProfileChange {
            show_nsfw: on,
            ..ProfileChange::default()
        })
        .await;
        for address in addresses(COVER) {
            assert_eq!(gallery.get(&address, &session).await.is_clear(), on, "{address}");
        }
    }
});

both_engines!(
    where_a_confirmation_is_wanted_a_campaigns_cookie_opens_nothing,
    async |app| {
        app.scenario(explicit("Behind the curtain")).await;
        let gallery = Gallery::open(app, true, &[COVER]).await;
        for address in addresses(COVER) {
            for (cookies, clear) in [
                ("campaign=vibe; showNSFW=true", false),
                ("guest=1; showNSFW=true", false),
                ("adultConfirmed=true", false),
                ("showNSFW=true; adultConfirmed=true", true),
            ] {
                assert_eq!(
                    gallery.get(&address, cookies).await.is_clear(),
                    clear,
                    "{address} {cookies}"
                );
            }
        }
    }
);

both_engines!(no_shared_cache_mixes_the_two, async |app| {
    app.scenario(explicit("Behind the curtain")).await;
    let gallery = Gallery::open(app, false, &[COVER]).await;
    for address in addresses(COVER) {
        let blurred = gallery.get(&address, "").await;
        let shown = gallery.get(&address, "showNSFW=true").await;
        assert_eq!(blurred.header("cache-control"), "private, no-store", "{address}");
        assert_eq!(shown.header("cache-control"), "private, no-cache", "{address}");
        for answer in [&blurred, &shown] {
            assert!(answer.header("vary").contains("Cookie"), "{address}");
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
        }
        let tag = shown.header("etag");
        assert_ne!(tag, blurred.header("etag"), "{address}");
        assert_ne!(shown.body, blurred.body, "{address}");

        // The browser's copy is either still allowed, or the browser must request it anew.
        let known = gallery
            .ask(&address, &[("cookie", "showNSFW=true"), ("if-none-match", &tag)])
            .await;
        assert_eq!(
            (known.status, known.header("cache-control").as_str()),
            (StatusCode::NOT_MODIFIED, "private, no-cache"),
            "{address}"
        );
        assert!(known.header("vary").contains("Cookie"));
        let lost = gallery.ask(&address, &[("if-none-match", &tag)]).await;
        assert!(!lost.is_clear(), "{address}");
    }
});

both_engines!(what_is_not_explicit_is_everyones_as_before, async |app| {
    let plain = "a/fedcba9876543210fedcba9876543210.png";
    app.scenario(explicit("Behind the curtain")).await;
    let pictures = ScenarioImages {
        cover: Some(plain.to_owned()),
        banner: None,
        ..ScenarioImages::default()
    };
    let judged = vec![("Drawing".to_owned(), 0.9)];
    app.scenario(NewScenario {
        pictures,
        judged,
        public: false,
        author: "somebody".to_owned(),
        ..NewScenario::named("A private matter")
    })
    .await;
    let gallery = Gallery::open(app, true, &[plain, "a/nobodys.png"]).await;
    for (key, caching) in [
        (plain, "public, max-age=31536000, immutable"),
        (
            "a/nobodys.png",
            "public, max-age=2592000, stale-while-revalidate=86400",
        ),
    ] {
        for address in addresses(key) {
            let visitor = gallery.get(&address, "").await;
            let grown_up = gallery.get(&address, "showNSFW=true; adultConfirmed=true").await;
            assert!(visitor.is_clear(), "{address}");
            assert_eq!(
                (&visitor.body, visitor.header("etag")),
                (&grown_up.body, grown_up.header("etag")),
                "{address}"
            );
            assert_eq!(visitor.header("cache-control"), caching, "{address}");
            assert!(!visitor.header("vary").contains("Cookie"), "{address}");
        }
    }
    assert_eq!(
        gallery.get("/media/a/none.png", "").await.status,
        StatusCode::NOT_FOUND
    );
});

both_engines!(
    explicit_is_explicit_whatever_the_visibility_of_the_scenario,
    async |app| {
        for (name, key) in [
            ("Private", "p/private.png"),
            ("Hidden", "p/hidden.png"),
            ("Removed", "p/removed.png"),
        ] {
            let pictures = ScenarioImages {
                cover: Some(key.to_owned()),
                banner: None,
                ..ScenarioImages::default()
            };
            let (public, hidden, removed) = (name != "Private", name == "Hidden", name == "Removed");
            app.scenario(NewScenario {
                pictures,
                public,
                hidden,
                removed,
                portrait: None,
                ..explicit(name)
            })
            .await;
        }
        let gallery = Gallery::open(app, false, &["p/private.png", "p/hidden.png", "p/removed.png"]).await;
        for key in ["p/private.png", "p/hidden.png", "p/removed.png"] {
            for address in addresses(key) {
                assert!(!gallery.get(&address, "").await.is_clear(), "{address}");
            }
        }
    }
);

const CARD_OF_SCENARIO: &str = "
    insert into cards (id, author_id, display_name, tagline, description, author_notes, model, pictures,
        avatar_metrics, explicit, public, hidden, listed, created_at, updated_at)
    select 'card', author_id, display_name, '', '', '', '{}', pictures, avatar_metrics, true, public,
        hidden, listed, 0, 0
    from scenarios
    where id = $1";
const MARK: &str = "update scenarios set explicit = true where id = $1";

both_engines!(cards_and_new_judgements_count_too, async |app| {
    let with = |key: &str| ScenarioImages {
        cover: None,
        banner: Some(key.to_owned()),
        ..ScenarioImages::default()
    };
    let carded = app
        .scenario(NewScenario {
            pictures: with("c/card.png"),
            ..NewScenario::named("Once a card")
        })
        .await;
    let judged = app
        .scenario(NewScenario {
            pictures: with("c/late.png"),
            ..NewScenario::named("Judged late")
        })
        .await;
    let keys = ["c/card.png", "c/late.png"];
    let before = Gallery::open(app, false, &keys).await;
    for address in keys.into_iter().flat_map(addresses) {
        assert!(before.get(&address, "").await.is_clear(), "{address}");
    }
    let mut tx = app.state.db.begin().await.expect("a transaction");
    for (text, id) in [(CARD_OF_SCENARIO, &carded), (MARK, &judged)] {
        query_on!(tx, |x: D| sqlx::query::<D>(text)
            .bind(id)
            .execute(x)
            .await
            .map(drop))
        .expect("a change");
    }
    tx.commit().await.expect("a commit");
    // Another process of the site: this one caches the state of an image for some seconds.
    let after = Gallery::open(app, false, &keys).await;
    for address in keys.into_iter().flat_map(addresses) {
        assert!(!after.get(&address, "").await.is_clear(), "{address}");
    }
});

both_engines!(an_og_image_is_blurred_for_everybody, async |app| {
    let path = "/og/scenario/harmless.png";
    let before = Gallery::open(app, false, &[BANNER]).await;
    assert!(before.get(path, "").await.is_clear());
    app.scenario(explicit("Behind the curtain")).await;
    let after = Gallery::open(app, false, &[BANNER]).await;
    for cookies in ["", "showNSFW=true"] {
        let answer = after.get(path, cookies).await;
        assert!(!answer.is_clear(), "{cookies}");
        assert!(answer.header("cache-control").starts_with("public"));
    }
    assert_eq!(after.media.derivatives_made(), 1, "it is the same for everybody");
});
