//! How much memory an import takes.

use std::fs::File;
use std::io::{Read, Seek, Write};

use axum::body::Body;
use axum::http::Request;
use bytes::Bytes;
use futures::Stream;
use platform::blobs::Blobs;
use platform::both_engines;
use rand::{RngCore, SeedableRng};
use serde_json::{Value, json};

use super::{asset, card_with, width_of};
use crate::card_files::CharxWriter;
use crate::card_files::builders::{chunk, png_with};
use crate::testing::peak_memory;

/// By how much the process may grow. The pictures have more together.
const MAX_GROWTH_KIB: u64 = 32 << 10;
const PICTURES: u32 = 60;

/// A PNG of few pixels and a megabyte of noise, which no archive makes small.
fn noise(seed: u64) -> Vec<u8> {
    let mut noise = vec![0; 1 << 20];
    rand_chacha::ChaCha8Rng::seed_from_u64(seed).fill_bytes(&mut noise);
    png_with(&[chunk(b"juNk", &noise)])
}

/// The body of a form with a CHARX of many large pictures, on the disk. Each number has its own pictures.
pub(in crate::card_import) fn form(of: u64) -> File {
    let path = |number| format!("assets/emotion/images/{number}.png");
    let entry = |number: u32| {
        asset(
            "emotion",
            &number.to_string(),
            &format!("embeded://{}", path(number)),
        )
    };
    let assets: Vec<Value> = (0..PICTURES).map(entry).collect();
    let file = tempfile::tempfile().expect("a file");
    let mut archive = CharxWriter::new(file, &card_with(json!(assets))).expect("a card");
    for number in 0..PICTURES {
        let picture = noise(u64::from(number) + 1_000 * of);
        archive.add(&path(number), picture.as_slice()).expect("an asset");
    }
    let mut charx = archive.finish().expect("an archive");
    charx.rewind().expect("a file");
    let mut form = tempfile::tempfile().expect("a file");
    form.write_all(b"--edge\r\ncontent-disposition: form-data; name=\"file\"\r\n\r\n")
        .expect("a file");
    std::io::copy(&mut charx, &mut form).expect("a file");
    form.write_all(b"\r\n--edge--\r\n").expect("a file");
    form.rewind().expect("a file");
    form
}

/// A file in pieces that come one by one, as from a network.
pub(in crate::card_import) fn pieces(file: File) -> impl Stream<Item = std::io::Result<Bytes>> {
    futures::stream::unfold(file, async |mut file| {
        tokio::task::yield_now().await;
        let mut piece = vec![0; 64 << 10];
        match file.read(&mut piece) {
            Ok(0) => None,
            Ok(count) => Some((Ok(Bytes::copy_from_slice(&piece[..count])), file)),
            Err(error) => Some((Err(error), file)),
        }
    })
}

both_engines!(one_picture_is_in_memory_at_a_time, async |app| {
    let folder = tempfile::tempdir().expect("a folder");
    let app = &app.with_state(|state| state.blobs = Blobs::local(folder.path()).expect("a store"));
    let ann = app.person("ann").await;
    let form = form(0);
    let bytes = form.metadata().expect("a length").len();
    assert!(bytes > MAX_GROWTH_KIB << 10, "{bytes} bytes");
    let request = Request::post("/api/v1/scenarios/import")
        .header("authorization", format!("Bearer {}", ann.token))
        .header("content-type", "multipart/form-data; boundary=edge")
        .body(Body::from_stream(pieces(form)));
    let before = peak_memory(true);
    let made = app.send(request.expect("a request")).await;
    let growth = peak_memory(false) - before;
    assert_eq!(made.status, 201, "{}", made.json);
    assert!(growth <= MAX_GROWTH_KIB, "it grew by {growth} KiB");
    let last = &made.json["scenario"]["draft"]["actors"][0]["expressions"][PICTURES as usize - 1];
    assert_eq!(width_of(app, &last["image"]["key"]).await, Some(2));
});
