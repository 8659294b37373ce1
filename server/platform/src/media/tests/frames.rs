//! The frame in an image's address, followed by `/_image` and by OG images.

use image::{ImageFormat, Rgb, RgbImage};
use kernel::Timestamp;

use super::samples::{BLUE, RED, encoded, halves, is_near, with_exif};
use super::site::{Answer, Cards, Site};
use crate::egress::Guard;
use crate::media::OgCard;

/// Left half red, right half blue, at `/media/a.png`.
async fn site_of_halves() -> Site {
    let site = Site::new();
    site.store("a.png", encoded(halves(400, 100), ImageFormat::Png))
        .await;
    site
}

async fn framed(site: &Site, key: &str, frame: &str, query: &str) -> Answer {
    let frame: String = url::form_urlencoded::byte_serialize(frame.as_bytes()).collect();
    site.get(&format!("/_image?url=/media/{key}%3F{frame}&fm=png&{query}"))
        .await
}

fn is_all(image: &RgbImage, colour: Rgb<u8>) -> bool {
    image.pixels().all(|pixel| is_near(*pixel, colour))
}

#[tokio::test]
async fn a_derivative_shows_the_crop_alone() {
    let site = site_of_halves().await;
    for (crop, colour) in [("crop=0,0,0.5,1", RED), ("crop=0.5,0.25,0.25,0.5", BLUE)] {
        for query in [
            "w=384",
            "w=64&h=64",
            "w=64&h=64&fit=contain",
            "w=64&h=64&fit=inside&blur=1",
        ] {
            let image = framed(&site, "a.png", crop, query).await.decoded().into_rgba8();
            let seen: Vec<_> = image.pixels().filter(|pixel| pixel.0[3] > 0).collect();
            let is_seen =
                |pixel: &&image::Rgba<u8>| is_near(Rgb([pixel.0[0], pixel.0[1], pixel.0[2]]), colour);
            assert!(!seen.is_empty() && seen.iter().all(is_seen), "{crop} {query}");
        }
    }
    assert_eq!(
        framed(&site, "a.png", "crop=0,0,0.5,1", "w=384").await.size(),
        (200, 100)
    );
}

#[tokio::test]
async fn the_focus_point_stays_in_view_where_a_box_has_another_shape() {
    let site = site_of_halves().await;
    let cases = [
        ("focus=0.1,0.5", RED),
        ("focus=0.9,0.5", BLUE),
        ("crop=0.25,0,0.75,1&focus=0,0", RED),
        ("crop=0.25,0,0.75,1&focus=0.7,0", BLUE),
    ];
    for (frame, colour) in cases {
        let image = framed(&site, "a.png", frame, "w=96&h=96")
            .await
            .decoded()
            .to_rgb8();
        assert!(is_all(&image, colour), "{frame}");
    }
    let middle = framed(&site, "a.png", "", "w=96&h=96").await.decoded().to_rgb8();
    assert!(is_near(*middle.get_pixel(10, 50), RED) && is_near(*middle.get_pixel(85, 50), BLUE));
}

#[tokio::test]
async fn a_crop_is_a_part_of_the_upright_picture_whatever_its_orientation() {
    let site = Site::new();
    // Four colours, so that no turn or flip looks like another.
    let corners = RgbImage::from_fn(80, 40, |x, y| match (x < 40, y < 20) {
        (true, true) => RED,
        (false, true) => BLUE,
        (true, false) => Rgb([20, 220, 20]),
        (false, false) => Rgb([220, 220, 220]),
    });
    let jpeg = encoded(corners, ImageFormat::Jpeg);
    for orientation in 1..=8 {
        let key = format!("{orientation}.jpg");
        site.store(&key, with_exif(&jpeg, orientation, "x")).await;
        let whole = framed(&site, &key, "", "w=640").await.decoded().to_rgb8();
        let (width, height) = whole.dimensions();
        for (x, y) in [(0.1, 0.1), (0.6, 0.1), (0.1, 0.6), (0.6, 0.6)] {
            let crop = format!("crop={x},{y},0.3,0.3");
            let part = framed(&site, &key, &crop, "w=640").await.decoded().to_rgb8();
            let at = |fraction: f64, side: u32| ((fraction + 0.15) * f64::from(side)) as u32;
            let colour = *whole.get_pixel(at(x, width), at(y, height));
            let middle = *part.get_pixel(part.width() / 2, part.height() / 2);
            assert!(is_near(middle, colour), "{orientation} {crop}");
        }
    }
}

#[tokio::test]
async fn frames_have_derivatives_of_their_own_and_nearly_equal_ones_share_theirs() {
    let site = site_of_halves().await;
    let tag = async |frame| {
        framed(&site, "a.png", frame, "w=64")
            .await
            .header("etag")
            .to_owned()
    };
    let first = tag("crop=0,0,0.5,1").await;
    assert_ne!(first, tag("crop=0,0,0.6,1").await);
    assert_eq!(first, tag("crop=0.0001,0,0.5,1.0&v=2").await);
    assert_eq!(site.media.derivatives_made(), 2);
}

#[tokio::test]
async fn frames_that_are_no_part_of_a_picture_are_refused() {
    let site = site_of_halves().await;
    for frame in [
        "crop=",
        "crop=0,0,2,1",
        "crop=0.5,0,0.6,1",
        "focus=0.5",
        "focus=NaN,0",
        "focus=0,0&focus=0,0",
    ] {
        framed(&site, "a.png", frame, "w=64").await.refused(400);
    }
}

#[tokio::test]
async fn the_original_is_served_whole_whatever_its_address_says() {
    let site = site_of_halves().await;
    let whole = site.get("/media/a.png").await.body;
    for query in ["crop=0,0,0.5,1", "crop=nonsense"] {
        assert_eq!(site.get(&format!("/media/a.png?{query}")).await.body, whole);
    }
}

#[tokio::test]
async fn an_og_image_shows_the_frame_of_its_picture() {
    let card = |frame: &str| OgCard {
        title: String::new(),
        author: None,
        tagline: String::new(),
        image: Some(format!("/media/a.png{frame}")),
        explicit: false,
        updated: Timestamp(0),
    };
    let cards = [("red", card("?crop=0,0,0.5,1")), ("blue", card("?focus=1,0.5"))];
    let site = Site::with(|settings| settings, Guard::default(), Cards(cards.into()));
    site.store("a.png", encoded(halves(400, 100), ImageFormat::Png))
        .await;
    for (id, shown) in [("red", 0), ("blue", 2)] {
        let image = site
            .get(&format!("/og/scenario/{id}.png"))
            .await
            .decoded()
            .to_rgb8();
        // The picture is darkened, but keeps its colour.
        for x in [700, 1_160] {
            let pixel = image.get_pixel(x, 60).0;
            assert!(pixel[shown] > pixel[2 - shown], "{id} {x} {pixel:?}");
        }
    }
}
