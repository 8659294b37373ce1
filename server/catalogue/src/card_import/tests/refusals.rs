//! Files that are refused, and what they leave behind: nothing.

use std::path::Path;

use axum::body::Body;
use axum::http::Request;
use bytes::Bytes;
use platform::blobs::Blobs;
use platform::both_engines;
use rand::{Rng, SeedableRng};
use serde_json::json;

use super::{asset, card, card_with, charx_of, import, png};
use crate::authoring::rules::MAX_DRAFTS;
use crate::card_files::builders::{
    card_chunk, charx, deflated, exif, jpeg_with, png_with, stored, text_chunk, zip_of,
};
use crate::card_files::{MAX_CARD_JSON_BYTES, MAX_FILE_BYTES};
use crate::testing::{Actor, Answer, TestApp, add_drafts, upload};

/// How many unnamed files this process holds open. Where each test has a process of its own only.
fn open_files() -> usize {
    if std::env::var_os("NEXTEST").is_none() || !cfg!(target_os = "linux") {
        return 0;
    }
    let folder = std::env::temp_dir();
    let links = std::fs::read_dir("/proc/self/fd").expect("a list of files");
    links
        .filter_map(|link| std::fs::read_link(link.ok()?.path()).ok())
        .filter(|file| file.starts_with(&folder) && file.to_string_lossy().ends_with("(deleted)"))
        .count()
}

both_engines!(files_that_are_no_cards_are_refused, async |app| {
    let ann = app.person("ann").await;
    let card_json = stored("card.json", card().to_string().as_bytes());
    let whole = charx(&card(), &[]);
    let encrypted = {
        let mut file = card_json.clone();
        file.flags |= 1;
        zip_of(&[file])
    };
    for (file, says) in [
        (b"no json".to_vec(), "This file format isn’t supported."),
        (b"".to_vec(), "This file is empty."),
        (b"[]".to_vec(), "a card is a JSON object"),
        (b"{\"name\":".to_vec(), "it isn’t valid JSON at line 1"),
        (b"{}".to_vec(), "not a character card"),
        (
            json!({ "entries": {} }).to_string().into(),
            "This lorebook has no entries",
        ),
        (
            json!({ "spec": "lorebook_v3", "data": { "entries": [] } })
                .to_string()
                .into(),
            "This lorebook has no entries",
        ),
        (b"%PDF-1.7".to_vec(), "This is a PDF"),
        (b"rcc||rccv1||x".to_vec(), "encrypted by RisuAI"),
        (png(9), "This picture holds no character card."),
        (
            png_with(&[text_chunk("chara", b"!")]),
            "it’s neither JSON nor JSON in base64",
        ),
        (zip_of(&[stored("a.png", b"x")]), "no card.json at its top"),
        (
            zip_of(&[card_json.clone(), card_json.clone()]),
            "more than one card.json",
        ),
        (whole[..whole.len() - 9].to_vec(), "This archive is damaged."),
        (encrypted, "protected with a password"),
        (
            zip_of(&[deflated("card.json", &vec![b' '; MAX_CARD_JSON_BYTES + 1])]),
            "up to 8 MB",
        ),
        (vec![b' '; MAX_CARD_JSON_BYTES + 1], "up to 8 MB"),
        (
            format!("{{\"a\":{}", "[".repeat(100)).into(),
            "nested deeper than",
        ),
    ] {
        let refused = import(app, &ann, &file).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], "file");
        let message = refused.json["message"].as_str().expect("a sentence");
        assert!(message.contains(says), "{message}");
    }
    let none = upload(app, &ann, "/scenarios/import", "card", b"{}").await;
    none.assert_problem(422, "VALIDATION_FAILED");
    ann.post("/scenarios/import", &card())
        .await
        .assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
    assert!(ann.get("/scenarios/my").await.each("id").is_empty());
    assert_eq!(open_files(), 0);
    let with_mark = [b"\xef\xbb\xbf".as_slice(), card().to_string().as_bytes()].concat();
    assert_eq!(import(app, &ann, &with_mark).await.status, 201);
    assert_eq!(open_files(), 0);
});

both_engines!(a_hostile_archive_does_no_harm, async |app| {
    let ann = app.person("ann").await;
    let assets = json!([
        asset("icon", "main", "embeded://../../etc/passwd"),
        asset("emotion", "joy", "embeded:///assets/../joy.png"),
        asset("emotion", "far", "http://169.254.169.254/a.png"),
        asset("x_file", "near", "file:///etc/passwd"),
    ]);
    let picture = png(19);
    let file = charx(
        &card_with(assets),
        &[
            stored("../../etc/passwd", &picture),
            stored("assets/../joy.png", &picture),
            stored("/etc/passwd", &picture),
            deflated("assets/other/other/bomb", &vec![0; 40 << 20]),
            stored("assets/other/code/a.js", b"alert(1)"),
        ],
    );
    let made = import(app, &ann, &file).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let actor = &made.json["scenario"]["draft"]["actors"][0];
    assert_eq!(actor["portrait"], json!(null));
    assert_eq!(actor["expressions"][0]["image"], json!(null));
    let path = "its path isn’t a plain path of up to 255 characters";
    assert_eq!(
        made.json["notices"],
        json!([
            format!("The asset ../../etc/passwd was left out: {path}."),
            format!("The asset assets/../joy.png was left out: {path}."),
            format!("The asset /etc/passwd was left out: {path}."),
            "The asset assets/other/other/bomb was left out: it grows to more than 100 times its size \
             when it is unpacked.",
            "Scripts were left out; scripts of cards are never run: a.js.",
        ])
    );
    assert_eq!(made.json["links"][0]["address"], "http://169.254.169.254/a.png");
});

both_engines!(a_damaged_file_is_refused_or_taken, async |app| {
    let ann = app.person("ann").await;
    let uri = "embeded://assets/icon/images/main.png";
    let with_icon = card_with(json!([asset("icon", "main", uri)]));
    let files = [
        charx_of(&with_icon, &[("assets/icon/images/main.png", &png(29))]),
        png_with(&[card_chunk("ccv3", &card())]),
        jpeg_with(&exif(card().to_string().as_bytes(), true, true)),
    ];
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(7);
    for file in files {
        for _ in 0..60 {
            let mut damaged = file.clone();
            for _ in 0..random.random_range(1..4) {
                let at = random.random_range(0..damaged.len());
                damaged[at] = random.random();
            }
            damaged.truncate(random.random_range(damaged.len() / 2..damaged.len() * 2));
            let answer = import(app, &ann, &damaged).await;
            let status = answer.status.as_u16();
            assert!(matches!(status, 200 | 201 | 422), "{}", answer.json);
        }
    }
    assert_eq!(open_files(), 0);
});

/// Sends a form whose file has this many bytes, without holding them in memory.
async fn import_zeros(app: &TestApp, actor: &Actor<'_>, bytes: u64) -> Answer {
    const PIECE: u64 = 1 << 20;
    let head = Bytes::from("--edge\r\ncontent-disposition: form-data; name=\"file\"\r\n\r\n");
    let piece = Bytes::from(vec![0; PIECE as usize]);
    let pieces =
        (0..bytes.div_ceil(PIECE)).map(move |at| piece.slice(..PIECE.min(bytes - at * PIECE) as usize));
    let end = Bytes::from("\r\n--edge--\r\n");
    let body = std::iter::once(head).chain(pieces).chain([end]);
    let request = Request::post("/api/v1/scenarios/import")
        .header("authorization", format!("Bearer {}", actor.token))
        .header("content-type", "multipart/form-data; boundary=edge")
        .body(Body::from_stream(futures::stream::iter(
            body.map(Ok::<_, std::io::Error>),
        )));
    app.send(request.expect("a request")).await
}

both_engines!(a_file_over_the_limit_is_refused, async |app| {
    let ann = app.person("ann").await;
    let refused = import_zeros(app, &ann, MAX_FILE_BYTES + 1).await;
    refused.assert_problem(413, "PAYLOAD_TOO_LARGE");
    assert_eq!(
        refused.json["message"],
        "This file is too large. A card file can have up to 200 MB."
    );
    assert_eq!(open_files(), 0);
});

fn files_in(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.path() {
            path if path.is_dir() => files_in(&path),
            _ => 1,
        })
        .sum()
}

both_engines!(an_import_that_fails_leaves_no_picture, async |app| {
    let folder = tempfile::tempdir().expect("a folder");
    let app = &app.with_state(|state| state.blobs = Blobs::local(folder.path()).expect("a store"));
    let ann = app.person("ann").await;
    let uri = "embeded://assets/icon/images/main.png";
    let file = charx_of(
        &card_with(json!([asset("icon", "main", uri)])),
        &[("assets/icon/images/main.png", &png(91))],
    );
    assert_eq!(import(app, &ann, &file).await.status, 201);
    assert_eq!(files_in(folder.path()), 1);
    add_drafts(app, &ann.user_id, MAX_DRAFTS - 1).await;
    let refused = upload(app, &ann, "/scenarios/import?again=true", "file", &file).await;
    refused.assert_problem(409, "DRAFT_QUOTA_REACHED");
    assert_eq!(files_in(folder.path()), 1, "that of the first draft");
});
