//! OG images.

use std::path::PathBuf;

use axum::http::StatusCode;
use image::{ImageFormat, RgbImage};
use kernel::Timestamp;

use super::samples::{BLUE, RED, encoded, halves};
use super::site::{Answer, Cards, Site};
use crate::egress::Guard;
use crate::media::{OG_HEIGHT, OG_WIDTH, OgCard};

fn card(title: &str, image: Option<&str>) -> OgCard {
    OgCard {
        title: title.to_owned(),
        author: Some("Marlow & Quill".to_owned()),
        tagline: "A lighthouse keeper answers letters from a ship that sank a century ago <and means it>."
            .to_owned(),
        image: image.map(str::to_owned),
        explicit: false,
        updated: Timestamp(5),
    }
}

async fn og_site(cards: impl IntoIterator<Item = (&'static str, OgCard)>) -> Site {
    let site = Site::with(
        |settings| settings,
        Guard::default(),
        Cards(cards.into_iter().collect()),
    );
    let squares = RgbImage::from_fn(
        1_920,
        720,
        |x, y| if (x / 40 + y / 40) % 2 == 0 { RED } else { BLUE },
    );
    site.store("a/banner.png", encoded(squares, ImageFormat::Png))
        .await;
    site.store("a/cover.png", encoded(halves(466, 699), ImageFormat::Png))
        .await;
    site
}

#[tokio::test]
async fn sharing_pictures_are_1200_by_630_whatever_the_card_holds() {
    let site = og_site([
        (
            "plain",
            card("The Last Letter to Port Ember", Some("/media/a/banner.png")),
        ),
        (
            "portrait",
            card("The Last Letter to Port Ember", Some("/media/a/cover.png")),
        ),
        ("gone", card("The Last Letter", Some("/media/a/gone.png"))),
        (
            "foreign",
            card("The Last Letter", Some("http://evil.example/a.png")),
        ),
        (
            "empty",
            OgCard {
                author: None,
                tagline: String::new(),
                ..card("", None)
            },
        ),
        (
            "endless",
            card(&"Unreasonably ".repeat(300), Some("/media/a/banner.png")),
        ),
        (
            "word",
            card(&"Donaudampfschiff".repeat(40), Some("/media/a/banner.png")),
        ),
        ("hostile", card("</text><script>&\u{0}\u{202E}\u{FFFF}]]>", None)),
    ])
    .await;
    for id in [
        "plain", "portrait", "gone", "foreign", "empty", "endless", "word", "hostile",
    ] {
        let answer = site.get(&format!("/og/scenario/{id}.png")).await;
        assert_eq!(
            (answer.size(), answer.header("content-type")),
            ((OG_WIDTH, OG_HEIGHT), "image/png"),
            "{id}"
        );
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
        let known = site
            .get_with(
                &format!("/og/scenario/{id}.png"),
                &[("if-none-match", answer.header("etag"))],
            )
            .await;
        assert_eq!(known.status, StatusCode::NOT_MODIFIED);
    }
    assert_eq!(site.media.derivatives_made(), 8);
}

#[tokio::test]
async fn an_explicit_scenarios_sharing_picture_shows_no_detail() {
    let open = card("", Some("/media/a/banner.png"));
    let explicit = OgCard {
        explicit: true,
        ..open.clone()
    };
    let site = og_site([("open", open), ("explicit", explicit)]).await;
    let contrast = |answer: &Answer| {
        let image = answer.decoded().to_rgb8();
        let row: Vec<i32> = (800..1_180)
            .map(|x| i32::from(image.get_pixel(x, 200).0[0]))
            .collect();
        row.windows(2)
            .map(|pair| (pair[0] - pair[1]).abs())
            .max()
            .unwrap_or(0)
    };
    assert!(contrast(&site.get("/og/scenario/open.png").await) > 60);
    assert!(contrast(&site.get("/og/scenario/explicit.png").await) < 12);
}

#[tokio::test]
async fn a_title_without_glyphs_is_left_out_rather_than_drawn_as_boxes() {
    let site = og_site([
        ("titled", card("Port Ember", None)),
        ("untitled", card("", None)),
        ("strange", card("Port \u{10FFFD} Ember", None)),
    ])
    .await;
    let titled = site.get("/og/scenario/titled.png").await;
    let untitled = site.get("/og/scenario/untitled.png").await;
    let strange = site.get("/og/scenario/strange.png").await;
    assert_eq!(strange.body, untitled.body);
    let system_fonts = ["/usr/share/fonts", "/usr/local/share/fonts"].map(PathBuf::from);
    if system_fonts.iter().any(|directory| directory.exists()) {
        assert_ne!(titled.body, untitled.body);
    }
}

#[tokio::test]
async fn where_there_are_no_drafts_there_is_no_picture_of_one() {
    let site = og_site([("plain", card("Plain", None))]).await;
    for path in [
        "/og/draft/plain.png",
        "/og/draft/..%2fplain.png",
        "/og/draft/plain",
    ] {
        site.get(path).await.refused(404);
    }
}
