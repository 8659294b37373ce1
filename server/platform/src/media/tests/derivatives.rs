//! A derivative is made once, within limits, and kept.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use image::ImageFormat;
use url::Url;

use super::samples::{encoded, halves, meadow};
use super::site::{Answer, Cards, Site};
use crate::egress::{Egress, Guard, SystemResolver};
use crate::media::{Media, MediaSettings, NoGate, router};

#[tokio::test]
async fn made_pictures_have_strong_tags_and_are_kept() {
    let site = Site::new();
    site.store("a.png", encoded(meadow(100, 50), ImageFormat::Png))
        .await;
    let path = "/_image?url=/media/a.png&w=64&fm=webp";
    let first = site.get(path).await;
    let second = site.get(path).await;
    assert_eq!(
        (first.header("cache-status"), second.header("cache-status")),
        ("dramatis-images; fwd=miss; stored", "dramatis-images; hit")
    );
    assert_eq!(
        (&first.body, first.header("etag")),
        (&second.body, second.header("etag"))
    );
    assert!(first.header("etag").starts_with('"'));
    let known = site
        .get_with(path, &[("if-none-match", first.header("etag"))])
        .await;
    assert_eq!((known.status, known.body.len()), (StatusCode::NOT_MODIFIED, 0));
    // Nearly the same request is the same image; another quality bucket is another one.
    let near = site
        .get("/_image?url=/media/a.png%3Fv=2&w=60&q=81&fm=webp&fit=inside")
        .await;
    assert_eq!(near.header("etag"), first.header("etag"));
    assert_eq!(site.media.derivatives_made(), 1);
    let other = site.get("/_image?url=/media/a.png&w=64&q=20&fm=webp").await;
    assert_ne!(other.header("etag"), first.header("etag"));
}

#[tokio::test]
async fn a_hundred_callers_are_one_transform() {
    let site = Site::new();
    site.store("a.png", encoded(meadow(300, 300), ImageFormat::Png))
        .await;
    let path = "/_image?url=/media/a.png&w=128&fm=webp";
    let answers = futures::future::join_all((0..100).map(|_| site.get(path))).await;
    assert!(
        answers
            .iter()
            .all(|answer| answer.body == answers[0].body && answer.status == StatusCode::OK)
    );
    assert_eq!(site.media.derivatives_made(), 1);
}

#[tokio::test]
async fn a_caller_who_leaves_does_not_stop_the_others() {
    let site = Site::new();
    site.store("a.png", encoded(meadow(300, 300), ImageFormat::Png))
        .await;
    let path = "/_image?url=/media/a.png&w=128&fm=webp";
    for _ in 0..5 {
        let _ = tokio::time::timeout(Duration::from_micros(200), site.get(path)).await;
    }
    assert_eq!(site.get(path).await.size(), (128, 128));
    assert_eq!(site.media.derivatives_made(), 1);
}

#[tokio::test]
async fn a_flood_is_refused_and_not_queued() {
    let site = Site::with(
        |settings| MediaSettings {
            workers: 1,
            queue: 2,
            ..settings
        },
        Guard::default(),
        Cards::default(),
    );
    site.store("a.png", encoded(meadow(600, 600), ImageFormat::Png))
        .await;
    let paths: Vec<String> = (1..=20)
        .map(|step| format!("/_image?url=/media/a.png&w=640&fm=webp&q={}", step * 5))
        .collect();
    let answers = futures::future::join_all(paths.iter().map(|path| site.get(path))).await;
    let refused: Vec<&Answer> = answers
        .iter()
        .filter(|answer| answer.status != StatusCode::OK)
        .collect();
    assert!(!refused.is_empty() && refused.len() < 20);
    for answer in refused {
        answer.refused(503);
        assert_eq!(answer.header("retry-after"), "2");
    }
}

#[tokio::test]
async fn work_that_takes_too_long_is_given_up() {
    let site = Site::with(
        |settings| MediaSettings {
            work_time: Duration::from_nanos(1),
            ..settings
        },
        Guard::default(),
        Cards::default(),
    );
    site.store("a.png", encoded(meadow(900, 900), ImageFormat::Png))
        .await;
    site.get("/_image?url=/media/a.png&w=640").await.refused(504);
}

#[tokio::test]
async fn pictures_survive_a_restart_and_a_new_original_replaces_them() {
    let site = Site::new();
    site.store("a.png", encoded(meadow(100, 100), ImageFormat::Png))
        .await;
    let path = "/_image?url=/media/a.png&w=64&fm=webp";
    let first = site.get(path).await;

    let settings = MediaSettings::new(
        Url::parse("https://play.example").expect("a URL"),
        site.directory.path().join("cache"),
    );
    let egress = Egress::new(Guard::default(), SystemResolver).expect("a client");
    let media = Media::open(
        settings,
        site.media.blobs().clone(),
        egress,
        Arc::new(site.clock.clone()),
        Arc::new(Cards::default()),
        Arc::new(NoGate),
    )
    .expect("a media slice");
    media.load_cache();
    let reborn = Site {
        router: router(media.clone()),
        media,
        ..site
    };
    let second = reborn.get(path).await;
    assert_eq!(
        (second.header("cache-status"), &second.body),
        ("dramatis-images; hit", &first.body)
    );
    assert_eq!(reborn.media.derivatives_made(), 0);

    reborn
        .store("b.png", encoded(meadow(100, 100), ImageFormat::Png))
        .await;
    let before = reborn.get("/_image?url=/media/b.png&w=64&fm=webp").await;
    reborn
        .store("c.png", encoded(halves(100, 100), ImageFormat::Png))
        .await;
    let other = reborn.get("/_image?url=/media/c.png&w=64&fm=webp").await;
    assert_ne!(before.header("etag"), other.header("etag"));
}
