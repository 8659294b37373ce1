//! Who may see an explicit image.

use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use futures::future::BoxFuture;
use image::{ImageFormat, Rgb, RgbImage};
use url::Url;

use super::samples::{BLUE, RED, encoded, is_near};
use super::site::{Cards, Site};
use crate::blobs::BlobKey;
use crate::egress::{Egress, Guard, SystemResolver};
use crate::media::{Gate, Media, MediaSettings, router};
use crate::web::Problem;

/// A gate whose judge fails, and which admits every caller who says so.
struct Lost;

impl Gate for Lost {
    fn is_explicit<'a>(&'a self, _: &'a BlobKey) -> BoxFuture<'a, Result<bool, Problem>> {
        Box::pin(std::future::ready(Err(Problem::internal("no judge"))))
    }

    fn admits<'a>(&'a self, headers: &'a HeaderMap) -> BoxFuture<'a, bool> {
        Box::pin(std::future::ready(headers.contains_key("x-grown-up")))
    }
}

#[tokio::test]
async fn what_nobody_can_judge_is_treated_as_explicit() {
    let site = Site::new();
    let squares = RgbImage::from_fn(400, 400, |x, y| if (x / 8 + y / 8) % 2 == 0 { RED } else { BLUE });
    site.store("a.png", encoded(squares, ImageFormat::Png)).await;
    let settings = MediaSettings {
        work_time: Duration::from_secs(60),
        ..MediaSettings::new(
            Url::parse("https://play.example").expect("a URL"),
            site.directory.path().join("cache"),
        )
    };
    let egress = Egress::new(Guard::default(), SystemResolver).expect("a client");
    let media = Media::open(
        settings,
        site.media.blobs().clone(),
        egress,
        Arc::new(site.clock.clone()),
        Arc::new(Cards::default()),
        Arc::new(Lost),
    )
    .expect("a media slice");
    let site = Site {
        router: router(media.clone()),
        media,
        ..site
    };
    for path in ["/media/a.png", "/_image?url=/media/a.png&w=384"] {
        let blurred = site.get(path).await;
        assert!(
            blurred
                .decoded()
                .to_rgb8()
                .pixels()
                .all(|pixel| is_near(*pixel, Rgb([120, 20, 120]))),
            "{path}"
        );
        assert_eq!(blurred.header("cache-control"), "private, no-store");
        let shown = site.get_with(path, &[("x-grown-up", "yes")]).await;
        assert!(
            !shown
                .decoded()
                .to_rgb8()
                .pixels()
                .all(|pixel| is_near(*pixel, Rgb([120, 20, 120]))),
            "{path}"
        );
        assert_eq!(shown.header("cache-control"), "private, no-cache");
    }
}
