//! Files that are made to harm: they are refused or taken without their harm, in little memory.

use std::io::{Cursor, Read};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::builders::{
    ZipFile, card_chunk, charx, chunk, deflated, exif, jpeg_with, picture, png_with, stored, text_chunk,
    webp_with, zip_of, zlib,
};
use super::{card, name_of, open_bytes, opened, refusal};
use crate::card_files::limits::{
    MAX_CARD_TEXT_BYTES, MAX_CHUNKS, MAX_FILE_BYTES, MAX_JSON_VALUES, MAX_PICTURE_BYTES,
};
use crate::card_files::{CardFileError, Notice, open};
use crate::testing::peak_memory;

/// By how much a process may grow over a hostile file: a card with its values, and a buffer.
const MAX_GROWTH_KIB: u64 = 64 << 10;

/// Opens a file, reads everything in it, and returns why it was refused, if it was.
fn exhaust(bytes: &[u8]) -> Option<String> {
    let mut file = match open(Cursor::new(bytes)) {
        Ok(file) => file,
        Err(error) => return Some(error.to_string()),
    };
    if let Some(mut picture) = file.read_picture() {
        let size = std::io::copy(&mut picture, &mut std::io::sink()).expect("memory");
        assert!(size <= MAX_PICTURE_BYTES);
    }
    for index in 0..file.assets().len() {
        let limit = file.assets()[index].size_bytes;
        if let Ok(asset) = file.read_asset(index) {
            let mut asset = asset.take(limit + 1);
            let size = std::io::copy(&mut asset, &mut std::io::sink()).unwrap_or(0);
            assert!(size <= limit);
        }
    }
    None
}

/// Archives with a file that unpacks to very much.
fn bombs_in_archives(packed: &ZipFile) -> Vec<(&'static str, Vec<u8>)> {
    let lying = |name: &str, unpacked_bytes: u32| ZipFile {
        name: name.into(),
        header_name: name.into(),
        unpacked_bytes,
        ..packed.clone()
    };
    let honest = |name: &str| lying(name, packed.unpacked_bytes);
    vec![
        ("a card.json that says so", zip_of(&[honest("card.json")])),
        (
            "a card.json that says otherwise",
            zip_of(&[lying("card.json", 100)]),
        ),
        (
            "an asset that says so",
            charx(&card(3, "Aki"), &[honest("assets/a.bin")]),
        ),
        (
            "an asset that says otherwise",
            charx(&card(3, "Aki"), &[lying("assets/a.png", 1_000)]),
        ),
        (
            "a picture that says otherwise",
            charx(&card(3, "Aki"), &[lying("a.png", 9 << 20)]),
        ),
    ]
}

/// Files that unpack to very much, or that would take much to read.
fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let spaces = deflated("", &vec![b' '; 256 << 20]);
    // The checksum at its end is never reached.
    let zlib_spaces = [b"\x78\x9c", &spaces.packed[..]].concat();
    let lists = format!("{{\"a\":[{}", "[],".repeat(2 << 20));
    let text = [b"{\"a\":\"", &vec![b' '; 32 << 20][..]].concat();
    let yaml = |lines: &str| {
        [
            b"name: Aki
",
            lines.repeat(((1 << 20) - 64) / lines.len()).as_bytes(),
        ]
        .concat()
    };
    let deep: String = (0..1_400)
        .map(|depth| format!("{}a:\n", " ".repeat(depth)))
        .collect();
    let mut bombs = vec![
        (
            "spaces in zTXt",
            png_with(&[chunk(b"zTXt", &[b"chara\0\0", &zlib_spaces[..]].concat())]),
        ),
        (
            "spaces in iTXt, often",
            png_with(&vec![
                chunk(
                    b"iTXt",
                    &[b"ccv3\0\x01\0\0\0", &zlib_spaces[..]].concat()
                );
                60
            ]),
        ),
        (
            "a text in zTXt",
            png_with(&[chunk(b"zTXt", &[b"chara\0\0", &zlib(&text)[..]].concat())]),
        ),
        ("empty lists", lists.clone().into_bytes()),
        (
            "empty lists in a chunk",
            png_with(&[text_chunk("ccv3", BASE64_STANDARD.encode(lists).as_bytes())]),
        ),
        ("brackets in YAML", yaml("[")),
        ("keys in YAML", yaml("? ")),
        ("lists in YAML", yaml("- ")),
        ("mappings in YAML", yaml("{a: ")),
        ("texts in YAML", yaml("a: \"")),
        ("long lines in YAML", yaml("a ")),
        ("comments in YAML", yaml("#\n")),
        ("steps in YAML", [b"name: Aki\n", deep.as_bytes()].concat()),
        ("anchors in YAML", yaml("&a ")),
        ("tags in YAML", yaml("!a ")),
        ("blocks in YAML", yaml("a: |\n")),
        ("tabs in YAML", yaml("\t")),
        ("flow pairs in YAML", [b"c: [", &yaml("a: b, ")[10..]].concat()),
    ];
    bombs.extend(bombs_in_archives(&spaces));
    bombs
}

#[test]
fn bombs_take_little_memory() {
    for (what, file) in bombs() {
        let before = peak_memory(true);
        let began = std::time::Instant::now();
        let refused = exhaust(&file);
        eprintln!("{what}: {:?} {refused:?}", began.elapsed());
        let growth = peak_memory(false).saturating_sub(before);
        assert!(growth < MAX_GROWTH_KIB, "{what}: {growth} KiB");
        let is_taken = ["an asset", "a picture"]
            .iter()
            .any(|start| what.starts_with(start));
        assert_eq!(refused.is_none(), is_taken, "{what}: {refused:?}");
    }
}

#[test]
fn the_card_with_the_most_values_takes_little_memory() {
    let many = format!(
        "{{\"data\":{{\"name\":\"Aki\",\"a\":[{}0]}}}}",
        "{},".repeat(MAX_JSON_VALUES / 2 - 3)
    );
    let file = png_with(&[text_chunk("ccv3", BASE64_STANDARD.encode(&many).as_bytes())]);
    let before = peak_memory(true);
    let opened = opened(&file);
    assert!(peak_memory(false).saturating_sub(before) < MAX_GROWTH_KIB);
    assert_eq!(name_of(&opened), "Aki");
}

#[test]
fn broken_pngs_are_refused() {
    let sound = png_with(&[card_chunk("chara", &card(2, "Aki"))]);
    let without_end = &sound[..sound.len() - 12];
    let with = |at: usize, bytes: &[u8]| {
        let mut file = sound.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    let (cut, damaged) = (
        "This PNG ends too early. It was probably cut short while downloading.",
        "This PNG is damaged.",
    );
    for (what, file, sentence) in [
        ("no end chunk", without_end.to_vec(), cut),
        ("cut in the end chunk", sound[..sound.len() - 1].to_vec(), cut),
        ("a wrong length", with(33, &[0, 0xff, 0xff, 0xff]), cut),
        ("a length of 2^31", with(33, &[0x80, 0, 0, 0]), damaged),
        ("the longest length", with(33, &[0xff; 4]), damaged),
        ("a name that none may have", with(37, b"ID\0T"), damaged),
        (
            "a wrong checksum",
            with(29, &[0; 4]),
            "This PNG is damaged: the checksum of its part IHDR is wrong.",
        ),
        ("two headers", png_with(&[chunk(b"IHDR", &[0; 13])]), damaged),
        (
            "no picture",
            [&picture()[..33], &chunk(b"IEND", b"")].concat(),
            damaged,
        ),
        ("no header", [&picture()[..8], &picture()[33..]].concat(), damaged),
        ("only a signature", picture()[..8].to_vec(), cut),
        (
            "an end chunk with content",
            [&picture()[..picture().len() - 12], &chunk(b"IEND", b"x")].concat(),
            damaged,
        ),
        (
            "too many chunks",
            png_with(&[chunk(b"vpAg", b"").repeat(MAX_CHUNKS)]),
            "This PNG has more than 65536 parts.",
        ),
    ] {
        assert_eq!(refusal(&file), sentence, "{what}");
    }
}

#[test]
fn broken_texts_in_pngs_are_refused() {
    let json = card(2, "Aki").to_string();
    let packed = zlib(json.as_bytes());
    let spaces = zlib(&vec![b' '; MAX_CARD_TEXT_BYTES + 1]);
    for (chunk, clause) in [
        (
            text_chunk("chara", b"!!!"),
            "it’s neither JSON nor JSON in base64",
        ),
        (text_chunk("chara", b""), "it’s neither JSON nor JSON in base64"),
        (
            chunk(b"zTXt", b"chara\0\0not zlib"),
            "its compressed text is damaged",
        ),
        (
            chunk(b"zTXt", &[b"chara\0\0", &packed[..packed.len() / 2]].concat()),
            "its compressed text is damaged",
        ),
        (
            chunk(b"zTXt", &[b"chara\0\x01", &packed[..]].concat()),
            "it’s compressed in a way that cards don’t use",
        ),
        (
            chunk(b"iTXt", &[b"chara\0\0\0", "x".repeat(3_000).as_bytes()].concat()),
            "it isn’t UTF-8 text",
        ),
        (
            text_chunk("chara", &vec![b' '; MAX_CARD_TEXT_BYTES + 1]),
            "a card can have up to 8 MB without its pictures",
        ),
        (
            chunk(b"zTXt", &[b"chara\0\0", &spaces[..]].concat()),
            "a card can have up to 8 MB without its pictures",
        ),
        (
            chunk(b"iTXt", &[b"chara\0\x01\0\0\0", &spaces[..]].concat()),
            "a card can have up to 8 MB without its pictures",
        ),
    ] {
        let sentence = refusal(&png_with(&[chunk]));
        assert_eq!(
            sentence,
            format!("The card in the chunk chara can’t be read: {clause}.")
        );
    }
}

#[test]
fn a_picture_over_the_limit_is_left_out_and_its_card_is_taken() {
    let half = chunk(b"IDAT", &vec![0; usize::try_from(MAX_PICTURE_BYTES / 2).unwrap()]);
    let mut file = opened(&png_with(&[
        half.clone(),
        half,
        card_chunk("chara", &card(2, "Aki")),
    ]));
    assert_eq!(name_of(&file), "Aki");
    assert!(matches!(file.notices(), [Notice::PictureTooLarge { .. }]));
    assert_eq!(
        file.notices()[0].to_string(),
        "The picture was left out: it has 10.1 MB, and a picture can have up to 10 MB."
    );
    assert!(file.picture_kind().is_none() && file.read_picture().is_none());
}

/// A file of any size that holds nothing.
struct Huge(u64);

impl Read for Huge {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        panic!("nothing of it is read");
    }
}

impl std::io::Seek for Huge {
    fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
        Ok(match to {
            std::io::SeekFrom::End(_) => self.0,
            _ => 0,
        })
    }
}

#[test]
fn a_file_over_the_limit_is_not_even_read() {
    let error = open(Huge(MAX_FILE_BYTES + 1))
        .map(|file| file.kind())
        .unwrap_err();
    assert!(matches!(error, CardFileError::FileTooLarge { .. }));
    assert_eq!(
        error.to_string(),
        "This file has 200.1 MB. A card file can have up to 200 MB."
    );
}

#[test]
fn archives_with_too_many_files_are_refused_at_once() {
    let mut files = vec![stored("card.json", card(3, "Aki").to_string().as_bytes())];
    for number in 0..60_000 {
        files.push(stored(&number.to_string(), b""));
    }
    assert_eq!(
        refusal(&zip_of(&files)),
        "This archive holds more than 10000 files."
    );
    files.truncate(9_000);
    assert_eq!(opened(&zip_of(&files)).assets().len(), 1_000);
}

#[test]
fn directories_that_lie_are_refused() {
    let json = || stored("card.json", card(3, "Aki").to_string().as_bytes());
    let damaged = "This archive is damaged. It was probably cut short while downloading.";
    let sound = zip_of(&[json()]);
    let end = sound.len() - 22;
    let with = |at: usize, bytes: &[u8]| {
        let mut file = sound.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    for (what, file) in [
        ("more entries than there are", with(end + 8, &[2, 0, 2, 0])),
        ("fewer entries than there are", with(end + 8, &[0, 0, 0, 0])),
        (
            "a directory that is too long",
            with(end + 12, &[0xff, 0xff, 0, 0]),
        ),
        (
            "a directory behind the end",
            with(end + 16, &[0xff, 0xff, 0xff, 0x7f]),
        ),
        ("several disks", with(end + 4, &[1, 0, 0, 0])),
        (
            "content behind the directory",
            zip_of(&[ZipFile {
                packed_bytes: 60_000,
                unpacked_bytes: 60_000,
                ..json()
            }]),
        ),
        (
            "another name in the header",
            zip_of(&[ZipFile {
                header_name: b"evil.json".to_vec(),
                ..json()
            }]),
        ),
    ] {
        assert_eq!(refusal(&file), damaged, "{what}");
    }
}

#[test]
fn files_cut_anywhere_are_refused_or_taken_whole() {
    let json = card(3, "Aki");
    let text = json.to_string();
    let files = [
        png_with(&[
            card_chunk("ccv3", &json),
            text_chunk("chara-ext-asset_:0", b"QUJD"),
        ]),
        png_with(&[chunk(
            b"zTXt",
            &[b"ccv3\0\0", &zlib(text.as_bytes())[..]].concat(),
        )]),
        charx(&json, &[stored("assets/icon/images/main.png", &picture())]),
        jpeg_with(&exif(text.as_bytes(), true, true)),
        webp_with(&exif(text.as_bytes(), false, true)),
        text.clone().into_bytes(),
    ];
    for file in &files {
        for length in 0..file.len() {
            match open_bytes(&file[..length]) {
                Ok(opened) => assert_eq!(opened.card(), &json, "{length}"),
                Err(error) => assert!(!matches!(error, CardFileError::Io(_)), "{length}: {error:?}"),
            }
        }
    }
}
