//! Mutated files of every kind: each is taken or refused without a panic, and never costs more than it may.
//!
//! The runs are the same each time. [`RUNS`] is what every run of the tests does; `long` does ten times as
//! many with other numbers: `cargo nextest run -p dramatis-catalogue --lib --run-ignored only -E
//! 'test(mutations::long)'`.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::rc::Rc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::builders::{
    card_chunk, charx, chunk, deflated, exif, jpeg_with, picture, png_with, png_with_early, stored,
    text_chunk, webp_with, zip_behind, zlib,
};
use super::card;
use crate::card_files::limits::{MAX_ASSETS, MAX_CARD_JSON_BYTES, MAX_NAMED_ASSETS, MAX_PICTURE_BYTES};
use crate::card_files::{CardFileError, asset_fault, open};

/// Mutated files in every run of the tests, all kinds together.
const RUNS: u32 = 200_000;
/// Mutated files in the long run.
const LONG_RUNS: u32 = 2_000_000;
/// How many times a file's length may be read from it, with all its assets and its picture: each part is
/// looked for, checked, and read once, and a buffer is filled again after a jump.
const MAX_READS: u64 = 24;
/// Bytes that may be read beside.
const FREE_READS: u64 = 4_096;
/// Changes to one file.
const MAX_CHANGES: u32 = 4;
/// Figures at which readers of lengths and positions fail.
const FIGURES: [u32; 10] = [
    0,
    1,
    2,
    0x7f,
    0xff,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fffe,
    0xffff_ffff,
];

/// A file that counts what is read from it.
struct Counted {
    file: Cursor<Vec<u8>>,
    read: Rc<Cell<u64>>,
}

impl Read for Counted {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(out)?;
        self.read.set(self.read.get() + count as u64);
        Ok(count)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Valid files with the picture of a card.
fn pngs() -> Vec<Vec<u8>> {
    let json = card(3, "Aki").to_string();
    let base64 = BASE64_STANDARD.encode(&json);
    vec![
        png_with(&[
            card_chunk("chara", &card(2, "old")),
            card_chunk("ccv3", &card(3, "Aki")),
        ]),
        png_with_early(&[chunk(
            b"zTXt",
            &[b"ccv3\0\0", &zlib(base64.as_bytes())[..]].concat(),
        )]),
        png_with(&[chunk(
            b"iTXt",
            &[b"ccv3\0\x01\0en\0x\0", &zlib(json.as_bytes())[..]].concat(),
        )]),
        png_with(&[
            chunk(b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]),
            text_chunk("chara", json.as_bytes()),
            text_chunk("chara-ext-asset_:0", BASE64_STANDARD.encode(picture()).as_bytes()),
            text_chunk("chara-ext-asset_1", b"QUJD"),
        ]),
    ]
}

/// Valid archives.
fn archives() -> Vec<Vec<u8>> {
    let files = [
        stored("assets/icon/images/main.png", &picture()),
        deflated("assets/other/other/a.txt", &[b'a'; 300]),
        stored("module.risum", b"\x6f\0"),
    ];
    let json = deflated("card.json", card(3, "Aki").to_string().as_bytes());
    vec![
        charx(&card(3, "Aki"), &files),
        zip_behind(
            &jpeg_with(b""),
            &[std::slice::from_ref(&json), &files[..2]].concat(),
        ),
        zip_behind(&pngs()[0], &[json, files[1].clone()]),
    ]
}

/// Valid pictures with a comment.
fn photos() -> Vec<Vec<u8>> {
    let json = card(2, "Aki").to_string();
    let numbers: Vec<String> = json.bytes().map(|byte| byte.to_string()).collect();
    vec![
        jpeg_with(&exif(format!("ASCII\0\0\0{json}").as_bytes(), true, true)),
        webp_with(&exif(BASE64_STANDARD.encode(&json).as_bytes(), false, true)),
        webp_with(&exif(numbers.join(",").as_bytes(), true, false)),
    ]
}

/// Valid texts.
fn texts() -> Vec<Vec<u8>> {
    let yaml = "# Aki\nname: Aki\ncontext: |\n  Keeps bees.\ngreeting: >-\n  Hello,\n  you!\n\
                list: [a, {b: \"c\\n\"}]\n";
    vec![
        card(3, "Aki").to_string().into_bytes(),
        serde_json::to_vec_pretty(&card(2, "Zoë")).expect("JSON"),
        yaml.into(),
    ]
}

/// Gives every chunk of a PNG the checksum that fits, as far as its lengths lead.
fn mend_checksums(file: &mut [u8]) {
    let mut at = 8;
    while let Some(length) = file.get(at..at + 4) {
        let length = u32::from_be_bytes([length[0], length[1], length[2], length[3]]) as usize;
        let end = at.saturating_add(8).saturating_add(length);
        let Some(body) = file.get(at + 4..end) else { break };
        let checksum = crc32fast::hash(body).to_be_bytes();
        let Some(stated) = file.get_mut(end..end + 4) else {
            break;
        };
        stated.copy_from_slice(&checksum);
        at = end + 4;
    }
}

/// Changes a file at one place.
fn change(file: &mut Vec<u8>, other: &[u8], rng: &mut ChaCha8Rng) {
    if file.is_empty() {
        return;
    }
    let at = rng.random_range(0..file.len());
    let end = (at + rng.random_range(1..=32)).min(file.len());
    match rng.random_range(0..10) {
        0 => file[at] ^= 1 << rng.random_range(0..8),
        1 => file[at] = rng.random(),
        2 => {
            file.drain(at..end);
        }
        3 => {
            let part = file[at..end].to_vec();
            let to = rng.random_range(0..=file.len());
            file.splice(to..to, part);
        }
        4 => file.truncate(at),
        5 | 6 => {
            let figure = FIGURES[rng.random_range(0..FIGURES.len())];
            let bytes = if rng.random() {
                figure.to_be_bytes()
            } else {
                figure.to_le_bytes()
            };
            let width = if rng.random() { 4 } else { 2 };
            for (place, byte) in file[at..].iter_mut().zip(&bytes[..width]) {
                *place = *byte;
            }
        }
        7 => file.splice(at..at, *b"[{\"a\":[").for_each(drop),
        8 => {
            // A part of another valid file.
            let from = rng.random_range(0..other.len());
            let part = other[from..(from + 200).min(other.len())].to_vec();
            file.splice(at..end, part);
        }
        _ => file[at..end].fill(rng.random()),
    }
}

/// Opens a file and reads all of it. Returns the sentence with which it was refused, without its figures and
/// names, or nothing.
fn exhaust(bytes: Vec<u8>) -> String {
    let length = bytes.len() as u64;
    let read = Rc::new(Cell::new(0));
    let counted = Counted {
        file: Cursor::new(bytes),
        read: Rc::clone(&read),
    };
    let outcome = match open(counted) {
        Err(error) => {
            assert!(!matches!(error, CardFileError::Io(_)), "{error:?}");
            let sentence = error.to_string();
            assert!(sentence.ends_with('.'), "{sentence}");
            // The names of parts are what the mutations made of them.
            let reason = sentence.split(" its part ").next().unwrap_or_default();
            reason.replace(|character: char| character.is_ascii_digit(), "")
        }
        Ok(mut file) => {
            assert!(file.card().is_object());
            assert!(file.card().to_string().len() <= 2 * MAX_CARD_JSON_BYTES);
            assert!(file.assets().len() <= MAX_ASSETS && file.notices().len() <= MAX_NAMED_ASSETS + 70);
            if let Some(mut picture) = file.read_picture() {
                let size = io::copy(&mut picture, &mut io::sink()).expect("memory");
                assert!(size <= MAX_PICTURE_BYTES.min(length));
            }
            for index in 0..file.assets().len() {
                let limit = file.assets()[index].size_bytes;
                let Ok(mut asset) = file.read_asset(index) else {
                    continue;
                };
                match io::copy(&mut asset, &mut Limit(limit)) {
                    Ok(size) => assert_eq!(size, limit),
                    Err(error) => assert!(asset_fault(&error).is_some(), "{error:?}"),
                }
            }
            String::new()
        }
    };
    assert!(
        read.get() <= MAX_READS * length + FREE_READS,
        "{} bytes were read of {length}",
        read.get()
    );
    outcome
}

/// Takes no more bytes than stated.
struct Limit(u64);

impl io::Write for Limit {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self
            .0
            .checked_sub(bytes.len() as u64)
            .expect("no more than stated");
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens this number of mutated files. Some must be taken, and there must be at least this number of reasons
/// for which others are refused: else the mutations would try little.
fn mutate(seeds: &[Vec<u8>], runs: u32, seed: u64, reasons: usize) {
    for file in seeds {
        assert_eq!(exhaust(file.clone()), "", "a seed that is no card");
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut outcomes: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..runs {
        let mut file = seeds[rng.random_range(0..seeds.len())].clone();
        let other = &seeds[rng.random_range(0..seeds.len())];
        for _ in 0..rng.random_range(1..=MAX_CHANGES) {
            change(&mut file, other, &mut rng);
        }
        if rng.random_ratio(3, 4) && file.starts_with(b"\x89PNG") {
            mend_checksums(&mut file);
        }
        *outcomes.entry(exhaust(file)).or_default() += 1;
    }
    let taken = outcomes.remove("").unwrap_or(0);
    assert!(taken > runs / 100, "{taken} of {runs} were taken");
    assert!(
        outcomes.len() >= reasons,
        "only {}: {outcomes:#?}",
        outcomes.len()
    );
}

#[test]
fn pngs_are_taken_or_refused() {
    mutate(&pngs(), RUNS * 2 / 5, 1, 15);
}

#[test]
fn archives_are_taken_or_refused() {
    mutate(&archives(), RUNS * 3 / 10, 2, 15);
}

#[test]
fn photos_are_taken_or_refused() {
    mutate(&photos(), RUNS * 3 / 20, 3, 8);
}

#[test]
fn texts_are_taken_or_refused() {
    mutate(&texts(), RUNS * 3 / 20, 4, 6);
}

#[test]
#[ignore = "ten times as long as the runs above"]
fn long() {
    for (number, seeds) in [pngs(), archives(), photos(), texts()].iter().enumerate() {
        mutate(seeds, LONG_RUNS / 4, 100 + number as u64, 6);
    }
}
