//! Files that are not what they claim to be.

use std::time::{Duration, Instant};

use image::ImageFormat;

use super::samples::{contains, encoded, halves, meadow};
use super::site::Site;
use crate::media::UPLOAD_BYTES;

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
