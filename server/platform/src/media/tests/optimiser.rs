//! Sizes, kinds and refusals of `/_image`.

use axum::http::{StatusCode, header};
use image::{ImageFormat, Rgba, RgbaImage};
use proptest::prelude::*;

use super::samples::{encoded, halves, meadow};
use super::site::Site;

#[tokio::test]
async fn a_picture_comes_in_the_size_and_kind_asked_for() {
    let site = Site::new();
    site.store(
        "starter/a/cover.webp",
        encoded(meadow(932, 1398), ImageFormat::WebP),
    )
    .await;
    let cases = [
        ("w=233&h=350&fm=webp", (233, 350), "image/webp"),
        ("w=466&h=700&fm=jpg", (466, 699), "image/jpeg"),
        ("w=233&fm=jpeg&q=40", (233, 350), "image/jpeg"),
        ("w=256&h=256&fit=inside&fm=png", (171, 256), "image/png"),
        ("w=256&h=256&fit=contain&fm=png", (256, 256), "image/png"),
        ("w=256&h=256&fit=outside&fm=webp", (256, 384), "image/webp"),
        ("w=64&h=64&fit=fill&fm=webp", (64, 64), "image/webp"),
        ("w=3841&fm=webp", (932, 1398), "image/webp"),
        ("w=240&fm=webp", (233, 350), "image/webp"),
    ];
    for (query, size, kind) in cases {
        let answer = site
            .get(&format!("/_image?url=/media/starter/a/cover.webp&{query}"))
            .await;
        assert_eq!(
            (answer.size(), answer.header("content-type")),
            (size, kind),
            "{query}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("vary"), "");
    }
    let absolute = site
        .get("/_image?url=https%3A%2F%2Fplay.example%2Fmedia%2Fstarter%2Fa%2Fcover.webp&w=64")
        .await;
    assert_eq!(absolute.size(), (64, 96));
}

#[tokio::test]
async fn the_kind_follows_accept_where_none_is_asked_for() {
    let site = Site::new();
    site.store("a.jpg", encoded(meadow(40, 40), ImageFormat::Jpeg))
        .await;
    site.store("a.png", encoded(meadow(40, 40), ImageFormat::Png))
        .await;
    site.store("a.webp", encoded(meadow(40, 40), ImageFormat::WebP))
        .await;
    let clear = RgbaImage::from_pixel(40, 40, Rgba([9, 9, 9, 0]));
    site.store("clear.webp", encoded(clear, ImageFormat::WebP)).await;
    let cases = [
        ("a.jpg", "image/avif,image/webp,*/*;q=0.8", "image/webp"),
        ("a.jpg", "image/*,*/*;q=0.8", "image/jpeg"),
        ("a.png", "*/*", "image/png"),
        ("a.webp", "image/png", "image/jpeg"),
        ("clear.webp", "image/png", "image/png"),
    ];
    for (key, accept, kind) in cases {
        let answer = site
            .get_with(&format!("/_image?url=/media/{key}&w=32"), &[("accept", accept)])
            .await;
        assert_eq!(
            (answer.header("content-type"), answer.header("vary")),
            (kind, "Accept"),
            "{key} {accept}"
        );
    }
}

#[tokio::test]
async fn garbage_is_refused_with_a_problem_and_never_500() {
    let site = Site::new();
    site.store("a.png", encoded(meadow(20, 20), ImageFormat::Png))
        .await;
    let bad = [
        "",
        "?",
        "?w=64",
        "?url=/media/a.png",
        "?url=/media/a.png&w=abc",
        "?url=/media/a.png&w=64&q=NaN",
        "?url=/media/a.png&w=64&fit=evil",
        "?url=/media/a.png&w=64&fm=svg",
        "?url=/media/a.png&w=64&w=64",
        "?url=/_image?url=/media/a.png&w=64",
        "?url=%2F_image%3Furl%3D%2Fmedia%2Fa.png%26w%3D64&w=64",
        "?url=data:image/png;base64,AAAA&w=64",
        "?url=/media/a.svg&w=64",
        "?url=http://evil.example/a.png&w=64",
        "?url=http://169.254.169.254/&w=64",
        "?url=%FF%FE&w=64",
        "?url=&w=64",
        "?url=/media/%00&w=64",
    ];
    for query in bad {
        site.get(&format!("/_image{query}")).await.refused(400);
    }
    site.get("/_image?url=/media/absent.png&w=64").await.refused(404);
}

fn query_value() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "",
            "0",
            "1",
            "16",
            "64",
            "233",
            "3840",
            "3841",
            "-1",
            "1e9",
            "NaN",
            "abc",
            "webp",
            "png",
            "jpg",
            "svg",
            "cover",
            "crop",
            "contain",
            "inside",
            "outside",
            "fill",
            "scale",
            "/media/a.png",
            "/media/b.gif",
            "/media/none.png",
            "/media/..",
            "/_image",
            "data:,",
            "http://127.0.0.1/",
            "https://play.example/media/a.png",
            "%00",
            "%FF",
            "%",
            "%2e%2e%2f",
        ])
        .prop_map(str::to_owned),
        "[!-~&&[^#]]{0,12}",
        "[0-9]{1,30}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_query_string_is_answered_with_a_server_error(
        pairs in prop::collection::vec(
            (prop::sample::select(vec!["url", "w", "q", "h", "fit", "fm", "blur", "x"]), query_value()), 0..7),
        whole in any::<bool>(),
    ) {
        thread_local! {
            static RUNTIME: tokio::runtime::Runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            static SITE: Site = RUNTIME.with(|runtime| runtime.block_on(async {
                let site = Site::new();
                site.store("a.png", encoded(meadow(20, 30), ImageFormat::Png)).await;
                site.store("b.gif", encoded(halves(20, 30), ImageFormat::Gif)).await;
                site
            }));
        }
        let mut query: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if whole {
            query.splice(0..0, ["url=/media/a.png".to_owned(), "w=64".to_owned()]);
        }
        let path = format!("/_image?{}", query.join("&"));
        prop_assume!(path.parse::<axum::http::Uri>().is_ok());
        let answer = SITE.with(|site| RUNTIME.with(|runtime| runtime.block_on(site.get(&path))));
        prop_assert!(answer.status.as_u16() < 500, "{path}: {}", answer.status);
        let kind = answer.headers.get(header::CONTENT_TYPE).map(|kind| kind.as_bytes().to_vec()).unwrap_or_default();
        let expected: &[u8] = if answer.status == StatusCode::OK { b"image/" } else { b"application/problem+json" };
        prop_assert!(kind.starts_with(expected), "{path}");
    }
}
