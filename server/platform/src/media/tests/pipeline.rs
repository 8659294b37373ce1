//! What becomes of the pixels.

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use super::samples::{BLUE, RED, contains, encoded, halves, is_near, meadow, with_exif};
use super::site::Site;

#[tokio::test]
async fn turned_pictures_come_upright_and_without_their_secrets() {
    let site = Site::new();
    let canary = "52.5163N 13.3777E";
    let jpeg = with_exif(&encoded(halves(60, 40), ImageFormat::Jpeg), 6, canary);
    assert!(contains(&jpeg, canary.as_bytes()));
    site.store("turned.jpg", jpeg).await;
    for kind in ["jpg", "webp", "png"] {
        let answer = site
            .get(&format!("/_image?url=/media/turned.jpg&w=640&fm={kind}"))
            .await;
        let image = answer.decoded().to_rgb8();
        assert_eq!(image.dimensions(), (40, 60));
        // Turned clockwise, the left half is on top.
        assert!(is_near(*image.get_pixel(20, 10), RED), "{kind}");
        assert!(is_near(*image.get_pixel(20, 50), BLUE), "{kind}");
        for secret in [canary.as_bytes(), b"Exif", b"EXIF", b"comment"] {
            assert!(!contains(&answer.body, secret), "{kind}");
        }
    }
    let cropped = site
        .get("/_image?url=/media/turned.jpg&w=32&h=16&fm=png")
        .await
        .decoded()
        .to_rgb8();
    assert_eq!(cropped.dimensions(), (32, 16));
    assert!(is_near(*cropped.get_pixel(16, 2), RED) && is_near(*cropped.get_pixel(16, 13), BLUE));
}

#[tokio::test]
async fn every_orientation_comes_upright() {
    let site = Site::new();
    // The effect of each orientation on an image whose left is red, shown by where red ends up.
    let cases = [
        (1, "left"),
        (2, "right"),
        (3, "right"),
        (4, "left"),
        (5, "top"),
        (6, "top"),
        (7, "bottom"),
        (8, "bottom"),
        (0, "left"),
        (9, "left"),
    ];
    for (orientation, side) in cases {
        let key = format!("{orientation}.jpg");
        site.store(
            &key,
            with_exif(&encoded(halves(60, 40), ImageFormat::Jpeg), orientation, "x"),
        )
        .await;
        let image = site
            .get(&format!("/_image?url=/media/{key}&w=640&fm=png"))
            .await
            .decoded()
            .to_rgb8();
        let (width, height) = image.dimensions();
        let at = match side {
            "left" => (5, height / 2),
            "right" => (width - 5, height / 2),
            "top" => (width / 2, 5),
            _ => (width / 2, height - 5),
        };
        assert!(is_near(*image.get_pixel(at.0, at.1), RED), "{orientation}");
        assert!(
            is_near(*image.get_pixel(width - 1 - at.0, height - 1 - at.1), BLUE),
            "{orientation}"
        );
    }
}

#[tokio::test]
async fn only_the_first_frame_of_an_animation_is_used() {
    let site = Site::new();
    let mut gif = Vec::new();
    {
        let mut encoder = image::codecs::gif::GifEncoder::new(&mut gif);
        for colour in [RED, BLUE, BLUE] {
            let frame = DynamicImage::ImageRgb8(RgbImage::from_pixel(50, 30, colour)).into_rgba8();
            encoder.encode_frame(image::Frame::new(frame)).expect("a frame");
        }
    }
    let config = webp::WebPConfig::new().expect("a configuration");
    let mut animation = webp::AnimEncoder::new(50, 30, &config);
    let frames = [RED, BLUE].map(|colour| RgbImage::from_pixel(50, 30, colour).into_raw());
    for (number, frame) in frames.iter().enumerate() {
        animation.add_frame(webp::AnimFrame::from_rgb(frame, 50, 30, number as i32 * 100));
    }
    let animation = animation.encode();
    for (key, bytes) in [("a.gif", gif), ("a.webp", animation.to_vec())] {
        site.store(key, bytes).await;
        let image = site
            .get(&format!("/_image?url=/media/{key}&w=640&fm=png"))
            .await
            .decoded()
            .to_rgb8();
        assert_eq!(image.dimensions(), (50, 30));
        assert!(is_near(*image.get_pixel(25, 15), RED), "{key}");
    }
}

#[tokio::test]
async fn transparent_pictures_stay_so_or_get_the_dark_ground() {
    let site = Site::new();
    site.store(
        "a.png",
        encoded(
            RgbaImage::from_pixel(64, 64, Rgba([255, 255, 255, 0])),
            ImageFormat::Png,
        ),
    )
    .await;
    let webp = site
        .get("/_image?url=/media/a.png&w=32&fm=webp")
        .await
        .decoded()
        .to_rgba8();
    assert_eq!(webp.get_pixel(16, 16).0[3], 0);
    let jpeg = site
        .get("/_image?url=/media/a.png&w=32&fm=jpg")
        .await
        .decoded()
        .to_rgb8();
    assert!(is_near(*jpeg.get_pixel(16, 16), Rgb([0, 8, 20])));
    // Grey, palette and sixteen-bit sources are images like any other.
    site.store(
        "grey.png",
        encoded(
            DynamicImage::ImageRgb8(meadow(64, 64)).to_luma8(),
            ImageFormat::Png,
        ),
    )
    .await;
    site.store(
        "deep.png",
        encoded(
            DynamicImage::ImageRgb8(meadow(64, 64)).to_rgba16(),
            ImageFormat::Png,
        ),
    )
    .await;
    for key in ["grey.png", "deep.png"] {
        for kind in ["webp", "jpg", "png"] {
            let answer = site
                .get(&format!(
                    "/_image?url=/media/{key}&w=32&h=16&fit=contain&fm={kind}"
                ))
                .await;
            assert_eq!(answer.size(), (32, 16), "{key} {kind}");
        }
    }
}

#[tokio::test]
async fn a_blurred_picture_keeps_colours_and_loses_everything_else() {
    let site = Site::new();
    let squares = RgbImage::from_fn(400, 400, |x, y| if (x / 8 + y / 8) % 2 == 0 { RED } else { BLUE });
    site.store("a.png", encoded(squares, ImageFormat::Png)).await;
    let image = site
        .get("/_image?url=/media/a.png&w=384&q=60&blur=1")
        .await
        .decoded()
        .to_rgb8();
    assert_eq!(image.dimensions(), (384, 384));
    let middle = Rgb([120, 20, 120]);
    assert!(
        image.pixels().all(|pixel| is_near(*pixel, middle)),
        "the squares can still be told apart"
    );
    let sharp = site.get("/_image?url=/media/a.png&w=384&q=60").await;
    assert_ne!(sharp.decoded().to_rgb8(), image);
}
