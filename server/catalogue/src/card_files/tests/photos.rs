//! Cards in the comment of JPEG and WebP pictures.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::builders::{exif, jpeg_with, webp_with};
use super::{card, name_of, opened, refusal};
use crate::card_files::{FileKind, PictureKind};

#[test]
fn comments_of_jpeg_and_webp_are_read() {
    let json = card(2, "Aki").to_string();
    let numbers: Vec<String> = json.bytes().map(|byte| byte.to_string()).collect();
    let comments = [
        json.clone(),
        format!("ASCII\0\0\0{json}"),
        format!("\0\0\0\0\0\0\0\0{}", BASE64_STANDARD.encode(&json)),
        format!("ASCII\0\0\0{}", numbers.join(",")),
    ];
    for comment in comments {
        for (is_big, is_below) in [(false, true), (true, true), (true, false)] {
            let exif = exif(comment.as_bytes(), is_big, is_below);
            let marked = [b"Exif\0\0", exif.as_slice()].concat();
            for (file, kind, picture) in [
                (jpeg_with(&exif), FileKind::Jpeg, PictureKind::Jpeg),
                (webp_with(&exif), FileKind::WebP, PictureKind::WebP),
                (webp_with(&marked), FileKind::WebP, PictureKind::WebP),
            ] {
                let mut opened = opened(&file);
                assert_eq!((opened.kind(), name_of(&opened)), (kind, "Aki"));
                assert_eq!(opened.picture_kind(), Some(picture));
                let mut whole = Vec::new();
                std::io::copy(&mut opened.read_picture().unwrap(), &mut whole).unwrap();
                assert_eq!(whole, file);
            }
        }
    }
}

#[test]
fn other_comments_are_no_cards() {
    for comment in [
        &b"ASCII\0\0\0A photo of a lamp"[..],
        b"ASCII\0\0\0",
        b"ASCII\0\0\0TGFtcA==",
    ] {
        let sentence = refusal(&jpeg_with(&exif(comment, true, true)));
        assert!(
            sentence.starts_with("This picture holds no character card."),
            "{sentence}"
        );
    }
    assert!(refusal(&jpeg_with(b"")).starts_with("This picture holds no character card."));
    assert!(refusal(&webp_with(b"II*\0")).starts_with("This picture holds no character card."));
    assert_eq!(
        refusal(&jpeg_with(&exif(b"ASCII\0\0\0{\"name\":}", true, true))),
        "The card in the picture’s comment can’t be read: it isn’t valid JSON at line 1, column 9."
    );
}
