//! What is written is read again equal, and is what it says it is.

use std::io::{Cursor, Read};

use serde_json::json;

use super::builders::{card_chunk, chunk, jpeg_with, picture, png_with, png_with_early, text_chunk};
use super::{asset, card, name_of, opened, told};
use crate::card_files::limits::{MAX_CARD_JSON_BYTES, MAX_JSON_DEPTH, MAX_PICTURE_BYTES};
use crate::card_files::{CharxWriter, FileKind, PngCards, write_png};

fn png_card(portrait: &[u8], name: &str) -> Result<Vec<u8>, String> {
    let (v2, v3) = (card(2, name), card(3, name));
    let mut out = Vec::new();
    match write_png(portrait, PngCards { v2: &v2, v3: &v3 }, &mut out) {
        Ok(()) => Ok(out),
        Err(error) => {
            assert!(out.is_empty(), "something was written before {error}");
            Err(error.to_string())
        }
    }
}

#[test]
fn a_png_gets_both_forms_before_its_end() {
    let written = png_card(&picture(), "Aki").unwrap();
    let expected = png_with(&[
        card_chunk("chara", &card(2, "Aki")),
        card_chunk("ccv3", &card(3, "Aki")),
    ]);
    assert_eq!(written, expected);
    let file = opened(&written);
    assert_eq!(file.card(), &card(3, "Aki"));
    assert_eq!(
        told(&file),
        ["The card in the chunk chara wasn’t used: another card in this file comes first."]
    );
    let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().into_rgb8();
    assert_eq!(pixels(&written), pixels(&picture()));
}

#[test]
fn what_a_png_brought_of_other_cards_is_gone() {
    let kept = chunk(b"iTXt", b"Title\0\0\0\0\0Lamp");
    let brought = [
        card_chunk("CCV3", &card(3, "old")),
        text_chunk("chara-ext-asset_:0", b"QUJD"),
        chunk(b"zTXt", b"Chara\0\0broken"),
        kept.clone(),
    ];
    let again = png_card(&png_with_early(&brought), "Aki").unwrap();
    assert_eq!(again, png_card(&png_with_early(&[kept]), "Aki").unwrap());
    assert_eq!(name_of(&opened(&again)), "Aki");
    assert_eq!(png_card(&again, "Aki").unwrap(), again);
    assert_eq!(
        png_card(&[&picture()[..], b"behind the end"].concat(), "Aki"),
        png_card(&picture(), "Aki")
    );
}

#[test]
fn nothing_is_written_that_would_not_be_read() {
    assert_eq!(
        png_card(&jpeg_with(b""), "Aki").unwrap_err(),
        "This is not a PNG picture."
    );
    let cut = &picture()[..picture().len() - 1];
    assert!(
        png_card(cut, "Aki")
            .unwrap_err()
            .starts_with("This PNG ends too early.")
    );
    let large = chunk(b"iDOT", &vec![0; usize::try_from(MAX_PICTURE_BYTES).unwrap()]);
    assert_eq!(
        png_card(&png_with(&[large]), "Aki").unwrap_err(),
        "The asset portrait can’t be used: a picture can have up to 10 MB."
    );
    assert_eq!(
        png_card(&picture(), &"x".repeat(MAX_CARD_JSON_BYTES)).unwrap_err(),
        "The card in the chunk chara can’t be read: a card can have up to 8 MB without its pictures."
    );
    let mut deep = json!({});
    for _ in 0..MAX_JSON_DEPTH {
        deep = json!({ "a": deep });
    }
    for wrong in [deep, json!([]), json!(null)] {
        assert!(CharxWriter::new(Cursor::new(Vec::new()), &wrong).is_err());
    }
}

#[test]
fn the_largest_card_fits_into_a_png() {
    let empty = card(3, "").to_string().len();
    let largest = "x".repeat(MAX_CARD_JSON_BYTES - empty);
    let file = opened(&png_card(&picture(), &largest).unwrap());
    assert_eq!(name_of(&file), largest);
}

fn charx(card_name: &str) -> Vec<u8> {
    let mut writer = CharxWriter::new(Cursor::new(Vec::new()), &card(3, card_name)).unwrap();
    writer
        .add("assets/icon/images/main.png", picture().as_slice())
        .unwrap();
    writer
        .add("assets/x_sound/audio/rain.mp3", &b"sound"[..])
        .unwrap();
    let note = "text ".repeat(1_000);
    writer
        .add("assets/other/other/note.txt", note.as_bytes())
        .unwrap();
    writer.finish().unwrap().into_inner()
}

#[test]
fn a_charx_is_read_again_equal() {
    let written = charx("Aki");
    let mut file = opened(&written);
    assert_eq!((file.kind(), file.card()), (FileKind::Charx, &card(3, "Aki")));
    let paths: Vec<_> = file.assets().iter().map(|asset| asset.path.clone()).collect();
    assert_eq!(
        paths,
        [
            "assets/icon/images/main.png",
            "assets/x_sound/audio/rain.mp3",
            "assets/other/other/note.txt"
        ]
    );
    assert_eq!(asset(&mut file, 0).unwrap(), picture());
    assert_eq!(asset(&mut file, 1).unwrap(), b"sound");
    assert_eq!(asset(&mut file, 2).unwrap(), "text ".repeat(1_000).as_bytes());
    assert!(file.notices().is_empty());
}

#[test]
fn the_same_card_gives_the_same_bytes() {
    assert_eq!(charx("Aki"), charx("Aki"));
    assert_ne!(charx("Aki"), charx("Zoë"));
}

#[test]
fn another_reader_finds_pictures_stored_and_texts_deflated() {
    let mut archive = zip::ZipArchive::new(Cursor::new(charx("Aki"))).unwrap();
    let mut found = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        assert_eq!(file.last_modified(), Some(zip::DateTime::DEFAULT));
        found.push((file.name().unwrap().into_owned(), file.compression()));
    }
    let (stored, deflated) = (zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated);
    assert_eq!(
        found,
        [
            ("card.json".to_owned(), deflated),
            ("assets/icon/images/main.png".to_owned(), stored),
            ("assets/x_sound/audio/rain.mp3".to_owned(), stored),
            ("assets/other/other/note.txt".to_owned(), deflated),
        ]
    );
}

#[test]
fn a_charx_takes_no_asset_that_would_be_left_out() {
    let mut writer = CharxWriter::new(Cursor::new(Vec::new()), &card(3, "Aki")).unwrap();
    writer.add("assets/a.png", &b"x"[..]).unwrap();
    let mut refused = |path: &str, size: u64| {
        let content = std::io::repeat(0).take(size);
        writer.add(path, content).unwrap_err().to_string()
    };
    for path in ["card.json", "assets/a.png"] {
        let sentence = format!("The asset {path} can’t be used: another asset has the same path.");
        assert_eq!(refused(path, 1), sentence);
    }
    assert!(refused("../a.png", 1).contains("its path isn’t a plain path"));
    assert_eq!(
        refused("assets/b.png", MAX_PICTURE_BYTES + 1),
        "The asset assets/b.png can’t be used: a picture can have up to 10 MB."
    );
}
