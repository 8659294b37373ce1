//! The slice through its HTTP face.

use std::collections::HashMap;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use bytes::Bytes;
use futures::future::BoxFuture;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use kernel::{TestClock, Timestamp};
use proptest::prelude::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tower::ServiceExt;
use url::Url;

use super::*;
use crate::blobs::{BlobKey, Blobs};
use crate::egress::{AllowedHosts, Egress, Guard, SystemResolver};
use crate::web::Problem;

/// A site of pictures only, in a directory of its own.
struct Site {
    media: Media,
    router: Router,
    clock: TestClock,
    directory: tempfile::TempDir,
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("ASCII"))
    }

    fn picture(&self) -> DynamicImage {
        assert_eq!(
            self.status,
            StatusCode::OK,
            "{}",
            String::from_utf8_lossy(&self.body)
        );
        image::load_from_memory(&self.body).expect("a picture")
    }

    fn size(&self) -> (u32, u32) {
        let picture = self.picture();
        (picture.width(), picture.height())
    }

    fn refused(&self, status: u16) {
        let text = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status.as_u16(), status, "{text}");
        assert_eq!(
            self.header("content-type"),
            "application/problem+json; charset=utf-8"
        );
        let problem: serde_json::Value = serde_json::from_slice(&self.body).expect("JSON");
        assert_eq!(problem["status"], status);
    }
}

#[derive(Default)]
struct Cards(HashMap<&'static str, OgCard>);

impl OgCards for Cards {
    fn card<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<OgCard>, Problem>> {
        Box::pin(std::future::ready(Ok(self.0.get(id).cloned())))
    }
}

impl Site {
    fn new() -> Self {
        Self::with(|settings| settings, Guard::default(), Cards::default())
    }

    fn with(change: impl FnOnce(MediaSettings) -> MediaSettings, guard: Guard, cards: Cards) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let public_url = Url::parse("https://play.example").expect("a URL");
        let mut settings = MediaSettings::new(public_url, directory.path().join("cache"));
        // An unoptimised build on a busy machine is slow; the limit has a test of its own.
        settings.work_time = Duration::from_secs(60);
        let egress = Egress::new(guard, SystemResolver).expect("a client");
        let clock = TestClock::at(Timestamp(1_700_000_000_000));
        let media = Media::open(
            change(settings),
            Blobs::memory(),
            egress,
            Arc::new(clock.clone()),
            Arc::new(cards),
            Arc::new(NoGate),
        )
        .expect("a media slice");
        Self {
            router: router(media.clone()),
            media,
            clock,
            directory,
        }
    }

    async fn store(&self, key: &str, bytes: impl Into<Bytes>) {
        let key = BlobKey::parse(key).expect("a key");
        self.media.blobs().put(&key, bytes.into()).await.expect("stored");
    }

    async fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[]).await
    }

    async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.call(Method::GET, path, headers).await
    }

    async fn call(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("a body");
        Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }
}

const RED: Rgb<u8> = Rgb([220, 20, 20]);
const BLUE: Rgb<u8> = Rgb([20, 20, 220]);

fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, format).expect("encodable");
    bytes.into_inner()
}

/// Smooth colours that no two pixels share by accident.
fn meadow(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        Rgb([(x * 255 / width) as u8, (y * 255 / height) as u8, 96])
    })
}

/// Left half red, right half blue.
fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { RED } else { BLUE })
}

fn is_near(pixel: Rgb<u8>, wanted: Rgb<u8>) -> bool {
    pixel.0.iter().zip(wanted.0).all(|(&a, b)| a.abs_diff(b) < 40)
}

/// Puts an EXIF block with an orientation and a place name after a JPEG's first mark.
fn with_exif(jpeg: &[u8], orientation: u8, canary: &str) -> Vec<u8> {
    let mut tiff = b"II*\0\x08\0\0\0".to_vec();
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [
            &tag.to_le_bytes()[..],
            &kind.to_le_bytes(),
            &count.to_le_bytes(),
            &value.to_le_bytes(),
        ]
        .concat()
    };
    let text_at = 8 + 2 + 2 * 12 + 4;
    tiff.extend(2_u16.to_le_bytes());
    tiff.extend(entry(0x010E, 2, canary.len() as u32 + 1, text_at));
    tiff.extend(entry(0x0112, 3, 1, u32::from(orientation)));
    tiff.extend(0_u32.to_le_bytes());
    tiff.extend(canary.as_bytes());
    tiff.push(0);
    let exif = [b"Exif\0\0", &tiff[..]].concat();
    let length = (exif.len() as u16 + 2).to_be_bytes();
    let comment = format!("comment {canary}");
    let comment_length = (comment.len() as u16 + 2).to_be_bytes();
    [
        &jpeg[..2],
        b"\xFF\xE1",
        &length,
        &exif,
        b"\xFF\xFE",
        &comment_length,
        comment.as_bytes(),
        &jpeg[2..],
    ]
    .concat()
}

fn png_chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [&kind[..], data].concat();
    let crc = !body.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 == 1 {
                0xEDB8_8320 ^ (crc >> 1)
            } else {
                crc >> 1
            }
        })
    });
    [&(data.len() as u32).to_be_bytes()[..], &body, &crc.to_be_bytes()].concat()
}

/// A PNG that promises `width` by `height` black or white pixels, with `extra` chunks and hardly any data.
fn hollow_png(width: u32, height: u32, extra: &[u8]) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[1, 0, 0, 0, 0]].concat();
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        png_chunk(b"IHDR", &header),
        extra.to_vec(),
        png_chunk(b"IDAT", &zeros_deflated(16)),
        png_chunk(b"IEND", b""),
    ]
    .concat()
}

/// A zlib stream of `runs` times 258 zero bytes, 13 bits each: 158 to one.
fn zeros_deflated(runs: usize) -> Vec<u8> {
    let mut bytes = vec![0x78, 0x9C];
    let (mut buffer, mut held) = (0_u64, 0);
    let mut bits = |value: u64, count: u32, bytes: &mut Vec<u8>| {
        buffer |= value << held;
        held += count;
        while held >= 8 {
            bytes.push(buffer as u8);
            buffer >>= 8;
            held -= 8;
        }
    };
    bits(0b011, 3, &mut bytes); // last block, fixed codes
    bits(u64::from(0x30_u8.reverse_bits()), 8, &mut bytes); // one literal zero
    for _ in 0..runs {
        bits(u64::from(0xC5_u8.reverse_bits()), 8, &mut bytes); // length 258 …
        bits(0, 5, &mut bytes); // … from one byte back
    }
    bits(0, 7, &mut bytes); // end of block
    bits(0, 7, &mut bytes);
    bytes.extend([0; 4]); // a checksum nobody gets to see
    bytes
}

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

#[tokio::test]
async fn no_spelling_of_a_path_leaves_the_store() {
    let site = Site::new();
    std::fs::write(site.directory.path().join("secret.png"), "secret").expect("written");
    let long = format!("/media/{}", "a".repeat(4_096));
    let paths = [
        "/media/..",
        "/media/../secret.png",
        "/media/..%2fsecret.png",
        "/media/%2e%2e/secret.png",
        "/media/..%5csecret.png",
        "/media/%5c..%5csecret.png",
        "/media/%00",
        "/media/a%00.png",
        "/media/CON",
        "/media/NUL.png",
        "/media/a//b",
        "/media//etc/passwd",
        "/media/.hidden",
        "/media/a/",
        "/media/%c0%ae%c0%ae/",
        "/media/%E2%80%A4%E2%80%A4/secret.png",
        "/media/%EF%BC%8E%EF%BC%8E/secret.png",
        "/media/a/b/c/d/e/f/g.png",
        long.as_str(),
        "/og/scenario/..%2f..%2fsecret.png",
        "/og/scenario/.png",
        "/og/scenario/a%00.png",
        "/og/scenario/a.jpg",
        "/og/scenario/a",
        "/og/scenario/absent.png",
    ];
    for path in paths {
        let answer = site.get(path).await;
        answer.refused(404);
        assert!(
            !String::from_utf8_lossy(&answer.body).contains("secret"),
            "{path}"
        );
        if let Some(key) = path.strip_prefix("/media/") {
            let query: String =
                url::form_urlencoded::byte_serialize(format!("/media/{key}").as_bytes()).collect();
            let answer = site.get(&format!("/_image?w=64&url={query}")).await;
            assert!(
                matches!(answer.status.as_u16(), 400 | 404),
                "{path}: {}",
                answer.status
            );
        }
    }
}

#[tokio::test]
async fn originals_are_served_as_pictures_and_nothing_else() {
    let site = Site::new();
    let bytes = encoded(meadow(30, 20), ImageFormat::Png);
    let own = site
        .media
        .blobs()
        .put_content("up", bytes.clone().into(), "png")
        .await
        .expect("stored");
    site.store("starter/a/cover.png", bytes.clone()).await;
    site.store("odd.html", "<script>").await;

    let answer = site.get(&format!("/media/{own}")).await;
    assert_eq!((answer.status, &answer.body[..]), (StatusCode::OK, &bytes[..]));
    assert_eq!(answer.header("content-type"), "image/png");
    assert_eq!(answer.header("content-length"), bytes.len().to_string());
    assert_eq!(answer.header("content-disposition"), "inline");
    assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
    assert_eq!(
        answer.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert!(answer.header("content-security-policy").contains("sandbox"));
    let tag = answer.header("etag").to_owned();
    assert!(tag.starts_with('"') && tag.len() > 2, "{tag}");

    let again = site
        .get_with(
            &format!("/media/{own}"),
            &[("if-none-match", &format!("\"x\", W/{tag}"))],
        )
        .await;
    assert_eq!(
        (again.status, again.body.len(), again.header("etag")),
        (StatusCode::NOT_MODIFIED, 0, tag.as_str())
    );
    let head = site.call(Method::HEAD, &format!("/media/{own}"), &[]).await;
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
    assert_eq!(head.header("content-length"), bytes.len().to_string());

    let named = site.get("/media/starter/a/cover.png").await;
    assert!(!named.header("cache-control").contains("immutable"));
    let odd = site.get("/media/odd.html").await;
    assert_eq!(odd.header("content-type"), "application/octet-stream");
    assert_eq!(odd.header("content-disposition"), "attachment");
}

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
    // Nearly the same wish is the same picture; another quality bucket is another one.
    let near = site
        .get("/_image?url=/media/a.png%3Fv=2&w=60&q=81&fm=webp&fit=inside")
        .await;
    assert_eq!(near.header("etag"), first.header("etag"));
    assert_eq!(site.media.made(), 1);
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
    assert_eq!(site.media.made(), 1);
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
    assert_eq!(site.media.made(), 1);
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
        let picture = answer.picture().to_rgb8();
        assert_eq!(picture.dimensions(), (40, 60));
        // Turned clockwise, the left half is on top.
        assert!(is_near(*picture.get_pixel(20, 10), RED), "{kind}");
        assert!(is_near(*picture.get_pixel(20, 50), BLUE), "{kind}");
        for secret in [canary.as_bytes(), b"Exif", b"EXIF", b"comment"] {
            assert!(!contains(&answer.body, secret), "{kind}");
        }
    }
    let cropped = site
        .get("/_image?url=/media/turned.jpg&w=32&h=16&fm=png")
        .await
        .picture()
        .to_rgb8();
    assert_eq!(cropped.dimensions(), (32, 16));
    assert!(is_near(*cropped.get_pixel(16, 2), RED) && is_near(*cropped.get_pixel(16, 13), BLUE));
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[tokio::test]
async fn every_orientation_comes_upright() {
    let site = Site::new();
    // What each orientation does to a picture whose left is red, told by where red ends up.
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
        let picture = site
            .get(&format!("/_image?url=/media/{key}&w=640&fm=png"))
            .await
            .picture()
            .to_rgb8();
        let (width, height) = picture.dimensions();
        let at = match side {
            "left" => (5, height / 2),
            "right" => (width - 5, height / 2),
            "top" => (width / 2, 5),
            _ => (width / 2, height - 5),
        };
        assert!(is_near(*picture.get_pixel(at.0, at.1), RED), "{orientation}");
        assert!(
            is_near(*picture.get_pixel(width - 1 - at.0, height - 1 - at.1), BLUE),
            "{orientation}"
        );
    }
}

#[tokio::test]
async fn bombs_are_refused_by_their_header_fast_and_in_little_memory() {
    let site = Site::new();
    let million = zeros_deflated(400_000); // 100 MB in 650 KB
    let text = png_chunk(b"zTXt", &[b"Comment\0\0", &million[..]].concat());
    let profile = png_chunk(b"iCCP", &[b"sRGB\0\0", &million[..]].concat());
    let cases = [
        ("wide.png", hollow_png(30_000, 30_000, b""), 422),
        ("area.png", hollow_png(8_000, 8_000, b""), 422),
        ("none.png", hollow_png(0, 5, b""), 422),
        ("text.png", hollow_png(30_000, 30_000, &text), 422),
        ("profile.png", hollow_png(30_000, 30_000, &profile), 422),
        ("empty.png", hollow_png(1_000, 1_000, b""), 422),
        ("nothing.png", Vec::new(), 422),
    ];
    for (key, bytes, status) in cases {
        site.store(key, bytes).await;
        let (memory, start) = (peak_memory(), Instant::now());
        site.get(&format!("/_image?url=/media/{key}&w=64"))
            .await
            .refused(status);
        let grown = peak_memory().saturating_sub(memory);
        assert!(
            start.elapsed() < Duration::from_secs(2),
            "{key}: {:?}",
            start.elapsed()
        );
        assert!(grown < 64 * 1024, "{key}: {grown} KiB");
    }
}

/// The most memory this process ever had, in KiB; only where the runner gives each test a process of its own.
fn peak_memory() -> u64 {
    if std::env::var_os("NEXTEST").is_none() {
        return 0;
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

#[tokio::test]
async fn damaged_and_disguised_files_are_refused() {
    let site = Site::new();
    for format in [
        ImageFormat::Jpeg,
        ImageFormat::Png,
        ImageFormat::WebP,
        ImageFormat::Gif,
        ImageFormat::Bmp,
    ] {
        let whole = encoded(meadow(90, 60), format);
        for part in [2, 10] {
            let key = format!("cut-{part}-{format:?}.png");
            site.store(&key, whole[..whole.len() * part / 12].to_vec()).await;
            site.get(&format!("/_image?url=/media/{key}&w=64"))
                .await
                .refused(422);
        }
    }
    let disguises: [(&str, &[u8]); 7] = [
        (
            "svg.png",
            br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#,
        ),
        (
            "xml.png",
            br#"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>"#,
        ),
        ("html.png", b"<!doctype html><script>alert(1)</script>"),
        ("pdf.png", b"%PDF-1.7\n1 0 obj"),
        ("zip.png", b"PK\x03\x04aaaaaaaaaaaaaaaaa"),
        ("script.gif", b"GIF89a=1;alert(1)//"),
        ("bitmap.bmp", b"BM<script>alert(1)</script>"),
    ];
    for (key, bytes) in disguises {
        site.store(key, bytes).await;
        site.get(&format!("/_image?url=/media/{key}&w=64"))
            .await
            .refused(422);
    }
    let large = [encoded(meadow(20, 20), ImageFormat::Png), vec![0; UPLOAD_BYTES]].concat();
    site.store("large.png", large).await;
    site.get("/_image?url=/media/large.png&w=64").await.refused(422);
}

#[tokio::test]
async fn what_hides_behind_a_picture_is_gone_afterwards() {
    let site = Site::new();
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif] {
        let payload = b"PK\x03\x04<script>canary()</script>";
        let key = format!("polyglot.{}", format.extensions_str()[0]);
        site.store(&key, [encoded(halves(60, 40), format), payload.to_vec()].concat())
            .await;
        for kind in ["webp", "jpg", "png"] {
            let answer = site
                .get(&format!("/_image?url=/media/{key}&w=640&fm={kind}"))
                .await;
            assert_eq!(answer.size(), (60, 40));
            assert!(
                !contains(&answer.body, b"canary") && !contains(&answer.body, b"PK\x03\x04"),
                "{key} {kind}"
            );
        }
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
        let picture = site
            .get(&format!("/_image?url=/media/{key}&w=640&fm=png"))
            .await
            .picture()
            .to_rgb8();
        assert_eq!(picture.dimensions(), (50, 30));
        assert!(is_near(*picture.get_pixel(25, 15), RED), "{key}");
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
        .picture()
        .to_rgba8();
    assert_eq!(webp.get_pixel(16, 16).0[3], 0);
    let jpeg = site
        .get("/_image?url=/media/a.png&w=32&fm=jpg")
        .await
        .picture()
        .to_rgb8();
    assert!(is_near(*jpeg.get_pixel(16, 16), Rgb([0, 8, 20])));
    // Grey, palette and sixteen-bit sources are pictures like any other.
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
    let picture = site
        .get("/_image?url=/media/a.png&w=384&q=60&blur=1")
        .await
        .picture()
        .to_rgb8();
    assert_eq!(picture.dimensions(), (384, 384));
    let middle = Rgb([120, 20, 120]);
    assert!(
        picture.pixels().all(|pixel| is_near(*pixel, middle)),
        "the squares can still be told apart"
    );
    let sharp = site.get("/_image?url=/media/a.png&w=384&q=60").await;
    assert_ne!(sharp.picture().to_rgb8(), picture);
}

/// A gate whose judge is not there, and which admits whoever says so.
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
        Arc::new(NoCards),
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
                .picture()
                .to_rgb8()
                .pixels()
                .all(|pixel| is_near(*pixel, Rgb([120, 20, 120]))),
            "{path}"
        );
        assert_eq!(blurred.header("cache-control"), "private, no-store");
        let shown = site.get_with(path, &[("x-grown-up", "yes")]).await;
        assert!(
            !shown
                .picture()
                .to_rgb8()
                .pixels()
                .all(|pixel| is_near(*pixel, Rgb([120, 20, 120]))),
            "{path}"
        );
        assert_eq!(shown.header("cache-control"), "private, no-cache");
    }
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
        Arc::new(NoCards),
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
    assert_eq!(reborn.media.made(), 0);

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

/// A host that serves `body` to everybody, and how often it was asked.
async fn host(body: Vec<u8>) -> (u16, Arc<AtomicUsize>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let visits = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&visits);
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            counter.fetch_add(1, Ordering::SeqCst);
            let mut request = [0; 2_048];
            let _ = socket.read(&mut request).await;
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = socket.write_all(head.as_bytes()).await;
            let _ = socket.write_all(&body).await;
            let _ = socket.shutdown().await;
        }
    });
    (port, visits)
}

#[tokio::test]
async fn pictures_of_listed_hosts_are_fetched_once_a_day() {
    let (port, visits) = host(encoded(meadow(200, 100), ImageFormat::Jpeg)).await;
    let (broken, broken_visits) = host(b"<html>".to_vec()).await;
    let guard = Guard {
        ports: vec![port, broken],
        loopback: true,
        ..Guard::default()
    };
    let hosts = |settings| MediaSettings {
        hosts: AllowedHosts::listed(["127.0.0.1"]),
        ..settings
    };
    let site = Site::with(hosts, guard, Cards::default());
    let path = |port: u16, width: u32| {
        format!("/_image?url=http%3A%2F%2F127.0.0.1%3A{port}%2Fa.jpg&w={width}&fm=webp")
    };
    for width in [64, 128, 64] {
        let answer = site.get(&path(port, width)).await;
        assert_eq!(answer.size(), (width, width / 2));
        assert_eq!(
            answer.header("cache-control"),
            "public, max-age=86400, stale-while-revalidate=604800"
        );
    }
    assert_eq!(visits.load(Ordering::SeqCst), 1, "three sizes are one fetch");
    let today = site.get(&path(port, 64)).await.header("etag").to_owned();
    site.clock.advance_millis(25 * kernel::HOUR_MS);
    assert_ne!(site.get(&path(port, 64)).await.header("etag"), today);

    for _ in 0..3 {
        site.get(&path(broken, 64)).await.refused(422);
    }
    assert_eq!(broken_visits.load(Ordering::SeqCst), 1, "a refusal is remembered");
    site.get("/_image?url=http%3A%2F%2F127.0.0.2%2Fa.jpg&w=64")
        .await
        .refused(400);
}

fn card(title: &str, picture: Option<&str>) -> OgCard {
    OgCard {
        title: title.to_owned(),
        author: Some("Marlow & Quill".to_owned()),
        tagline: "A lighthouse keeper answers letters from a ship that sank a century ago <and means it>."
            .to_owned(),
        picture: picture.map(str::to_owned),
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
    assert_eq!(site.media.made(), 8);
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
        let picture = answer.picture().to_rgb8();
        let row: Vec<i32> = (800..1_180)
            .map(|x| i32::from(picture.get_pixel(x, 200).0[0]))
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
